"""Routes: what they cost, and how many are taken (ER-02)."""

from __future__ import annotations

from timeweave import KnowledgeBase
from timeweave.records import EntityId
from timeweave.retrieval.reason.coverage import Asked
from timeweave.retrieval.reason.exploring import Node
from timeweave.retrieval.reason.reasoning import planned
from timeweave.retrieval.reason.routes import plan
from timeweave.retrieval.searching import Query, Sources, pose


def node(name: str, told: float = 1.0) -> Node:
    return Node(EntityId(name), 1.0, EntityId(name), (), {name: told}, frozenset({name}))


def test_cheapest_first(graph: KnowledgeBase) -> None:
    """Cost = Σ (b · n)^h of the graph's own degrees; the top N, distinct, in order of cost (ER-02)."""
    names = ["southland", "westmark", "irma holt"]
    asked = Asked(dict.fromkeys((*names, "visit"), 1.0))
    nodes = [node(name) for name in names]
    with graph._store.view() as view:
        facts = [view.facts_about([EntityId(name)]) for name in names]
        routes = plan(nodes, facts, asked, hops=2, most=3)
        assert [r.node.entity for r in routes] == ["irma holt", "westmark", "southland"]
        (holt, westmark, southland) = routes
        for route, about in ((westmark, facts[1]), (holt, facts[2]), (southland, facts[0])):
            relations = {(s.fact.relation, s.fact.subject == route.node.entity) for s in about}
            degree = len(relations) * len(about)
            assert route.cost == degree + degree**2
        assert len(plan(nodes, facts, asked, hops=2, most=2)) == 2
        assert len(plan([nodes[0], nodes[0]], [facts[0], facts[0]], asked, hops=1, most=3)) == 1


def test_no_more_than_until_consensus(graph: KnowledgeBase) -> None:
    """A question that the first hop tells whole takes no second; one that it does not, does (ER-02)."""

    def hops(question: str) -> int:
        with graph._store.view() as view:
            sources = Sources(view, graph._indexes.reader(view), graph._embedder.get())
            found = planned(pose(Query(question), sources).request).explored()
        assert found is not None
        assert found.explanation["routes"]
        return int(found.explanation["hops"])

    assert hops("what was the first award received by ada king") == 1
    assert hops("where did the husband of ada king go to university") > 1
