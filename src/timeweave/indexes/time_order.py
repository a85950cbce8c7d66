"""The order of statements in a segment: by how long they held, then by when they began.

Statements about months, quarters and years each start within a short time of the days that they touch, so that those
of a scope are a few runs of rows, found by binary search. Intervals that are longer, or open at an end, come last;
of them the rows that began before the scope's end are looked at.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from timeweave.temporal.interval import Interval

OPEN_START = -(2**31)
OPEN_END = 2**31 - 1
CLASS_DAYS = (31, 92, 366)

Run = tuple[int, int]


def day_bounds(valid: Interval | None) -> tuple[int, int]:
    """First day and day after the last as numbers; a statement that speaks of no time lies in no scope whatever."""
    if valid is None:
        return OPEN_END, OPEN_START
    start = OPEN_START if valid.start is None else valid.start.toordinal()
    return start, OPEN_END if valid.end is None else valid.end.toordinal()


def duration_classes(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """0, 1, 2 for up to 31, 92, 366 days, 3 for what is longer, open or of no time."""
    days = ends.astype(np.int64) - starts
    timed = (starts != OPEN_START) & (ends != OPEN_END) & (days > 0)
    return np.where(timed, np.searchsorted(CLASS_DAYS, days), len(CLASS_DAYS)).astype(np.int8)


def time_order(starts: np.ndarray, ends: np.ndarray, ordinals: np.ndarray, indexes: np.ndarray) -> np.ndarray:
    """The permutation that sorts statements by (class, start, end, document, position)."""
    return np.lexsort((indexes, ordinals, ends, starts, duration_classes(starts, ends)))


def class_starts(starts: np.ndarray, ends: np.ndarray) -> list[int]:
    """Where each class begins among sorted statements, and where the last one ends."""
    classes = duration_classes(starts, ends)
    return [int(n) for n in np.searchsorted(classes, range(len(CLASS_DAYS) + 2))]


def rows_in_scope(
    starts: np.ndarray, ends: np.ndarray, classes: Sequence[int], scope: Sequence[Interval]
) -> np.ndarray:
    """The sorted statements that share a day with an interval of ``scope``, as ascending row numbers."""
    found = [
        _rows_in(starts, ends, low, high, kind, day_bounds(i)) for i in scope for kind, (low, high) in _runs(classes)
    ]
    if not found:
        return np.empty(0, np.int64)
    rows = np.concatenate(found)
    # the intervals of a scope may overlap, and come in any order
    return rows if len(scope) == 1 else np.unique(rows)


def _runs(classes: Sequence[int]) -> list[tuple[int, Run]]:
    return [(kind, run) for kind, run in enumerate(itertools.pairwise(classes)) if run[0] < run[1]]


def _rows_in(starts: np.ndarray, ends: np.ndarray, low: int, high: int, kind: int, wanted: Run) -> np.ndarray:
    first, last = wanted
    inside = starts[low:high]
    end = low + int(np.searchsorted(inside, last, "left"))
    begin = low
    if kind < len(CLASS_DAYS) and first != OPEN_START:
        begin = low + int(np.searchsorted(inside, first - CLASS_DAYS[kind], "right"))
    return begin + np.flatnonzero(ends[begin:end] > first)
