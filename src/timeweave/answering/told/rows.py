"""A sentence as rows: each amount with the noun that it counts, its own words, its time, and how it stands.

"Elmford had 40 mm in May, Ely 22 and Harlow 13 in June" are three rows. What a row lacks it has from what leads the
sentence; a pronoun has it from the sentence before.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.answering.asked.reading import Line
from timeweave.answering.told import governing
from timeweave.answering.told.listed import gapped
from timeweave.answering.told.times import ORDINAL_TIME, Timed, by_then, stretches
from timeweave.extraction.amounts.numbers import Amount, find_amounts, may_hold_amounts
from timeweave.extraction.amounts.standing import Standing, standing_of
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
    r"(?:\bof (?:whom|which|these|those|them)|(?:^|[,;(]\s*)of the \w+|\bincluding"
    r"|among (?:them|these|those|whom)|includes?|included"
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
    ``is_base`` ones what some are of. ``measure`` are the terms of a noun whose value it is ("a workforce of 412"),
    ``places`` of where and whom its part of the sentence is of; ``before`` is the sentence before it, where that alone
    tells what it is of ("There were 14.").
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
    measure: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    before: str = ""

    @property
    def said(self) -> frozenset[str]:
        """All terms that go for the amount."""
        return self.own | self.lead | self.head | self.noun


def rows_of(line: Line, before: Sequence[Row] = (), carried: Interval | None = None, previous: str = "") -> list[Row]:
    """The rows of a line; ``before`` are those of the sentences before it in its document, for what it leaves out,
    ``previous`` is the last of these sentences, and ``carried`` the time last told there.
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
    expressions = [e for e in expressions if not governing.names_event(doc, e)]
    timed = Timed(line, amounts, _segments(text, amounts), expressions, carried)
    rows: list[Row] = []
    for index in range(len(amounts)):
        rows.append(_row(timed, doc, index, [*before[-1:], *rows], previous))
    return _with_parts(rows)


_OPENS_LIST = re.compile(r"[:(—–]")


def _with_parts(rows: Sequence[Row]) -> list[Row]:
    """The rows of a sentence, with those marked as parts that add up to the one before them: "90: 60 and 30"."""
    marked = list(rows)
    for whole, row in enumerate(rows):
        for last in range(whole + 2, len(rows)):
            parts = rows[whole + 1 : last + 1]
            alike = all(p.amount.unit in (row.amount.unit, "") and p.time == row.time for p in parts)
            opened = _OPENS_LIST.search(row.line.text[row.amount.end : parts[0].amount.start])
            if not opened and any(p.names - row.names for p in parts):
                continue  # "Norwick performed 120, Tolberg 80 and Salen 40": whose they are tells them apart
            if alike and sum(p.amount.value for p in parts) == row.amount.value:
                marked[whole + 1 : last + 1] = [replace(p, is_part=True) for p in parts]
    return marked


