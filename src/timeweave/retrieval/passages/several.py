"""A question that asks for several things: the ranking of the whole and those of its parts take turns.

What answers the second part often says nothing of the first, so that the ranking of the whole hardly has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timeweave.records import StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.kernels.packing import share_evenly
from timeweave.retrieval.passages.fused import Ranking
from timeweave.retrieval.reading import Reading


def each_asked(request: Request) -> Sequence[Request]:
    """The request, and where its question asks for several things one for each of them."""
    parts = request.question.apart
    if not parts:
        return [request]
    vectors = request.embed([part.text for part in parts])
    apart = (replace(request, question=part, vector=vector) for part, vector in zip(parts, vectors, strict=True))
    return [request, *apart]


def in_turn(rankings: Sequence[Ranking], reading: Reading) -> Ranking:
    """One order in which rankings take turns by tokens, each statement with the best of its scores."""
    if len(rankings) == 1:
        return rankings[0]
    best: dict[StatementKey, float] = {}
    for ranking in rankings:
        for key, score in ranking:
            best[key] = max(score, best.get(key, score))
    keys = [[key for key, _ in ranking] for ranking in rankings]
    reading.statements(key for ranked in keys for key in ranked)
    return [(key, best[key]) for key in share_evenly(keys, reading.tokens)]
