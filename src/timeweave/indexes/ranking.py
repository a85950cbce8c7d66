"""Best first, with ties in an order that does not depend on how statements came into the store."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

Place = tuple[str, int, int]
"""What ties are broken by: an id, a position, and a number that says where it was found."""


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Some rows of segment number ``segment``, with their final scores."""

    segment: int
    rows: np.ndarray
    scores: np.ndarray


def best(
    scored: Sequence[Scored], k: int, places: Callable[[int, np.ndarray], Sequence[Place]]
) -> list[tuple[Place, float]]:
    """The ``k`` best, by falling score; ties by ``places(segment, rows)``, each of which sorts as its values do."""
    if k <= 0 or not scored:
        return []
    scores = np.concatenate([s.scores for s in scored])
    floor = kth_largest(scores, k)
    found: list[tuple[float, Place]] = []
    for s in scored:
        kept = s.scores >= floor
        found += zip((-s.scores[kept]).tolist(), places(s.segment, s.rows[kept]), strict=True)
    return [(where, -score) for score, where in heapq.nsmallest(k, found)]


def kth_largest(values: np.ndarray, k: int) -> float:
    """-inf when there are fewer."""
    return float(np.partition(values, len(values) - k)[len(values) - k]) if len(values) >= k else -np.inf
