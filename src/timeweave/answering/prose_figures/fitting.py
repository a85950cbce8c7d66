"""Which of the amounts told are the one that is asked for: all that the question says of it must be said of the amount,
and nothing may be said of the amount that makes it one of something else.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.answering.context.reading import Line
from timeweave.answering.context.units import is_currency, is_named_by
from timeweave.answering.prose_figures.cells import rows_of_cells
from timeweave.answering.prose_figures.counting import leads_elsewhere, of_head
from timeweave.answering.prose_figures.governing import TELLING
from timeweave.answering.prose_figures.rows import Row, rows_of
from timeweave.answering.prose_figures.term_relations import dimension, holds
from timeweave.answering.prose_figures.worked_back import with_earlier_levels
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.extraction.issuing import issuing_body
from timeweave.language.terms import index_terms
from timeweave.lexicon.aggregates import MEANS, ONE_EACH, PACES
from timeweave.lexicon.changes import REACHING
from timeweave.lexicon.families import any_of, forms, matching, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.telling import CORRECTIONS, EARLIER, PUBLISHED, TAKING_BACK
from timeweave.question.figures.target import NAMED_TIME, Form, TargetFigure
from timeweave.question.figures.words import PEOPLE, SAYS_LITTLE
from timeweave.temporal.interval import Interval

_ELSEWHERE = lazily(
    r"\b(?:neighbou?ring|nearby|adjacent|sister|elsewhere|nationally|nationwide|next door|rival|by contrast"
    r"|the rest of)\b",
    re.IGNORECASE,
)
_STATISTIC = matching(MEANS, words("maximum minimum peak"), PACES[:3], ONE_EACH)
_BEING = frozenset((*words("is are was were be been numbered stood stands totalled"), *forms(REACHING)))
_INHERITED = 0.01  # what an amount loses that leaves out what it counts
_MOST_UNSAID = 2  # terms


@dataclass(frozen=True, slots=True)
class Fit:
    """A row that is what is asked for; ``direct`` counts how much of it its own sentence says."""

    row: Row
    direct: float


def all_rows(lines: Sequence[Line]) -> list[Row]:
    """The rows of all lines, document by document, in the order of their text."""
    rows: list[Row] = []
    before: list[Row] = []
    carried: Interval | None = None
    last: str | None = None
    previous = ""
    for line in sorted(lines, key=lambda line: (line.info.id, line.statement.span.start)):
        if line.info.id != last:
            before, carried, last, previous = [], None, line.info.id, ""
        cells = "|" in line.text
        found = rows_of_cells(line, carried) if cells else rows_of(line, before, carried, previous)
        rows += found
        previous = line.text
        before = found or before
        carried = _last_told(line, found) or carried
    return with_earlier_levels(rows)


def _last_told(line: Line, rows: Sequence[Row]) -> Interval | None:
    """The time that a sentence leaves to the next: that of all it states, else of all it speaks of; not its day."""
    stated = {r.time for r in rows if r.standing is Standing.STATED and r.dated}
    time = stated.pop() if len(stated) == 1 else line.statement.valid
    return None if time == Interval.day(line.info.observed) else time


def contexts(lines: Iterable[Line]) -> Mapping[tuple[str, int], frozenset[str]]:
    """What is known when each sentence is read: the terms of its document's title, of whom it is about, and of the
    sentences up to it.
    """
    known: dict[tuple[str, int], frozenset[str]] = {}
    terms: set[str] = set()
    last: str | None = None
    for line in sorted(lines, key=lambda line: (line.info.id, line.statement.span.start)):
        if line.info.id != last:
            last, terms = line.info.id, set(index_terms(" ".join((line.info.title, *line.info.entities))))
        terms |= line.terms
        known[line.info.id, line.statement.index] = frozenset(terms)
    return known


def fitting(rows: Sequence[Row], target: TargetFigure, known: Mapping[tuple[str, int], frozenset[str]]) -> list[Fit]:
    """The rows that are the figure asked for, of whatever time and standing.

    A sentence that corrects leaves out what the one that it corrects has said: it counts with the words of that one.
    """
    fits = []
    of_parts: dict[int, frozenset[str]] = {}
    bearers: dict[int, frozenset[str]] = {}
    for row in rows:
        key = id(row.line)
        bearers[key] = bearers.get(key, frozenset()) | row.bearer
        if row.is_part:
            of_parts[key] = of_parts.get(key, frozenset()) | row.own
    for row in rows:
        context = known[row.line.info.id, row.line.statement.index]
        if not row.is_part:  # what tells a part from its whole is not said of the whole
            context -= of_parts.get(id(row.line), frozenset()) - row.said
        if row.bearer:  # nor is what another has in the same sentence
            context -= bearers[id(row.line)] - row.said
        direct = _fit(row, target, context)
        if direct is not None:
            fits.append(Fit(row, direct))
    if target.restated:
        fits = [f for f in fits if corrects(f.row)]
    fitted = {id(f.row) for f in fits}
    said = frozenset[str]().union(*(f.row.line.terms for f in fits))
    for row in rows:
        earlier = [f for f in fits if f.row.line.info.observed < row.line.info.observed]
        if id(row) in fitted or not earlier or not corrects(row):
            continue
        meant = replace(target, head=frozenset()) if _is_the_figure(row, earlier) else target
        if _fit(row, meant, said, freely=True) is not None:
            fits.append(Fit(row, 1.0))
    return fits


_FIGURE = lazily(r"\b(?:the|our|its|that)\b(?:\s+[\w’']+){0,3}?\s+(?:figures?|numbers?|totals?|counts?|tally)\b", re.I)


def _is_the_figure(row: Row, earlier: Sequence[Fit]) -> bool:
    """Whether "the 2017 figure" is one of those told before: of its time, in its unit."""
    alike = any((f.row.time, f.row.amount.unit) == (row.time, row.amount.unit) for f in earlier)
    return alike and (row.inherits or not row.head) and _FIGURE.search(row.segment) is not None


def corrects(row: Row) -> bool:
    """Whether an amount stands in a sentence that takes back another, or says that it corrects."""
    return CORRECTS.search(f"{row.before} {row.line.text}") is not None


def _fit(row: Row, target: TargetFigure, context: frozenset[str], *, freely: bool = False) -> float | None:
    if not is_of_unit(row, target) or not of_head(row, target):
        return None
    if not target.limits <= set(re.findall(r"\d+", row.line.text)):
        return None
    said = said_of_base(row) if row.is_base else row.said
    if not (row.is_base or row.is_part):
        said |= frozenset(index_terms(row.verb))
    measures = dimension(row.amount.unit) | (dimension("people") if row.head and row.head <= PEOPLE else frozenset())
    said |= _issuer_terms(row, target)
    missing = {t for t in target.terms - measures if not holds(said, t)}
    if row.verb in _BEING or row.verb in MOVING:  # how many a ferry carried is told by "passenger numbers rose to"
        missing -= target.verbs & SAYS_LITTLE
    if target.head and target.head <= measures and len(missing) == len(target.terms - measures) > 0:
        return None  # any rate is a rate, and any sum a cost
    open_to = _known_from_context(row, target, missing, context, freely=freely) if missing else set[str]()
    if not missing <= open_to and not _may_go_unsaid(row, target, missing - open_to):
        return None
    if target.named and not target.named <= {w.lower() for w in NAMED_TIME.findall(row.line.text)}:
        return None
    in_part = {w.lower() for w in NAMED_TIME.findall(row.segment)}
    if target.named and in_part and not target.named & in_part:
        return None
    if is_of_other(row, target) or _is_of_other_dimension(row, target) or is_restricted(row, target):
        return None
    if (
        not row.inherits
        and row.standing is not Standing.COMPARED
        and not ("/" in row.amount.unit and is_currency(row.amount.unit.partition("/")[0]))  # a price by the day is one
        and _has_statistic(row) != bool(target.statistic & _STATISTICS)
    ):
        return None
    return 1.0 - len(missing) / (1 + len(target.terms)) - _INHERITED * row.inherits


def _issuer_terms(row: Row, target: TargetFigure) -> frozenset[str]:
    """The name of the body whose document an amount stands in, whose it is without saying where it is nobody else's."""
    issuer = _named_by_title(row.line.info.title)
    asked = target.terms | target.head | target.names | issuer
    of_nobody = not row.bearer or any(holds(asked, b) for b in row.bearer)
    return issuer if of_nobody and all(holds(asked, n) for n in row.names) else frozenset()


