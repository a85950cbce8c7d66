"""Whether a question is one for a figure, which nothing but a figure told or worked out may answer."""

from __future__ import annotations

from timeweave.answering.computed.compute import compute, is_outright
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.prose_figures.asked_days import figure_of
from timeweave.answering.refusal import reasons, refuse, unanswered
from timeweave.question.kinds import Kind
from timeweave.results import Answer
from timeweave.temporal.interval import Interval


def figure_asked(context: AnswerContext) -> Answer | None:
    """The answer or refusal where a figure is asked for; ``None`` where none is, or where tables of reports hold it."""
    target = figure_of(context)
    is_extreme = target is None and not context.has_reports and context.question.extreme is not None
    if not is_extreme and target is None:
        return None
    # what reads the figures of prose is loaded where one is asked for
    from timeweave.answering.prose_figures.answering import answer_extreme, answer_from_prose, prose_may_answer

    if target is None:
        return answer_extreme(context)
    if context.has_reports and (asks_several(context) or context.kind is not Kind.VALUE):
        return None
    if not prose_may_answer(context, target):
        return None
    told = answer_from_prose(context, target)
    if told is None and not context.result.unknown:
        computed = compute(context)
        tabled = context.kind is Kind.EACH or (context.has_reports and is_outright(context))
        if computed is not None and (tabled or computed.disagreement) and is_of_what_is_asked(computed, context):
            told = computed  # where sources disagree, none is right alone: both are told
    return told or refuse(context, reasons(context) or unanswered(context))


def is_of_what_is_asked(computed: Answer, context: AnswerContext) -> bool:
    """Whether a computed answer has figures alone, each of a whole period asked about."""
    asked = {str(p) for p in context.question.periods}
    if "end" in context.question.words:  # what is told of the last month is of the end of the year
        ends = {p.end for p in context.question.periods}
        asked |= {v.period for v in computed.values if v.period and Interval.parse(v.period).end in ends}
    worked_out = computed.calculation is not None or context.kind in (
        Kind.HIGHEST,
        Kind.LOWEST,
        Kind.NTH,
        Kind.SELECT,
        Kind.COUNT,
    )
    return all(v.value is not None and (worked_out or not asked or v.period in asked) for v in computed.values)


def asks_several(context: AnswerContext) -> bool:
    """Whether several figures are asked for at once: of several, of several measures, or of each period."""
    listed = len(context.measures) > 1 and " and " in context.question.focus
    return len(context.entities) > 1 or listed or context.kind is Kind.EACH
