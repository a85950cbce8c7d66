"""Levels before and after a change that is told: "rose by 3 points, to 18 %", "2,000. In 2014 it grew by 3 %"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import convertible
from timeweave.answering.prose_figures.fitting import fitting
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of, standing
from timeweave.answering.prose_figures.term_relations import dimension
from timeweave.answering.prose_figures.values import FigureAnswer, Known, in_full, quantity_of, stated
from timeweave.answering.prose_figures.worked_back import way_in_words, way_of
from timeweave.extraction.amounts.standing import MOVING, Standing
from timeweave.extraction.times.timing import shifted
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.phrases import said_before
from timeweave.question.figures.target import Form, TargetFigure
from timeweave.temporal.interval import Granularity, Interval

_TO = lazily(r"\bto\s+(?:a (?:total|record) of\s+)?$", re.IGNORECASE)


_MONTHS = {Granularity.YEAR: 12, Granularity.QUARTER: 3, Granularity.MONTH: 1}


def before_change(
    context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known
) -> FigureAnswer | None:
    """The level before a change that is told with the level after it: "rose by 3 points in 2017, to 18%"."""
    clause = said_before(context.question)
    if target.complement and clause is None:
        return None
    found: dict[float, FigureAnswer] = {}
    for level in rows:
        step = _step_to(level, rows)
        if step is None:
            continue
        if step.verb != level.verb or not _TO.search(_just_before(level)):  # "61 %, four points up on 2012"
            timely = step.time in target.periods and clause is None
        elif clause is not None:
            timely = not target.periods or any(
                level.time is not None and p.overlaps(level.time) for p in target.periods
            )
        else:
            timely = level.dated and len(target.periods) == 1 and target.periods[0] == _unit_before(level.time)
        if not timely or not _is_told_of(level, target, known, clause or ""):
            continue
        told = _undone(level, step)
        if told is not None:
            found[round(float(told[1]), 9)] = told[0]
    return next(iter(found.values())) if len(found) == 1 else None


def _step_to(level: Row, rows: Sequence[Row]) -> Row | None:
    """The change that led to a level, where one sentence tells both."""
    if level.standing is not Standing.STATED or level.amount.unit in ("pp", "points", "bp"):
        return None
    steps = [r for r in rows if r.line is level.line and r.standing is Standing.CHANGE]
    steps = [r for r in steps if not r.head or r.head == level.head]
    if level.verb in MOVING and _TO.search(_just_before(level)):
        steps = [r for r in steps if r.verb == level.verb and r.time == level.time]
    else:
        steps = [r for r in steps if r.dated and r.time != level.time and way_in_words(r) and r.verb == level.verb]
    return steps[0] if len(steps) == 1 else None


def _just_before(row: Row) -> str:
    return row.line.text[max(0, row.amount.start - 24) : row.amount.start]


def after_change(target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """The level after a change from one told of before it: "2,000 in 2013. In 2014 the number grew by 3 %"."""
    if len(target.periods) != 1:
        return None
    found: dict[float, FigureAnswer] = {}
    for step in rows:
        if step.standing is not Standing.CHANGE or step.verb not in MOVING or not is_of(step, target.periods[0]):
            continue
        near = [
            r for r in rows
            if (r.line is step.line and r.bearer == step.bearer)
            or (r.line.info is step.line.info and r.line.text == step.previous and (not step.bearer or step.is_open))
        ]  # fmt: skip
        flows = MOVING | {"lost", "shed", "added"}
        before = [r for r in near if r.dated and r.time == _unit_before(step.time) and r.verb not in flows]
        fits = standing(fitting(before, replace(target, periods=()), known), target)
        if any(r.line is step.line and r.verb == step.verb and r.standing is Standing.STATED for r in near):
            continue  # the level after it is told
        told = _moved_on(fits[0].row, step) if len(fits) == 1 else None
        if told is not None:
            found[told[1]] = told[0]
    return next(iter(found.values())) if len(found) == 1 else None


def _moved_on(level: Row, step: Row) -> tuple[FigureAnswer, float] | None:
    a, b, way = level.amount, step.amount, way_of(step)
    if not way or a.approx or b.approx or a.high is not None or b.high is not None or b.unit in ("pp", "points", "bp"):
        return None
    if b.unit == "%" and a.unit != "%":
        number = round(a.value * (1 + way * b.value / 100), 6)
        if not a.unit and number != round(number):
            return None
    else:
        alike = convertible([quantity_of(b), quantity_of(a)])
        if alike is None:
            return None
        number = round(a.value + way * alike[0][0], 9)
    result, sign = in_full(number, a.unit or "count"), "+" if way > 0 else "−"
    shown = f"{stated(level)} {sign} {b.text}"
    return FigureAnswer(f"{result}: {shown}", (level, step), f"{shown} = {result}"), number


def _unit_before(time: Interval | None) -> Interval | None:
    if time is None or not time.is_unit or time.granularity not in _MONTHS:
        return None
    return shifted(time, -_MONTHS[time.granularity])


def _is_told_of(level: Row, target: TargetFigure, known: Known, clause: str) -> bool:
    """Whether a level is of what is asked for, but for its time and for the words of "before ..."."""
    event = frozenset(index_terms(clause)) | dimension(level.amount.unit)
    event -= level.said | level.bearer
    head = target.head - event
    plain = replace(
        target, form=Form.VALUE, head=head, terms=target.terms - event, periods=(), statistic=frozenset(),
        names=target.names - event,
    )  # fmt: skip
    return bool(head or plain.terms) and bool(fitting([level], plain, known))


def _undone(level: Row, step: Row) -> tuple[FigureAnswer, float] | None:
    """A level less the change that led to it, and its number."""
    a, b = level.amount, step.amount
    if a.approx or b.approx or a.high is not None or b.high is not None:
        return None
    sign = way_of(step)
    if not sign:
        return None
    if b.unit == "%" and a.unit != "%":
        number = round(a.value / (1 + sign * b.value / 100), 6)
        if abs(b.value) >= 100 or number != round(number):  # a rounded share leaves open which number it was of
            return None
        shown = f"{stated(level)} / {1 + sign * b.value / 100:g}"
    else:
        alike = convertible([quantity_of(b), quantity_of(a)])
        if alike is None and not (a.unit == "%" and b.unit in ("pp", "points")):
            return None
        by = alike[0][0] if alike else b.value
        number = round(a.value - sign * by, 9)
        shown = f"{stated(level)} {'−' if sign > 0 else '+'} {b.text}"
    result = in_full(number, a.unit or "count")
    how = (
        f"{b.text} {level.verb} to {stated(level)}"
        if level.verb in MOVING
        else f"{stated(level)}, {step.segment.strip(' ,.')}"
    )
    told = FigureAnswer(f"{result} before: {how}", (step, level), f"{shown} = {result}")
    return told, number
