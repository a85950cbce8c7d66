"""Of the amounts that fit, those that still hold: none denied, none taken back, and one for each period."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.answering.prose_figures.fitting import CORRECTS, Fit, corrects
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.summing import STATIVE
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.target import TargetFigure
from timeweave.temporal.interval import Granularity, Interval

_PROVISIONAL = lazily(r"\b(?:provisional(?:ly)?|preliminary|initial|first (?:estimate|count)|early)\b", re.IGNORECASE)


def standing(fits: Sequence[Fit], target: TargetFigure) -> list[Fit]:
    """The fits that are told to hold, or, where a plan is asked for, to be planned."""
    if target.planned:
        meant = [f for f in fits if f.row.standing is Standing.PLANNED]
        asked = [f for f in meant if any(is_of(f.row, p) for p in target.periods)] if target.periods else meant
        return meant if asked else [f for f in fits if f.row.standing in (Standing.PLANNED, Standing.STATED)]
    return [
        f for f in fits if f.row.standing is Standing.STATED or (f.row.standing is Standing.COMPARED and f.row.dated)
    ]


def is_split_year(written: Interval, meant: Interval) -> bool:
    """Whether two calendar years may be the twelve months across their turn: "2017–18", of April 2017 to March 2018."""
    if written.granularity is not Granularity.YEAR or (written.days or 0) not in (730, 731):
        return False
    if meant.start is None or written.start is None or (meant.days or 0) not in (365, 366):
        return False
    return written.contains(meant) and meant.start.year == written.start.year and not meant.is_unit


def is_of(row: Row, period: Interval) -> bool:
    """Whether what is told of an amount's time is the period asked about."""
    time = row.time
    if time is None:
        return False
    if time.start == period.start and (time.end == period.end or period.end is None):
        return True
    if is_split_year(period, time) or is_split_year(time, period):
        return True
    if _AT_END.search(row.segment) and time.end == period.end and (period.days or 0) <= _QUARTER:
        return period.contains(time)
    if row.verb in MOVING and row.dated and time.end == period.end and period.start and time.contains(period):
        return True  # what it came to
    if period.start is None and time.end == period.end:
        return _BY_THEN.search(row.segment) is not None
    if period.start is None:
        return not row.dated and time.end is not None and period.end is not None and time.end <= period.end
    if time == Interval.day(row.line.info.observed) and row.is_present and row.verb in STATIVE:
        return period.contains(time)
    if not row.dated and time == Interval.day(row.line.info.observed):
        return period.contains(time) and ((period.days or 0) <= 31 or _is_once(row))
    return time.granularity is Granularity.DAY and period.contains(time) and (period.days or 0) <= 31


_AT_END = lazily(r"\bend\b", re.IGNORECASE)  # an end may be told as the last quarter, month or day
_QUARTER = 92  # days
_BY_THEN = lazily(r"\bby\b", re.IGNORECASE)
_ONCE = frozenset(["came", "opened", "closed", "began", "ended", "totalled", "totaled", "amounted"])


def _is_once(row: Row) -> bool:
    """Whether what is told of as past, without its time, is of what happens once: "the harvest came to"."""
    return row.verb in _ONCE and bool(row.bearer) and not row.is_present


def one_of(fits: Sequence[Fit], rows: Sequence[Row] = ()) -> Fit | None:
    """The one that counts: all the same, or the last word where it says that it corrects; ``None`` where they differ,
    or where some later sentence of ``rows`` corrects the figure and is not understood.
    """
    if not fits:
        return None
    chosen = _replaced([f for f in fits if not _is_withdrawn(f.row, rows)], fits, rows)
    if chosen is None or any(_may_correct(r, chosen.row) for r in rows):
        return None
    return chosen


def _is_withdrawn(row: Row, rows: Sequence[Row]) -> bool:
    return any(_withdraws(other, row) for other in rows)


def _withdraws(other: Row, row: Row) -> bool:
    """Whether ``other`` denies or replaces what ``row`` tells."""
    alike = (other.amount.unit, other.amount.value) == (row.amount.unit, row.amount.value)
    gone = other.standing in (Standing.DENIED, Standing.REPLACED) and other.line.info.observed >= row.line.info.observed
    return alike and gone


def _replaced(left: Sequence[Fit], fits: Sequence[Fit], rows: Sequence[Row]) -> Fit | None:
    """The figure that holds: what is left, or what a sentence puts in the place of one of ``fits``."""
    if left:
        return _agreed(left)
    lines = {id(r.line) for r in rows for f in fits if r.standing is Standing.REPLACED and _withdraws(r, f.row)}
    units = {f.row.amount.unit for f in fits}
    new = [r for r in rows if id(r.line) in lines and r.standing is Standing.STATED and r.amount.unit in units]
    new = [r for r in new if not r.head or any(r.head & f.row.head for f in fits)]
    return Fit(new[0], 1.0) if len({_value(r) for r in new}) == 1 else None


def _agreed(fits: Sequence[Fit]) -> Fit | None:
    best = max(f.direct for f in fits)
    leaning = {_value(f.row) for f in fits if f.row.before}
    if leaning and not any(corrects(f.row) for f in fits) and len(leaning | {_value(f.row) for f in fits}) > 1:
        return None  # "it was 51 %" may take back what was said before
    newest = [f for f in fits if f.row.line.info.observed == max(g.row.line.info.observed for g in fits)]
    for group in (
        fits,
        [f for f in newest if corrects(f.row)],
        [f for f in newest if CORRECTS.search(f.row.previous)],
        [f for f in fits if not _PROVISIONAL.search(f.row.line.text)],
        [f for f in fits if f.direct == best and not _is_outdated(f, fits)],
    ):
        if group and len({_value(f.row) for f in group}) == 1:
            return max(group, key=lambda f: (f.direct, str(f.row.line.info.observed)))
    return None


def _is_outdated(fit: Fit, fits: Sequence[Fit]) -> bool:
    """Whether a later document tells another figure of the same time."""
    return any(
        f.row.line.info.observed > fit.row.line.info.observed
        and f.row.time == fit.row.time
        and _value(f.row) != _value(fit.row)
        for f in fits
    )


def _may_correct(row: Row, chosen: Row) -> bool:
    """Whether a later sentence corrects what ``chosen`` tells, with an amount that is not taken for the figure."""
    if row.is_part or row.line is chosen.line or row.line.info.observed < chosen.line.info.observed:
        return False
    if row.before != chosen.line.text and not corrects(row):
        return False
    if corrects(chosen) or row.amount.value == chosen.amount.value or row.time is None or chosen.time is None:
        return False
    if row.before == chosen.line.text and row.amount.unit == chosen.amount.unit and row.time.overlaps(chosen.time):
        return True
    same = row.said & (chosen.said | chosen.names)
    return (row.time.overlaps(chosen.time) and len(same) >= 2) or (
        bool(same) and row.standing is Standing.STATED and not row.dated
    )


def _value(row: Row) -> tuple[str, float, float | None]:
    return (row.amount.unit, row.amount.value, row.amount.high)
