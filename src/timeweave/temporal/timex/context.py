"""What a reading is resolved against: the anchor, what was spoken of before, where the verbs look."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from timeweave.temporal.interval import Interval
from timeweave.temporal.timex.readings import Unit
from timeweave.temporal.timex.types import TimexType


@dataclass(frozen=True, slots=True)
class Resolved:
    """A reading on the calendar; ``unit`` is what the value counts in, where it is one unit."""

    type: TimexType
    value: str
    interval: Interval | None = None
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A period that was spoken of, and where its expression ended in the text."""

    start: dt.date
    unit: Unit
    end: int


@dataclass(frozen=True, slots=True)
class Context:
    """``lean`` is -1 where the verbs near the expression look back, 1 where they look ahead, 0 where nothing tells.

    ``last_dated`` is the last day, month or quarter named by the calendar, nearer than a year and not by its weekday.
    ``sentence`` is the character at which the current sentence began.
    """

    anchor: dt.date | None
    position: int = 0
    lean: int = 0
    last: Mention | None = None
    last_quarter: Mention | None = None
    last_dated: Mention | None = None
    sentence: int = 0

    @property
    def near(self) -> Mention | None:
        """The last mention, if it is close."""
        return self.last if self.last is not None and self.position - self.last.end <= _NEAR else None

    @property
    def story(self) -> Mention | None:
        """What a relative expression of a story goes on from: the last mention, farther back where nothing else dates
        the text.
        """
        last = self.last
        if self.anchor is not None or last is None:
            return self.near
        return last if self.position - last.end <= _STORY_HOLDS else None

    @property
    def near_day(self) -> Mention | None:
        """The last mention, if it is a day that a story may go on from: "the next day"."""
        last = self.last
        near = last is not None and last.unit is Unit.DAY and self.position - last.end <= _DAY_HOLDS
        return last if near else self.near

    @property
    def year_of_sentence(self) -> int | None:
        """The year that the same sentence named before."""
        last = self.last
        return last.start.year if last is not None and _stated_here(last, self) else None


_NEAR = 160
_DAY_HOLDS = 400
_STORY_HOLDS = 1500
_YEAR_HOLDS = 80


def _stated_here(last: Mention, context: Context) -> bool:
    return last.unit is Unit.YEAR and last.end > max(context.sentence, context.position - _YEAR_HOLDS)
