"""Tables that roll forward: a balance of a day, what was added and taken away, the balance of a later day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from timeweave.extraction.tables.times import Times, between
from timeweave.temporal.interval import Granularity, Interval


def rolled_forward(labels: Sequence[str], times: Times) -> dict[int, tuple[Interval, str]]:
    """The time and the words of each row between two balances, and of the balances themselves.

    Balances are rows whose labels are alike but for the day that they name: "Balance at December 31, 2023". What stands
    between two of them is of the time from the one to the other. Empty for a table that has none with rows between.
    """
    days: dict[str, list[tuple[int, Interval]]] = defaultdict(list)
    for row, label in enumerate(labels):
        told = times.of(label)
        if told.time is not None and told.time.granularity is Granularity.DAY and told.rest:
            days[told.rest.casefold()].append((row, told.time))
    found: dict[int, tuple[Interval, str]] = {}
    for rest, balances in days.items():
        for (first, opened), (last, closed) in pairwise(balances):
            start, end = opened.end, closed.end
            if last - first < 2 or start is None or end is None or start >= end:
                continue
            time = between(start, end)
            found |= {row: (time, labels[row]) for row in range(first + 1, last) if not times.of(labels[row]).time}
            found |= {first: (opened, rest), last: (closed, rest)}
    return found
