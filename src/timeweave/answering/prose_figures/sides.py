"""The two sides that a question sets against each other: two names or things of one time, or two named days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import is_named_by
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.term_relations import dimension
from timeweave.answering.prose_figures.values import Known, value
from timeweave.question.figures.phrases import sides
from timeweave.question.figures.target import Form, TargetFigure


def between(context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known) -> tuple[Row, Row] | None:
    """The figures of the two times without a year, or of the two sides, that a question sets against each other."""
    level = replace(target, form=Form.VALUE, counted=False, points=False, statistic=frozenset())
    if target.points:  # of what there are points may stand sentences before them
        level = replace(level, head=frozenset(), terms=level.terms | level.head)
    level = _without_dimension(level, rows)
    pairs: set[tuple[Row, Row]] = set()
    if len(target.named) == 2 and not target.periods:
        named = [replace(level, named=frozenset({n})) for n in target.named]
        one, other = (_single(s, rows, known) for s in named)
        if one is not None and other is not None:
            in_order = one.time is None or other.time is None or str(one.time) <= str(other.time)
            return (one, other) if in_order else (other, one)
    for ahead, behind in sides(context.question, level):
        one, other = (_single(_of_side(level, away), rows, known) for away in (behind, ahead))
        if one is not None and other is not None and one is not other:
            pairs.add((other, one))
    return next(iter(pairs)) if len(pairs) == 1 else None


def _single(target: TargetFigure, rows: Sequence[Row], known: Known) -> Row | None:
    told = value(target, rows, known)
    return told.rows[0] if told is not None and len(told.rows) == 1 else None


def _of_side(level: TargetFigure, away: frozenset[str]) -> TargetFigure:
    """What is asked for of one side: nothing that names the other."""
    return replace(level, terms=level.terms - away, names=level.names - away, asked=level.asked - away)


def _without_dimension(target: TargetFigure, rows: Sequence[Row]) -> TargetFigure:
    """What is asked for without the words of the unit that it is asked for in, and of what that unit measures."""
    units = {r.amount.unit for r in rows if r.amount.unit and is_named_by(r.amount.unit, target.terms | target.head)}
    words = frozenset(
        t for t in target.terms | target.head if any(is_named_by(u, {t}) or t in dimension(u) for u in units)
    )
    return replace(target, terms=target.terms - words, head=target.head - words)
