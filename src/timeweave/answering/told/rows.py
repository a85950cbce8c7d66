"""A sentence as rows: each amount with the noun that it counts, its own words, its time, and how it stands.

"Elmford had 40 mm in May, Ely 22 and Harlow 13 in June" are three rows. What a row lacks it has from what leads the
sentence; a pronoun has it from the sentence before.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.answering.asked.reading import Line
from timeweave.answering.told.listed import gapped
from timeweave.answering.told.times import ORDINAL_TIME, Timed, by_then, stretches
from timeweave.extraction.amounts.numbers import Amount, find_amounts, may_hold_amounts
from timeweave.extraction.amounts.standing import MOVING, Standing, standing_of
from timeweave.extraction.times.timing import expression_anchor, settled
from timeweave.language.parsing import parse, tokens_within
from timeweave.language.terms import index_terms
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CUT = re.compile(
    r"[;:(|\n—–]|,(?!\d)|\b(?:and|but|while|whereas|although|compared|versus|against|than|including|among|of (?:whom"
    r"|which|these|those|them))\b",
    re.IGNORECASE,
)
_STEP = re.compile(r"\b(?:to|from)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:of (?:whom|which|these|those|them|the \w+)|including|among (?:them|these|those|whom)|includes?|included"
    r"|of that)\b"
    r"[^,;]*$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(r"\s*(?:of (?:them|these|those|whom|which)\b|were among)", re.IGNORECASE)
_NONE = re.compile(r"\b(?:(?:not|n['’]t) (?:a single|any|one)|no|zero)\s+(?=[a-z])|\bnone\b", re.IGNORECASE)
_BASE = re.compile(
    r"\b(?:of|among)\s+(?:(?:the|its|their|these|those|all|our|some|about|[\w-]+['’]s|[\w-]+s['’])\s+)*$", re.IGNORECASE
)
_NONE_SO = re.compile(
    r"\bno\s+(?:longer|more|less|fewer|one|doubt|other|matter|later|sooner|further|change|such|figures?|numbers?"
    r"|data)\b",
    re.I,
)
_BELOW_ZERO = re.compile(
    r"\s*(?:degrees?\s*)?(?:[CF]\b|Celsius|Fahrenheit)?\s*below\s+(?:zero|freezing)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """An amount of a line.

    ``noun`` are the terms of what it counts with what restricts it, ``head`` of the noun itself; ``own`` the terms of
    its part of the sentence, ``lead`` of what leads the sentence and goes for all its amounts. ``bearer`` are the terms
    of its clause's subject where that is a name or noun of its own. ``time`` is what the sentence tells of it,
    ``dated`` whether in its own words. ``is_part`` amounts are of some of what was told,
    ``is_base`` ones what some are of.
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
    expressions = stretches(text, settled(text, find_expressions(text, anchor)))
    amounts = [a for a in find_amounts(text, expressions) if a.text.lower() != "one"]
    amounts += [*_nothings(text), *gapped(text, amounts)]
    amounts.sort(key=lambda a: a.start)
    if not amounts or "|" in text:
        return []
    doc = parse(text)
    timed = Timed(line, amounts, _segments(text, amounts), expressions, carried)
    rows: list[Row] = []
    for index in range(len(amounts)):
        rows.append(_row(timed, doc, index, [*before[-1:], *rows]))
    return rows


def _row(timed: Timed, doc: Doc, index: int, before: Sequence[Row]) -> Row:
    line, amounts, expressions = timed.line, timed.amounts, timed.expressions
    text, amount, (start, end) = line.text, _signed(line.text, amounts[index]), timed.cuts[index]
    standing = standing_of(text, amount) if amount.value or amount.text[:1].isdigit() else Standing.STATED
    noun, verb, subject = _noun(doc, amount), _verb(doc, amount), _subject(doc, amount)
    taken = [(a.start, a.end) for a in amounts] + [(e.start, e.end) for e in expressions]
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
        if leader.line is line and leader.amount.unit not in _STEPS:
            amount = replace(amount, unit=leader.amount.unit)
        phrase_end = itertools.takewhile(
            lambda t: t.pos_ not in ("PUNCT", "SCONJ"), tokens_within(doc, amount.end, end)
        )
        behind = (t for t in phrase_end if t.pos_ in ("NOUN", "ADJ") and t.ent_type_ != "PERSON")
        told = next((r for r in reversed(before) if not r.inherits and r.head == head), leader)
        places = [*taken, *((m.start(), m.end()) for m in ORDINAL_TIME.finditer(text))]
        phrase = told.noun | _plain(t for t in behind if not any(a <= t.idx < b for a, b in places))
    else:
        head, phrase = frozenset[str](), frozenset[str]()
    if amount.unit and before and not part and not _substance(doc, amount):
        lead |= _substance_before(before[-1], line, amount, verb)
    main = next((r.time for r in before if r.line is line and r.standing is Standing.STATED), None)
    time, dated = timed.time_of(index, standing, main)
    if standing is not Standing.PLANNED:
        time = by_then(time, line)
    return Row(
        line, amount, standing, head, phrase, own, lead, bearer, _names(doc, start, end, taken),
        time, dated, part is not None, _is_base(text, start, amount), inherits, text[start:end],
        "" if verb is None else verb.lower_,
        verb is not None and _is_present(verb),
    )  # fmt: skip


