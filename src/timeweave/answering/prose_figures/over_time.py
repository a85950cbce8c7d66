"""A measure that is told of several times, in one document or many: its ends, its sum, its mean, its edges."""

from __future__ import annotations

import itertools
import re
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from timeweave.answering.context.reading import Line
from timeweave.answering.context.units import convertible, is_currency
from timeweave.answering.prose_figures.fitting import Fit, fitting, is_known_from_before
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of, one_of, standing
from timeweave.answering.prose_figures.summing import may_sum
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.answering.prose_figures.values import FigureAnswer, Known, in_full, quantity_of, stated, total
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.language.terms import index_terms
from timeweave.lexicon.aggregates import MEANS
from timeweave.lexicon.comparing import LEAST, MOST
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.target import TargetFigure
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Granularity, Interval

_UNITS = frozenset({Granularity.YEAR, Granularity.QUARTER, Granularity.MONTH})


def units_of(period: Interval) -> list[Interval]:
    """The years, quarters or months that a longer period is told as: 2008, 2009, 2010 of "from 2008 to 2010"; none
    where it is one of them, or open.
    """
    if period.granularity not in _UNITS or period.start is None or period.end is None or period.is_unit:
        return []
    found, start = [], period.start
    while start < period.end:
        unit = Interval.unit(start, period.granularity)
        if unit.end is None:
            return []
        found.append(unit)
        start = unit.end
    return found


def of_time(fits: Sequence[Fit], period: Interval, rows: Sequence[Row]) -> Fit | None:
    """The figure of a period: told of it, else the only one of a day or month within it, as counts and events are."""
    exact = [f for f in fits if is_of(f.row, period)]
    return one_of(exact or [f for f in fits if f.row.time is not None and period.contains(f.row.time)], rows)


def ends_named(expressions: Sequence[TimeExpression]) -> tuple[Interval, Interval] | None:
    """The first and last of the times that a question names, or of those within the one stretch that it names."""
    named = [e.interval for e in expressions if e.interval is not None]
    if len(named) == 1:
        within = [e.interval for e in find_expressions(expressions[0].text) if e.interval is not None]
        named = within if len(within) > 1 else units_of(named[0])
    if len(named) < 2:
        return None
    in_order = sorted(named, key=lambda interval: str(interval.start))
    return in_order[0], in_order[-1]


def of_ends(fits: Sequence[Fit], ends: tuple[Interval, Interval] | None, rows: Sequence[Row]) -> tuple[Row, Row] | None:
    """The figures of the first and last time that a question names."""
    found = [of_time(fits, end, rows) for end in ends or ()]
    first, last = found or (None, None)
    return None if first is None or last is None else (first.row, last.row)


def may_be_at_ends(pair: tuple[Row, Row], ends: tuple[Interval, Interval] | None) -> bool:
    """Whether two figures may be those of two times: told of no others."""
    return ends is None or all(
        row.time is None or not row.dated or row.time.overlaps(time) for row, time in zip(pair, ends, strict=True)
    )


def step_to(fits: Sequence[Fit], target: TargetFigure, rows: Sequence[Row]) -> tuple[Row, Row] | None:
    """The level before and after a move within the period asked about ("was raised to 180", "has cost 45 since May"),
    the first told before.
    """
    if len(target.periods) != 1 or units_of(target.periods[0]):
        return None
    (period,) = target.periods
    moved = [f for f in fits if _begins_in(f.row, period)]
    after = one_of(moved, rows)
    if after is None:
        return None
    day = after.row.line.info.observed
    earlier = [f for f in fits if f.row.line.info.observed < day and f.row.amount.unit == after.row.amount.unit]
    newest = max((f.row.line.info.observed for f in earlier), default=None)
    before = one_of([f for f in earlier if f.row.line.info.observed == newest], rows)
    return None if before is None else (before.row, after.row)


def _begins_in(row: Row, period: Interval) -> bool:
    if row.time is None or row.time.start is None or not period.contains(Interval.day(row.time.start)):
        return False
    return row.verb in MOVING or _SINCE.search(row.segment) is not None


_SINCE = lazily(r"\bsince\b", re.IGNORECASE)


