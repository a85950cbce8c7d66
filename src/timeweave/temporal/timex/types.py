"""What a found time expression is."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from timeweave.temporal.interval import Interval


class TimexType(enum.StrEnum):
    """TIMEX3 types (TimeML 1.2.1)."""

    DATE = "DATE"
    TIME = "TIME"
    DURATION = "DURATION"
    SET = "SET"


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """An expression at characters ``start`` to ``end`` of a text; ``type`` and ``value`` as in TIMEX3.

    ``interval`` is what it denotes on the calendar; ``None`` where it denotes none (a bare duration, "once").
    """

    start: int
    end: int
    text: str
    type: TimexType
    value: str
    interval: Interval | None
