"""A sentence as rows: each amount with the noun that it counts, its own words, its time, and how it stands.

"Elmford had 40 mm in May, Ely 22 and Harlow 13 in June" are three rows. What a row lacks it has from what leads the
sentence; a pronoun has it from the sentence before.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.answering.asked.reading import Line
from timeweave.extraction.amounts.numbers import Amount, find_amounts, may_hold_amounts
from timeweave.extraction.amounts.standing import MOVING, Standing, standing_of
from timeweave.extraction.times.timing import compared_interval, expression_anchor, is_dated, settled, shifted
from timeweave.language.parsing import parse, tokens_within
from timeweave.language.terms import index_terms
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Granularity, Interval

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CUT = re.compile(
    r"[;:(|\n—–]|,(?!\d)|\b(?:and|but|while|whereas|although|compared|versus|against|than|including|among|of (?:whom|which|these|those|them))\b",
    re.IGNORECASE,
)
_STEP = re.compile(r"\b(?:to|from)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:of (?:whom|which|these|those|them|the \w+)|including|among (?:them|these|those|whom)|includes?|included|of that)\b"
    r"[^,;]*$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(r"\s*(?:of (?:them|these|those|whom|which)\b|were among)", re.IGNORECASE)
_NONE = re.compile(r"\b(?:(?:not|n['’]t) (?:a single|any|one)|no|zero)\s+(?=[a-z])|\bnone\b", re.IGNORECASE)
_BASE = re.compile(
    r"\b(?:of|among)\s+(?:(?:the|its|their|these|those|all|our|some|about|[\w-]+['’]s|[\w-]+s['’])\s+)*$", re.IGNORECASE
)
_DIGITS = re.compile(r"\d")
_ANAPHORIC = re.compile(r"\b(?:previous|preceding|following|prior|same|before|earlier|that|later|next)\b", re.IGNORECASE)
_NONE_SO = re.compile(r"\bno\s+(?:longer|more|less|fewer|one|doubt|other|matter|later|sooner|further|change|such|figures?|numbers?|data)\b", re.I)
_BELOW_ZERO = re.compile(r"\s*(?:degrees?\s*)?(?:[CF]\b|Celsius|Fahrenheit)?\s*below\s+(?:zero|freezing)\b", re.IGNORECASE)
_LOSS = re.compile(r"\b(?:loss|deficit|shortfall|outflow|negative|minus)\b[^,;]{0,30}$", re.IGNORECASE)
_ORDINAL_TIME = re.compile(r"\b(?:in|for|during) the (first|second|third|fourth)\b(?!\s+(?:\w+))", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """An amount of a line.

    ``noun`` are the terms of what it counts with what restricts it, ``head`` of the noun itself; ``own`` the terms of
    its part of the sentence, ``lead`` of what leads the sentence and goes for all its amounts, ``verbs`` those of its
    verbs. ``bearer`` are the terms of its clause's subject where that is a name or noun of its own. ``time`` is what
    the sentence tells of it, ``dated`` whether in its own words.
    """

    line: Line
    amount: Amount
    standing: Standing
    head: frozenset[str]
    noun: frozenset[str]
    own: frozenset[str]
    lead: frozenset[str]
    bearer: frozenset[str]
    names: frozenset[str]
    time: Interval | None
    dated: bool
    is_part: bool
    is_base: bool
    inherits: bool
    segment: str
    verb: str
    is_present: bool

    @property
    def said(self) -> frozenset[str]:
        """All terms that go for the amount."""
        return self.own | self.lead | self.head | self.noun


def rows_of(line: Line, before: Sequence[Row] = (), carried: Interval | None = None) -> list[Row]:
    """The rows of a line; ``before`` are those of the sentence before it in its document, for what it leaves out, and
    ``carried`` is the time last told there.
    """
    text = line.text
    if not may_hold_amounts(text) and not _NONE.search(text):
        return []
    anchor = expression_anchor(line.info.period, line.info.observed)
    expressions = _stretches(text, settled(text, find_expressions(text, anchor)))
    amounts = [a for a in find_amounts(text, expressions) if a.text.lower() != "one"]
    amounts += _nothings(text)
    amounts.sort(key=lambda a: a.start)
    if not amounts or "|" in text:
        return []
    doc = parse(text)
    cuts = _segments(text, amounts)
    rows: list[Row] = []
    for index, amount in enumerate(amounts):
        rows.append(_row(line, doc, index, amounts, cuts, expressions, [*before[-1:], *rows], carried))
    return rows


def _row(
    line: Line,
    doc: Doc,
    index: int,
    amounts: Sequence[Amount],
    cuts: Sequence[tuple[int, int]],
    expressions: Sequence[TimeExpression],
    before: Sequence[Row],
    carried: Interval | None,
) -> Row:
    text, amount, (start, end) = line.text, _signed(line.text, amounts[index]), cuts[index]
    standing = standing_of(text, amount) if amount.value or amount.text[:1].isdigit() else Standing.STATED
    noun, verb, subject = _noun(doc, amount), _verb(doc, amount), _subject(doc, amount)
    taken = [(x.start, x.end) for x in (*amounts, *expressions)]
    own = frozenset(index_terms(_without(text, start, end, taken)))
    lead = frozenset(index_terms(_without(text, 0, amounts[0].start, taken))) if index else frozenset[str]()
    measured = _measured(subject, verb.lower_ if verb is not None else "")
    before_it = text[max(start, amount.start - 60) : amount.start]
    part = _PART.search(before_it) or _PART_AFTER.match(text, amount.end)
    inherits = False
    bearer = _bearer(subject, amount)
    leader = before[-1] if before and (before[-1].line is line or not bearer) else None
    if noun is not None:
        head, phrase = frozenset(index_terms(noun.text)), _restricted(noun, taken)
    elif measured:
        head, phrase = frozenset[str](), measured
    elif not amount.unit and leader is not None and not part and _is_elided(doc, amount):
        head, inherits = leader.head, True
        behind = (t for t in tokens_within(doc, amount.end, end) if t.pos_ in ("NOUN", "ADJ") and t.ent_type_ != "PERSON")
        phrase = leader.noun | _plain(t for t in behind if not any(a <= t.idx < b for a, b in taken))
    else:
        head, phrase = frozenset[str](), frozenset[str]()
    time, dated = _time(line, index, amounts, cuts, expressions, standing, before, carried)
    if standing is not Standing.PLANNED:
        time = _by_then(time, line)
    return Row(
        line, amount, standing, head, phrase, own, lead, bearer, _names(doc, start, end, taken),
        time, dated, part is not None, _is_base(text, start, amount), inherits, text[start:end], "" if verb is None else verb.lower_,
        verb is not None and _is_present(verb),
    )  # fmt: skip


def _is_base(text: str, start: int, amount: Amount) -> bool:
    """Whether an amount is what others are counted of: "of the 380 foxes tested, none"."""
    return _BASE.search(text[start : amount.start]) is not None and bool(re.match(r"\s*[A-Za-z]", text[amount.end :]))


def _is_present(verb: Token) -> bool:
    helpers = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    return (helpers[0] if helpers else verb).tag_ in ("VBZ", "VBP")


def _segments(text: str, amounts: Sequence[Amount]) -> list[tuple[int, int]]:
    """The part of the sentence that belongs to each amount: up to where the next begins."""
    bounds = [0]
    for one, other in zip(amounts, amounts[1:], strict=False):
        gap = text[one.end : other.start]
        cut = _CUT.search(gap) or _STEP.search(gap)
        bounds.append(one.end + cut.start() if cut else other.start)
    bounds.append(len(text))
    return [(bounds[i], bounds[i + 1]) for i in range(len(amounts))]


def _without(text: str, start: int, end: int, taken: Sequence[tuple[int, int]]) -> str:
    """A stretch without what is ``taken`` by amounts and times."""
    return "".join(" " if any(a <= i < b for a, b in taken) else text[i] for i in range(start, end))


def _nothings(text: str) -> list[Amount]:
    """ "No cases" is an amount of none."""
    return [
        Amount(m.start(), m.end(), 0.0, "", text[m.start() : m.end()].strip())
        for m in _NONE.finditer(text)
        if not _NONE_SO.match(text, m.start())
    ]


def _signed(text: str, amount: Amount) -> Amount:
    below = _BELOW_ZERO.match(text, amount.end)
    if below is None or amount.value <= 0:
        return amount
    shown = text[amount.start : below.end()]
    return Amount(amount.start, below.end(), -amount.value, amount.unit, shown, approx=amount.approx)


def _noun(doc: Doc, amount: Amount) -> Token | None:
    """The noun that an amount counts, by the parse."""
    inside = tokens_within(doc, amount.start, amount.end)
    if amount.text[:2].lower() == "no" or not amount.value:
        following = [t for t in doc if t.idx >= amount.end][:1]
        inside = following or inside
        token = following[0] if following else None
        while token is not None and token.head.i > token.i and token.dep_ in ("compound", "amod", "nmod", "det"):
            token = token.head
        return token if token is not None and token.pos_ in ("NOUN", "PROPN") else None
    tops = [t for t in inside if t.head not in inside]
    for top in tops:
        if top.head.i > top.i and top.head.pos_ in ("NOUN", "PROPN") and top.dep_ in ("nummod", "quantmod", "compound", "amod", "nmod"):
            return top.head
    after = [t for t in doc if t.idx >= amount.end][:3]
    if amount.unit or not after:
        return None
    if after[0].lower_ == "of":  # "two million of litres", "three of the city's eight districts"
        objects = [c for c in after[0].children if c.dep_ == "pobj" and c.pos_ in ("NOUN", "PROPN")]
        return objects[0] if objects else None
    for token in after[:2]:
        if token.pos_ in ("NOUN", "PROPN") and token.tag_ in ("NNS", "NNPS", "NN"):
            while token.dep_ == "compound" and token.head.i == token.i + 1:
                token = token.head
            return token
        if token.pos_ not in ("ADJ", "NOUN") and token.tag_ not in ("VBN", "VBG"):
            return None
    return None


_RESTRICTING = frozenset({"of", "in", "for", "from", "with", "without", "under", "over", "among", "aged", "on", "by", "at"})
_NEUTRAL = frozenset(
    index_terms(
        "total overall altogether new more many other such different record own whole entire registered reported "
        "recorded people persons figure number true correct right actual real current final latest exact open just only further estimated annual year yearly confirmed"
    )
)


def _restricted(noun: Token, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of a noun with those that restrict it: "beds in intensive care"; not of names, which are looked at apart."""
    words = [noun]
    for child in noun.children:
        if child.dep_ in ("amod", "compound", "nmod", "acl", "relcl") or (child.dep_ == "prep" and child.lower_ in _RESTRICTING):
            words += [t for t in child.subtree if t.pos_ in ("NOUN", "ADJ", "VERB") and t.ent_type_ == ""]
    return _plain(t for t in words if not any(a <= t.idx < b for a, b in taken))