@functools.lru_cache(maxsize=4096)
def _named_by_title(title: str) -> frozenset[str]:
    issuer = issuing_body(title)
    return frozenset() if issuer is None else frozenset(index_terms(issuer.surface))


def said_of_base(row: Row) -> frozenset[str]:
    """What is said of all that some are of; what ends the sentence is said of these, though a parse may join it."""
    last = re.findall(r"[a-z]+(?=[^a-z]*$)", row.segment.lower())
    return row.head | (row.noun - frozenset(index_terms(" ".join(last)))) | (row.own & row.names)


def _has_statistic(row: Row) -> bool:
    """Whether an amount is a mean or a rate; "a month" makes one only behind it."""
    behind = row.amount.end - max(0, row.line.text.find(row.segment))
    return any(
        m[0].lower() in _STATISTICS and (m.start() >= behind or not m[0].lower().startswith(("a ", "an ")))
        for m in _STATISTIC.finditer(row.segment)
    )


def _may_go_unsaid(row: Row, target: TargetFigure, missing: set[str]) -> bool:
    """Whether the question says no more than the sentence but where something was and who did it, and the sentence
    tells of no other.
    """
    if is_currency(row.amount.unit) or not missing <= target.loose or len(missing) > _MOST_UNSAID:
        return False
    asked = target.asked | target.names | target.head
    if row.bearer and not any(holds(asked, b) for b in row.bearer):
        return False
    return not leads_elsewhere(row, target) and bool(target.head) and any(holds(row.said, t) for t in target.terms)


