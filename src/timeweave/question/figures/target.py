"""Which figure a question asks for: of what, in which unit, and whether a value, a change, or a share."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.extraction.amounts.units import SCALES
from timeweave.language.parsing import parse
from timeweave.language.terms import index_terms
from timeweave.lexicon.aggregates import EXTREMES, MEANS, ONE_EACH, PACES, TOGETHER, TOTALS
from timeweave.lexicon.changes import (
    CHANGES,
    DEVELOPING,
    DOWNWARD,
    FALLS,
    GAINING,
    LOSING,
    MOVED,
    RISES,
    UPWARD,
    WAVERING,
)
from timeweave.lexicon.comparing import LEAST, LESS, LESS_OF_A_KIND, MORE, MORE_OF_A_KIND, MOST
from timeweave.lexicon.families import any_of, asked_by, forms, matching, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DAYS, MONTHS
from timeweave.lexicon.outlook import EXPECTED
from timeweave.lexicon.telling import CORRECTED, CORRECTIONS
from timeweave.question.conditions import find_condition
from timeweave.question.event_phrases import find_event_time
from timeweave.question.figures.heads import counted_head
from timeweave.question.figures.words import (
    EMPTY,
    EVENTS,
    LOCATIVE,
    MOVES,
    SCAFFOLD,
    UNIT_TERMS,
)
from timeweave.question.kinds import Kind, asking_span
from timeweave.question.measures import HOW_MUCH_MOVED
from timeweave.question.named_entity import NamedEntity
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from timeweave.question.question import Question


class Form(enum.StrEnum):
    """What is asked for of the figures."""

    VALUE = "value"
    CHANGE = "change"
    SHARE = "share"
    RATIO = "ratio"
    YES_NO = "yes/no"


@dataclass(frozen=True, slots=True)
class TargetFigure:
    """``head`` are the terms of what is counted or measured, ``any_head`` says that it is people in general, ``terms``
    all that the question says of it but times, ``names`` those of its terms that are names.

    ``percent``, ``points`` and ``counted`` say in what it is given; ``planned`` that a plan is asked for; ``upward`` is
    the direction that a change is said to have had, 0 where it is left open. ``loose`` are terms that a sentence may
    leave out, ``of_people`` says that those are counted who do something, ``restated`` that one is meant that
    corrects another, ``of_event`` that it is of what took place once,
    ``limits`` are the numbers that bound whom or what is counted ("over 60").
    """

    form: Form
    head: frozenset[str]
    any_head: bool
    terms: frozenset[str]
    names: frozenset[str]
    counted: bool
    percent: bool
    points: bool
    planned: bool
    statistic: frozenset[str]
    upward: int
    summed: bool
    periods: tuple[Interval, ...]
    asked: frozenset[str]
    verbs: frozenset[str]
    joint: bool
    named: frozenset[str]
    complement: bool
    per: frozenset[str]
    per_number: float
    certain: bool
    now: bool
    measures_length: bool
    loose: frozenset[str]
    of_people: bool
    restated: bool
    of_event: bool
    limits: frozenset[str]


_HOW_MANY = lazily(r"\bhow many\b", re.IGNORECASE)
_NUMBER_OF = lazily(r"\b(?:numbers?|total|count|tally|amount|sum) of\b", re.IGNORECASE)
_FIGURE = lazily(
    r"\bhow (?:many|much|high|low|large|big|long|tall|deep|far|heavy|wide|old|warm|cold|hot|fast|strong)\b"
    r"|\b(?:what|which) (?:\w+ ){0,3}?(?:percentages?|per ?cent|share|proportion|fraction|number|amount|total|ratio"
    r"|rate)\b"
    r"|\bwhat (?:did|does|do|has|have) [^?]*\b(?:cost|weigh|earn|pay|charge|spend|raise)\b"
    r"|\bby (?:how much|how many|what (?:percentage|per ?cent|amount|margin|factor|share))\b",
    re.IGNORECASE,
)
_HOW_LONG = lazily(r"\bhow long\b", re.IGNORECASE)
_WHAT_WAS = lazily(
    r"^\W*(?:[^?]*, )?what (?:was|were|is|are|(?:\w+ ){1,4}(?:was|were|did|do|does|is|are))\b", re.IGNORECASE
)
_CHANGE = lazily(
    r"\bby (?:how much|how many|what (?:percentage|per ?cent|amount|margin|factor|share))\b|\bhow (?:much"
    rf"|many) (?:\w+ )?{any_of(MORE, LESS, MORE_OF_A_KIND, LESS_OF_A_KIND)}\b"
    r"|\bhow many [\w ]+? (?:separated?|separates)\b"
    rf"|{HOW_MUCH_MOVED}"
    rf"|\bwhat (?:was|is) the (?:\w+ ){{0,2}}(?:difference|(?:{any_of(RISES, FALLS, CHANGES)})(?! on\b))\b"
    rf"|\b(?:percentage|per ?cent|relative) {any_of(RISES, FALLS, CHANGES)}\b",
    re.IGNORECASE,
)
_HOW_CHANGED = lazily(
    r"\bhow (?:did|has|have|had) (?:the )?(?:numbers?|amount|total|level|rate|share|portion|proportion|percentage"
    rf"|fraction)\b[^?]*\b(?:{MOVED}|{any_of(asked_by(DEVELOPING, WAVERING))})",
    re.IGNORECASE,
    ("how",),
)
_ADDS_UP = lazily(
    r"\b(?:(?:add|added)s? up|(?:come|came|amount|amounted)s?(?: up)?) to\b|\btotal(?:led)?\?*$", re.IGNORECASE
)
_COMPLEMENT = lazily(
    r"\b(?:not|n['’]t|outside|other than|excluding|except(?:ing)?|apart from|the rest|remaining|before|prior to)\b",
    re.IGNORECASE,
)
_SHARE = lazily(
    r"\b(?:what|which) (?:\w+ )?(?:share|percentage|per ?cent|proportion|fraction)\b|\bshare of\b", re.IGNORECASE
)
_RATIO = lazily(
    r"\bratio\b|\bper [\d,]+ |\bper (?:\w+ ){0,2}(?:head|capita|person|inhabitant|thousand|hundred|pupil|teacher"
    r"|hectare|household|resident)\w*\b"
    r"|\bhow many [\w-]+ per\b|\bper (?!cent\b|day\b|week\b|month\b|year\b|hour\b|annum\b|night\b)[a-z]+\b",
    re.IGNORECASE,
)
_PERCENT = lazily(r"\b(?:percentage|per ?cent)\b|%", re.IGNORECASE)
_POINTS = lazily(r"\bpoints?\b", re.IGNORECASE)
_PLANNED = lazily(
    rf"\b(?:will|would|{any_of(EXPECTED)}|plan(?:s|ned|ning(?! [a-z]+s\b))?|target\w*|budget(?:ed)?|propos\w+"
    r"|project(?:ed"
    r"|ions?)|(?<!many )goals?(?! (?:difference|per))"
    r"|aim(?:s|ed)?|intend\w*|capacity|scheduled|promis\w+|pledg\w+|going to|can|could"
    r"|set to|due"
    r"|hope[sd]?|estimated to|approved|authori[sz]ed|designed)\b",
    re.IGNORECASE,
)
_STATISTIC = matching(MEANS, EXTREMES, PACES, ONE_EACH, ["a year"])
_UP = matching(forms(UPWARD, GAINING), MORE, ["growth"], MORE_OF_A_KIND)
_DOWN = matching(forms(DOWNWARD, LOSING), LESS, ["reduction"], LESS_OF_A_KIND)
_SUMMED = matching(TOGETHER, TOTALS)


def target_figure(question: Question, entities: Sequence[NamedEntity], *, is_dated: bool) -> TargetFigure | None:
    """What figure a question asks for; ``None`` where it asks for none.

    ``entities`` are those that it names, ``is_dated`` says that it is asked as of a day.
    """
    text = question.text[asking_span(question.text).start :]
    compared = question.kind is Kind.YES_NO and (question.asserted is not None or find_condition(text) is not None)
    asks = (
        compared
        or _FIGURE.search(text)
        or _ADDS_UP.search(text)
        or _HOW_CHANGED.search(text)
        or (_WHAT_WAS.match(text) and question.asks_amount)
    )
    if not asks or question.kind in _OF_CELLS or len(_ASKED.findall(text)) > 1:
        return None
    return _read(question, entities, text, compared=compared, is_dated=is_dated)


def extreme_target(question: Question, entities: Sequence[NamedEntity]) -> TargetFigure | None:
    """Of what figure a question asks when it was highest or lowest, without the words that say so; ``None`` where it
    asks for something else.
    """
    text = question.text[asking_span(question.text).start :]
    asked = _WHEN.match(text)
    superlative = None if asked is None else _SUPERLATIVE.search(text, asked.end())
    if asked is None or superlative is None or question.extreme is None:
        return None
    before, after = text[asked.end() : superlative.start()], text[superlative.end() :]
    what = _ASKING.sub(" ", before)  # "when did attendance reach its highest", "when was the highest attendance"
    if _LETTERS.search(after):
        what = f"{after.strip(' ?.')} {what}"
    return _read(question, entities, text, compared=False, is_dated=True, bare=" ".join(what.split()))


def _read(
    question: Question,
    entities: Sequence[NamedEntity],
    text: str,
    *,
    compared: bool,
    is_dated: bool,
    bare: str = "",
) -> TargetFigure | None:
    """The figure that is asked for by the words ``bare``, by default all but the times of the question."""
    over = _PER.search(text)
    per, per_kind = _per_noun(text, over.start(2)) if over else (frozenset[str](), frozenset[str]())
    per_number = _number(over[1]) if over and over[1] else 1.0
    form = Form.YES_NO if compared else _form(text)
    bare = bare or _without_times(question)[asking_span(question.text).start :]
    periods, named = _times(question, is_dated=is_dated)
    if form not in (Form.SHARE, Form.RATIO) and _is_from_event_on(question, periods):
        return None
    event = find_event_time(bare)
    if event is not None and periods:  # it tells the time, not what is asked for
        bare = f"{bare[: event.span.start]} {bare[event.span.end :]}"
    bare = " ".join(_AS_CORRECTED.sub(" ", _ATTRIBUTED.sub(" ", bare)).split())
    doc = parse(bare)
    names = _names(question, entities, doc, bare)
    content = " ".join(t.text for t in doc if (t.pos_ in _CONTENT or t.lower_.endswith("ly")) and len(t) > 1)
    terms = (frozenset(index_terms(content)) | names) - SCAFFOLD - (MOVES if form is Form.CHANGE else frozenset())
    head, people = counted_head(doc, names)
    if form is Form.CHANGE and head & UNIT_TERMS:
        head = frozenset()
    return TargetFigure(
        form, head, people, terms - head - per_kind, names,
        _HOW_MANY.search(text) is not None or _NUMBER_OF.search(text) is not None,
        _PERCENT.search(text) is not None and not _POINTS.search(text), _POINTS.search(text) is not None,
        _PLANNED.search(text) is not None,
        frozenset(m[0].lower() for m in _STATISTIC.finditer(text)),
        bool(_UP.search(text)) - bool(_DOWN.search(text)) if form is Form.CHANGE else 0,
        _SUMMED.search(text) is not None, periods, frozenset(index_terms(question.text)) - EMPTY,
        frozenset(index_terms(" ".join(t.text for t in doc if t.pos_ == "VERB"))) - head - names,
        _JOINT.search(text) is not None or _asks_for_both(doc, head), named,
        _is_complement(bare), per - SCAFFOLD, per_number,
        bool(compared or _sure(text, form)), question.asks_now, _HOW_LONG.search(text) is not None,
        _loose(doc) - names - head, _OF_PEOPLE.search(text) is not None,
        form is Form.VALUE and _RESTATED.search(text) is not None,
        any(t.tag_ in ("NN", "NNP") and EVENTS & set(index_terms(t.text)) - head for t in doc),
        frozenset() if compared else frozenset(_LIMIT.findall(bare)),
    )  # fmt: skip


def _without_times(question: Question) -> str:
    """The question with blanks in the place of the times that it names."""
    spans = [(t.start, t.end) for t in question.scope.expressions if t.interval is not None]
    spans = [(a, b + 2 if question.text[b : b + 2] in ("'s", "’s") else b) for a, b in spans]
    return "".join(" " if any(a <= i < b for a, b in spans) else c for i, c in enumerate(question.text))


_WHEN = lazily(
    r"\W*(?:when\b|(?:in |for |during |at )?(?:which|what) (?:[\w-]+ ){0,2}?(?:year|season|quarter|month|week|day)s?\b"
    r"(?: to [A-Z]\w+)?|which (?:[\w-]+ ){1,3}?(?=(?:had|saw|drew|brought|recorded|was|were|took|made)\b))",
    re.IGNORECASE,
)
_SUPERLATIVE = matching(MOST, LEAST)
_ASKING = lazily(r"\b(?:did|does|do|was|were|is|are|had|has|have|saw|the|in|at its|ever)\b", re.IGNORECASE)
_LETTERS = lazily(r"[a-z]{3}")


def _form(text: str) -> Form:
    """Whether a value, a change, a ratio or a share is asked for."""
    if _CHANGE.search(text) or _HOW_CHANGED.search(text):
        return Form.CHANGE
    if _RATIO.search(text):
        return Form.RATIO
    return Form.SHARE if _SHARE.search(text) else Form.VALUE


def _is_from_event_on(question: Question, periods: tuple[Interval, ...]) -> bool:
    """Whether what was from an event on is asked for: of many times, which facts tell apart."""
    return bool(periods) and all(p.end is None for p in periods) and question.event is not None


_RESTATED = lazily(rf"\b(?:{any_of(CORRECTED)}|updated|new) (?:figure|number|total|value|count)\b", re.I)
_LIMIT = lazily(r"\b(?:under|over|aged|below|above|older than|younger than) (\d{1,3})\b", re.IGNORECASE)
_AS_CORRECTED = lazily(
    rf",?\s*\b(?:(?:using|on|after|under|by|with) the (?:\w+,? ){{0,3}}?(?:{any_of(CORRECTIONS)}"
    rf"|recount|(?:{any_of(CORRECTED)}|updated|latest|final)(?:,? \w+)? (?:figures?|numbers?|basis"
    r"|counts?|totals?|data)))\b,?",
    re.IGNORECASE,
)
_OF_PEOPLE = lazily(
    r"\bhow many (?:[\w-]+ )?(?:people|men|women|children|\w+(?:ers|ors|ants|ents|ists|ees|ians))\b", re.IGNORECASE
)


def _names(question: Question, entities: Sequence[NamedEntity], doc: Doc, bare: str) -> frozenset[str]:
    known = [n for n in (*(e.surface for e in entities), *(u.text for u in question.names.unknown)) if n in bare]
    return frozenset(index_terms(" ".join(known + [t.text for t in doc if t.is_title and t.i > 0])))


def _loose(doc: Doc) -> frozenset[str]:
    """The terms of a question that a sentence may leave to its document: where something was, who did it, and how."""
    words = []
    for token in doc:
        if token.dep_ in ("nsubj", "agent") or (token.dep_ == "pobj" and token.head.lower_ in LOCATIVE):
            of_verb = token.dep_ == "nsubj" or token.head.head.pos_ in ("VERB", "AUX") or token.head.dep_ == "agent"
            phrase = [token, *(c for c in token.children if c.dep_ == "compound")]
            words += [t.text for t in phrase if of_verb and t.pos_ == "NOUN"]
        elif token.pos_ == "ADV":
            words.append(token.text)
    return frozenset(index_terms(" ".join(words)))


def _asks_for_both(doc: Doc, head: frozenset[str]) -> bool:
    """Whether two things are counted at once: "how many adults and children"."""
    return any(
        t.dep_ == "conj"
        and t.pos_ == "NOUN"
        and t.head.pos_ == "NOUN"
        and head & set(index_terms(t.head.text))
        and any(c.lower_ == "and" for c in t.head.children)
        for t in doc
    )


_JOINT = lazily(
    r"\b(?:both|(?:the|all) (?:two|three|four|five|six)|together|combined|in one sum|between them|jointly)\b",
    re.IGNORECASE,
)
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "X"})
_ASKED = lazily(r"\bhow (?:many|much)\b", re.IGNORECASE)
_OF_CELLS = frozenset({Kind.HIGHEST, Kind.LOWEST, Kind.NTH, Kind.SELECT, Kind.COUNT, Kind.WHO, Kind.WHERE, Kind.WHEN})
_ATTRIBUTED = lazily(r",?\s*\baccording to [^,?]+,?|,? (?:as|says|said) [^,?]+(?=\?)", re.IGNORECASE)


def _sure(text: str, form: Form) -> bool:
    """Whether the words of a question alone tell that a figure is asked for."""
    if form in (Form.RATIO, Form.SHARE, Form.CHANGE) or _AVERAGED.search(text) or _ADDS_UP.search(text):
        return True
    if _HOW_LONG.search(text):
        return False
    return _FIGURE.search(text) is not None


_AVERAGED = matching(MEANS, words("maximum minimum"))


def _is_complement(bare: str) -> bool:
    """Whether what is asked for is what is left of something, or what was before something happened."""
    return _COMPLEMENT.search(_UNIT_BEFORE.sub(" ", bare)) is not None


_UNIT_BEFORE = lazily(r"\bthe (?:year|season|quarter|month|week|day) before\b", re.IGNORECASE)


NAMED_TIME = lazily(rf"\b({'|'.join(w.title() for w in (*DAYS, *MONTHS))})\b")
_YEAR = lazily(r"\d{4}|\b\d\d\b")


def _times(question: Question, *, is_dated: bool) -> tuple[tuple[Interval, ...], frozenset[str]]:
    """The periods asked about, and the days and months that are named without a year: which is meant, documents
    tell.
    """
    dated = [e for e in question.scope.expressions if e.interval is not None]
    attributed = _ATTRIBUTED.search(question.text)
    if attributed is not None:
        dated = [e for e in dated if not (attributed.start() <= e.start < attributed.end())]
    yeared = [e for e in dated if _YEAR.search(e.text)]
    if not yeared and not is_dated:
        named = {m[0].lower() for e in dated for m in NAMED_TIME.finditer(e.text)}
        if named and all(NAMED_TIME.search(e.text) for e in dated):
            return (), frozenset(named)
    left_out = {e.interval for e in question.scope.expressions} - {e.interval for e in dated}
    if yeared:
        left_out |= {e.interval for e in dated if not _YEAR.search(e.text) and not NAMED_TIME.search(e.text)}
    if question.scope.newest and question.asks_now:
        return (), frozenset()  # what was told last
    return tuple(p for p in question.periods if p not in left_out), frozenset()


_PER = lazily(r"\bper (?!cent\b)(?:(hundred|thousand|million|[\d,]+)\s+)?([a-z]+)", re.IGNORECASE)


def _per_noun(text: str, start: int) -> tuple[frozenset[str], frozenset[str]]:
    """The terms of the noun of the phrase that begins at ``start``, and of what restricts it: "per family doctor"."""
    token = next(t for t in parse(text) if t.idx <= start < t.idx + len(t))
    first = token
    while token.dep_ in ("compound", "amod", "nmod") and token.head.i > token.i:
        token = token.head
    return frozenset(index_terms(token.text)), frozenset(index_terms(token.doc[first.i : token.i].text))


def _number(word: str) -> float:
    return SCALES.get(word.lower()) or float(word.replace(",", "") or 1)
