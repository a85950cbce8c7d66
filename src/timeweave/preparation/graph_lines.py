"""Vectors of the lines of a large graph, put together from those of their parts.

A graph repeats its names and relations line after line, and embedding is most of what adding costs. So each part is
embedded once: v(line) = Σ v(part) / ‖Σ v(part)‖ over the subject, the relation, the object and the years of a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from timeweave.records import Document, GivenFact, Span
from timeweave.records.vectors import PartedVectors
from timeweave.temporal.interval import Interval


def parts_of_lines(document: Document) -> Mapping[Span, tuple[str, ...]]:
    """The parts of each line of a document that holds a large graph, where it tells one fact; empty for any other
    document, whose lines are sentences.
    """
    if not document.is_graph:
        return {}
    told = Counter(f.span for f in document.facts)
    return {f.span: _parts(f) for f in document.facts if told[f.span] == 1}


def _parts(fact: GivenFact) -> tuple[str, ...]:
    parts = (fact.subject, fact.relation, fact.object, "" if fact.valid is None else _years(fact.valid))
    return tuple(part for part in parts if part)


def _years(valid: Interval) -> str:
    years = dict.fromkeys(str(day.year) for day in (valid.start, valid.last_day) if day is not None)
    return " to ".join(years)


def put_together(
    table: np.ndarray, whole: Sequence[int], lines: Sequence[Sequence[str]], places: Mapping[str, int]
) -> PartedVectors:
    """One row for each of ``lines``: of its parts, whose rows in ``table`` are their ``places``; for one without parts
    the row of the table that ``whole`` says.
    """
    most = max(map(len, lines))
    none = len(table)
    parts = [
        [*map(places.__getitem__, line), *[none] * (most - len(line))] if line else [row, *[none] * (most - 1)]
        for line, row in zip(lines, whole, strict=True)
    ]
    return PartedVectors.of(table, np.asarray(parts))