def _row(timed: Timed, doc: Doc, index: int, before: Sequence[Row], previous: str) -> Row:
    line, amounts, expressions = timed.line, timed.amounts, timed.expressions
    text, amount, (start, end) = line.text, _signed(line.text, amounts[index]), timed.cuts[index]
    standing = standing_of(text, amount) if amount.value or amount.text[:1].isdigit() else Standing.STATED
    noun, verb, subject = governing.noun(doc, amount), governing.verb(doc, amount), governing.subject(doc, amount)
    taken = [(a.start, a.end) for a in amounts] + [(e.start, e.end) for e in expressions]
    own = frozenset(index_terms(_without(text, start, end, taken) + _predicate(doc, amount, timed, taken)))
    lead = frozenset(index_terms(_without(text, _lead_start(doc, amount), amounts[0].start, taken)))
    measured = governing.measured(subject, verb.lower_ if verb is not None else "")
    before_it = text[max(start, amount.start - 60) : amount.start]
    part = _PART.search(before_it) or _PART_AFTER.match(text, amount.end)
    inherits = False
    bearer = governing.bearer(subject, amount)
    leader = before[-1] if before and (before[-1].line is line or not bearer) else None
    if noun is not None:
        head, phrase = frozenset(index_terms(noun.text)), governing.restricted(noun, taken)
    elif measured:
        head, phrase = frozenset[str](), measured
    elif not amount.unit and leader is not None and not part and governing.is_elided(doc, amount):
        head, inherits = leader.head, True
        if leader.line is line and leader.amount.unit not in _STEPS:
            amount = replace(amount, unit=leader.amount.unit)
        phrase_end = itertools.takewhile(
            lambda t: t.pos_ not in ("PUNCT", "SCONJ"), tokens_within(doc, amount.end, end)
        )
        behind = (t for t in phrase_end if t.pos_ in ("NOUN", "ADJ") and t.ent_type_ != "PERSON")
        told = next((r for r in reversed(before) if not r.inherits and r.head == head), leader)
        places = [*taken, *((m.start(), m.end()) for m in ORDINAL_TIME.finditer(text))]
        phrase = told.noun | governing.plain(t for t in behind if not any(a <= t.idx < b for a, b in places))
    else:
        head, phrase = frozenset[str](), frozenset[str]()
    if amount.unit and before and not part and not _substance(doc, amount):
        lead |= _substance_before(before[-1], line, amount, verb)
    measure = governing.measure(doc, amount)
    is_open = noun is None and not measured and not inherits and not bearer
    main = next((r.time for r in before if r.line is line and r.standing is Standing.STATED), None)
    time, dated = timed.time_of(index, standing, main)
    if standing is not Standing.PLANNED:
        time = by_then(time, line)
    return Row(
        line, amount, standing, head, phrase, own, lead, bearer, governing.names(doc, start, end, taken),
        time, dated, part is not None, not measure and _is_base(text, start, amount), inherits, text[start:end],
        "" if verb is None else verb.lower_, verb is not None and _is_present(verb),
        measure, governing.places(verb, end, taken), previous if is_open else "",
    )  # fmt: skip


_STEPS = frozenset({"pp", "bp", "points", "x"})


def _substance(doc: Doc, amount: Amount) -> frozenset[str]:
    """The terms of what a measured amount is of: "litres of water"; a measure after it in the sentence is of it too."""
    after = [t for t in doc if t.idx >= amount.end][:1]
    of = after[0] if after and after[0].lower_ == "of" else None
    return (
        frozenset() if of is None else governing.plain(c for c in of.children if c.dep_ == "pobj" and c.pos_ == "NOUN")
    )


def _substance_before(last: Row, line: Line, amount: Amount, verb: Token | None) -> frozenset[str]:
    """The substance of the amount before, where that is in the same sentence, or was dealt with alike in the last."""
    alike = verb is not None and last.verb == verb.lower_ and last.amount.unit == amount.unit
    if not last.amount.unit or not (last.line is line or alike):
        return frozenset()
    return _substance(parse(last.line.text), last.amount)


def _predicate(doc: Doc, amount: Amount, timed: Timed, taken: Sequence[tuple[int, int]]) -> str:
    """What is said of a subject behind an insertion that has amounts of its own."""
    start = governing.predicate_start(doc, amount, timed.amounts)
    if start is None:
        return ""
    end = next((a.start for a in timed.amounts if a.start > start), len(timed.line.text))
    return " " + _without(timed.line.text, start, end, taken)


def _lead_start(doc: Doc, amount: Amount) -> int:
    """Where what leads an amount begins: a clause behind a semicolon that has its own verb is led by nothing else."""
    semicolon = doc.text.rfind(";", 0, amount.start)
    own = tokens_within(doc, semicolon, amount.start) if semicolon >= 0 else []
    return len(doc.text) if any(t.pos_ == "AUX" or t.tag_ in ("VBZ", "VBP") for t in own) else 0


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
