"""The words of a computed answer: values with what tells them apart, periods as people say them, lists."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.computed.figures import Figure
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.temporal.interval import Interval


def phrase(figure: Figure, context: AnswerContext, *, with_period: bool = False, with_name: bool = False) -> str:
    """A value, and where others stand beside it, of when and of whom."""
    text = figure.text
    if with_period and figure.period is not None:
        text += f" in {period_label(figure.period, context)}"
    return f"{text} ({figure.name})" if with_name else text


def cell_label(figure: Figure, context: AnswerContext, among: Sequence[Figure]) -> str:
    """What tells a figure's cell from those of ``among``: whose, when, or both."""
    name = [figure.name] if len({f.entity for f in among}) > 1 else []
    period = [period_label(figure.period, context)] if len({f.period for f in among}) > 1 else []
    return " in ".join([*name, *period])


def period_label(period: Interval | None, context: AnswerContext) -> str:
    """As people say it: Q4 2022 for 2022-Q4, in a fiscal calendar Q4 FY2022."""
    label = "" if period is None else context.question.scope.label(period)
    year, dash, quarter = label.partition("-Q")
    return f"Q{quarter} {year}" if dash and len(quarter) == 1 else label


def listed(parts: Sequence[str]) -> str:
    """One part as it is, two with "and", more with commas."""
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"
