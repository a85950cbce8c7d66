"""What an expression says, before it is known when it was said."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Unit(enum.IntEnum):
    """Units of time, in order of length."""

    SECOND = 0
    MINUTE = 1
    HOUR = 2
    DAY = 3
    WEEKEND = 4
    WEEK = 5
    FORTNIGHT = 6
    MONTH = 7
    QUARTER = 8
    HALF = 9
    YEAR = 10
    DECADE = 11
    CENTURY = 12
    MILLENNIUM = 13


class Direction(enum.IntEnum):
    """Where an incomplete date lies from where it is said: "last March", "this March", "next March", "March"."""

    LAST = -1
    THIS = 0
    NEXT = 1
    OPEN = 2


class Base(enum.Enum):
    """What a relative expression counts from."""

    ANCHOR = "anchor"
    MENTION = "mention"


class Edge(enum.Enum):
    """Which part of a period a modifier picks."""

    EARLY = "early"
    MIDDLE = "mid"
    LATE = "late"
    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Day:
    """A date as written: year, month of the year, day of the month, any of the first two left out."""

    year: Year = None
    month: int | None = None
    day: int | None = None
    direction: Direction = Direction.OPEN


@dataclass(frozen=True, slots=True)
class Part:
    """The ``index``-th quarter, half or week of a year, counted from 1; 0 is the one spoken of."""

    unit: Unit
    index: int
    year: Year = None
    direction: Direction = Direction.OPEN


@dataclass(frozen=True, slots=True)
class Season:
    """SP, SU, FA or WI of a year."""

    code: str
    year: Year = None
    direction: Direction = Direction.OPEN


@dataclass(frozen=True, slots=True)
class Years:
    """``length`` years from ``start``: a decade, a century."""

    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Shift:
    """The unit ``count`` units after the one that holds its base.

    ``inherits`` takes the granularity of the last mention: "in the third quarter, up from $1 million a year ago".
    """

    unit: Unit
    count: int
    base: Base = Base.ANCHOR
    inherits: bool = False


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week, Monday 1 to Sunday 7; ``week`` counts from the current one, where stated."""

    number: int
    direction: Direction = Direction.OPEN
    week: int | None = None


@dataclass(frozen=True, slots=True)
class Holiday:
    """A day that is known by name."""

    name: str
    year: Year = None
    direction: Direction = Direction.OPEN


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The unit that is talked about ("the quarter", "then"), or ``years`` from it ("the year-ago quarter")."""

    unit: Unit | None
    years: int = 0


@dataclass(frozen=True, slots=True)
class Holding:
    """The unit that holds a date: "the week of March 6"."""

    unit: Unit
    inner: Reading


@dataclass(frozen=True, slots=True)
class Apart:
    """The unit ``count`` units from the one that a day lies in: "the day before last Tuesday"."""

    unit: Unit
    count: int
    inner: Reading


@dataclass(frozen=True, slots=True)
class Modified:
    """A part of a period: "early March", "the end of 2023"."""

    edge: Edge
    inner: Reading


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day (``T22:00``, ``TMO``), of a day or of the day being talked about."""

    time: str
    day: Reading | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """From the first period to the last, both included."""

    first: Reading
    last: Reading


@dataclass(frozen=True, slots=True)
class Amount:
    """So many units; ``None`` is an unstated number. ``side`` is before (-1) or after (+1) the anchor."""

    count: float | None
    unit: Unit
    side: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """The first ``count`` units of a year (-1: the last): "the first nine months"."""

    count: int
    unit: Unit
    side: int
    year: Year = None


@dataclass(frozen=True, slots=True)
class Recurring:
    """Every so often, within a period where one is stated."""

    value: str
    within: Reading | None = None


@dataclass(frozen=True, slots=True)
class Vague:
    """PAST_REF, PRESENT_REF or FUTURE_REF."""

    value: str


Reading = (
    Day
    | Part
    | Season
    | Years
    | Shift
    | Weekday
    | Holiday
    | Mentioned
    | Holding
    | Apart
    | Modified
    | Clock
    | Range
    | Amount
    | Opening
    | Recurring
    | Vague
)
Year = int | Shift | Mentioned | None
