"""TG-RAG's local retrieval against numbers worked out by hand on a small graph.

    acme –revenue→ 2023-Q1 (γ 0.8, chunk c1)
    acme –revenue→ 2023-Q2 (γ 0.6, chunk c2)
    acme –buys→ zeta 2023-Q1 (γ 0.5, chunk c1)

As a multigraph: acme–revenue twice, acme–zeta once. With restart vector q and damping 0.85 the ranks solve
a = 0.15·q_a + 0.85·(r + z), r = 0.15·q_r + 0.85·a·2/3, z = 0.15·q_z + 0.85·a/3.
"""

import pytest

from timeweave.records import ChunkId, FactId, StatementKey
from timeweave.retrieval.tgrag.options import Ablation, TgragOptions
from timeweave.retrieval.tgrag.tgrag_local import (
    Edge,
    score_edges,
    score_entities,
    score_subgraph,
    temporal_seeds,
)
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, TimeRelation

C1, C2 = ChunkId("c1"), ChunkId("c2")


def edge(number, other, time, gamma, *chunks):
    valid = Interval.parse(time)
    key = StatementKey(0, number)
    return Edge((FactId(f"f{number}"),), ("acme", other), (valid,), gamma, key, dict.fromkeys(chunks, key), "")


GRAPH = (
    edge(1, "relation:revenue", "2023-Q1", 0.8, C1),
    edge(2, "relation:revenue", "2023-Q2", 0.6, C2),
    edge(3, "zeta", "2023-Q1", 0.5, C1),
)
STATIC = (
    Edge((FactId("f1"), FactId("f2")), GRAPH[0].endpoints, GRAPH[0].times + GRAPH[1].times, 0.8, StatementKey(0, 1),
         {C1: StatementKey(0, 1), C2: StatementKey(0, 2)}, ""),
    GRAPH[2],
)  # fmt: skip


def during(period):
    return Scope((Interval.parse(period),), TimeRelation.AT)


def chunks(period, subgraph=GRAPH, **ablation):
    scope = during(period) if period else Scope()
    return dict(score_subgraph(subgraph, scope, TgragOptions(ablation=Ablation(**ablation))).chunks)


def test_seeds_are_the_entities_of_edges_in_scope():
    """TG-09: V_t^q of 2023-Q2 leaves zeta out, whose only edge is of another quarter."""
    assert temporal_seeds(GRAPH, during("2023-Q2")) == {"acme", "relation:revenue"}


def test_entity_scores():
    """TG-10, equation 1: restart at acme and revenue. r + z = 0.075 + 0.85·a, so a = 0.13875 / 0.2775 = 0.5,
    r = 0.075 + 0.85·0.5·2/3 and z = 0.85·0.5/3.
    """
    scores = score_entities(GRAPH, frozenset({"acme", "relation:revenue"}), damping=0.85)
    assert scores == pytest.approx({"acme": 0.5, "relation:revenue": 0.3583333333, "zeta": 0.1416666667})


def test_edge_scores_are_zero_outside_the_scope():
    """TG-11, equation 2: the sum of both ends inside the scope, nothing outside."""
    entities = {"acme": 0.5, "relation:revenue": 0.36, "zeta": 0.14}
    assert score_edges(GRAPH, during("2023-Q2"), entities) == pytest.approx((0.0, 0.86, 0.0))


def test_chunk_scores_sum_over_their_own_edges():
    """TG-12, equation 3 over E(c): c2 = 1.6 · (0.5 + 0.358333); c1 has no edge in scope and drops out."""
    assert chunks("2023-Q2") == pytest.approx({C2: 1.6 * 0.8583333333})


def test_weight_of_a_chunk_counts_edges_outside_the_scope_too():
    """TG-12: w(c) runs over all of E(c). In 2023-Q1 all three nodes are seeds: a = 0.135 / 0.2775 = 0.486486,
    r = 0.325676, z = 0.187838; c1 = 1.8·1.5·(a + r + a + z).
    """
    assert chunks("2023-Q1") == pytest.approx({C1: 1.8 * 1.5 * 1.4864864865})


def test_no_time_scope_no_filter():
    """TG-16: without a time scope every edge counts; a, r, z as above: c2 = 1.6 · 0.812162."""
    assert chunks(None) == pytest.approx({C1: 1.8 * 1.5 * 1.4864864865, C2: 1.6 * 0.8121621622})


def test_without_ppr():
    """TG-17: s(ε) = 1[τ ∈ T_q]·γ_ε: c1 = 1.8·1.5·(0.8 + 0.5)."""
    assert chunks("2023-Q1", without_ppr=True) == pytest.approx({C1: 1.8 * 1.5 * 1.3})


def test_without_temporal_retrieval():
    """TG-17: plain PageRank over all nodes, no filter: the scores of a question without scope."""
    assert chunks("2023-Q2", without_temporal_retrieval=True) == chunks(None)


def test_without_both():
    """TG-17: s(ε) = γ_ε: c1 = 1.8·1.5·1.3, c2 = 1.6·0.6."""
    both = chunks("2023-Q2", without_ppr=True, without_temporal_retrieval=True)
    assert both == pytest.approx({C1: 1.8 * 1.5 * 1.3, C2: 1.6 * 0.6})


def test_without_all():
    """TG-17: on the static graph the two revenue edges are one, found in both chunks, with the nearer γ."""
    assert chunks("2023-Q2", STATIC, static_graph=True) == pytest.approx({C1: 1.8 * 1.5 * 1.3, C2: 1.8 * 0.8})


def test_nothing_in_scope():
    """TG-11: when no edge of the subgraph lies in the scope, no chunk scores."""
    scores = score_subgraph(GRAPH, during("1999"), TgragOptions())
    assert (scores.seeds, scores.entities, scores.edges, scores.chunks) == (frozenset(), {}, (0.0, 0.0, 0.0), ())
