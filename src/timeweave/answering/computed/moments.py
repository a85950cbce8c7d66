"""When a figure was highest or lowest, and since when it has met a bound: times that figures tell, not sentences."""

from __future__ import annotations

import re
from dataclasses import replace

from timeweave.answering.asked.asking import Asking
from timeweave.answering.computed.figures import Figure, Table
from timeweave.answering.computed.operators import Outcome, meeting, ticked
from timeweave.answering.computed.phrasing import cell_label
from timeweave.question.conditions import find_condition
from timeweave.question.kinds import Kind
from timeweave.temporal.interval import Granularity

_WHEN = re.compile(r"^\W*(?:since )?when\b", re.IGNORECASE)
_SINCE = re.compile(r"^\W*since when\b", re.IGNORECASE)
_EXTREME = (
    (Kind.HIGHEST, re.compile(r"\b(?:highest|largest|greatest|biggest|best|strongest|peak)\b", re.IGNORECASE)),
    (Kind.LOWEST, re.compile(r"\b(?:lowest|smallest|worst|weakest)\b", re.IGNORECASE)),
)
_FIRST = re.compile(r"\b(?:first|earliest)\b", re.IGNORECASE)


def moment_asked(asking: Asking) -> Asking | None:
    """``asking`` as a ranking or a condition over quarters, where it asks when one is met."""
    text = asking.result.question
    if asking.kind not in (Kind.WHEN, Kind.LAST) or not _WHEN.match(text):
        return None
    condition = find_condition(text, asking.question.scope.expressions)
    bounded = condition is not None and condition.value is not None
    kind = Kind.SELECT if bounded else next((k for k, pattern in _EXTREME if pattern.search(text)), None)
    if kind is None:
        return None
    measures = asking.question.asked_measures(kind)
    unit = asking.question.scope_in_units.granularity or Granularity.QUARTER
    question = replace(asking.question, scope=replace(asking.question.scope, granularity=unit))
    return replace(asking, kind=kind, measures=measures, question=question)


def first_met(asking: Asking, table: Table) -> Outcome | None:
    """The first period whose figure meets the condition, or with "since when" the first of those that still do."""
    text = asking.result.question
    met = meeting(asking, table) if _SINCE.match(text) or _FIRST.search(text) else None
    if met is None or not met[0]:
        return None
    holding, figures, condition = met
    first = _last_run(holding, figures) if _SINCE.match(text) else holding[0]
    if first is None:
        return None
    label = cell_label(first, asking, figures)
    edge = f"{label} is the earliest for which a figure is known" if first is figures[0] else ""
    rest = [f for f in figures if f is not first]
    calculation = ticked(figures, holding, condition, asking)
    return Outcome(f"{label} ({first.text})", (first, *rest), calculation, (edge,) if edge else ())


def _last_run(holding: list[Figure], figures: list[Figure]) -> Figure | None:
    """The first of the unbroken run of ``holding`` that reaches the last of ``figures``."""
    first = None
    for figure in reversed(figures):
        if figure not in holding:
            break
        first = figure
    return first
