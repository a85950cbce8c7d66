"""Levels of an earlier time, which follow from a level and how far it has moved since: "248,000 units, down 5,000"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from timeweave.answering.context.units import convertible
from timeweave.answering.prose_figures.rows import Row
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.extraction.times.timing import shifted
from timeweave.lexicon.changes import FALLING, GAINING, RISING
from timeweave.lexicon.families import forms
from timeweave.lexicon.lazy import lazily
from timeweave.records import Quantity
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Granularity, Interval

_RISING, _FALLING = frozenset(forms(RISING, GAINING)), frozenset(forms(FALLING))
_UP = lazily(r"\b(?:up|higher|more|above)\b", re.IGNORECASE)
_DOWN = lazily(r"\b(?:down|lower|fewer|less|below)\b", re.IGNORECASE)
_SET_AGAINST = lazily(
    r"\s*(?:[\w’'-]+\s+){0,3}?(?:up |down )?(?:(?:on|than|from|over|compared (?:to|with)|against)\s+)"
    r"(?:(?:that|those) of |(?:in |for |at )?(?:the (?:season|figure|total) (?:of )?)?)?",
    re.IGNORECASE,
)
_A_UNIT_BACK = lazily(
    r"(?:the )?(?:last|previous|preceding|prior) (year|season|summer|winter|spring|autumn|term|quarter|month|week)\b"
    r"|(?:a|one|the) (year|season|quarter|month|week) (?:ago|before|earlier|previously)\b|"
    r"(?:in|over) (?:a|one|the) (year)\b",
    re.IGNORECASE,
)
_ENDS_CLAUSE = lazily(r"\s*(?:[.,;)]|$|and\b|while\b|but\b)")
_BETWEEN_THEM = lazily(
    r"[^;.]{0,40}?[,(]?\s*(?:or |and |which (?:is|was) |that is |some |about )?(?:up |down )?(?:by )?$", re.IGNORECASE
)
_NEAR = 64  # characters between a level and what is said of how far it has moved
_EXACT_UNITS = frozenset({"%", "pp", "points", "bp", "x"})
_A_MONTH = 31  # days
_MONTHS = {"quarter": 3, "month": 1}  # of the units other than a week that are no year


def way_in_words(step: Row) -> float:
    """1 of a rise, -1 of a fall, 0 where that is open, by the words beside a step."""
    beside = step.line.text[max(0, step.amount.start - 8) : step.amount.end + 24]
    return float(_UP.search(beside) is not None) - float(_DOWN.search(beside) is not None)


def way_of(step: Row) -> float:
    """The same by its verb, else by the words beside it."""
    if step.verb in MOVING:
        return 1.0 if step.verb in _RISING else -1.0 if step.verb in _FALLING else 0.0
    return way_in_words(step)


def with_earlier_levels(rows: Sequence[Row]) -> list[Row]:
    """``rows`` with the levels that follow from them for earlier times, of which no row tells one."""
    return [*rows, *(r for r in _earlier(rows) if not any(_tells(other, r) for other in rows))]


def _tells(stated: Row, derived: Row) -> bool:
    """Whether a document tells the level itself: of the same time, counted or measured alike."""
    if stated.time is None or derived.time is None or stated.standing is Standing.CHANGE:
        return False
    alike = stated.amount.unit == derived.amount.unit and stated.head == derived.head
    return alike and stated.time.overlaps(derived.time) and abs(_days(stated) - _days(derived)) <= _A_MONTH


def _days(row: Row) -> int:
    return 0 if row.time is None else row.time.days or 0


def _earlier(rows: Sequence[Row]) -> Iterator[Row]:
    level: Row | None = None
    for row in rows:
        if row.standing is Standing.STATED:
            level = row
        elif row.standing is Standing.CHANGE and level is not None and level.line is row.line:
            derived = _before(level, row)
            if derived is not None:
                yield derived


def _before(level: Row, step: Row) -> Row | None:
    """The level before a step that is told behind it, and of nothing else."""
    gap = level.line.text[level.amount.end : step.amount.start]
    if len(gap) > _NEAR or _BETWEEN_THEM.fullmatch(gap) is None or level.amount.unit in _EXACT_UNITS or level.is_part:
        return None
    if step.head and step.head != level.head:  # "95 cows, up 20 calves"
        return None
    time, value = _time_before(level, step), _value_before(level, step)
    if time is None or value is None:
        return None
    amount = replace(level.amount, value=value, text=f"{value:,.10g}")
    return replace(level, amount=amount, time=time, dated=True, worked_out=(level, step))


def _value_before(level: Row, step: Row) -> float | None:
    """A level less the step that led to it; ``None`` where either is rough, or they are of different kinds."""
    a, b, way = level.amount, step.amount, way_in_words(step) or way_of(step)
    if not way or a.approx or b.approx or a.high is not None or b.high is not None or step.amount.unit == "%":
        return None
    alike = convertible([Quantity(b.value, b.unit or a.unit or "count", ""), Quantity(a.value, a.unit or "count", "")])
    value = None if alike is None else round(a.value - way * alike[0][0], 9)
    return value if value is not None and value > 0 else None


def _time_before(level: Row, step: Row) -> Interval | None:
    """The time that a step counts from: as it is told, or the year before a whole year where nothing else is."""
    if level.time is None:
        return None
    after = level.line.text[step.amount.end :]
    against = _SET_AGAINST.match(after)
    if against is not None:
        back = _A_UNIT_BACK.match(after, against.end())
        if back is not None:
            return _unit_back(level.time, next(unit for unit in back.groups() if unit).casefold())
        told = find_expressions(after[against.end() :], level.line.info.observed)
        first = told[0] if told and told[0].start == 0 else None
        return None if first is None else first.interval
    is_year = level.time.granularity is Granularity.YEAR or (level.time.days or 0) in (365, 366)
    return shifted(level.time, -12) if is_year and _ENDS_CLAUSE.match(after) else None


def _unit_back(time: Interval, unit: str) -> Interval | None:
    if unit != "week":
        return shifted(time, -_MONTHS.get(unit, 12))
    week = dt.timedelta(weeks=1)
    bounded = time.start is not None and time.end is not None
    return Interval(time.start - week, time.end - week) if bounded and time.start and time.end else None
