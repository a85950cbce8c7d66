"""What a page tells of the times next to one that it tells nothing of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence, Set
from dataclasses import dataclass

from timeweave.answering.asked.reading import Line
from timeweave.answering.quoted.clauses import around_best
from timeweave.answering.quoted.narrative import Story
from timeweave.answering.quoted.sentence_fit import is_life
from timeweave.language.terms import index_terms
from timeweave.records import Span
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import find_stretches

_WORDS = 16  # of the clause that is shown of a longer sentence
_TIMED = 100  # for the clause that tells the time, over any number of words asked for


@dataclass(frozen=True, slots=True)
class Told:
    """A time with the words that tell of it."""

    time: Interval
    text: str


def nearest_told(story: Story) -> tuple[Told, ...]:
    """What the best fitting page tells of the last time before the one asked for ends, and of the first after it has
    begun; of sentences that hold a word of what is asked for, where there are any.
    """
    period = next(iter(story.asking.question.periods), None)
    if period is None or period.start is None or period.end is None:
        return ()
    told = _of_page(story)
    before = [t for t in told if t.time.end is not None and t.time.end < period.end]
    after = [t for t in told if t.time.start is not None and t.time.start > period.start]
    sides = (max(before, key=_end, default=None), min(after, key=_start, default=None))
    return tuple(dict.fromkeys(t for t in sides if t is not None))


def _of_page(story: Story) -> Sequence[Told]:
    lines = [one.line for one in story.fitted if one.line.info.id == story.fitted[0].line.info.id]
    bearing = [line for line in lines if line.terms & story.wanted and line.times] or lines
    return [_clause(line, time, story.wanted) for line in bearing for time in line.times if not is_life(time)]


def _clause(line: Line, time: Interval, wanted: Set[str]) -> Told:
    """The clause of a line that tells ``time``, or, where none does, holds most of what is asked."""

    def worth(text: str) -> float:
        return len(wanted & index_terms(text).keys()) + _TIMED * any(time in s.times for s in find_stretches(text))

    span = around_best(line.text, _WORDS, worth) or Span(0, 0)
    return Told(time, " ".join(line.text[span.start : span.end].split()))


def _end(told: Told) -> dt.date:
    return told.time.end or dt.date.min


def _start(told: Told) -> dt.date:
    return told.time.start or dt.date.max
