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

from timeweave.answering.context.reading import Line
from timeweave.answering.prose_figures import governing
from timeweave.answering.prose_figures.times import ORDINAL_TIME, Timed, by_then, stretches, title_time
from timeweave.extraction.amounts import governors
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.standing import Standing, standing_of, verb_told
from timeweave.extraction.amounts.told import amounts_of
from timeweave.extraction.times.timing import settled
from timeweave.language.parsing import parse, tokens_within
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CUT = lazily(
    r"[;:(|\n—–]|,(?!\d)|\b(?:and|but|while|whereas|although|compared|versus|against|than|including|among|of (?:whom"
    r"|which|these|those|them))\b",
    re.IGNORECASE,
)
_STEP = lazily(r"\b(?:to|from)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_PART = lazily(
    r"(?:\bof (?:whom|which|these|those|them)|(?:^|[,;(]\s*)of the \w+|\bincluding"
    r"|among (?:them|these|those|whom)|(?<!\bto )includes?|included"
    r"|of that)\b"
    r"[^,;]*$",
    re.IGNORECASE,
)
_PART_AFTER = lazily(r"\s*(?:of (?:them|these|those|whom|which)\b|of the [a-z]+|were among)", re.IGNORECASE)
_BASE = lazily(
    r"\b(?:of|among)\s+(?:(?:the|its|their|these|those|all|our|some|about|[\w-]+['’]s|[\w-]+s['’])\s+)*$", re.IGNORECASE
)
_ALL_OF_THEM = lazily(r"\s+of them\s*[,;.)]")
_OF_OTHERS = lazily(
    r"(?:\bof (?:the|its|their|our|these|those)|^of (?:the|its|their|our|these|those)(?: [\w'’-]+){1,2}) ([a-z]+),\s*$",
    re.IGNORECASE,
)
_OF_ALL = lazily(r"\W*of (?:the|its|their|our|these|those)\b", re.IGNORECASE)  # "Of the 212 cases, 118 were civil"
_SOME_OF_THEM = lazily(
    r",\s*(?:many|some|most|few|a few|several|part|both|half)\s+of\s+(?:them|whom|which|these|those|it)\b", re.I
)
_OF_BASE = lazily(r"\s+(?:out )?of\s+(?:(?:the|its|their|these|those|all|our|some|about|his|her)\s+)*", re.I)
_COLLECTIVES = frozenset(["headcount", "membership", "attendance", "staff", "people", "children", "turnout"])
_LABELLED = lazily(r"\W*([A-Z][a-z][\w’' -]{1,30}?):\s*")  # "Visitors: 6,020."
_HEADED = lazily(r"\W*([A-Z][a-z][\w’' -]{1,30}?):?\s+")  # "Active members 43."
_BELOW_ZERO = lazily(r"\s*(?:degrees?\s*)?(?:[CF]\b|Celsius|Fahrenheit)?\s*below\s+(?:zero|freezing)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """An amount of a line.

    ``noun`` are the terms of what it counts with what restricts it, ``head`` of the noun itself; ``own`` the terms of
    its part of the sentence, ``lead`` of what leads the sentence and goes for all its amounts. ``bearer`` are the terms
    of its clause's subject where that is a name or noun of its own. ``time`` is what the sentence tells of it,
    ``dated`` whether in its own words. ``is_part`` amounts are of some of what was told,
    ``is_base`` ones what some are of. ``measure`` are the terms of a noun whose value it is ("a workforce of 412"),
    ``places`` of where and whom its part of the sentence is of; ``previous`` is the sentence before it, ``is_open``
    whether the amount's own leaves out what it is of; ``worked_out`` are those that it follows from, where no sentence
    has it.
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
    previous: str = ""
    is_open: bool = False
    worked_out: tuple[Row, ...] = ()

    @property
    def said(self) -> frozenset[str]:
        """All terms that go for the amount."""
        return self.own | self.lead | self.head | self.noun | self.bearer

    @property
    def before(self) -> str:
        """The sentence before it, where that alone tells what it is of: "There were 14."."""
        return self.previous if self.is_open else ""


def rows_of(line: Line, before: Sequence[Row] = (), carried: Interval | None = None, previous: str = "") -> list[Row]:
    """The rows of a line; ``before`` are those of the sentences before it in its document, for what it leaves out,
    ``previous`` is the last of these sentences, and ``carried`` the time last told there.
    """
    text = line.text
    expressions = stretches(text, settled(text, find_expressions(text, line.anchor)))
    amounts = amounts_of(text, expressions)
    if not amounts or "|" in text:
        return []
    doc = parse(text)
    expressions = [e for e in expressions if not governing.names_event(doc, e)]
    timed = Timed(line, amounts, _segments(text, amounts), expressions, carried)
    rows: list[Row] = []
    for index in range(len(amounts)):
        rows.append(_row(timed, doc, index, [*before[-1:], *rows], previous))
    return _with_parts(rows)


_OPENS_LIST = lazily(r"[:(—–]")


def _with_parts(rows: Sequence[Row]) -> list[Row]:
    """The rows of a sentence, with those marked as parts that add up to the one before them: "90: 60 and 30"."""
    marked = list(rows)
    if rows and rows[0].is_part and _OF_ALL.match(rows[0].line.text):
        marked = [replace(r, is_part=True) if r.inherits or not r.head else r for r in rows]
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
    line, amounts = timed.line, timed.amounts
    text, amount, (start, end) = line.text, _signed(line.text, amounts[index]), timed.cuts[index]
    standing = standing_of(text, amount) if amount.value or amount.text[:1].isdigit() else Standing.STATED
    noun, verb, subject = governors.noun(doc, amount), governors.verb(doc, amount), governors.subject(doc, amount)
    taken = [(a.start, a.end) for a in amounts] + [(e.start, e.end) for e in timed.expressions]
    told_verb, places = "" if verb is None else verb_told(verb), governing.places(verb, end, taken)
    measured = governing.measured(subject, told_verb)
    before_it = text[max(start, amount.start - 60) : amount.start]
    others = _OF_OTHERS.search(text[: amount.start])
    part = _PART.search(before_it) or _PART_AFTER.match(text, amount.end) or others
    bearer = governing.bearer(subject, amount)
    leader = before[-1] if before and (before[-1].line is line or not bearer) else None
    inherits = False
    if noun is None and (labelled := _label(text[start : amount.start], amount, is_alone=verb is None)):
        head = phrase = labelled
    elif noun is not None:
        head, phrase = frozenset(index_terms(noun.text)), governing.restricted(noun, taken)
    elif measured:
        head, phrase = frozenset[str](), measured
    elif others is not None:
        head = frozenset(index_terms(others[1]))
        phrase = head | governing.predicated(verb)
    elif not amount.unit and leader is not None and not part and governors.is_elided(doc, amount):
        head, inherits = leader.head, True
        if leader.line is line and leader.amount.unit not in _STEPS:
            amount = replace(amount, unit=leader.amount.unit)
        phrase = _inherited(doc, amount, end, taken, [leader, *before])
    else:
        head, phrase = frozenset[str](), governing.predicated(verb, nouns=True) if part else frozenset[str]()
        if amount.unit not in ("", "%", *_STEPS):
            phrase = _substance(doc, amount)
    own, lead = _own_words(timed, doc, index, leader, part=part is not None), _lead(doc, timed, amount, taken)
    if amount.unit and before and not part and not _substance(doc, amount):
        lead |= _substance_before(before[-1], line, amount, verb)
    if line.lead.rstrip().endswith("?"):
        lead |= frozenset(index_terms(line.lead))  # what is asked goes for the figure that is given back
    main = next((r.time for r in before if r.line is line and r.standing is Standing.STATED), None)
    time, dated = timed.time_of(index, standing, main)
    if inherits and leader is not None and leader.standing in _TAKEN_BACK and standing is Standing.STATED:
        own |= leader.own  # "not 300 trees but 250"
        bearer, places, told_verb = leader.bearer, leader.places, leader.verb
        time = time if dated else leader.time
    gap = governing.gapped_subject(doc, amounts[index - 1].end, amount) if index else frozenset[str]()
    named = governing.names(doc, start, end, taken)
    measure = governing.measure(doc, amount)
    base = not measure and _is_base(text, amount)
    if base and noun is not None:
        own |= governing.named_in(noun)
    is_open = not (_substance(doc, amount) or head or measured or inherits or gap or bearer)
    time = _told_then(time, timed, verb, standing, dated=dated)
    return Row(
        line, amount, standing, head, phrase | (gap - named), own, lead, gap or bearer, named,
        time, dated, part is not None, base, inherits, text[start:end],
        told_verb, verb is not None and _is_present(verb),
        measure, places, previous, is_open,
    )  # fmt: skip


def _label(before: str, amount: Amount, *, is_alone: bool) -> frozenset[str]:
    """The terms of the words that a bare number stands behind as their value: "Visitors: 6,020", "Members 43"."""
    label = (_HEADED if is_alone else _LABELLED).fullmatch(before) if not amount.unit else None
    last = "" if label is None else label[1].split()[-1].casefold()
    counts = (last.endswith("s") and not last.endswith("ss")) or last in _COLLECTIVES
    return frozenset(index_terms(label[1])) if label is not None and counts else frozenset()


def _inherited(
    doc: Doc, amount: Amount, end: int, taken: Sequence[tuple[int, int]], before: Sequence[Row]
) -> frozenset[str]:
    """What restricts the noun that an amount leaves out: what does so where it is told, and the words behind it."""
    leader = before[0]
    told = next((r for r in reversed(before) if not r.inherits and r.head == leader.head), leader)
    behind = itertools.takewhile(lambda t: t.pos_ not in ("PUNCT", "SCONJ"), tokens_within(doc, amount.end, end))
    words = (t for t in behind if t.pos_ in ("NOUN", "ADJ") and t.ent_type_ != "PERSON")
    beside = [*taken, *((m.start(), m.end()) for m in ORDINAL_TIME.finditer(doc.text))]
    return told.noun | governing.plain(t for t in words if not any(a <= t.idx < b for a, b in beside))


def _own_words(timed: Timed, doc: Doc, index: int, leader: Row | None, *, part: bool) -> frozenset[str]:
    """The terms of an amount's part of its sentence, with what a part of something has from that."""
    text, amount, (start, end) = timed.line.text, timed.amounts[index], timed.cuts[index]
    taken = [(a.start, a.end) for a in timed.amounts] + [(e.start, e.end) for e in timed.expressions]
    some = _SOME_OF_THEM.search(text, amount.end, end)
    end = end if some is None else some.start()  # what is said of some of them is not said of all
    own = frozenset(index_terms(_without(text, start, end, taken) + _predicate(doc, amount, timed, taken)))
    own |= governing.converse(governors.verb(doc, amount))
    if part and amount.unit == "%" and leader is not None:
        own |= leader.head | leader.noun  # "400 patients, a third of them children"
    shared = leader is not None and leader.line is timed.line and leader.amount.unit == "%"
    if shared and leader is not None and _ALL_OF_THEM.match(text, amount.end):
        own |= leader.own  # "a third of the lamps were replaced, 5,120 of them"
    return own


def _lead(doc: Doc, timed: Timed, amount: Amount, taken: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The terms of what leads all amounts of a sentence, and of what the list is of that an amount stands in."""
    text = timed.line.text
    before = _without(text, _lead_start(doc, amount), timed.amounts[0].start, taken)
    return frozenset(index_terms(f"{before} {_without(text, 0, _colon(text, amount), taken)}"))


_TAKEN_BACK = frozenset({Standing.DENIED, Standing.REPLACED})


def _reported_on(time: Interval | None, line: Line, verb: Token | None) -> Interval | None:
    """The time that a title names, of what is told as past and of no other time than the day of telling."""
    if verb is None or _is_present(verb) or time != Interval.day(line.info.observed):
        return time
    return title_time(line) or time


def _told_then(
    time: Interval | None, timed: Timed, verb: Token | None, standing: Standing, *, dated: bool
) -> Interval | None:
    """A time that is not to come, where no plan is told; "this autumn" stays what it is where a verb in the present
    tells of it.
    """
    if standing is Standing.PLANNED:
        return time
    line = timed.line
    time, told = time if dated else _reported_on(time, line, verb), line.info.observed
    if dated and time is not None and time.start is not None and str(time.start.year) in line.text:
        return time  # as it is told, with its year
    if time is None or time.start is None or verb is None or not _is_present(verb):
        return by_then(time, line)
    carried = not dated and line.info.period is None and time != line.statement.valid
    if carried:  # what holds as it is told is not of the time that was told last before it
        return Interval.day(told)
    if time.contains(Interval.day(told)):
        return time
    return by_then(time, line) if dated or time.start <= told else Interval.day(told)


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
    alike = verb is not None and last.verb == verb_told(verb) and last.amount.unit == amount.unit
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


def _colon(text: str, amount: Amount) -> int:
    """Where what a list is of ends: "96 volunteers came to the beach: 54 women and 42 men"."""
    return max(0, text.rfind(": ", 0, amount.start))


def _lead_start(doc: Doc, amount: Amount) -> int:
    """Where what leads an amount begins: a clause behind a semicolon that has its own verb is led by nothing else."""
    semicolon = doc.text.rfind(";", 0, amount.start)
    own = tokens_within(doc, semicolon, amount.start) if semicolon >= 0 else []
    return len(doc.text) if any(t.pos_ == "AUX" or t.tag_ in ("VBZ", "VBP") for t in own) else 0


def _is_base(text: str, amount: Amount) -> bool:
    """Whether an amount is what others are counted of: "of the 380 foxes tested, none"."""
    return _BASE.search(text[: amount.start]) is not None and bool(re.match(r"\s*[A-Za-z]", text[amount.end :]))


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
    ends = bounds[1:]
    for i in range(len(amounts) - 1):  # "12 of the 46 samples failed": what is said goes for the 12
        if _OF_BASE.fullmatch(text[amounts[i].end : amounts[i + 1].start]):
            ends[i] = ends[i + 1]
    return list(zip(bounds, ends, strict=False))


def _without(text: str, start: int, end: int, taken: Sequence[tuple[int, int]]) -> str:
    """A stretch without what is ``taken`` by amounts and times."""
    return "".join(" " if any(a <= i < b for a, b in taken) else text[i] for i in range(start, end))


def _signed(text: str, amount: Amount) -> Amount:
    below = _BELOW_ZERO.match(text, amount.end)
    if below is None or amount.value <= 0:
        return amount
    shown = text[amount.start : below.end()]
    return Amount(amount.start, below.end(), -amount.value, amount.unit, shown, approx=amount.approx)
