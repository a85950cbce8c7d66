"""From the best chunks along edges to chunks that tell what they leave out (TWE-RAG, section 7.2; TW-11).

Edges are those of the evidence graph, which join chunks that say the same in the same words, or of any other kind
(`retrieval.passages.bridges`: chunks that speak of the same entity).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.records.sparse import SparseRows

Neighbours = Callable[[int], tuple[np.ndarray, np.ndarray]]
"""The rows that one row has edges to, and the weight of each in [0, 1]."""


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """Scores of all rows, raised where edges led, and from which row each was reached (int64; -1: none)."""

    scores: np.ndarray
    reached_from: np.ndarray


def follow_edges(
    scores: np.ndarray,
    weights: SparseRows,
    source_groups: np.ndarray,
    *,
    starts: Sequence[int] | np.ndarray,
    hops: int,
    share: float,
) -> Followed:
    """As `follow`, along the edges of the evidence graph: ``weights`` and ``source_groups`` as in `EvidenceGraph`."""
    return follow(scores, weights.row, source_groups, starts=starts, hops=hops, share=share)


def follow(
    scores: np.ndarray,
    neighbours: Neighbours,
    source_groups: np.ndarray,
    *,
    starts: Sequence[int] | np.ndarray,
    hops: int,
    share: float,
) -> Followed:
    """Raise the chunks that ``starts`` (rows) lead to within ``hops`` steps.

    A start hands ``share`` · w of its score on along an edge of weight w, and each row that was reached hands on as
    much of what it was handed; a row is raised by the most that any path hands it. What is of the source group of a
    start, or of the row that leads to it, brings nothing new and is not followed. So starts keep their scores.
    """
    raised = np.zeros(len(scores), np.float64)
    reached_from = np.full(len(scores), -1, np.int64)
    heard = np.isin(source_groups, source_groups[np.asarray(starts, np.int64)])
    frontier = {int(row): float(scores[row]) for row in starts}
    for _ in range(hops):
        reached: dict[int, float] = {}
        for row in sorted(frontier, key=lambda r: (-frontier[r], r)):
            rows, heavy = neighbours(row)
            new = (source_groups[rows] != source_groups[row]) & ~heard[rows]
            for neighbour, weight in zip(rows[new].tolist(), heavy[new].tolist(), strict=True):
                handed = share * weight * frontier[row]
                if handed > raised[neighbour]:
                    raised[neighbour] = reached[neighbour] = handed
                    reached_from[neighbour] = row
        frontier = reached
    return Followed(scores + raised, reached_from)