def _is_elided(doc: Doc, amount: Amount) -> bool:
    """Whether the noun that an amount counts is left out: "and 250 in May"."""
    after = [t for t in doc if t.idx >= amount.end][:1]
    return not after or after[0].pos_ in ("ADP", "PUNCT", "CCONJ", "VERB", "AUX", "ADV", "SCONJ") or after[0].is_space


def _subject(doc: Doc, amount: Amount) -> Token | None:
    """The subject of the nearest verb that governs an amount, unless it is the amount's own noun."""
    inside = tokens_within(doc, amount.start, amount.end)
    token = inside[-1] if inside else None
    while token is not None:
        subjects = [c for c in token.children if c.dep_ in ("nsubj", "nsubjpass") and c not in inside]
        if subjects and token.pos_ in ("VERB", "AUX"):
            return subjects[0]
        if token.head == token:
            return None
        token = token.head
    return None


def _verb(doc: Doc, amount: Amount) -> Token | None:
    """The nearest verb that governs an amount."""
    inside = tokens_within(doc, amount.start, amount.end)
    token = inside[-1] if inside else None
    while token is not None and token.pos_ not in ("VERB", "AUX"):
        token = None if token.head == token else token.head
    return token


TELLING = frozenset(
    "is are was were be been stood stands stand totalled totaled totals reached reaches came comes numbered remained amounted "
    "averaged hit".split()
)
_COUNTING = frozenset(
    "count counts counted record records recorded register registered registers report reported reports measure measured "
    "log logged observe observed say said says show showed shows note noted find found estimate estimated put tally "
    "tallied confirm confirmed see saw".split()
)


