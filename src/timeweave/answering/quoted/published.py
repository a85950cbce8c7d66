"""When something was told, where a question asks when and the day of publication says it: releases, announcements."""

from __future__ import annotations

from collections.abc import Iterable

from timeweave.answering.asked.asking import Asking
from timeweave.answering.asked.reading import Line
from timeweave.answering.proposals import Proposal
from timeweave.answering.quoted.sentences import may_answer, quoted_answer
from timeweave.question.kinds import Kind
from timeweave.records import DateSource, Span
from timeweave.temporal.interval import Granularity, Interval

_LOOKED_AT = 3


def propose_times(asking: Asking) -> Iterable[Proposal]:
    """For a question that asks when: the time that each of the nearest sentences tells, else the day it was published
    on, with the sentence.
    """
    if asking.kind is not Kind.WHEN and not asking.question.asks_time:
        return
    for line in may_answer(asking)[:_LOOKED_AT]:
        whole = [(line, Span(0, len(line.text)))]
        if (told := _told(line)) is not None:
            yield Proposal("time", quoted_answer(asking, whole, first=in_words(told)))
        elif line.info.date_source is not DateSource.ADDED:
            day = Interval.day(line.info.observed)
            yield Proposal("published", quoted_answer(asking, whole, first=in_words(day)))


def _told(line: Line) -> Interval | None:
    """The one time that a line tells, to the day or month at best."""
    times = line.times
    return times[0] if len(times) == 1 else None


def in_words(time: Interval) -> str:
    """A day as "14 March 2021", anything else by its label."""
    if time.granularity is Granularity.DAY and time.is_unit and time.start is not None:
        return f"{time.start.day} {time.start:%B %Y}"
    return str(time)
