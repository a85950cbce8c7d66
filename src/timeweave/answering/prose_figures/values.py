"""The value of what is asked for: as one sentence states it, or as those of all its parts add up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.context.units import convertible, is_currency, written
from timeweave.answering.prose_figures.fitting import Fit, corrects, fitting
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of, one_of, standing
from timeweave.answering.prose_figures.summing import STATIVE, may_sum, tile
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.lexicon.aggregates import TOGETHER
from timeweave.lexicon.families import matching, words
from timeweave.lexicon.hedging import HEDGED
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.target import TargetFigure
from timeweave.records import Quantity
from timeweave.temporal.interval import Interval

_HEDGE = lazily(rf"(?:\b(?:{HEDGED}|between|from|minus|a good)\s+(?:an? |the )?)+$", re.IGNORECASE)
_JOINTLY = matching(TOGETHER, words("total both"))


Known = Mapping[tuple[str, int], frozenset[str]]
"""What is known when each sentence is read (`contexts`)."""


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """The words of an answer, the rows that it rests on, and how it was worked out."""

    text: str
    rows: tuple[Row, ...]
    calculation: str | None = None


def value(target: TargetFigure, rows: Sequence[Row], known: Known, *, by_rate: bool = False) -> FigureAnswer | None:
    """What is told of each period asked about, one after the other or added up; ``None`` where one is not told."""
    fits = standing(fitting(rows, target, known), target)
    if by_rate:
        fits = [f for f in fits if f.row.amount.unit == "%" or "/" in f.row.amount.unit]
    if not target.periods:
        fits = [f for f in fits if not f.row.worked_out]
        one = one_of(_newest(fits) if target.now else fits, rows)
        if one is None or _is_of_some(one.row, target, rows):
            return None
        return FigureAnswer(stated(one.row), (one.row,))
    found = [_of_period(fits, p, target, rows) for p in target.periods]
    if len(found) == 1:
        return found[0]
    if any(f is None for f in found):
        return None
    parts = [f for f in found if f is not None]
    each = [r for f in parts for r in f.rows]
    if target.summed:
        return _sum(each, target)
    text = "; ".join(f"{f.text} in {p}" for f, p in zip(parts, target.periods, strict=True))
    return FigureAnswer(text, tuple(each))


def _newest(fits: Sequence[Fit]) -> Sequence[Fit]:
    """Those of the newest document that tells what holds as it is told, where any does."""
    told = [f for f in fits if f.row.is_present] or list(fits)
    last = max((f.row.line.info.observed for f in told), default=None)
    return [f for f in told if f.row.line.info.observed == last]


def _is_of_some(row: Row, target: TargetFigure, rows: Sequence[Row]) -> bool:
    """Whether all of several are asked for together, and the amount is that of one of them."""
    if _JOINTLY.search(row.line.text):
        return False
    beside = [
        r for r in rows
        if r.line is row.line and r is not row and r.inherits and r.head == row.head and r.time == row.time
        and r.standing is Standing.STATED and not r.is_part
    ]  # fmt: skip
    return target.joint or (target.summed and bool(beside))


def _of_period(fits: Sequence[Fit], period: Interval, target: TargetFigure, rows: Sequence[Row]) -> FigureAnswer | None:
    exact = [f for f in fits if is_of(f.row, period)]
    days = {f.row.time for f in exact if f.row.dated and f.row.time != period}
    if len(days) > 1 and len({f.row.amount.value for f in exact if f.row.time in days}) > 1:
        return None  # of single days
    if exact:
        one = one_of(exact, rows)
        if one is not None and len(target.periods) == 1 and _is_of_some(one.row, target, rows):
            return None
        return None if one is None else FigureAnswer(stated(one.row), (one.row,))
    inside = [f for f in fits if f.row.time is not None and period.contains(f.row.time)]
    by_time: dict[Interval, list[Fit]] = {}
    for fit in inside:
        assert fit.row.time is not None
        by_time.setdefault(fit.row.time, []).append(fit)
    chosen = [one_of(group, rows) for group in by_time.values()]
    if any(c is None for c in chosen):
        return None
    parts = sorted((c.row for c in chosen if c is not None), key=lambda r: str(r.time))
    if tile(parts, period):
        return _sum(parts, target)
    once = target.of_event and all(_is_brief(r) for r in parts)
    one = one_of(inside, rows) if once or _is_a_level(inside, target) else None
    later = [r for r in rows if one is not None and r.line.info.observed > one.row.line.info.observed]
    if one is None or (any(corrects(r) for r in later) and not corrects(one.row)):
        return None
    return FigureAnswer(stated(one.row), (one.row,))


def _is_a_level(inside: Sequence[Fit], target: TargetFigure) -> bool:
    """Whether the one figure told within a period is how something stood on a day of it, and no sum is asked for."""
    told = {(f.row.amount.value, f.row.amount.unit) for f in inside}
    levels = STATIVE | MOVING | {""}
    of_a_day = all(_is_brief(f.row) and f.row.verb in levels for f in inside)
    return len(told) == 1 and of_a_day and not target.summed


def _is_brief(row: Row) -> bool:
    return row.time is not None and row.time.days is not None and row.time.days <= _FEW_DAYS


_FEW_DAYS = 14


def _sum(parts: Sequence[Row], target: TargetFigure) -> FigureAnswer | None:
    if len(parts) < 2 or not may_sum(parts, target.head, target.verbs):
        return None
    return total(parts, dated=True)


def total(parts: Sequence[Row], dated: bool) -> FigureAnswer | None:
    """The sum of several figures with its terms, each with its time where ``dated``; ``None`` where bounds or units
    leave it open.
    """
    if any(r.amount.approx in ("over", "under") for r in parts):
        return None
    lows = convertible([quantity_of(r.amount) for r in parts])
    if lows is None:
        return None
    low, unit = sum(lows[0]), lows[1]
    wide = any(r.amount.high is not None for r in parts)
    if wide and len({r.amount.unit for r in parts}) > 1:
        return None
    high = sum(r.amount.high if r.amount.high is not None else r.amount.value for r in parts) if wide else low
    about = "about " if any(r.amount.approx for r in parts) else ""
    result = in_full(low, unit) if low == high else f"between {in_full(low, unit)} and {in_full(high, unit)}"
    shown = " + ".join(f"{stated(r)} ({r.time})" if dated and r.time is not None else stated(r) for r in parts)
    return FigureAnswer(f"{about}{result} in all: {shown}", tuple(parts), f"{shown} = {about}{result}")


def in_full(value: float, unit: str) -> str:
    """A number in full, for sums are exact."""
    if abs(value) < 1e6 and not is_currency(unit):
        number = f"{value:,.10g}"
        return number if unit == "count" else f"{number} {unit}" if unit != "%" else f"{number}%"
    return written(value, unit, in_full=float(f"{value:.4g}") != value)


def quantity_of(amount: Amount) -> Quantity:
    """An amount as a quantity; a bare number is a count."""
    return Quantity(amount.value, amount.unit or "count", amount.text)


def stated(row: Row) -> str:
    """The amount as its sentence gives it, with what hedges it before and what it counts behind; one that follows from
    others with these.
    """
    text, amount = row.line.text, row.amount
    if row.worked_out:
        level, step = row.worked_out
        sign = "−" if level.amount.value > amount.value else "+"
        return f"{in_full(amount.value, amount.unit or 'count')} ({stated(level)} {sign} {step.amount.text})"
    hedge = _HEDGE.search(text[max(0, amount.start - 32) : amount.start])
    words = (
        amount.text
        if amount.value or amount.text[:1].isdigit()
        else f"0 ({f'{amount.text} {_following(row)}'.strip()})"
    )
    if amount.unit == "" and amount.value:
        words = f"{words} {_following(row)}".strip()
    loss = re.search(
        r"\b(loss|deficit|shortfall|surplus|profit) of\s+(?:\w+\s+){0,2}$",
        text[max(0, amount.start - 40) : amount.start],
        re.IGNORECASE,
    )
    said = f"{' '.join(hedge[0].split())} {words}" if hedge else words
    return f"{loss[1]} of {said}" if loss else said


def _following(row: Row) -> str:
    """The words that an amount counts, up to the end of their phrase."""
    tail = row.line.text[row.amount.end :]
    match = re.match(r"\s*((?:[A-Za-z][\w’'-]*\s+){0,3}?[A-Za-z][\w’'-]*)(?=[\s.,;:)]|$)", tail)
    word = "" if match is None else match[1]
    return word if row.head and any(holds(row.head, t) for t in _terms(word)) else ""


def _terms(text: str) -> frozenset[str]:
    from timeweave.language.terms import index_terms

    return frozenset(index_terms(text))
