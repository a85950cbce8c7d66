"""Tables that roll forward: a balance of a day, what was added and taken away, the balance of a later day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from timeweave.extraction.tables.times import Times, between
from timeweave.lexicon.tables import BALANCES
from timeweave.temporal.interval import Granularity, Interval


def rolled_forward(labels: Sequence[str], times: Times) -> dict[int, tuple[Interval, str]]:
    """The time and the words of each row between two balances, and of the balances themselves.

    Balances are rows whose labels are alike but for the day that they name: "Balance at December 31, 2023". What stands
    between two of them is of the time from the one to the other; a first day of a month is in that. Empty for a table
    that has none with rows between.
    """
    days: dict[str, list[tuple[int, Interval, str]]] = defaultdict(list)
    for row, label in enumerate(labels):
        told = times.of(label)
        is_balance = bool(BALANCES & set(told.rest.casefold().split()))
        if is_balance and told.time is not None and told.time.granularity is Granularity.DAY:
            days[told.rest.casefold()].append((row, told.time, told.rest))
    found: dict[int, tuple[Interval, str]] = {}
    for balances in days.values():
        for (first, opened, rest), (last, closed, other) in pairwise(balances):
            is_morning = opened.start is not None and opened.start.day == 1
            start, end = opened.start if is_morning else opened.end, closed.end
            if last - first < 2 or start is None or end is None or start >= end:
                continue
            time = between(start, end)
            found |= {row: (time, labels[row]) for row in range(first + 1, last) if not times.of(labels[row]).time}
            found |= {first: (opened, rest), last: (closed, other)}
    return found
