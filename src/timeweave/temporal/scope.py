"""What time a question asks about (TG-08): the query scope."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict

from timeweave.errors import TemporalError
from timeweave.temporal.calendars import Calendar, FiscalCalendar
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.hierarchy import nodes_at
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval, next_unit
from timeweave.temporal.mention import Mention, moved_years
from timeweave.temporal.question.asked import (
    Implicit,
    asked_each,
    asked_unit,
    asks_each_of,
    implicit_time,
    speaks_fiscal,
)
from timeweave.temporal.question.combining import combine
from timeweave.temporal.question.completion import complete
from timeweave.temporal.question.named import find_mentions, in_fiscal, normalise
from timeweave.temporal.signals import TemporalRelation
from timeweave.temporal.stretches import Stretch, stretches


class TimeRelation(enum.StrEnum):
    """How the intervals of a scope bind what is asked for."""

    AT = "at"
    BEFORE = "before"
    AFTER = "after"
    BETWEEN = "between"
    EACH = "each"
    NONE = "none"


class IntervalJson(TypedDict):
    """An interval of a scope; ``end`` is the first day after it, both bounds ISO dates or null where open."""

    start: str | None
    end: str | None
    label: str
    granularity: str


class ExpressionJson(TypedDict):
    """A time expression of the question, by its characters."""

    text: str
    start: int
    end: int


class ScopeJson(TypedDict):
    """A scope as one JSON object."""

    intervals: list[IntervalJson]
    relation: str
    calendar: str
    expressions: list[ExpressionJson]
    fiscal_year_start: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Scope:
    """The time nodes T_q of a question.

    ``intervals`` are what evidence must fall into: for ``after 2023-Q3`` the one interval ``2023-Q4/..``, for "each
    quarter of 2022" the four quarters. No intervals: no temporal filter (TG-16). They are in order of time, each once.
    ``calendar`` is ``calendar``, ``fiscal`` or ``reporting``: the calendar in which periods are read (TK-04).
    ``granularity`` is the unit asked for ("each quarter", "in which year"), where one is. ``newest`` says that of what
    falls into the scope the last is meant ("now", "latest", "current", "recently"). ``fiscal`` is whose days fiscal
    periods are, where that is known.
    """

    intervals: tuple[Interval, ...] = ()
    relation: TimeRelation = TimeRelation.NONE
    calendar: str = "calendar"
    expressions: tuple[TimeExpression, ...] = ()
    granularity: Granularity | None = None
    newest: bool = False
    fiscal: FiscalCalendar | None = None

    def covers(self, valid: Interval | None) -> bool:
        """τ ∈ T_q: whether an interval shares a day with the scope; anything when there is no filter."""
        if not self.intervals:
            return True
        return valid is not None and any(i.overlaps(valid) for i in self.intervals)

    def fiscal_periods(self, interval: Interval) -> list[Interval]:
        """The fiscal periods in which ``interval`` is asked about; none where it is no period of a known calendar."""
        if self.fiscal is None or self.fiscal.period_of(interval) is None:
            return []
        if self.granularity in (None, Granularity.YEAR):
            return [interval]
        return self.fiscal.units(interval, Granularity.QUARTER) if self.granularity is Granularity.QUARTER else []

    def label(self, interval: Interval) -> str:
        """A period by its name in the calendar of the scope: ``FY2025-Q2``, else as it is written."""
        fiscal = None if self.fiscal is None else self.fiscal.period_of(interval)
        return str(interval if fiscal is None else fiscal)

    def to_json(self) -> ScopeJson:
        """The scope as it stands in results.

        Intervals are half-open: ``end`` is the first day that is *not* included, null where it is open. "Since" and
        "until" stand there as the relations ``after`` and ``before``; their intervals say that the bound is included.
        """
        shown: ScopeJson = {
            "intervals": [
                {
                    "start": i.start.isoformat() if i.start else None,
                    "end": i.end.isoformat() if i.end else None,
                    "label": str(i),
                    "granularity": i.granularity.value,
                }
                for i in self.intervals
            ],
            "relation": self.relation.value,
            "calendar": self.calendar,
            "expressions": [{"text": e.text, "start": e.start, "end": e.end} for e in self.expressions],
        }
        if self.fiscal is not None:
            shown["fiscal_year_start"] = self.fiscal.start_month
        return shown


MAX_PERIODS = 64  # periods of a question that are read; more is no question
MAX_UNITS = 400  # units into which "each" takes one period apart
_LAST_DAY = dt.date(MAX_YEAR, 12, 31)
_YEARS_BACK = 100


def query_scope(
    question: str,
    now: dt.date,
    *,
    fiscal: FiscalCalendar | None = None,
    is_told: Callable[[Interval], bool] | None = None,
) -> Scope:
    """The scope of ``question`` as asked on ``now``.

    Before and after exclude the period that they name; since, until, by, between and from ... to include it. "Each
    quarter of 2022" gives the four quarters; "each quarter after 2023-Q3" the one open interval ``2023-Q4/..``: what a
    store holds decides where it ends. Fiscal words make ``calendar`` "fiscal"; their intervals are days of ``fiscal``
    where it is given, else periods as labelled. "Now" and "current" are the day ``now``, "latest" and "recent" all days
    up to it, both with ``newest``. A month or day without its year ("in May") is the last of which, or of what follows,
    anything ``is_told``. No text raises.
    """
    now = min(now, _LAST_DAY)
    text = normalise(question)
    found = find_expressions(text, now)
    mentions = complete(find_mentions(text, found, now), text)[:MAX_PERIODS]
    if is_told is not None and all(m.yearless for m in mentions):
        mentions = [_last_told(m, is_told, now) for m in mentions]
    is_fiscal = speaks_fiscal(text)
    fiscal = fiscal if is_fiscal else None
    if fiscal is not None:
        mentions = [in_fiscal(m, fiscal, now) for m in mentions]
    unit = asked_each(text)
    asked = unit or asked_unit(text)
    calendar = (Calendar.FISCAL if is_fiscal else Calendar.CALENDAR).value
    if not mentions:
        relation = TimeRelation.EACH if unit else TimeRelation.NONE
        return _implicit(question, found, now, Scope((), relation, calendar, (), asked, fiscal=fiscal))
    bounds = combine(stretches(text, mentions))
    relation = TimeRelation.EACH if unit or asks_each_of(text) else _relation(bounds)
    intervals = [b.interval for b in bounds]
    if asked is not None:
        intervals = [_refined(i, asked) for i in intervals]
    if unit is not None:
        intervals = [piece for i in intervals for piece in _pieces(i, unit, fiscal)]
    newest = intervals == [Interval.day(now)] and implicit_time(text) is not None
    expressions = _expressions(question, mentions, found)
    return Scope(tuple(dict.fromkeys(intervals)), relation, calendar, expressions, asked, newest, fiscal)


def _last_told(mention: Mention, is_told: Callable[[Interval], bool], now: dt.date) -> Mention:
    """A period without its year in the last year from whose begin on anything is told; one that is to come stays, where
    the last year told of anything.
    """
    start = mention.interval.start
    if start is None or (start > now and is_told(Interval(now - dt.timedelta(days=365), None))):
        return mention
    for years in range(_YEARS_BACK):
        moved = moved_years(mention.interval, -years)
        if is_told(Interval(moved.start, None)):
            return replace(mention, interval=moved)
    return mention


def dated_by(scope: Scope, interval: Interval, relation: TimeRelation, words: TimeExpression) -> Scope:
    """``scope``, which names no period, with the ``interval`` that ``words`` of its question were found to mean.

    What is asked of each unit stays so: a bounded interval is taken apart, an open one is refined.
    """
    each = scope.relation is TimeRelation.EACH
    return replace(
        scope,
        intervals=in_units(interval, scope),
        relation=TimeRelation.EACH if each else relation,
        expressions=tuple(sorted((*scope.expressions, words), key=lambda e: (e.start, e.end))),
        newest=False,
    )


def in_units(interval: Interval, scope: Scope) -> tuple[Interval, ...]:
    """An interval as ``scope`` asks about it: by the units of each of which something is asked, open ones refined."""
    if scope.granularity is None:
        return (interval,)
    interval = _refined(interval, scope.granularity)
    if scope.relation is not TimeRelation.EACH:
        return (interval,)
    return tuple(_pieces(interval, scope.granularity, scope.fiscal))


def _relation(bounds: list[Stretch]) -> TimeRelation:
    relations = {b.relation for b in bounds}
    if TemporalRelation.BETWEEN in relations:
        return TimeRelation.BETWEEN
    if relations <= {TemporalRelation.BEFORE, TemporalRelation.UNTIL, TemporalRelation.BY}:
        return TimeRelation.BEFORE
    if relations <= {TemporalRelation.AFTER, TemporalRelation.SINCE}:
        return TimeRelation.AFTER
    return TimeRelation.AT


def _implicit(question: str, found: list[TimeExpression], now: dt.date, scope: Scope) -> Scope:
    """Now or the latest, where the question means it and names no period."""
    implicit = implicit_time(question)
    if implicit is None or scope.granularity is not None:
        return scope
    kind, span = implicit
    start = now if kind is Implicit.NOW else None
    interval = Interval(start, next_unit(now, Granularity.DAY))
    mention = Mention(span.start, span.end, question[span.start : span.end], interval)
    return replace(
        scope,
        intervals=(interval,),
        relation=TimeRelation.AT,
        expressions=_expressions(question, [mention], found),
        newest=True,
    )


def _refined(interval: Interval, unit: Granularity) -> Interval:
    """An open interval in the unit asked for: before 2021 is ``../2020-Q4`` where quarters are asked for."""
    if interval.is_bounded or unit.rank >= interval.granularity.rank:
        return interval
    return Interval(interval.start, interval.end, unit)


def _pieces(interval: Interval, unit: Granularity, fiscal: FiscalCalendar | None) -> list[Interval]:
    """The units that share a day with a bounded interval; itself where it is shorter, open, or holds too many."""
    if interval.days is None or not _DAYS[unit] <= interval.days <= MAX_UNITS * _DAYS[unit]:
        return [interval]
    if fiscal is not None and unit in (Granularity.QUARTER, Granularity.YEAR):
        try:
            return fiscal.units(interval, unit)
        except TemporalError:  # a unit that reaches out of the calendar
            return [interval]
    return list(nodes_at(interval, unit))


_DAYS = {Granularity.DAY: 1, Granularity.MONTH: 28, Granularity.QUARTER: 90, Granularity.YEAR: 365}


def _expressions(question: str, mentions: list[Mention], found: list[TimeExpression]) -> tuple[TimeExpression, ...]:
    """The found expressions that the scope rests on, and for what the question leaves half said one of its own."""
    expressions: dict[tuple[int, int], TimeExpression] = {}
    index = 0
    for mention in mentions:
        while index < len(found) and found[index].end <= mention.start:
            index += 1
        if index < len(found) and found[index].start < mention.end <= found[index].end:
            used = replace(found[index], text=question[found[index].start : found[index].end])
        else:
            text = question[mention.start : mention.end]
            used = TimeExpression(
                mention.start, mention.end, text, TimexType.DATE, str(mention.interval), mention.interval
            )
        expressions[used.start, used.end] = used
    return tuple(expressions[key] for key in sorted(expressions))
