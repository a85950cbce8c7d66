"""Local retrieval of Temporal GraphRAG: paper section III-B and Algorithm 1; ablations of section V-D (TG-09 … TG-17).

The units: an edge ε is a fact, or two entities that a statement names together (`co_mentions`); its embedding is that
of the statement which says it, its time stamp τ the valid interval of the fact, or of the statement. Equation 3 sums
over E(c), the edges of E_q that were extracted from c, as the algorithm's line 6 prepares; summed over E_q, as printed,
every chunk would get the same sum.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.records import ChunkId, FactId, Statement, StatementKey, SupportedFact
from timeweave.retrieval.base import IndexReader
from timeweave.retrieval.kernels.pagerank import pagerank
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.tgrag.co_mentions import co_mentions
from timeweave.retrieval.tgrag.options import TgragOptions
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope


@dataclass(frozen=True, slots=True)
class Edge:
    """ε = (v1, v2, e, τ) with γ_ε, the statement that is nearest to the question, and the chunks it came from, each
    with a statement of it that says the edge.

    ``facts`` holds one fact, none where two names only stand together, or, in a static graph, all that were parallel.
    """

    facts: tuple[FactId, ...]
    endpoints: tuple[str, str]
    times: tuple[Interval | None, ...]
    gamma: float
    statement: StatementKey
    chunks: Mapping[ChunkId, StatementKey]
    text: str


@dataclass(frozen=True, slots=True)
class LocalScores:
    """All that Algorithm 1 computes before packing; ``seeds`` is V_t^q, ``entities`` s(v), ``edges`` s(ε) in the
    order of ``subgraph``, ``chunks`` s(c) of the chunks that score above 0, best first.
    """

    subgraph: tuple[Edge, ...]
    seeds: frozenset[str]
    entities: Mapping[str, float]
    edges: tuple[float, ...]
    chunks: tuple[tuple[ChunkId, float], ...]


def score_chunks(
    vector: np.ndarray, scope: Scope, *, reading: Reading, index: IndexReader, options: TgragOptions
) -> LocalScores:
    """Algorithm 1, lines 1 to 8, for a question with embedding ``vector`` and time nodes ``scope``."""
    static = options.ablation.static_graph
    subgraph = position_subgraph(vector, options.top_edges, reading=reading, index=index, static=static)
    return score_subgraph(subgraph, scope, options)


def score_subgraph(subgraph: Sequence[Edge], scope: Scope, options: TgragOptions) -> LocalScores:
    """Equations 1 to 3 on G_K^q, with what the ablation switches off."""
    ablation = options.ablation
    within = Scope() if ablation.without_temporal_retrieval or ablation.static_graph else scope
    seeds = temporal_seeds(subgraph, within)
    use_ppr = not ablation.without_ppr and not ablation.static_graph
    entities = score_entities(subgraph, seeds, damping=options.damping) if use_ppr else {}
    edges = score_edges(subgraph, within, entities) if use_ppr else score_edges_by_similarity(subgraph, within)
    chunks = score_chunks_by_edges(subgraph, edges)
    return LocalScores(tuple(subgraph), seeds, entities, edges, chunks)


def position_subgraph(
    vector: np.ndarray, k: int, *, reading: Reading, index: IndexReader, static: bool = False
) -> tuple[Edge, ...]:
    """G_K^q: the ``k`` edges of highest γ_ε = cos(e_q, e_ε) (TG-09), ties by document and position; of one
    statement its facts by id, then who is named together.

    An edge stated in several places has the γ of the place that is nearest.
    """
    depth = 2 * k
    while True:
        hits = list(index.dense(vector, depth))
        edges = list(edges_of({hit.key: float(hit.score) for hit in hits}, reading, static=static))
        if len(edges) >= k or len(hits) < depth:
            return tuple(edges[:k])
        depth *= 4


def temporal_seeds(subgraph: Sequence[Edge], scope: Scope) -> frozenset[str]:
    """V_t^q: the entities at edges whose time stamp lies in T_q; without a time scope, all (TG-09, TG-16)."""
    return frozenset(v for edge in subgraph if in_scope(edge, scope) for v in edge.endpoints)


def score_entities(subgraph: Sequence[Edge], seeds: frozenset[str], *, damping: float) -> dict[str, float]:
    """s(v) ← PPR(G_K^q, V_t^q) (equation 1, TG-10); no seeds, no scores."""
    if not seeds:
        return {}
    return pagerank([edge.endpoints for edge in subgraph], seeds, damping=damping)


def score_edges(subgraph: Sequence[Edge], scope: Scope, entities: Mapping[str, float]) -> tuple[float, ...]:
    """s(ε) ← 1[τ ∈ T_q] · (s(v1) + s(v2)) (equation 2, TG-11)."""
    return tuple(
        sum(entities.get(v, 0.0) for v in edge.endpoints) if in_scope(edge, scope) else 0.0 for edge in subgraph
    )


def score_edges_by_similarity(subgraph: Sequence[Edge], scope: Scope) -> tuple[float, ...]:
    """s(ε) ← 1[τ ∈ T_q] · γ_ε, equation 2 without PageRank (TG-17)."""
    return tuple(edge.gamma if in_scope(edge, scope) else 0.0 for edge in subgraph)


def score_chunks_by_edges(subgraph: Sequence[Edge], scores: Sequence[float]) -> tuple[tuple[ChunkId, float], ...]:
    """s(c) ← ∏_{ε ∈ E(c)} (1 + γ_ε) · Σ_{ε ∈ E(c)} s(ε) (equation 3, TG-12), best first, ties by chunk id."""
    extracted: dict[ChunkId, list[int]] = defaultdict(list)
    for number, edge in enumerate(subgraph):
        for chunk in edge.chunks:
            extracted[chunk].append(number)
    chunks = {
        chunk: math.prod(1.0 + subgraph[n].gamma for n in numbers) * math.fsum(scores[n] for n in numbers)
        for chunk, numbers in extracted.items()
    }
    return tuple(sorted(((c, s) for c, s in chunks.items() if s > 0.0), key=lambda item: (-item[1], item[0])))


def in_scope(edge: Edge, scope: Scope) -> bool:
    """1[τ ∈ T_q]: whether a time stamp of the edge shares a day with the scope; always, when there is no scope."""
    return any(scope.covers(time) for time in edge.times)


def edges_of(gammas: Mapping[StatementKey, float], reading: Reading, *, static: bool = False) -> tuple[Edge, ...]:
    """What statements state, then who is named in them together, in the order of the statements; ``gammas`` holds γ,
    the nearest first.
    """
    stated = reading.view.facts_stated_in(gammas)
    facts = reading.view.facts({fact for key in gammas for fact in stated.get(key, ())})
    statements = reading.statements(gammas)
    edges: dict[object, Edge] = {}
    for key, gamma in gammas.items():
        known = [facts[fact] for fact in stated.get(key, ())]
        found = [_of_fact(fact, gamma, key) for fact in known]
        if key in statements:
            joined = {frozenset(edge.endpoints) for edge in found}
            found += _of_names(statements[key], joined, gamma, key, reading)
        for edge in found:
            identity = _identity(edge, static=static)
            edges[identity] = _joined(edges[identity], edge) if identity in edges else edge
    return tuple(edges.values())


def _of_fact(known: SupportedFact, gamma: float, key: StatementKey) -> Edge:
    fact = known.fact
    chunks = {s.chunk_id: s.key for s in known.supports}
    return Edge((fact.id,), fact.endpoints, (fact.valid,), gamma, key, chunks, fact.text)


def _of_names(
    statement: Statement, joined: Collection[frozenset[str]], gamma: float, key: StatementKey, reading: Reading
) -> list[Edge]:
    """Co-mentions hold at the time of their statement."""
    chunk = reading.chunk_id(key.ordinal, statement.chunk)
    pairs = co_mentions(statement.entities, joined)
    return [Edge((), pair, (statement.valid,), gamma, key, {chunk: key}, " and ".join(pair)) for pair in pairs]


def _identity(edge: Edge, *, static: bool) -> object:
    """What makes two edges one: the same fact, or the same names together at the same time; in a static graph the same
    two ends.
    """
    return tuple(sorted(edge.endpoints)) if static else edge.facts or (edge.endpoints, edge.times)


def _joined(first: Edge, other: Edge) -> Edge:
    """One edge for two: nearest γ, all chunks; in a static graph all facts and times."""
    return Edge(
        tuple(dict.fromkeys(first.facts + other.facts)),
        first.endpoints,
        tuple(dict.fromkeys(first.times + other.times)),
        first.gamma,
        first.statement,
        {**other.chunks, **first.chunks},
        first.text,
    )
