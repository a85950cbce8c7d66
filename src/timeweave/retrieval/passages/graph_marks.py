"""What Algorithm 1 of Temporal GraphRAG says of statements: its scores on the subgraph of those near the question."""

from __future__ import annotations

from collections.abc import Mapping

from timeweave.records import StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.kernels.fusion import scaled_to_best
from timeweave.retrieval.passages.fused import PassageOptions, ordered
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.tgrag.tgrag_local import Ablation, TgragOptions, edges_of, score_subgraph


def graph_marks(
    gammas: Mapping[StatementKey, float], request: Request, options: PassageOptions, reading: Reading
) -> dict[StatementKey, float]:
    """s(c) of each statement's chunk plus s(ε) of what it says, each over the best (equations 1 to 3).

    G_K^q is made of what the statements in ``gammas`` (γ by statement) state, and name together: they were
    searched for anyway, so that K is larger than the paper's and costs no search. Nothing is computed where the
    weight is 0.
    """
    if not options.weights.graph or not options.use_graph:
        return {}
    subgraph = edges_of(dict(ordered(gammas, reading)), reading, static=options.static_graph)
    ablation = Ablation(without_temporal_retrieval=not options.timed, static_graph=options.static_graph)
    scores = score_subgraph(subgraph, request.question.scope, TgragOptions(ablation=ablation))
    chunks = scaled_to_best(dict(scores.chunks))
    said: dict[StatementKey, float] = {}
    for edge, score in zip(scores.subgraph, scores.edges, strict=True):
        said[edge.statement] = max(score, said.get(edge.statement, 0.0))
    said = scaled_to_best(said)
    statements = reading.statements(gammas)
    return {
        key: chunks.get(reading.chunk_id(key.ordinal, s.chunk), 0.0) + said.get(key, 0.0)
        for key, s in statements.items()
    }
