"""The order of the chunks: by S, then by what reading the first again and following edges from them adds.

How many are kept is told by S alone (`halting`), which of them by all three.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from timeweave.retrieval.base import ChunkReader, Request
from timeweave.retrieval.hybrid.halting import Kept, keep
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.hybrid.reranking import read_again, with_readings
from timeweave.retrieval.hybrid.scores import ChunkScores, edges_above
from timeweave.retrieval.kernels.hops import Followed, follow, follow_edges
from timeweave.retrieval.passages.bridges import chunk_bridges
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.twe import margin, max_normalised

if TYPE_CHECKING:
    from timeweave.records.evidence import EvidenceGraph

_CLOSE_AT = 5
"""Of how many chunks the margin is looked at: over 30 it is nearly always above θ_m."""


@dataclass(frozen=True, slots=True, eq=False)
class RankedChunks:
    """All rows, best first, and how many of them are kept; by row what reading again and edges added to S.

    ``worth`` is what each row adds to its statements; ``reread`` counts the rows that were read again, and ``reached``
    those that an edge led to.
    """

    order: np.ndarray
    kept: Kept
    worth: np.ndarray
    read: np.ndarray
    handed: np.ndarray
    reread: int
    reached: int


def rank_chunks(
    scores: ChunkScores, reader: ChunkReader, request: Request, options: HybridOptions, reading: Reading
) -> RankedChunks:
    """The rows of ``reader`` by S, what `reranking` says of the first of them, and what they hand on along edges."""
    total = scores.score
    order = _best_first(total)
    needed = len(total) and (options.halting or options.hops or options.entity_hops)
    graph = reader.evidence() if needed else None
    edges = None if graph is None else graph.weights if options.hops else graph.weights_of(order[:1])
    weights = None if edges is None else edges_above(edges, options.twe.theta_edge)
    kept = keep(order, total, weights if options.halting else None, options.twe, options.agreement_over)
    first = order[:0]
    if request.reranker is not None and _lie_close(total[order], options):
        first = order[: options.rerank_depth]
        chunks = [reader.keys[row] for row in first.tolist()]
        total = with_readings(total, first, read_again(request, request.reranker, chunks, reading))
    read, reached = total - scores.score, 0
    if graph is not None and weights is not None and options.hops:
        starts = _best_first(total)[: options.hop_starts]
        along = follow_edges(
            total, weights, graph.source_groups, starts=starts, hops=options.hops, share=options.hop_share
        )
        total, reached = along.scores, _count(along)
    if graph is not None and options.entity_hops:
        along = _along_entities(total, graph, reader, request, options, reading)
        total, reached = along.scores, reached + _count(along)
    worth = _worth(total, scores.boost, options)
    handed = total - scores.score - read
    return RankedChunks(_best_first(total), kept, worth, read, handed, len(first), reached)


def _lie_close(ranked: np.ndarray, options: HybridOptions) -> bool:
    """Whether rows of these scores, in descending order, should be read again (section 7.4)."""
    return options.rerank and len(ranked) > 1 and margin(ranked, _CLOSE_AT) < options.twe.theta_m


def _along_entities(
    total: np.ndarray,
    graph: EvidenceGraph,
    reader: ChunkReader,
    request: Request,
    options: HybridOptions,
    reading: Reading,
) -> Followed:
    edges = chunk_bridges(reader.keys, request, reading)
    starts = _best_first(total)[:1]
    return follow(total, edges, graph.source_groups, starts=starts, hops=options.entity_hops, share=options.hop_share)


def _worth(total: np.ndarray, boosts: np.ndarray, options: HybridOptions) -> np.ndarray:
    """What chunks add to the scores of their statements: what they say over the best, and how new they are."""
    return options.shares.chunk * max_normalised(total - boosts) + options.shares.boost * boosts


def _best_first(scores: np.ndarray) -> np.ndarray:
    return np.argsort(-scores, kind="stable")


def _count(along: Followed) -> int:
    return int((along.reached_from >= 0).sum())
