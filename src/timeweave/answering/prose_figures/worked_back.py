"""Levels of an earlier time, which follow from a level and how far it has moved since: "248,000 units, down 5,000"."""

from __future__ import annotations

import itertools
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
_UP = re.compile(r"\b(?:up|higher|more|above)\b", re.IGNORECASE)
_DOWN = re.compile(r"\b(?:down|lower|fewer|less|below)\b", re.IGNORECASE)
_SINCE = lazily(
    r"\s*(?:[\w’'-]+\s+){0,3}?(?:up |down )?(?:(?:on|than|from|over|compared (?:to|with)|against)\s+)"
    r"(?:(?:that|those) of |(?:in |for |at )?(?:the (?:season|figure|total) (?:of )?)?)?",
    re.IGNORECASE,
)
_A_YEAR = lazily(
    r"(?:the )?(?:last|previous|preceding|prior) (?:year|season|summer|winter|spring|autumn|term)\b"
    r"|(?:a|one|the) (?:year|season) (?:ago|before|earlier|previously)\b|(?:in|over) (?:a|one|the) year\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"[^;.]{0,40}?[,(]?\s*(?:or |which (?:is|was) |that is |some |about )?(?:up |down )?(?:by )?$", re.IGNORECASE
)
_NEAR = 48  # characters between a level and what is said of how far it has moved
_EXACT_UNITS = frozenset({"%", "pp", "points", "bp", "x"})
_YEAR = 12  # months


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
    """``rows`` with the levels that follow from them for earlier times, of which nothing else is told."""
    return [*rows, *_earlier(rows)]


def _earlier(rows: Sequence[Row]) -> Iterator[Row]:
    for level, step in itertools.pairwise(rows):
        if level.line is not step.line or step.standing is not Standing.CHANGE or level.standing is not Standing.STATED:
            continue
        gap = level.line.text[level.amount.end : step.amount.start]
        if len(gap) > _NEAR or _BETWEEN.fullmatch(gap) is None or level.amount.unit in _EXACT_UNITS:
            continue
        time, value = _time_before(level, step), _value_before(level, step)
        if time is not None and value is not None and not level.is_part:
            amount = replace(level.amount, value=value, text=f"{value:,.10g}")
            yield replace(level, amount=amount, time=time, dated=True, worked_out=(level, step))


def _value_before(level: Row, step: Row) -> float | None:
    """A level less the step that led to it; ``None`` where either is rough, or they are of different kinds."""
    a, b, way = level.amount, step.amount, way_in_words(step) or way_of(step)
    if not way or a.approx or b.approx or a.high is not None or b.high is not None or step.amount.unit == "%":
        return None
    alike = convertible([Quantity(b.value, b.unit or a.unit or "count", ""), Quantity(a.value, a.unit or "count", "")])
    value = None if alike is None else round(a.value - way * alike[0][0], 9)
    return value if value is not None and value > 0 else None


def _time_before(level: Row, step: Row) -> Interval | None:
    """The time that a step counts from: as it is told, or the year before a whole year."""
    if level.time is None:
        return None
    after = level.line.text[step.amount.end :]
    since = _SINCE.match(after)
    if since is not None:
        if _A_YEAR.match(after, since.end()):
            return shifted(level.time, -_YEAR)
        told = find_expressions(after[since.end() :], level.line.info.observed)
        first = told[0] if told and told[0].start == 0 else None
        return None if first is None else first.interval
    if level.time.granularity is Granularity.YEAR or (level.time.days or 0) in (365, 366):
        return shifted(level.time, -_YEAR)
    return None
