"""The first statements of a ranking read again, each together with the question, by the packaged reader."""

from __future__ import annotations

from collections.abc import Mapping

from timeweave.records import StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.passages.fused import ordered
from timeweave.retrieval.reading import Reading

_READ = 48  # statements
_WORTH = 0.2  # of a score, what log-odds are worth


def reread(scores: Mapping[StatementKey, float], request: Request, reading: Reading) -> Mapping[StatementKey, float]:
    """``scores`` with what the reader's log-odds add to the best of them, and the least of these to all others: an
    order, and no scale (most log-odds are below 0).
    """
    if request.reader is None or not scores:
        return scores
    first = list(reading.statements(key for key, _ in ordered(scores, reading)[:_READ]))
    answers = request.reader(request.question.text, [reading.excerpt(key) for key in first])
    added = dict(zip(first, (_WORTH * answers).tolist(), strict=True))
    least = min(added.values(), default=0.0)
    return {key: score + added.get(key, least) for key, score in scores.items()}
