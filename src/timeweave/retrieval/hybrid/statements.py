"""The statements of the chunks that were kept, in the order in which they serve as evidence.

A chunk holds up to 1,200 tokens and a budget may be a third of that, so what is returned are its best statements, with
the score of their chunk, so that the best chunks have the most room. A short chunk, whose statements are all near the
question, comes whole.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from timeweave.records import ChunkKey, StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.everywhere import EverywhereWeights, score_everywhere, varied
from timeweave.retrieval.fused import PassageOptions, Ranking
from timeweave.retrieval.hybrid.options import StatementShares
from timeweave.retrieval.kernels.fusion import weighted_sum
from timeweave.retrieval.reading import Reading


def rank_statements(
    worth: Mapping[ChunkKey, float], request: Request, reading: Reading, shares: StatementShares
) -> Ranking:
    """Best first; ``worth`` is what each chunk that was kept adds to its statements."""
    if not worth:
        return []
    documents = np.zeros(len(request.view.visible), np.bool_)
    documents[[chunk.ordinal for chunk in worth]] = True
    weights = EverywhereWeights(recent=shares.recent, later=0.0, now=0.0)  # S has weighed how old each chunk is
    scored = score_everywhere(request, PassageOptions(), reading, weights, documents=documents)
    statements = reading.statements(scored.scores)
    chunks = {key: ChunkKey(key.ordinal, s.chunk) for key, s in statements.items()}
    inside = {key: score for key, score in scored.scores.items() if chunks[key] in worth}
    of_time = _of_the_time(inside, request, reading)
    of_chunk = {key: worth[chunks[key]] for key in inside}
    scores = weighted_sum([(1.0, inside), (1.0, of_chunk), (shares.time, of_time)])
    return varied(scores, scored, weights.said, reading)


def _of_the_time(keys: Mapping[StatementKey, float], request: Request, reading: Reading) -> dict[StatementKey, float]:
    """1 for each statement that speaks of the time that the question names, or stands in a report on it."""
    periods = request.question.periods
    if not periods:
        return {}
    infos = reading.infos(k.ordinal for k in keys)
    reports = {o for o, i in infos.items() if i.period is not None and any(p.overlaps(i.period) for p in periods)}
    spoken = {k for k, s in reading.statements(keys).items() if s.valid and any(p.overlaps(s.valid) for p in periods)}
    return {k: 1.0 for k in keys if k in spoken or k.ordinal in reports}
