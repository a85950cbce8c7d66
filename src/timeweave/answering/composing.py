"""Evidence in, answer out: computed where figures or states carry it, else quoted, else refused."""

from __future__ import annotations

from timeweave.answering.asking import prepare
from timeweave.answering.computed import compute
from timeweave.answering.extractive import extract
from timeweave.answering.refusal import reasons, refuse, unanswered
from timeweave.answering.states import compute_state
from timeweave.results import Answer, SearchResult
from timeweave.store.base import View


def answer(result: SearchResult, *, view: View) -> Answer:
    """Answer the question of ``result`` from its evidence and the facts that ``view`` sees, with citations.

    ``view`` must be the one, or one of the same ``as_of``, that ``result`` was found in.
    """
    asking = prepare(result, view)
    if why := reasons(asking):
        state = compute_state(asking) if asking.entities else None
        return state or refuse(asking, why)
    return compute_state(asking) or compute(asking) or extract(asking) or refuse(asking, unanswered(asking))
