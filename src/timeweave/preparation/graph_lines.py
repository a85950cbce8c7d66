"""Vectors of the lines of a large graph, put together from those of their parts.

A graph repeats its names and relations line after line, and embedding is most of what adding costs. So each part is
embedded once: v(line) = Σ v(part) / ‖Σ v(part)‖ over the subject, the relation, the object and the years of a line.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from timeweave.indexes.chunk_words import is_graph
from timeweave.records import Document, GivenFact, Span
from timeweave.temporal.interval import Interval

_AT_ONCE = 8_192  # lines, so that no more than these are held in full


def parts_of_lines(document: Document) -> Mapping[Span, tuple[str, ...]]:
    """The parts of each line of a document that holds a large graph, where it tells one fact; empty for any other
    document, whose lines are sentences.
    """
    if not is_graph(document):
        return {}
    told = Counter(f.span for f in document.facts)
    return {f.span: _parts(f) for f in document.facts if told[f.span] == 1}


def _parts(fact: GivenFact) -> tuple[str, ...]:
    parts = (fact.subject, fact.relation, fact.object, "" if fact.valid is None else _years(fact.valid))
    return tuple(part for part in parts if part)


def _years(valid: Interval) -> str:
    last = None if valid.end is None else valid.end - dt.timedelta(days=1)
    years = dict.fromkeys(str(day.year) for day in (valid.start, last) if day is not None)
    return " to ".join(years)


def put_together(lines: Sequence[Sequence[str]], vectors: Mapping[str, int], rows: np.ndarray) -> np.ndarray:
    """One float32 row of unit length for each line, of ``rows``, in which ``vectors`` says where each part's is."""
    found = np.empty((len(lines), rows.shape[1]), np.float32)
    for start in range(0, len(lines), _AT_ONCE):
        batch = lines[start : start + _AT_ONCE]
        ends = np.cumsum([len(parts) for parts in batch])
        sums = np.add.reduceat(rows[[vectors[p] for parts in batch for p in parts]], [0, *ends[:-1]], axis=0)
        found[start : start + len(batch)] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return found
