"""The stretch of time that facts are read for."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.temporal.interval import Interval


def hull(periods: Sequence[Interval]) -> Interval | None:
    """The interval from the first to the last of some periods; ``None`` where there are none."""
    whole = periods[0] if periods else None
    for period in periods[1:]:
        whole = period if whole is None else whole.hull(period)
    return whole
