"""Allen's thirteen relations between half-open intervals (Allen 1983)."""

from __future__ import annotations

import datetime as dt
import enum

from timeweave.temporal.interval import Interval


class AllenRelation(enum.StrEnum):
    """How a first interval lies to a second; exactly one holds between any two."""

    BEFORE = "before"
    MEETS = "meets"
    OVERLAPS = "overlaps"
    STARTS = "starts"
    DURING = "during"
    FINISHES = "finishes"
    EQUAL = "equal"
    FINISHED_BY = "finished by"
    CONTAINS = "contains"
    STARTED_BY = "started by"
    OVERLAPPED_BY = "overlapped by"
    MET_BY = "met by"
    AFTER = "after"

    @property
    def inverse(self) -> AllenRelation:
        """The relation of the second interval to the first."""
        return _ORDER[-1 - _ORDER.index(self)]


# Read backwards, the order of the members is the order of their inverses.
_ORDER = tuple(AllenRelation)


def allen_relation(first: Interval, second: Interval) -> AllenRelation:
    """How ``first`` lies to ``second``; granularity is ignored, only days count.

    An open start is before every day and equal to another open start; an open end likewise after. An interval that
    ends on the day before the other starts *meets* it.
    """
    if (shared := _disjoint(first, second)) is not None:
        return shared
    starts = _compare(_low(first), _low(second))
    ends = _compare(_high(first), _high(second))
    return _SHARING[starts, ends]


# Keyed by how the first interval's start and end compare with the second's.
_SHARING = {
    (-1, -1): AllenRelation.OVERLAPS,
    (-1, 0): AllenRelation.FINISHED_BY,
    (-1, 1): AllenRelation.CONTAINS,
    (0, -1): AllenRelation.STARTS,
    (0, 0): AllenRelation.EQUAL,
    (0, 1): AllenRelation.STARTED_BY,
    (1, -1): AllenRelation.DURING,
    (1, 0): AllenRelation.FINISHES,
    (1, 1): AllenRelation.OVERLAPPED_BY,
}


def _disjoint(first: Interval, second: Interval) -> AllenRelation | None:
    if first.end is not None and second.start is not None and first.end <= second.start:
        return AllenRelation.MEETS if first.end == second.start else AllenRelation.BEFORE
    if second.end is not None and first.start is not None and second.end <= first.start:
        return AllenRelation.MET_BY if second.end == first.start else AllenRelation.AFTER
    return None


def _low(interval: Interval) -> int:
    return 0 if interval.start is None else interval.start.toordinal()


def _high(interval: Interval) -> int:
    return dt.date.max.toordinal() + 1 if interval.end is None else interval.end.toordinal()


def _compare(a: int, b: int) -> int:
    return (a > b) - (a < b)
