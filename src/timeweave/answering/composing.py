"""Evidence in, answer out: computed where figures or states carry it, else quoted, else refused."""

from __future__ import annotations

from timeweave.answering.asking import Asking, asks_cells, prepare
from timeweave.answering.computed import compute, is_outright
from timeweave.answering.extractive import extract
from timeweave.answering.narrative import Story, is_outdone, narrate, tells_the_story
from timeweave.answering.refusal import reasons, refuse, unanswered, undated
from timeweave.answering.states import compute_state
from timeweave.results import Answer, SearchResult
from timeweave.store.base import View
from timeweave.temporal.interval import Interval


def answer(result: SearchResult, *, view: View) -> Answer:
    """Answer the question of ``result`` from its evidence and the facts that ``view`` sees, with citations.

    ``view`` must be the one, or one of the same ``as_of``, that ``result`` was found in.
    """
    asking = prepare(result, view)
    if timeless := undated(asking):
        return refuse(asking, timeless)
    why = reasons(asking)
    story = Story(asking)
    state = compute_state(asking) if asking.entities or not why else None
    if state is not None and (_held_throughout(state, asking) or not is_outdone(state, story)):
        return state
    told = narrate(story)
    if state is not None and told is None:
        return state
    if why:
        return (compute(asking) if is_outright(asking) else None) or told or refuse(asking, why)
    if told is not None and tells_the_story(story):
        return (compute(asking) if is_outright(asking) else None) or told
    quoted = told or (None if asks_cells(asking) else extract(asking))
    return compute(asking) or quoted or refuse(asking, unanswered(asking))


def _held_throughout(state: Answer, asking: Asking) -> bool:
    """Whether the tenures of ``state`` have both ends known and contain a period asked about: no text knows better."""
    tenures = [Interval.parse(v.period) for v in state.values if v.period is not None]
    return len(tenures) == len(state.values) and all(
        t.is_bounded and any(t.contains(p) for p in asking.question.periods) for t in tenures
    )
