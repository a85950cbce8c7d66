"""What documents of the days asked for say, before the rest: minutes, notes and news of a day hardly name it in their
sentences.
"""

from __future__ import annotations

import numpy as np

from timeweave.retrieval.base import Request
from timeweave.retrieval.passages.everywhere import asks_of_now, rank_everywhere
from timeweave.retrieval.passages.fused import PassageOptions, Ranking
from timeweave.retrieval.reading import Reading

_FEW_DAYS = 31  # a longer period is no day of publication
_SHARE = 0.5  # of the budget that they take at most before others
_MOST = 2000  # documents; of so many a day tells nothing


def published_first(request: Request, others: Ranking, options: PassageOptions, reading: Reading) -> Ranking:
    """``others`` behind the best statements of documents that were published on the days asked for, as far as their
    share of the budget goes.
    """
    documents = published_then(request, reading)
    if documents is None:
        return others
    first: Ranking = []
    room = _SHARE * request.budget
    for key, score in rank_everywhere(request, options, reading, documents=documents):
        if room <= 0:
            break
        first.append((key, score))
        room -= reading.tokens(key)
    taken = {key for key, _ in first}
    return [*first, *((key, score) for key, score in others if key not in taken)]


def published_then(request: Request, reading: Reading) -> np.ndarray | None:
    """The dated documents of the few days that a question asks about (boolean by ordinal); ``None`` where there are
    none, or it names the source whose reports it means, or asks for the newest.
    """
    question = request.question
    short = [p for p in question.periods if p.days is not None and p.days <= _FEW_DAYS]
    if not short or len(short) < len(question.periods) or asks_of_now(request):
        return None
    documents = np.zeros(len(request.view.visible), np.bool_)
    for period in short:
        documents |= request.view.observed_within(period)
    found = np.flatnonzero(documents).tolist()
    if not 0 < len(found) <= _MOST:
        return None
    infos = reading.infos(found)
    if question.documents_called(infos)[0]:
        return None
    documents[[o for o in found if infos[o].published is None]] = False
    return documents if documents.any() else None
