"""A period that a question names, and what may stand between two that belong together."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.temporal.interval import Interval, add_months

CONTEXT = 60  # characters around a period in which words that bear on it are looked for


@dataclass(frozen=True, slots=True)
class Mention:
    """A period at characters ``start`` to ``end`` of a question; the whole unit where only a part of it is meant.

    ``edge`` is that part: "start", "early", "mid", "late", "end" or nothing. A ``yearless`` period ("Q1") borrows the
    year of a neighbour; a ``relative`` one counts from the day of asking; one that ``shares`` takes its part of the
    year from the one before ("the first quarter of 2021 and 2022").
    """

    start: int
    end: int
    text: str
    interval: Interval
    edge: str = ""
    yearless: bool = False
    relative: bool = False
    shares: bool = False


LIST_JOIN = re.compile(r"\s*(?:,\s*(?:and|or)?|and|or|&|/)\s*(?:in\s+|for\s+|the\s+|also\s+)*")
"""What stands between periods of a list."""

RANGE_JOIN = re.compile(
    r"\s*,?\s*(?:to|through|thru|until|till|up\s+to|up\s+until|[-–—])\s*(?:and\s+including\s+)?(?:in\s+|the\s+)*"
)
"""What stands between the ends of a range."""


def joined(first: Mention, second: Mention, question: str) -> bool:
    """Whether two periods stand in one list or range."""
    gap = question[first.end : second.start][:CONTEXT]
    return bool(LIST_JOIN.fullmatch(gap) or RANGE_JOIN.fullmatch(gap)) and second.start - first.end < CONTEXT


def moved_years(interval: Interval, years: int) -> Interval:
    """``interval`` so many years later; itself where that is outside the calendar."""
    try:
        start = add_months(interval.start, 12 * years) if interval.start else None
        end = add_months(interval.end, 12 * years) if interval.end else None
        return Interval(start, end, interval.granularity)
    except TemporalError:
        return interval
