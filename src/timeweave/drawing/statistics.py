"""The size of the graph, as TG-RAG's Table VIII counts it, and of the time hierarchy above it (TG-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.records import Fact, FactId
from timeweave.store.base import View
from timeweave.temporal.interval import Granularity


@dataclass(frozen=True, slots=True)
class GraphStatistics:
    """The bi-level temporal graph on one day.

    ``entities`` are the nodes of the lower layer, the ends of facts; ``measures`` are those among them that stand for
    what a value is given of. ``relations`` are its edges, the facts; ``pairs`` the distinct pairs of nodes that they
    join, in either direction: the other ``parallel`` edges say of a pair something else, or the same at another time.
    ``timeless`` are those without a time stamp. ``time_nodes`` counts the nodes of each level of the upper layer,
    coarse first, and ``links`` the cross-layer edges from a time node to a fact that is stamped with it.
    """

    entities: int
    measures: int
    relations: int
    pairs: int
    parallel: int
    timeless: int
    time_nodes: tuple[tuple[Granularity, int], ...]
    links: int


def graph_statistics(view: View) -> GraphStatistics:
    """Count the graph that a view shows; reads every fact, one document at a time."""
    nodes = view.time_nodes()
    relations: dict[FactId, tuple[str, str]] = {}
    measures: set[str] = set()
    timeless: set[FactId] = set()
    for fact in _facts(view):
        relations[fact.id] = _pair(fact)
        if not fact.object_is_entity:
            measures.add(fact.endpoints[1])
        if fact.valid is None:
            timeless.add(fact.id)
    pairs = set(relations.values())
    levels = Counter(node.granularity for node in nodes)
    return GraphStatistics(
        entities=len({end for pair in pairs for end in pair}),
        measures=len(measures),
        relations=len(relations),
        pairs=len(pairs),
        parallel=len(relations) - len(pairs),
        timeless=len(timeless),
        time_nodes=tuple((level, levels[level]) for level in sorted(levels, key=lambda g: -g.rank)),
        links=sum(node.facts for node in nodes),
    )


def _facts(view: View) -> Iterator[Fact]:
    """Every visible fact once, document by document."""
    seen: set[FactId] = set()
    for info in view.documents():
        stated = set(view.facts_of([info.ordinal])) - seen
        seen |= stated
        for supported in view.facts(stated).values():
            yield supported.fact


def _pair(fact: Fact) -> tuple[str, str]:
    first, second = sorted(fact.endpoints)
    return (first, second)
