"""When something was told, where a question asks when and the day of publication says it: releases, announcements."""

from __future__ import annotations

from collections.abc import Iterable

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.sentences import may_answer, quoted_answer
from timeweave.answering.proposals import Proposal
from timeweave.question.kinds import Kind
from timeweave.records import DateSource, Span
from timeweave.temporal.interval import Interval

_LOOKED_AT = 3


def propose_times(context: AnswerContext) -> Iterable[Proposal]:
    """For a question that asks when: the time that each of the nearest sentences tells, else the day it was published
    on, with the sentence.
    """
    if context.kind is not Kind.WHEN and not context.question.asks_time:
        return
    for line in may_answer(context)[:_LOOKED_AT]:
        whole = [(line, Span(0, len(line.text)))]
        if (told := _resolved(line)) is not None:
            yield Proposal("time", quoted_answer(context, whole, first=told))
        elif not line.told_times and line.info.date_source is not DateSource.ADDED:
            day = Interval.day(line.info.observed)
            yield Proposal("published", quoted_answer(context, whole, first=day))


def _resolved(line: Line) -> Interval | None:
    """The day or the month that a line tells, where it tells one time: "last Tuesday" by its date."""
    told, read = line.told_times, line.statement.valid
    times = told if told or read is None or read == Interval.day(line.info.observed) else (read,)
    return times[0] if len(times) == 1 and times[0].is_unit else None
