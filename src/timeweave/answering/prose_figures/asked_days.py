"""The figure that a question asks for, as on the day of asking or, where its time is relative, of a document."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.target import TargetFigure, target_figure

_YEAR = lazily(r"\d{4}|\b\d\d\b")


def figure_of(context: AnswerContext) -> TargetFigure | None:
    """The figure that is asked for; ``None`` where none is."""
    return target_figure(context.question, context.entities, is_dated=context.view.as_of is not None)


def is_relative(context: AnswerContext) -> bool:
    """Whether the time of a question depends on the day that it is asked on: "this year's festival"."""
    times = [e for e in context.question.scope.expressions if e.interval is not None]
    return bool(times) and not any(_YEAR.search(e.text) for e in times)


def as_on(context: AnswerContext, day: dt.date) -> AnswerContext:
    """A question as if asked on a day."""
    return replace(context, question=context.question.asked_on(day))
