"""When a figure was highest or lowest, and since when it has met a bound: times that figures tell, not sentences."""

from __future__ import annotations

from dataclasses import replace

from timeweave.answering.computed.figures import Figure, Table
from timeweave.answering.computed.operators import Outcome, meeting, ticked
from timeweave.answering.computed.phrasing import cell_label
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.temporal.interval import Granularity


def moment_asked(context: AnswerContext) -> AnswerContext | None:
    """``context`` as a ranking or a condition over quarters, where it asks when one is met."""
    question, kind = context.question, context.question.moment
    if kind is None:
        return None
    unit = question.scope_in_units.granularity or Granularity.QUARTER
    counted = replace(question, scope=replace(question.scope, granularity=unit))
    return replace(context, kind=kind, measures=question.asked_measures(kind), question=counted)


def first_met(context: AnswerContext, table: Table) -> Outcome | None:
    """The first period whose figure meets the condition, or with "since when" the first of those that still do."""
    question = context.question
    met = meeting(context, table) if question.asks_since_when or question.asks_first else None
    if met is None or not met[0]:
        return None
    holding, figures, condition = met
    first = _last_run(holding, figures) if question.asks_since_when else holding[0]
    if first is None:
        return None
    label = cell_label(first, context, figures)
    edge = f"{label} is the earliest for which a figure is known" if first is figures[0] else ""
    rest = [f for f in figures if f is not first]
    calculation = ticked(figures, holding, condition, context)
    return Outcome(f"{label} ({first.text})", (first, *rest), calculation, (edge,) if edge else ())


def _last_run(holding: list[Figure], figures: list[Figure]) -> Figure | None:
    """The first of the unbroken run of ``holding`` that reaches the last of ``figures``."""
    first = None
    for figure in reversed(figures):
        if figure not in holding:
            break
        first = figure
    return first
