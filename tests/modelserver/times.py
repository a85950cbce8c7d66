"""The task ``time``: the periods that a question asks about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from modelserver.fields import as_day
from timeweave.temporal import Granularity, Interval, TimeRelation, query_scope

_ONE_DAY = dt.timedelta(days=1)


def time(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """Each period of the question with its logic; "after X" and "before X" name X, which is not included."""
    today = as_day(sections.get("today", ""))
    scope = query_scope(sections.get("question", ""), today or dt.date.max)
    if scope.newest and today is not None:
        return {"times": [{"logic": TimeRelation.AT.value, "start": today.isoformat(), "end": None}]}
    return {"times": [_asked(interval) for interval in scope.intervals if interval.start or interval.end]}


def _asked(interval: Interval) -> Mapping[str, str | None]:
    if interval.start is None:
        assert interval.end is not None
        return {"logic": TimeRelation.BEFORE.value, "start": _named(interval.end, interval.granularity), "end": None}
    if interval.end is None:
        before = _named(interval.start - _ONE_DAY, interval.granularity)
        return {"logic": TimeRelation.AFTER.value, "start": before, "end": None}
    if interval.is_unit:
        return {"logic": TimeRelation.AT.value, "start": str(interval), "end": None}
    first = _named(interval.start, interval.granularity)
    last = _named(interval.end - _ONE_DAY, interval.granularity)
    return {"logic": TimeRelation.BETWEEN.value, "start": first, "end": last}


def _named(day: dt.date, granularity: Granularity) -> str:
    return str(Interval.unit(day, granularity))
