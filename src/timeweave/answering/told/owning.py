"""Whether a question is one for a figure, which nothing but a figure told or worked out may answer."""

from __future__ import annotations

from timeweave.answering.asked.asking import Asking
from timeweave.answering.computed.compute import compute, is_outright
from timeweave.answering.refusal import reasons, refuse, unanswered
from timeweave.answering.told.answering import answer_told, may_be_told
from timeweave.answering.told.wanting import wanted_figure
from timeweave.question.kinds import Kind
from timeweave.results import Answer
from timeweave.temporal.interval import Interval


def figure_asked(asking: Asking) -> Answer | None:
    """The answer or refusal where a figure is asked for; ``None`` where none is, or where tables of reports hold it."""
    wanted = wanted_figure(asking)
    if wanted is None or (asking.has_reports and (asks_several(asking) or asking.kind is not Kind.VALUE)):
        return None
    if not may_be_told(asking, wanted):
        return None
    told = answer_told(asking, wanted)
    if told is None and not asking.result.unknown:
        computed = compute(asking)
        tabled = asking.kind is Kind.EACH or (asking.has_reports and is_outright(asking))
        if computed is not None and (tabled or computed.disagreement) and is_of_what_is_asked(computed, asking):
            told = computed  # where sources disagree, none is right alone: both are told
    return told or refuse(asking, reasons(asking) or unanswered(asking))


def is_of_what_is_asked(computed: Answer, asking: Asking) -> bool:
    """Whether a computed answer has figures alone, each of a whole period asked about."""
    asked = {str(p) for p in asking.question.periods}
    if "end" in asking.question.words:  # what is told of the last month is of the end of the year
        ends = {p.end for p in asking.question.periods}
        asked |= {v.period for v in computed.values if v.period and Interval.parse(v.period).end in ends}
    worked_out = computed.calculation is not None or asking.kind in (
        Kind.HIGHEST,
        Kind.LOWEST,
        Kind.NTH,
        Kind.SELECT,
        Kind.COUNT,
    )
    return all(v.value is not None and (worked_out or not asked or v.period in asked) for v in computed.values)


def asks_several(asking: Asking) -> bool:
    """Whether several figures are asked for at once: of several, of several measures, or of each period."""
    listed = len(asking.measures) > 1 and " and " in asking.question.focus
    return len(asking.entities) > 1 or listed or asking.kind is Kind.EACH
