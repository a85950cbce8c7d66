"""Nearest rows by exact scan, with or without a filter."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from timeweave.indexes.opened import OpenSegment
from timeweave.indexes.quantised import Query, full_scores
from timeweave.indexes.ranking import Scored, kth_largest
from timeweave.indexes.stored import scattered_codes, scattered_vectors, stored_codes

Selection = tuple[OpenSegment, np.ndarray | None]
"""A segment and the rows of it to look at, ascending; ``None`` for all."""

_PARALLEL_FROM = 100_000  # rows; below that handing work to threads costs more than it saves
_STEP = 32_768  # rows looked at in one go
_CONTIGUOUS = 2  # rows are read as one run when they fill at least 1 in so many of it


def nearest(vector: np.ndarray, k: int, selections: Sequence[Selection]) -> list[Scored]:
    """Rows that hold the ``k`` of highest dot product with ``vector``, and those that tie with the last, scored."""
    query = Query.of(vector)
    steps = [step for number, selection in enumerate(selections) for step in _steps(number, selection)]
    if k <= 0 or not steps:
        return []
    bounded = functools.partial(_bounded, query, k, selections)
    total = sum(high - low if rows is None else len(rows) for _, rows, low, high in steps)
    survivors = list(_pool().map(bounded, steps)) if total >= _PARALLEL_FROM else [bounded(s) for s in steps]
    floor = kth_largest(np.concatenate([low for _, _, low, _ in survivors]), k)
    kept = [(number, rows[high >= floor]) for number, rows, _, high in survivors]
    kept = [(number, rows) for number, rows in kept if len(rows)]
    vectors = [scattered_vectors(selections[number][0].file, rows) for number, rows in kept]
    scores = np.split(full_scores(query, np.concatenate(vectors)), np.cumsum([len(v) for v in vectors])[:-1])
    return [Scored(number, rows, part) for (number, rows), part in zip(kept, scores, strict=True)]


Step = tuple[int, np.ndarray | None, int, int]
Bounds = tuple[int, np.ndarray, np.ndarray, np.ndarray]


def _steps(number: int, selection: Selection) -> Iterator[Step]:
    segment, rows = selection
    if rows is None:
        for low in range(0, len(segment), _STEP):
            yield number, None, low, min(low + _STEP, len(segment))
    else:
        for low in range(0, len(rows), _STEP):
            part = rows[low : low + _STEP]
            yield number, part, int(part[0]), int(part[-1]) + 1


def _bounded(query: Query, k: int, selections: Sequence[Selection], step: Step) -> Bounds:
    """The rows of a step that may be among the best ``k``, with lower and upper bounds of their scores."""
    number, rows, low, high = step
    file = selections[number][0].file
    if rows is None or len(rows) * _CONTIGUOUS >= high - low:
        approximate, errors = stored_codes(file, low, high).bounded(query)
        if rows is None:
            rows = np.arange(low, high)
        else:
            approximate, errors = approximate[rows - low], errors[rows - low]
    else:
        approximate, errors = scattered_codes(file, rows).bounded(query)
    lower, upper = approximate - errors, approximate + errors
    kept = upper >= kth_largest(lower, k)
    return number, rows[kept], lower[kept], upper[kept]


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(len(os.sched_getaffinity(0)), "timeweave-scan")