def is_value_of(row: Row, head: frozenset[str]) -> bool:
    """Whether a sentence gives an amount for the value of what ``head`` names, not just beside it: no number is a rank
    or a stadium.
    """
    told = row.bearer | row.noun if row.verb in TELLING or row.verb in MOVING else frozenset[str]()
    return all(holds(told | row.measure, h) for h in head)


_WRITTEN_ANEW = [word for word in (*TAKING_BACK, *(f"{noun}s" for noun in CORRECTIONS)) if word != "correct"]
CORRECTS = lazily(
    rf"\b(?:{any_of(_WRITTEN_ANEW)}|erratum|errata|in error|misstated|mistakenly|final|definitive"
    r"|now (?:put|stands?|known)|(?:brought|brings) .{1,40} (?:down|up) to|should (?:have )?read"
    r"|(?:under|over)(?:stated?|states|counted)"
    r"|mis(?:counted|printed)|recount(?:ed)?"
    rf"|not .{{1,40}} as (?:we |was |had been |{any_of(EARLIER)} )?{any_of(PUBLISHED)})\b",
    re.IGNORECASE,
)
_STATISTICS = frozenset((*MEANS, *words("maximum minimum peak"), *PACES[:3], *ONE_EACH[4:]))


def is_of_unit(row: Row, target: TargetFigure) -> bool:
    """Whether an amount is in such a unit as the question asks for."""
    unit = row.amount.unit
    if target.form is Form.SHARE:
        return unit in ("%", "")
    if target.points:
        return unit in ("%", "pp", "points", "bp")
    if target.counted and target.form is not Form.CHANGE:
        return unit == "" or is_named_by(unit, target.head) or (is_currency(unit) and bool(target.head & _MONEY))
    if target.counted:
        return unit == ""
    return True


_MONEY = frozenset(index_terms("dollars euros pounds yen francs kronor crowns rupees pesos"))