def _bearer(subject: Token | None, amount: Amount) -> frozenset[str]:
    """The terms of a subject that what is told belongs to; none of a pronoun, of who counts, or of what is counted."""
    if subject is None or subject.pos_ in ("PRON", "NUM", "DET") or subject.head.lower_ in _COUNTING:
        return frozenset()
    words = [t for t in subject.subtree if not any(x.dep_ in ("relcl", "acl") for x in (t, *_up_to(t, subject)))]
    if any(amount.start <= t.idx < amount.end for t in words):
        return frozenset()
    return _plain(words)


def _up_to(token: Token, top: Token) -> Iterator[Token]:
    while token not in (top, token.head):
        yield token
        token = token.head


def _plain(tokens: Iterable[Token]) -> frozenset[str]:
    """The terms of the words among tokens, but of what says nothing of them."""
    words = " ".join(t.text for t in tokens if t.is_alpha and t.pos_ not in ("DET", "ADP", "PART", "PRON"))
    return frozenset(index_terms(words)) - _NEUTRAL


def _measured(subject: Token | None, verb: str) -> frozenset[str]:
    """The common words of a subject whose value a verb tells: "café revenue was", "enrolment rose to"."""
    if subject is None or (verb not in TELLING and verb not in MOVING):
        return frozenset()
    return _plain(t for t in subject.subtree if t.pos_ != "PROPN" and not t.is_title)


