"""The time hierarchy year ⊃ quarter ⊃ month ⊃ day as pure functions (TG-04).

A node is one calendar unit: an `Interval` whose ``is_unit`` holds, named by its normal form. Which nodes exist in a
store is the store's affair; here is only how they lie to one another.
"""

from __future__ import annotations

import datetime as dt

from timeweave.errors import TemporalError
from timeweave.temporal.interval import Granularity, Interval

LEVELS = (Granularity.YEAR, Granularity.QUARTER, Granularity.MONTH, Granularity.DAY)
"""The levels of the hierarchy, coarse to fine."""


def as_node(node: Interval | str) -> Interval:
    """The node of a label or interval.

    Raises:
        TemporalError: when it is not exactly one year, quarter, month or day.
    """
    interval = Interval.parse(node) if isinstance(node, str) else node
    if not interval.is_unit:
        raise TemporalError(f"{str(node)!r} is not a node of the time hierarchy: name one year, quarter, month or day")
    return interval


def parent(node: Interval | str) -> Interval | None:
    """The node one level up; ``None`` for a year."""
    unit = as_node(node)
    coarser = LEVELS[: LEVELS.index(unit.granularity)]
    return Interval.unit(_first_day(unit), coarser[-1]) if coarser else None


def ancestors(node: Interval | str) -> tuple[Interval, ...]:
    """Every node above, nearest first."""
    unit = as_node(node)
    coarser = LEVELS[: LEVELS.index(unit.granularity)]
    return tuple(Interval.unit(_first_day(unit), level) for level in reversed(coarser))


def nodes_of_day(day: dt.date) -> tuple[Interval, ...]:
    """The year, quarter, month and day that hold ``day``."""
    return tuple(Interval.unit(day, level) for level in LEVELS)


def nodes_over(interval: Interval) -> tuple[Interval, ...]:
    """Every node that holds the whole of ``interval``, fine to coarse; none when a bound is open."""
    if interval.start is None or interval.end is None:
        return ()
    over = (Interval.unit(interval.start, level) for level in reversed(LEVELS))
    return tuple(node for node in over if node.contains(interval))


def nodes_under(interval: Interval, granularity: Granularity) -> tuple[Interval, ...]:
    """The nodes of one level that lie wholly inside ``interval``, in order of time.

    Raises:
        TemporalError: when a bound is open.
    """
    return tuple(interval.units(granularity))


def nodes_at(interval: Interval, granularity: Granularity) -> tuple[Interval, ...]:
    """The nodes of one level that share a day with ``interval``, in order of time.

    Raises:
        TemporalError: when a bound is open.
    """
    if interval.start is None or interval.end is None:
        raise TemporalError(f"cannot enumerate the {granularity}s at {str(interval)!r}: it has an open bound")
    first = Interval.unit(interval.start, granularity)
    last = Interval.unit(interval.end - dt.timedelta(days=1), granularity)
    return tuple(Interval(first.start, last.end, granularity).units(granularity))


def cover(interval: Interval) -> tuple[Interval, ...]:
    """The fewest nodes that together hold exactly the days of ``interval``, in order of time.

    Raises:
        TemporalError: when a bound is open.
    """
    if interval.start is None or interval.end is None:
        raise TemporalError(f"cannot cover {str(interval)!r} by nodes: it has an open bound")
    nodes, cursor = [], interval.start
    while cursor < interval.end:
        # A day always fits; and a node inside that began earlier would have been taken then, so this one begins here.
        node = next(n for n in nodes_of_day(cursor) if interval.contains(n))
        nodes.append(node)
        assert node.end is not None
        cursor = node.end
    return tuple(nodes)


def _first_day(unit: Interval) -> dt.date:
    assert unit.start is not None
    return unit.start
