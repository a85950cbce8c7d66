"""Questions whose time is relative to the day of asking, read as on the day of a document: "this year's festival"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.temporal.scope import query_scope

_YEAR = re.compile(r"\d{4}|\b\d\d\b")
_NOW = re.compile(r"\bnow\b|\bcurrently\b", re.IGNORECASE)


def is_relative(context: AnswerContext) -> bool:
    """Whether the time of a question depends on the day that it is asked on."""
    times = [e for e in context.question.scope.expressions if e.interval is not None]
    return bool(times) and not any(_YEAR.search(e.text) for e in times)


def as_on(context: AnswerContext, day: dt.date) -> AnswerContext:
    """A question as if asked on a day."""
    scope = query_scope(context.result.question, day)
    return replace(context, question=replace(context.question, scope=scope))
