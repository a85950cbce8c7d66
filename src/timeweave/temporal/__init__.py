"""Time: intervals, calendars, expressions in text, and the time that a question asks about. No clock, no files."""

from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.interval import Granularity, Interval
from timeweave.temporal.scope import Scope, TimeRelation, query_scope

__all__ = [
    "FiscalCalendar",
    "Granularity",
    "Interval",
    "Scope",
    "TimeExpression",
    "TimeRelation",
    "TimexType",
    "find_expressions",
    "query_scope",
]