_STEPS = frozenset({"pp", "bp", "points", "x"})


def _substance(doc: Doc, amount: Amount) -> frozenset[str]:
    """The terms of what a measured amount is of: "litres of water"; a measure after it in the sentence is of it too."""
    after = [t for t in doc if t.idx >= amount.end][:1]
    of = after[0] if after and after[0].lower_ == "of" else None
    return frozenset() if of is None else _plain(c for c in of.children if c.dep_ == "pobj" and c.pos_ == "NOUN")


def _substance_before(last: Row, line: Line, amount: Amount, verb: Token | None) -> frozenset[str]:
    """The substance of the amount before, where that is in the same sentence, or was dealt with alike in the last."""
    alike = verb is not None and last.verb == verb.lower_ and last.amount.unit == amount.unit
    if not last.amount.unit or not (last.line is line or alike):
        return frozenset()
    return _substance(parse(last.line.text), last.amount)


def _is_base(text: str, start: int, amount: Amount) -> bool:
    """Whether an amount is what others are counted of: "of the 380 foxes tested, none"."""
    return _BASE.search(text[start : amount.start]) is not None and bool(re.match(r"\s*[A-Za-z]", text[amount.end :]))


def _is_present(verb: Token) -> bool:
    helpers = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    return (helpers[0] if helpers else verb).tag_ in ("VBZ", "VBP")


def _segments(text: str, amounts: Sequence[Amount]) -> list[tuple[int, int]]:
    """The part of the sentence that belongs to each amount: up to where the next begins."""
    bounds = [0]
    for one, other in itertools.pairwise(amounts):
        gap = text[one.end : other.start]
        cut = _CUT.search(gap) or _STEP.search(gap)
        bounds.append(one.end + cut.start() if cut else other.start)
    bounds.append(len(text))
    return [(bounds[i], bounds[i + 1]) for i in range(len(amounts))]


def _without(text: str, start: int, end: int, taken: Sequence[tuple[int, int]]) -> str:
    """A stretch without what is ``taken`` by amounts and times."""
    return "".join(" " if any(a <= i < b for a, b in taken) else text[i] for i in range(start, end))


def _nothings(text: str) -> list[Amount]:
    """Amounts of none: "no cases"."""
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
        if (
            top.head.i > top.i
            and top.head.pos_ in ("NOUN", "PROPN")
            and top.dep_ in ("nummod", "quantmod", "compound", "amod", "nmod")
        ):
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


_RESTRICTING = frozenset(
    {"of", "in", "for", "from", "with", "without", "under", "over", "among", "aged", "on", "by", "at"}
)
_NEUTRAL = frozenset(
    index_terms(
        "total overall altogether new more many other such different record own whole entire registered reported "
        "recorded people persons figure number true correct right actual real current final latest exact open just "
        "only further estimated annual year yearly confirmed"
    )
)


def _restricted(noun: Token, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of a noun with those that restrict it: "beds in intensive care"; not of names, which are looked at
    apart.
    """
    words = [noun]
    for child in noun.children:
        if child.dep_ in ("amod", "compound", "nmod", "acl", "relcl") or (
            child.dep_ == "prep" and child.lower_ in _RESTRICTING
        ):
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
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "stood",
        "stands",
        "stand",
        "totalled",
        "totaled",
        "totals",
        "reached",
        "reaches",
        "came",
        "comes",
        "numbered",
        "remained",
        "amounted",
        "averaged",
        "hit",
    ]
)
_COUNTING = frozenset(
    [
        "count",
        "counts",
        "counted",
        "record",
        "records",
        "recorded",
        "register",
        "registered",
        "registers",
        "report",
        "reported",
        "reports",
        "measure",
        "measured",
        "log",
        "logged",
        "observe",
        "observed",
        "say",
        "said",
        "says",
        "show",
        "showed",
        "shows",
        "note",
        "noted",
        "find",
        "found",
        "estimate",
        "estimated",
        "put",
        "tally",
        "tallied",
        "confirm",
        "confirmed",
        "see",
        "saw",
    ]
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
    return _plain(t for t in subject.subtree if t.pos_ != "PROPN" and not t.is_title and not _names_with(t, subject))


def _names_with(token: Token, subject: Token) -> bool:
    """Whether a word below the subject is a part of a name: "station" of "output at the Skarfoss power station"."""
    while token.dep_ == "compound":
        token = token.head
    return token != subject and any(c.dep_ == "compound" and c.pos_ == "PROPN" for c in token.children)


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
