"""What the stretches that a question speaks of ask for together."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from timeweave.temporal.interval import Interval
from timeweave.temporal.signals import TemporalRelation
from timeweave.temporal.stretches import Stretch


def combine(bounds: list[Stretch]) -> list[Stretch]:
    """What several bounds ask for together, in order of time, each once.

    An open bound narrows the others that it shares days with ("in 2023, after March", "before A and after B"); a period
    that holds another named elsewhere in the question gives way to it ("in 2022 ... in the third quarter").
    """
    closed = [b for b in bounds if not b.is_open]
    for bound in (b for b in bounds if b.is_open):
        narrowed = [(b, _common(b.interval, bound.interval)) for b in closed]
        if any(both is not None for _, both in narrowed):
            closed = [replace(b, interval=both) if both else b for b, both in narrowed]
        else:
            closed.append(bound)
    closed = [
        replace(b, relation=TemporalRelation.BETWEEN) if b.is_open and b.interval.is_bounded else b for b in closed
    ]
    kept = {b.interval: b for b in reversed(closed) if not _gives_way(b, closed)}
    return sorted(kept.values(), key=lambda b: (b.interval.first_day, b.interval.end or dt.date.max))


def _common(interval: Interval, other: Interval) -> Interval | None:
    """The days of both; as precise as ``interval`` where those are all its days."""
    return interval if other.contains(interval) else interval.intersection(other)


def _gives_way(bound: Stretch, others: list[Stretch]) -> bool:
    def narrows(other: Stretch) -> bool:
        inside = bound.interval.contains(other.interval) and not other.interval.contains(bound.interval)
        return inside and not other.listed

    return not (bound.listed or bound.is_open) and any(narrows(other) for other in others)