def first_and_last(fits: Sequence[Fit]) -> tuple[Row, Row] | None:
    """Where just two figures were ever told, of two times: these, in their order."""
    told = {(f.row.amount.value, f.row.amount.unit): f.row for f in fits if f.row.standing is Standing.STATED}
    if len(told) != 2 or any(row.time is None or row.time.start is None for row in told.values()):
        return None
    first, last = sorted(told.values(), key=lambda row: str(row.time))
    apart = first.time is not None and last.time is not None and not first.time.overlaps(last.time)
    alike = first.amount.unit == last.amount.unit and first.line.info.id != last.line.info.id
    alike = alike and first.places == last.places  # "7 euros for visitors" are no rise from 4
    return (first, last) if apart and alike else None


def mean(target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """The mean or median over the years, quarters or months of the time asked about, where each has its figure."""
    if target.statistic.isdisjoint(MEANS) or len(target.periods) != 1:
        return None
    level = replace(target, statistic=frozenset(), terms=target.terms - _MEAN_TERMS, summed=False)
    parts = _each(level, units_of(target.periods[0]), rows, known)
    if parts is None or (alike := convertible([quantity_of(r.amount) for r in parts])) is None:
        return None
    values, unit = alike
    median = "median" in target.statistic
    result = in_full(round(statistics.median(values) if median else statistics.fmean(values), 2), unit)
    shown = ", ".join(f"{stated(r)} ({r.time})" for r in parts)
    name = "median" if median else "mean"
    return FigureAnswer(f"{result}: the {name} of {shown}", tuple(parts), f"{name} of {shown} = {result}")


_MEAN_TERMS = frozenset(index_terms(" ".join(MEANS)))


def sum_over(target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """The sum over the years, quarters or months of the time asked about, where each has one figure of what happens:
    of a day's event, or of all of it.
    """
    if not target.summed or len(target.periods) != 1:
        return None
    parts = _each(target, units_of(target.periods[0]), rows, known)
    if parts is None or not may_sum(parts, target.head, target.verbs, of_days=True):
        return None
    return total(parts, dated=True)


def extreme(
    target: TargetFigure, rows: Sequence[Row], known: Known, lines: Sequence[Line], sign: int
) -> FigureAnswer | None:
    """When a figure was highest (``sign`` 1) or lowest (-1) of all times that it is told of; ``None`` where these are
    not of one length, one subject, one sign, or a document tells an amount of the kind that may be it in other words,
    how it moved at another time, or itself when it was at its edge.
    """
    if target.planned:
        return None
    fits = [f for f in standing(fitting(rows, target, known), target) if f.direct >= _SAID and _is_over(f.row)]
    if not fits or _may_be_told_otherwise(rows, fits, target) or not _are_of_one([f.row for f in fits], target, known):
        return None
    told = by_time(fits, rows)
    times = [t for t in told if not target.periods or any(p.contains(t) for p in target.periods)]
    alike = convertible([quantity_of(told[t].amount) for t in times]) if _are_alike(times) else None
    if alike is None:
        return None
    ranked = sorted(zip(alike[0], times, strict=True), key=lambda pair: (-sign * pair[0], str(pair[1])))
    if ranked[0][0] == ranked[1][0]:
        return None
    best = [told[time] for _, time in ranked]
    if _is_told_otherwise(best, rows, lines, target):
        return None
    shown = "; ".join(f"{time}: {stated(told[time])}" for _, time in ranked)
    return FigureAnswer(f"{_label(ranked[0][1])} ({stated(best[0])})", tuple(best), shown)


def _is_over(row: Row) -> bool:
    """Whether a figure is of a time that had begun when it was told."""
    return row.time is not None and row.time.start is not None and row.time.start <= row.line.info.observed


def _are_alike(times: Sequence[Interval]) -> bool:
    """Whether times are set side by side: two or more, of one length, none of days of the same year."""
    kinds = {next((n for n, longest in enumerate(_LENGTHS) if (t.days or 0) <= longest), len(_LENGTHS)) for t in times}
    years = [t.start.year for t in times if t.start is not None]
    of_days = kinds == {0} and len(set(years)) < len(times)
    return len(times) > 1 and len(kinds) == 1 and not of_days


_LENGTHS = (1, 31, 92, 366)  # days of an event, a month, a quarter, a year, at most


def _are_of_one(rows: Sequence[Row], target: TargetFigure, known: Known) -> bool:
    """Whether figures are one measure's: all of whom and what is asked about, or of nobody else, no name with some that
    the documents of others do not know, and none a loss among gains.
    """
    said = [sum(holds(r.said, t) for t in target.asked) for r in rows]
    strange = any(
        number < max(1, *said) and any(not holds(target.asked, b) for b in r.bearer) and not is_known_from_before(r)
        for r, number in zip(rows, said, strict=True)
    )
    names = frozenset(n for r in rows for n in r.names if not holds(target.asked, n))
    apart = any(not holds(known[r.line.info.id, r.line.statement.index], n) for r in rows for n in names)
    losses = {_LOSS.search(r.segment) is not None for r in rows}
    return not (strange or apart) and losses == {_LOSS.search(" ".join(target.asked)) is not None}


def _is_told_otherwise(best: Sequence[Row], rows: Sequence[Row], lines: Sequence[Line], target: TargetFigure) -> bool:
    """Whether documents tell how the measure moved at a time of which no figure is told, or when it was at its edge."""
    documents = {r.line.info.id for r in best}
    moved = (
        r for r in rows
        if r.standing is Standing.CHANGE and r.line.info.id in documents and r.dated
        and any(holds(r.head | r.bearer | r.own, h) for h in target.head)
    )  # fmt: skip
    if any(r.time is None or not any(b.time and b.time.overlaps(r.time) for b in best) for r in moved):
        return True
    wanted, winner = target.head or target.terms, best[0]
    alike = {id(r.line) for r in rows if (r.amount.unit, r.head) == (winner.amount.unit, winner.head)}
    hints = (
        line for line in lines
        if line.info.id in documents and line is not best[0].line and _AT_ITS_EDGE.search(line.text)
    )  # fmt: skip
    return any(wanted & line.terms or id(line) in alike or _PRONOUN.match(line.text) for line in hints) or (
        len({id(r.line) for r in best}) < len(best) and _AT_ITS_EDGE.search(best[0].line.text) is not None
    )


_AT_ITS_EDGE = lazily(
    rf"\b(?:{any_of((*MOST, *LEAST))}|records?|peaked|all-time|doubled|tripled|trebled|quadrupled|halved|second-best"
    r"|almost nothing)\b",
    re.IGNORECASE,
)
_PRONOUN = lazily(r"(?:it|they|this|a year later)\b", re.IGNORECASE)
_LOSS = lazily(r"\b(?:loss(?:es)?|lose|lost|deficit|shortfall)", re.IGNORECASE)


def _may_be_told_otherwise(rows: Sequence[Row], fits: Sequence[Fit], target: TargetFigure) -> bool:
    """Whether an amount that counts the same does not fit, or a document has one in the unit of the figure and none
    that does.
    """
    unit, fitted = fits[0].row.amount.unit, {f.row.amount.value for f in fits}
    if unit and is_currency(unit):
        documents = {r.line.info.id for r in rows if r.amount.unit == unit and r.standing is Standing.STATED}
        return not documents <= {f.row.line.info.id for f in fits}
    return any(
        r.amount.unit == unit and (unit or (bool(r.head) and all(holds(r.head, h) for h in target.head)))
        for r in rows
        if r.amount.value not in fitted and r.standing is Standing.STATED and not (r.is_part or r.is_base)
    )


_SAID = 0.3  # share of what is asked that a sentence must say itself for its figure to be ranked


def _label(time: Interval) -> str:
    """A time in words; of the twelve months to a day, the year in which they end."""
    if (time.days or 0) in (365, 366) and time.end is not None and not time.is_unit:
        return f"{time.end.year} ({time})"
    return str(time)


def _each(target: TargetFigure, units: Sequence[Interval], rows: Sequence[Row], known: Known) -> list[Row] | None:
    """The figure of each unit of time; ``None`` where one lacks it."""
    fits = standing(fitting(rows, target, known), target)
    found = [of_time(fits, unit, rows) for unit in units]
    parts = [f.row for f in found if f is not None]
    exact = all(r.amount.high is None and not r.amount.approx for r in parts)
    return parts if len(parts) == len(units) > 1 and exact and _are_of_one(parts, target, known) else None


def by_time(fits: Iterable[Fit], rows: Sequence[Row]) -> Mapping[Interval, Row]:
    """The figure of each time of which one is told, those of days under their day."""
    dated = sorted((f for f in fits if f.row.time is not None), key=lambda f: str(f.row.time))
    found: dict[Interval, Row] = {}
    for time, group in itertools.groupby(dated, key=lambda f: f.row.time):
        one = one_of(list(group), rows)
        if time is not None and one is not None:
            found[time] = one.row
    return found
