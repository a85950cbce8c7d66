"""Evidence in, answer out: computed where figures or states carry it, else a model's or quoted, else refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.answering.accounts.digest import digest
from timeweave.answering.across.answering import answer_across, answer_shared
from timeweave.answering.asked.asking import Asking, asks_cells, prepare
from timeweave.answering.computed.compute import compute, is_outright
from timeweave.answering.options import AnswerOptions
from timeweave.answering.quoted.extractive import extract
from timeweave.answering.quoted.narrative import Story, is_outdone, is_untimely, narrate, tells_the_story
from timeweave.answering.quoted.nearest import nearest_told
from timeweave.answering.quoted.news import is_beside, is_for_news, is_news, quote_news
from timeweave.answering.refusal import reasons, refuse, unanswered, undated, untimely
from timeweave.answering.states import compute_state
from timeweave.answering.told.answering import answer_told, may_be_told
from timeweave.answering.told.wanting import wanted_figure
from timeweave.question.kinds import Kind
from timeweave.results import Answer, SearchResult
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.llm.client import ModelClient

_DEFAULTS = AnswerOptions()


def answer(
    result: SearchResult, *, view: View, client: ModelClient | None = None, options: AnswerOptions = _DEFAULTS
) -> Answer:
    """Answer the question of ``result`` from its evidence and the facts that ``view`` sees, with citations.

    ``view`` must be the one, or one of the same ``as_of``, that ``result`` was found in. With a ``client``, its model
    writes what code has not worked out of facts (TG-14), and global answers (TG-15); where it fails, the answer is the
    one without a model, and a warning says so.
    """
    asking = prepare(result, view)
    # what speaks with models is loaded when there is one
    if digested := digest(result, view, asking):
        if client is None or digested.refused:
            return digested
        from timeweave.answering.modelled import global_answer

        return global_answer(asking, digested, client, options)
    plain = _without_model(asking)
    if client is None or undated(asking) or (plain.method == "computed" and not options.model_first):
        return plain if client is None else replace(plain, usage=client.usage())
    from timeweave.answering.modelled import local_answer

    return local_answer(asking, plain, client, options)


def _without_model(asking: Asking) -> Answer:
    if timeless := undated(asking):
        return refuse(asking, timeless)
    if (across := answer_across(asking)) is not None:
        return across
    why = reasons(asking)
    if (figure := _figure(asking, why)) is not None:
        return figure
    story = Story(asking)
    state = compute_state(asking) if asking.entities or not why else None
    if state is not None and is_beside(state, story):
        state = None
    if state is not None and (_held_throughout(state, asking) or not is_outdone(state, story)):
        return state
    told = quote_news(story) if not why and is_for_news(story) else narrate(story)
    if state is not None and told is None:
        return state
    if told is None and is_untimely(story):
        figures = is_outright(asking) or not (why or tells_the_story(story))
        return (compute(asking) if figures else None) or refuse(asking, untimely(asking, nearest_told(story)))
    if why:
        return (compute(asking) if is_outright(asking) else None) or told or refuse(asking, why)
    if told is not None and tells_the_story(story):
        return (compute(asking) if is_outright(asking) else None) or told
    quoted = told or (None if asks_cells(asking) else extract(asking))
    if quoted is not None and is_news(asking) and not is_outright(asking):  # its numbers are no figures to compute with
        return quoted
    return compute(asking) or quoted or answer_shared(asking) or refuse(asking, unanswered(asking))


def _figure(asking: Asking, why: tuple[str, ...]) -> Answer | None:
    """The answer or refusal where a figure is asked for; ``None`` where none is, or where tables of reports hold it."""
    wanted = wanted_figure(asking)
    if wanted is None or (reports_on_periods(asking) and (asks_several(asking) or asking.kind is not Kind.VALUE)):
        return None
    if not may_be_told(asking, wanted):
        return None
    told = answer_told(asking, wanted)
    if told is None and not asking.result.unknown:
        computed = compute(asking)
        tabled = asking.kind is Kind.EACH or (reports_on_periods(asking) and is_outright(asking))
        if computed is not None and (tabled or computed.disagreement) and is_of_what_is_asked(computed, asking):
            told = computed  # where sources disagree, none is right alone: both are told
    return told or refuse(asking, why or unanswered(asking))


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


def reports_on_periods(asking: Asking) -> bool:
    """Whether the evidence is reports on periods of those whom the question names: tables of figures, not prose."""
    return bool(asking.entities) and any(line.info.period is not None and line.info.entities for line in asking.lines)


def _held_throughout(state: Answer, asking: Asking) -> bool:
    """Whether the tenures of ``state`` have both ends known and contain a period asked about: no text knows better."""
    tenures = [Interval.parse(v.period) for v in state.values if v.period is not None]
    return len(tenures) == len(state.values) and all(
        t.is_bounded and any(t.contains(p) for p in asking.question.periods) for t in tenures
    )
