"""Days on which an entity is far more spoken of, or asked for, than usual, and what happened then (NE-12)."""

from __future__ import annotations

import csv
import datetime as dt
import heapq
import json
import statistics
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from timeweave.errors import TemporalError, UsageError
from timeweave.language.names import canonical_key
from timeweave.lexicon.lazy import lazily
from timeweave.records import Citation, EntityInfo
from timeweave.temporal.given import day_of

WINDOW = 3  # days
LEAST = 2
"""What the peak of a spike counts at least: a single mention is none."""

Stories = int | Collection[dt.date] | None
"""Which spikes come with what happened then: so many of the highest, those of these peaks, or all."""

_POSSESSIVE = lazily(r"['’]s\b")
_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Spike:
    """Consecutive days above the threshold; ``peak`` is the one of the highest count, ``story`` what happened about it,
    in the words of the place ``citation``; empty where nothing visible tells, or it was not asked for.
    """

    first: dt.date
    last: dt.date
    peak: dt.date
    count: int
    story: str = ""
    citation: Citation | None = None


@dataclass(frozen=True, slots=True)
class Spikes:
    """An entity's daily counts without gaps, their rolling sums, the threshold, and the spikes above it."""

    entity: EntityInfo
    counts: Mapping[dt.date, int]
    sums: Mapping[dt.date, int]
    threshold: float
    spikes: tuple[Spike, ...]


def without_gaps(counts: Mapping[dt.date, int], first: dt.date, last: dt.date) -> dict[dt.date, int]:
    """The count of every day from ``first`` to ``last``; 0 where there is none."""
    days = (first + n * _DAY for n in range((last - first).days + 1))
    return {day: counts.get(day, 0) for day in days}


def rolling_sums(counts: Mapping[dt.date, int]) -> dict[dt.date, int]:
    """For each day the sum of its count and those of the days before it, ``WINDOW`` in all."""
    days, sums = sorted(counts), {}
    for place, day in enumerate(days):
        sums[day] = sum(counts[d] for d in days[max(0, place - WINDOW + 1) : place + 1])
    return sums


def threshold_of(sums: Mapping[dt.date, int]) -> float:
    """One standard deviation above the mean."""
    values = list(sums.values())
    return statistics.fmean(values) + statistics.pstdev(values) if values else 0.0


def floor_of(sums: Mapping[dt.date, int]) -> float:
    """The same of the days about which anything is told at all: what is usual when there is something. Where these are
    few the threshold of all days is less than a single mention.
    """
    return threshold_of({day: total for day, total in sums.items() if total})


def spiking(counts: Mapping[dt.date, int], sums: Mapping[dt.date, int], threshold: float) -> Iterator[Spike]:
    """The runs of days whose sum is above ``threshold``, with the day in or just before each that counts most, which
    is `LEAST` or more.
    """
    run: list[dt.date] = []
    for day in [*sorted(sums), None]:
        if day is not None and sums[day] > threshold:
            run.append(day)
            continue
        if run:
            reach = [d for n in range((run[-1] - run[0]).days + WINDOW) if (d := run[-1] - n * _DAY) in counts]
            peak = max(sorted(reach), key=lambda d: counts[d])
            if counts[peak] >= LEAST:
                yield Spike(run[0], run[-1], peak, counts[peak])
        run = []


def with_stories(spikes: Sequence[Spike], stories: Stories) -> Collection[dt.date]:
    """The peaks of those that ``stories`` asks for."""
    if isinstance(stories, int):
        return {one.peak for one in heapq.nlargest(stories, spikes, key=lambda one: (one.count, one.peak))}
    return {one.peak for one in spikes} if stories is None else stories


def read_queries(path: Path, entity: EntityInfo) -> dict[dt.date, int]:
    """Queries a day that name ``entity``, of a log: CSV or JSON Lines with ``date``, ``query``, perhaps ``count``.

    Raises:
        UsageError: the log cannot be read, or a row has no date, query or number; names the row.
    """
    counts: Counter[dt.date] = Counter()
    key = f" {entity.id} "
    for number, row in _rows(path):
        try:
            day, query, count = day_of(str(row["date"])), str(row["query"]), int(row.get("count") or 1)
        except (KeyError, TypeError, ValueError, TemporalError) as error:
            why = f"{path}:{number}: {error}; each row needs date, query, and may have count"
            raise UsageError(f"--queries: {why}") from None
        if day is not None and key in f" {canonical_key(_POSSESSIVE.sub('', query))} ":
            counts[day] += count
    return dict(counts)


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, str]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            if path.suffix.casefold() == ".csv":
                yield from enumerate(csv.DictReader(stream), 2)
                return
            for number, line in enumerate(stream, 1):
                if line.strip():
                    row = json.loads(line)
                    yield number, row if isinstance(row, dict) else {}
    except (OSError, ValueError) as error:
        raise UsageError(f"--queries: {str(path)!r} cannot be read: {error}") from None
