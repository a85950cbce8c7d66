"""What a page tells of the times next to one that it tells nothing of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence, Set
from dataclasses import dataclass

from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import around_best
from timeweave.answering.extractive.narrative import Story
from timeweave.answering.extractive.sentence_fit import is_life
from timeweave.language.terms import index_terms
from timeweave.records import Span
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import find_stretches

_WORDS = 16  # of the clause that is shown of a longer sentence
_TIMED = 100  # for the clause that tells the time, over any number of words asked for


@dataclass(frozen=True, slots=True)
class DatedClause:
    """A time with the words that tell of it."""

    time: Interval
    text: str


def nearest_dated(story: Story) -> tuple[DatedClause, ...]:
    """What the best fitting page tells of the last time before the one asked for ends, and of the first after it has
    begun; of sentences that hold a word of what is asked for, where there are any.
    """
    period = next(iter(story.context.question.periods), None)
    if period is None or period.start is None or period.end is None:
        return ()
    told = _of_page(story)
    before = [t for t in told if t.time.end is not None and t.time.end < period.end]
    after = [t for t in told if t.time.start is not None and t.time.start > period.start]
    sides = (max(before, key=_end, default=None), min(after, key=_start, default=None))
    return tuple(dict.fromkeys(t for t in sides if t is not None))


def _of_page(story: Story) -> Sequence[DatedClause]:
    lines = [one.line for one in story.fitted if one.line.info.id == story.fitted[0].line.info.id]
    relevant = [line for line in lines if line.terms & story.asked_terms and line.times] or lines
    return [_clause(line, time, story.asked_terms) for line in relevant for time in line.times if not is_life(time)]


def _clause(line: Line, time: Interval, asked_terms: Set[str]) -> DatedClause:
    """The clause of a line that tells ``time``, or, where none does, holds most of what is asked."""

    def worth(text: str) -> float:
        return len(asked_terms & index_terms(text).keys()) + _TIMED * any(time in s.times for s in find_stretches(text))

    span = around_best(line.text, _WORDS, worth) or Span(0, 0)
    return DatedClause(time, " ".join(line.text[span.start : span.end].split()))


def _end(told: DatedClause) -> dt.date:
    return told.time.end or dt.date.min


def _start(told: DatedClause) -> dt.date:
    return told.time.start or dt.date.max
