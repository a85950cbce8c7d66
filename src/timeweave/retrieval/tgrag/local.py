"""The local mode: Algorithm 1's chunks packed into the context (TG-13), and how it went, for ``--explain``.

With the paper's context of 12,000 tokens whole chunks are packed in descending s(c). A chunk has 1,200 tokens, so a
budget of 2,000 would hold one and lose the rest: below L_ctx the unit is the statement. The order is then that of the
chunks, and in each chunk first the statements that say its edges in scope, by s(ε), then γ; then the others that say
an edge; the neighbours of the first follow once every chunk has had its turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.records import ChunkId, Span, StatementKey
from timeweave.retrieval.base import Finding, Request
from timeweave.retrieval.evidence import assemble, pack_statements
from timeweave.retrieval.kernels.packing import Candidate, pack
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.tgrag.options import TgragOptions
from timeweave.retrieval.tgrag.tgrag_local import LocalScores, score_chunks


def retrieve_local(request: Request, options: TgragOptions) -> Finding:
    """Evidence by Algorithm 1 for the question's scope."""
    scope = request.question.scope
    reading = Reading(request.view)
    scores = score_chunks(request.vector, scope, reading=reading, index=request.index, options=options)
    places = chunk_places(scores, reading)
    if request.budget >= options.context:
        evidence, tokens = _pack_chunks(scores, places, reading, options.context, request.limit)
    else:
        ranked = rank_statements(scores, places, reading)
        evidence, tokens = pack_statements(ranked, reading, budget=request.budget, limit=request.limit)
    warnings = () if evidence else ("no fact near the question lies in its time scope",)
    return Finding(evidence, tokens, warnings, explain(scores) if request.explain else {})


def rank_statements(
    scores: LocalScores, places: Mapping[ChunkId, tuple[int, int]], reading: Reading
) -> Iterator[tuple[StatementKey, float]]:
    """The statements of the scored chunks, each with its chunk's score; see the module for the order."""
    neighbours: list[tuple[StatementKey, float]] = []
    for chunk, score in scores.chunks:
        ordinal, index = places[chunk]
        said = [
            (-scores.edges[n], -edge.gamma, reading.place(edge.statement), edge.statement)
            for n, edge in enumerate(scores.subgraph)
            if chunk in edge.chunks and edge.statement.ordinal == ordinal
        ]
        said.sort(key=lambda item: item[:3])
        for weight, _, _, key in said:
            yield key, score
            if weight < 0.0:
                beside = [StatementKey(ordinal, key.index + step) for step in (1, -1) if key.index + step >= 0]
                held = reading.statements(beside)
                neighbours.extend((k, score) for k in beside if k in held and held[k].chunk == index)
    yield from neighbours


def explain(scores: LocalScores) -> dict[str, Any]:
    """Subgraph with γ and s(ε), seeds, s(v) and s(c) as plain JSON values."""
    return {
        "subgraph": [
            {
                "facts": list(edge.facts),
                "text": edge.text,
                "endpoints": list(edge.endpoints),
                "time": [None if t is None else str(t) for t in edge.times],
                "gamma": edge.gamma,
                "score": score,
            }
            for edge, score in zip(scores.subgraph, scores.edges, strict=True)
        ],
        "seeds": sorted(scores.seeds),
        "entities": dict(sorted(scores.entities.items(), key=lambda item: (-item[1], item[0]))),
        "chunks": [{"chunk_id": chunk, "score": score} for chunk, score in scores.chunks],
    }


def chunk_places(scores: LocalScores, reading: Reading) -> dict[ChunkId, tuple[int, int]]:
    """The document ordinal and index of each scored chunk, from the statements that say the edges."""
    wanted = {chunk for chunk, _ in scores.chunks}
    keys = {c: key for edge in scores.subgraph for c, key in edge.chunks.items() if c in wanted}
    statements = reading.statements(keys.values())
    return {chunk: (key.ordinal, statements[key].chunk) for chunk, key in keys.items()}


def _pack_chunks(
    scores: LocalScores,
    places: Mapping[ChunkId, tuple[int, int]],
    reading: Reading,
    context: int,
    limit: int | None,
) -> tuple[tuple[Any, ...], int]:
    candidates = []
    for chunk, score in scores.chunks:
        ordinal, index = places[chunk]
        span: Span = reading.view.chunks(ordinal)[index].span
        candidates.append(Candidate(ordinal, span, score))
    packed = pack(candidates, context, text_of=reading.text, count=reading.count, limit=limit)
    keys = [edge.statement for edge in scores.subgraph]
    keys += [StatementKey(p.source, s.index) for p in packed for s in reading.view.statements_of(p.source, p.span)]
    return assemble(packed, keys, reading), sum(p.tokens for p in packed)
