"""Questions whose time is relative to the day of asking, read as on the day of a document: "this year's festival"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from timeweave.answering.asked.asking import Asking
from timeweave.temporal.scope import query_scope

_YEAR = re.compile(r"\d{4}|\b\d\d\b")
_NOW = re.compile(r"\bnow\b|\bcurrently\b", re.IGNORECASE)


def is_relative(asking: Asking) -> bool:
    """Whether the time of a question depends on the day that it is asked on."""
    times = [e for e in asking.question.scope.expressions if e.interval is not None]
    return bool(times) and not any(_YEAR.search(e.text) for e in times)


def as_on(asking: Asking, day: dt.date) -> Asking:
    """A question as if asked on a day."""
    scope = query_scope(asking.result.question, day)
    return replace(asking, question=replace(asking.question, scope=scope))
