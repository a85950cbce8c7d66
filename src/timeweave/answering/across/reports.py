"""The reports that a question sets side by side, each with what the question says of it, and the lines that tell it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from timeweave.answering.across.bearing import Bearing
from timeweave.answering.across.clauses import Clause, Day, clause_of, split_clauses
from timeweave.answering.across.sources import NamedSource
from timeweave.answering.asked.reading import Line
from timeweave.records import Span

_JOINT = re.compile(
    r"[\s,;]*\b(?:while|whereas|but|and|or|before|after|than|as\s+opposed\s+to|in\s+contrast\s+to|compared\s+(?:to|with)"
    r"|(?:similarly?|identically)\s+to|in\s+a\s+similar\s+way\s+to|prior\s+to|earlier\s+than|later\s+than)\s+"
    r"(?:how\s+)?|,\s+",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\W*(?:between|after|before|considering|based|given|from|comparing)\b", re.IGNORECASE)
_PREDICATE = re.compile(r",\s+(?=(?:was|were|is|are|has|have|had|did|does|do|which|who|what)\b)", re.IGNORECASE)
_ANOTHER = re.compile(
    r"\b(?:the|a|an|another)\s+(?:second|later|subsequent|earlier|other|follow-up)?\s*(?:article|report|piece|story)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\b(?:or|either)\b", re.IGNORECASE)
_FAR = 30  # characters between a source and "article" that may still be one phrase
_LATE = 60  # characters into what is asked of all reports, from which on a source is a report of its own


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What a question says of a report, with the line that bears it out best and the share of its words that this says;
    ``least`` is the smallest share of its clauses.
    """

    clause: Clause
    line: Line | None
    share: float
    least: float


@dataclass(frozen=True, slots=True)
class Reports:
    """What a question says of each report, in order; ``together`` is what it asks of them all, if that stands apart."""

    each: tuple[Clause, ...]
    together: str


def read_reports(question: str, named: Sequence[NamedSource], days: Sequence[Day]) -> Reports:
    """The reports that ``question`` speaks of; sources named in one phrase ("both A and B") are one."""
    end = _together_from(question, named) or len(question)
    marks = _marks(question[:end], [n.span for n in named if n.span.end <= end])
    cuts = [0]
    for before, after in pairwise(marks):
        joints = list(_JOINT.finditer(question, before.end, after.start))
        if joints and len(question[before.end : joints[-1].start()].split()) > 1:
            cuts.append(joints[-1].end())
    each = tuple(clause_of(question, Span(a, b), named, days) for a, b in zip(cuts, [*cuts[1:], end], strict=True))
    return Reports(_with_sources(each), question[end:].strip(" ,"))


def of_each_source(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """A clause that names several sources ("both A and B") as one of each; of a choice ("A or B") it stays one."""
    found: list[Clause] = []
    for clause in clauses:
        several = len({n.sources for n in clause.sources if n.sources}) > 1 and not _CHOICE.search(clause.text)
        found.extend([replace(clause, sources=(n,)) for n in clause.sources if n.sources] if several else [clause])
    return tuple(found)


def tell(
    question: str, clauses: Sequence[Clause], lines: Sequence[Line], bearing: Bearing, named: Sequence[NamedSource]
) -> list[Told]:
    """For each report the line that bears it out best, of a document that may be meant."""
    told = []
    for clause in clauses:
        terms = clause.terms or clauses[0].terms  # "more than the Courier" does
        able = [line for line in lines if clause.is_of(line.info)]
        of_day = [line for line in able if any(d.is_of(line.info) for d in clause.days)]
        able = of_day or able
        best = max(able, key=lambda line: bearing.share(terms, line), default=None)
        if best is None:
            told.append(Told(clause, None, 0.0, 0.0))
            continue
        shifted = [n for n in named if clause.span.start <= n.span.start < clause.span.end]
        parts = split_clauses(question[: clause.span.end], shifted, clause.days)
        inside = [p for p in parts if p.span.end > clause.span.start and len(p.terms) > 1]
        document = [line for line in able if line.info.id == best.info.id]
        shares = [max(bearing.share(p.terms, line) for line in document) for p in inside]
        told.append(Told(clause, best, bearing.share(terms, best), min(shares, default=0.0)))
    return told


def _with_sources(each: Sequence[Clause]) -> tuple[Clause, ...]:
    """Another report of no source is of the source named before it."""
    found: list[Clause] = []
    for clause in each:
        inherits = found and not clause.sources
        found.append(replace(clause, sources=found[-1].sources) if inherits else clause)
    return tuple(found)


def _together_from(question: str, named: Sequence[NamedSource]) -> int | None:
    """Where what is asked of all reports begins: "..., was there a change in ..."."""
    if not _OPENS.match(question):
        return None
    found = [m.end() for m in _PREDICATE.finditer(question) if any(n.span.end <= m.start() for n in named)]
    late = [f for f in found if not any(n.span.start >= f and n.span.start < f + _LATE for n in named)]
    return late[-1] if late else None


def _marks(body: str, spans: Sequence[Span]) -> list[Span]:
    """Where a report is mentioned: by its source, or as another one of the same."""
    marks = list(spans)
    for match in _ANOTHER.finditer(body):
        near = any(s.start - _FAR < match.end() and match.start() < s.end + _FAR for s in spans)
        if spans and not near and match.start() > spans[0].end:
            marks.append(Span(match.start(), match.end()))
    return sorted(marks, key=lambda s: s.start)
