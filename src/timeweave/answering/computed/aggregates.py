"""Totals and averages over the cells of a table: only where every cell has its figure, in one unit."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from timeweave.answering.computed.figures import Figure, Table
from timeweave.answering.computed.operators import Operator, Outcome, is_of_part
from timeweave.answering.computed.phrasing import cell_label, listed
from timeweave.answering.context.answer_context import AnswerContext, named_periods
from timeweave.answering.context.units import magnitude, same_unit, written
from timeweave.lexicon.aggregates import MEANS
from timeweave.lexicon.families import matching
from timeweave.question.kinds import Kind

_MEAN = matching(MEANS)


def total(context: AnswerContext, table: Table) -> Outcome | None:
    """The sum of all cells; rates have none."""
    figures = _complete(context, table)
    unit = _unit(figures)
    if unit is None or unit in ("%", "pp", "bp", "x", "points"):
        return None
    text = written(sum(f.quantity.value for f in figures), unit)
    return Outcome(f"{text}: {_stated(figures, context)}", figures, f"{' + '.join(f.text for f in figures)} = {text}")


def average(context: AnswerContext, table: Table) -> Outcome | None:
    """The mean of all cells, or their median where that is asked for."""
    figures = _complete(context, table)
    unit = _unit(figures)
    if unit is None:
        return None
    values = [f.quantity.value for f in figures]
    median = context.question.asks_median
    text = written(statistics.median(values) if median else statistics.fmean(values), unit)
    name = "median" if median else "mean"
    return Outcome(
        f"{text}: {_stated(figures, context)}", figures, f"{name} of {listed([f.text for f in figures])} = {text}"
    )


def _complete(context: AnswerContext, table: Table) -> tuple[Figure, ...]:
    """The figures of one measure, one for each entity and period; none where a cell is empty or holds only a part."""
    figures = tuple(table.values())
    periods = {f.period for f in figures}
    whole = len(context.measures) == 1 and len(figures) == len(context.entities) * len(periods)
    if not whole or len(figures) < 2 or not periods >= set(named_periods(context.question)):
        return ()
    return () if any(is_of_part(f) or _is_mean(f) for f in figures) else figures


def _is_mean(figure: Figure) -> bool:
    """Whether a figure is a mean already, of which no total is made, and no other mean: "the average fare was $4"."""
    return figure.fact is not None and _MEAN.search(figure.fact.fact.relation) is not None


def _unit(figures: Sequence[Figure]) -> str | None:
    sizes = [abs(magnitude(f.quantity)) for f in figures]
    return same_unit([f.quantity for f in figures]) if figures and all(sizes) else None


def _stated(figures: Sequence[Figure], context: AnswerContext) -> str:
    return listed([f"{f.text} ({cell_label(f, context, figures)})" for f in figures])


AGGREGATES: Mapping[Kind, Operator] = {Kind.TOTAL: total, Kind.AVERAGE: average}
