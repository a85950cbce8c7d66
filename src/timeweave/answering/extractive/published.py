"""When something was, where a question asks when: the times that the nearest sentences tell, each with its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.deed_times import is_of_the_deed, tells_as_done, times_of_the_deed
from timeweave.answering.extractive.sentences import may_answer, quoted_answer, read_again
from timeweave.answering.extractive.told_times import is_of_its_day, told_times
from timeweave.answering.proposals import Proposal
from timeweave.question.cell_words import BEGINNING_TERMS, terms_of
from timeweave.question.kinds import Kind
from timeweave.records import Span
from timeweave.results import Answer
from timeweave.temporal.interval import Granularity, Interval

_LOOKED_AT = 6  # sentences
_TIMES = 3  # of one sentence, the place among which is told
_AS_MUCH = 0.9  # of the question's words, by weight, that a line holds
_SURE = 0.75
"""Confidence in a time on which, by the parse, what is asked about was done to what is asked about. Too few of them
stand in what the arbiter is trained on for it to learn this: ten, all of them right.
"""


def propose_times(context: AnswerContext) -> Iterable[Proposal]:
    """For a question that asks when: each time that the nearest sentences tell, "last Tuesday" by its date; of one that
    tells none, the day that it was published on.
    """
    if context.kind is not Kind.WHEN and not context.question.asks_time:
        return
    near = read_again(may_answer(context), context)
    lines = [line for line in near if not line.text.rstrip().endswith(":") and not _only_lasts(line, context)]
    dated = times_of_the_deed([(line, told_times(line)) for line in lines[:_LOOKED_AT]], context)
    for rank, (line, told, is_sure) in enumerate(dated):
        whole = [(line, Span(0, len(line.text)))]
        deed = context.question.deed if told else None
        for place, (time, stretch) in enumerate(told):
            if deed is not None and stretch is not None and not is_of_the_deed(deed, line.text, stretch):
                continue
            features = {
                "time of line": 1 / (1 + rank),
                "time of several": min(len(told) - 1, 3) / 3,
                "time place": place / _TIMES,
                "time day": time.is_unit and time.granularity is Granularity.DAY,
                "time month": time.granularity is Granularity.MONTH,
                "time bounds": stretch is not None and stretch.is_bound,
                "time carried": stretch is None,
                "time is anchor": time == Interval.day(line.info.observed),
            }
            known = _SURE if is_sure else None
            yield Proposal("time", quoted_answer(context, whole, first=time), features, confidence=known)
        if (
            not told
            and is_of_its_day(line)
            and first_to_tell(line, context) is line
            and not _only_speaks_of(line, context)
        ):
            features = {"time of line": 1 / (1 + rank)}
            yield Proposal("published", quoted_answer(context, whole, first=Interval.day(line.day)), features)


def _only_lasts(line: Line, context: AnswerContext) -> bool:
    """Whether a line is a row that says who held something at a time, where the question is when that began."""
    asked = context.question.cell_words.terms & BEGINNING_TERMS
    return bool(line.row and asked) and not terms_of(line.row) & BEGINNING_TERMS


def _only_speaks_of(line: Line, context: AnswerContext) -> bool:
    """Whether a line has the deed that is asked about, though not as done: "refused to sell the mill"."""
    deed = context.question.deed
    return deed is not None and deed.is_done and deed.term in line.terms and not tells_as_done(deed, line.text)


def first_told(answer: Answer, context: AnswerContext) -> Sequence[Line]:
    """Where what is quoted, which tells no time, was said before."""
    quoted = [line for line in context.lines if line.is_cited(answer.citations)]
    return [first for line in quoted if (first := first_to_tell(line, context)) is not line]


def first_to_tell(line: Line, context: AnswerContext) -> Line:
    """Of the lines that hold as much of what is asked as done the one that was said first: that somebody lost his job
    is told again for months, and was news on one day, which it may say.
    """
    deed = context.question.deed
    if deed is None or not deed.is_done or deed.term not in line.terms:
        return line
    field = context.weighing
    least = _AS_MUCH * field.share(line.terms)
    held = (x for x in context.lines if deed.term in x.terms and field.share(x.terms) >= least)
    same = (x for x in held if x.day < line.day and (told_times(x) or is_of_its_day(x)))
    return min((line, *(x for x in same if tells_as_done(deed, x.text))), key=lambda x: x.day)