def _names(doc: Doc, start: int, end: int, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of the names in a stretch, but of its times and of who is only quoted."""
    words = []
    for token in tokens_within(doc, start, end):
        inside = any(a < token.idx + len(token) and token.idx < b for a, b in taken)
        if token.pos_ == "PROPN" and token.is_title and not inside and not _is_speaker(token):
            words.append(token.text)
    return frozenset(index_terms(" ".join(words)))


def _is_speaker(token: Token) -> bool:
    while token.dep_ in ("compound", "flat", "appos", "nmod", "amod") and token.head != token:
        token = token.head
    return token.dep_ == "nsubj" and token.head.lower_ in _COUNTING


def _time(
    line: Line,
    index: int,
    amounts: Sequence[Amount],
    cuts: Sequence[tuple[int, int]],
    expressions: Sequence[TimeExpression],
    standing: Standing,
    before: Sequence[Row],
    carried: Interval | None,
) -> tuple[Interval | None, bool]:
    """The time of an amount, and whether its sentence tells it."""
    text, (start, end), amount = line.text, cuts[index], amounts[index]
    dated = [e for e in expressions if is_dated(e)]
    own = [e for e in dated if start <= e.start and e.end <= end]
    behind = [e for e in own if e.start >= amount.end and not re.search(r"[,;(]", text[amount.end : e.start])]
    ahead = [e for e in own if e.end <= amount.start]
    leading = [e for e in dated if e.end <= amounts[0].start]
    main = next((r.time for r in before if r.line is line and r.standing is Standing.STATED), None)
    compared = compared_interval(text[start:end], own, main) if index and main is not None else None
    if standing is Standing.COMPARED:
        near = behind[:1] or ([] if leading else ahead[-1:])
        chosen = compared or (near[0].interval if near else None)
        return chosen, chosen is not None
    if compared is not None and not behind and not ahead:
        return compared, True
    ordinal = _ORDINAL_TIME.search(text[start:end])
    if ordinal is not None and main is not None and not own and (told := _ordinal(ordinal[1].lower(), main)):
        return told, True
    for group in (behind, ahead, leading, own, dated if len({str(e.interval) for e in dated}) == 1 else []):
        if group:
            told = group[0] if group is behind or group is leading else group[-1]
            anaphoric = carried is not None and not _DIGITS.search(told.text) and _ANAPHORIC.search(told.text)
            return (None if anaphoric else told.interval), True
    if line.info.period is not None:
        return line.info.period, False
    valid = line.statement.valid
    if valid is not None and valid != Interval.day(line.info.observed):
        return valid, False
    return carried or valid, False


def _by_then(time: Interval | None, line: Line) -> Interval | None:
    """A quarter or month told of as over is not after the day of telling: one without a year is the last of its name."""
    told = line.info.observed
    if time is None or time.start is None or time.start <= told or time.granularity is Granularity.DAY:
        return time if time is None or time.end is None or time.end <= told or not _is_short(time, told) else shifted(time, -12)
    return shifted(time, -12) or time


def _is_short(time: Interval, told: dt.date) -> bool:
    """Whether most of a quarter or month that has begun was still to come on the day of telling."""
    if time.granularity not in (Granularity.QUARTER, Granularity.MONTH) or time.start is None or time.end is None:
        return False
    return (told - time.start).days * 2 < (time.end - told).days


_RANGED = re.compile(r"\s*(?:to|until|till|through|up to|[-–—])\s*(?:the\s)?(?:end of\s)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s)?$", re.IGNORECASE)
_AND = re.compile(r"\s*and\s*(?:the\s)?", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def _stretches(text: str, found: Sequence[TimeExpression]) -> list[TimeExpression]:
    """The expressions of a sentence, "from July to September" as one; where one end has a year, both have it."""
    merged: list[TimeExpression] = []
    for expression in found:
        last = merged[-1] if merged else None
        whole = None if last is None else _stretch(text, last, expression)
        if last is not None and whole is not None:
            merged[-1] = replace(last, end=expression.end, text=text[last.start : expression.end], interval=whole)
        else:
            merged.append(expression)
    return merged


def _stretch(text: str, first: TimeExpression, last: TimeExpression) -> Interval | None:
    gap, one, other = text[first.end : last.start], first.interval, last.interval
    between = _AND.fullmatch(gap) and _BETWEEN.search(text[max(0, first.start - 14) : first.start])
    if one is None or other is None or not (between or _RANGED.fullmatch(gap)) or not one.start or not other.start:
        return None
    if one.granularity is Granularity.DAY and not (is_dated(first) and is_dated(last)):
        return None
    if not _YEAR.search(first.text) and one.start > other.start:
        one = shifted(one, 12 * (other.start.year - one.start.year)) or one
    if not _YEAR.search(last.text) and other.start < one.start:
        other = shifted(other, 12 * (one.start.year - other.start.year)) or other
    if not _YEAR.search(last.text) and not _YEAR.search(first.text) and other.start and one.start:
        other = shifted(other, 12 * (one.start.year - other.start.year)) or other
    if not one.start or not other.end or one.start >= other.end:
        return None
    return Interval(one.start, other.end, min(one.granularity, other.granularity, key=lambda g: g.rank))


def _ordinal(word: str, like: Interval) -> Interval | None:
    """The quarter that "the second" is, after one told of."""
    if like.granularity is not Granularity.QUARTER or not like.is_unit or like.start is None:
        return None
    return Interval.quarter(like.start.year, ("first", "second", "third", "fourth").index(word) + 1)
