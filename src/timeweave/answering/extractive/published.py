"""When something was, where a question asks when: the times that the nearest sentences tell, each with its sentence."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.deed_times import Told, times_of_the_deed
from timeweave.answering.extractive.sentences import may_answer, quoted_answer, read_again
from timeweave.answering.proposals import Proposal
from timeweave.lexicon.lazy import lazily
from timeweave.question.kinds import Kind
from timeweave.records import Span
from timeweave.temporal.interval import Granularity, Interval
from timeweave.temporal.mention import names_feast_event
from timeweave.temporal.signals import TemporalRelation
from timeweave.temporal.stretches import Stretch, find_stretches

_LOOKED_AT = 6  # sentences
_TIMES = 3  # of one sentence
_SURE = 0.75
"""Confidence in a time on which, by the parse, what is asked about was done to what is asked about. Too few of them
stand in what the arbiter is trained on for it to learn this: ten, all of them right.
"""

_NOT_YET = lazily(r"\bnot\b[^.;]{0,40}\byet\b|n['’]t\b[^.;]{0,40}\byet\b|\byet to\b", re.IGNORECASE)


def propose_times(context: AnswerContext) -> Iterable[Proposal]:
    """For a question that asks when: each time that the nearest sentences tell, "last Tuesday" by its date; of one that
    tells none, the day that it was published on.
    """
    if context.kind is not Kind.WHEN and not context.question.asks_time:
        return
    near = read_again(may_answer(context), context)
    lines = [line for line in near if not line.text.rstrip().endswith(("?", ":"))][:_LOOKED_AT]
    dated = times_of_the_deed([(line, told_times(line)) for line in lines], context)
    for rank, (line, told, is_sure) in enumerate(dated):
        whole = [(line, Span(0, len(line.text)))]
        for place, (time, stretch) in enumerate(told):
            features = {
                "time of line": 1 / (1 + rank),
                "time of several": min(len(told) - 1, 3) / 3,
                "time place": place / _TIMES,
                "time day": time.granularity is Granularity.DAY,
                "time month": time.granularity is Granularity.MONTH,
                "time bounds": stretch is not None and stretch.is_bound,
                "time carried": stretch is None,
                "time is anchor": time == Interval.day(line.info.observed),
            }
            known = _SURE if is_sure else None
            yield Proposal("time", quoted_answer(context, whole, first=time), features, confidence=known)
        if not told and line.info.published is not None and not _NOT_YET.search(line.text):
            features = {"time of line": 1 / (1 + rank)}
            yield Proposal("published", quoted_answer(context, whole, first=Interval.day(line.info.observed)), features)


def told_times(line: Line) -> Told:
    """The days, months and years that a line tells, with where they stand; else the one that it was read with."""
    found: dict[Interval, Stretch | None] = {}
    feasts: list[Interval] = []
    for stretch in find_stretches(line.text, line.anchor):
        if names_feast_event(line.text, stretch.start, stretch.end):
            feasts.append(stretch.named)
            continue
        for time in _points(stretch):
            found.setdefault(time, stretch)
    read = line.statement.valid
    if not found and read is not None and read.is_unit and read not in (Interval.day(line.info.observed), *feasts):
        found[read] = None
    return tuple(found.items())[:_TIMES]


def _points(stretch: Stretch) -> Iterator[Interval]:
    """The unit that a stretch names; of a range, that in which it begins and that in which it ends."""
    named = stretch.named
    if named.is_unit:
        yield named
    elif stretch.relation is TemporalRelation.BETWEEN:
        days = (named.start, None if named.end is None else named.end - dt.timedelta(days=1))
        yield from (Interval.unit(day, named.granularity) for day in days if day is not None)