def _known_from_context(
    row: Row, target: TargetFigure, missing: set[str], context: frozenset[str], *, freely: bool
) -> set[str]:
    """Those of the missing terms that the document has said, where the sentence is about nothing else.

    What is done is said of the amount itself, unless its sentence has no verb of its own for it ("there were 14").
    """
    asked = target.terms | target.head | target.names
    of_another = not freely and row.bearer and not any(holds(asked, b) for b in row.bearer)
    if of_another and not (missing <= target.names and is_known_from_before(row)):
        return set()
    if not freely and leads_elsewhere(row, target):
        return set()
    says_no_deed = not row.verb or row.verb in _BEING or row.verb in MOVING
    open_to = missing if freely or says_no_deed else missing - target.verbs
    return {m for m in open_to if holds(context, m)}


def is_known_from_before(row: Row) -> bool:
    """Whether an amount's bearer is one that its document has named: "the hospital", "our club"."""
    definite = _DEFINITE.match(row.segment.lstrip(" ,;"))
    return definite is not None and row.bearer.isdisjoint(row.names) and row.bearer <= set(index_terms(definite[1]))


_DEFINITE = lazily(r"(?:the|this|our|its)\s+([a-z][\w-]*(?:\s[a-z][\w-]*)?)", re.IGNORECASE)


def is_of_other(row: Row, target: TargetFigure) -> bool:
    """Whether the amount's part of the sentence names another than is asked about, or leads elsewhere."""
    asked = target.asked | target.names
    if _is_of_other_number(row, target) or (
        (_ALONE.search(row.segment) or target.asked & _ALL_OF_IT) and leads_elsewhere(row, target)
    ):
        return True
    if _ELSEWHERE.search(row.segment) and not _ELSEWHERE.search(" ".join(asked)):
        return True
    rivals = {n for n in row.names if not holds(asked, n)}
    named = any(holds(row.own, n) for n in target.names)
    return bool(rivals) and not named and bool(target.names)


_ALL_OF_IT = frozenset(index_terms("whole entire"))
_ALONE = lazily(r"\balone\b", re.IGNORECASE)
_JOINT = lazily(r"[,;:]|\band\b")
_NUMBERED = lazily(r"\b([A-Z][a-z]+) (\d{1,3})\b(?![,.]\d)")


def _is_of_other_number(row: Row, target: TargetFigure) -> bool:
    """Whether an amount is of another of those that numbers tell apart: of "Ward 6" where "Ward 5" is asked about."""
    if not any(t.isdigit() and len(t) < 4 for t in target.asked):
        return False
    meant, text = target.terms | target.names | target.head, row.line.text
    counts = row.amount.unit or (row.head and not row.inherits)  # "at Hill Academy 78 % passed"
    labels = [
        m for m in _NUMBERED.finditer(text)
        if not NAMED_TIME.match(m[1]) and any(holds(meant, t) for t in index_terms(m[1]))
        and not (counts and m.start(2) == row.amount.start)
    ]  # fmt: skip
    start = max(0, text.find(row.segment))
    own = [m for m in labels if start <= m.start() < start + len(row.segment)]
    ahead = [m for m in labels if m.start() < row.amount.start]
    bearer = [m for m in ahead if not _JOINT.search(text[m.end() : row.amount.start])]
    own = bearer[-1:] or own or ahead[-1:] or labels
    is_label = any(m.start(2) == row.amount.start for m in labels)
    return is_label or (bool(own) and not any(m[2] in target.asked for m in own))


def _is_of_other_dimension(row: Row, target: TargetFigure) -> bool:
    """Whether a size is told in another direction than is asked for: "40 m long" is not how high something is."""
    told = _DIMENSION.match(row.line.text, row.amount.end)
    asked = target.asked & _DIMENSIONS
    return told is not None and bool(asked) and not all(holds(asked, t) for t in index_terms(told[1]))


_DIMENSION = lazily(r"\s*(?:[a-z]+\s+)?(long|high|tall|deep|wide|thick|old|heavy)\b", re.IGNORECASE)
_DIMENSIONS = frozenset(
    index_terms("long length high height tall deep depth wide width thick thickness old age heavy weight")
)


def is_restricted(row: Row, target: TargetFigure) -> bool:
    """Whether what is counted or measured is narrowed by what the question does not say."""
    free = dimension("people") if target.any_head else frozenset[str]()
    extra = {n for n in row.noun - row.head - free if not holds(target.asked, n)}
    return bool(extra) and row.standing is not Standing.REPLACED
