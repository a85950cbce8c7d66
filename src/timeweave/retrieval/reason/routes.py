"""Routes of subgoals from the entities of a question, cheapest first (ER-01, ER-02).

A route starts at one entity and has one subgoal for each hop: to come to what tells the words of the question that
the way so far has not told. Cost = Σ (b · n)^h, with b the relations that the entity stands in, n the facts about it,
both as the graph has them, and h the hops of the subgoal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from timeweave.records import SupportedFact
from timeweave.retrieval.reason.coverage import Asked
from timeweave.retrieval.reason.exploring import NAMED, Node

_DEAREST = 1e12


@dataclass(frozen=True, slots=True)
class Route:
    """A plan: from ``node`` on, one subgoal for each of ``hops``; ``untold`` are the words that they are to tell,
    ``said`` the subgoals as a model words them.
    """

    node: Node
    branching: int
    reach: int
    hops: int
    untold: tuple[str, ...]
    said: tuple[str, ...] = ()

    @property
    def cost(self) -> float:
        """Σ (b · n)^h over the subgoals, the h-th of which is h hops away."""
        return min(_DEAREST, sum(float(self.branching * self.reach) ** h for h in range(1, self.hops + 1)))

    def to_json(self) -> dict[str, Any]:
        """The route as plain JSON values: its subgoals in order."""
        if self.said:
            subgoals = [f"from {self.node.seed}: {self.said[0]}", *(f"from there: {s}" for s in self.said[1:])]
            return {"subgoals": subgoals, "hops": self.hops, "cost": round(self.cost, 1)}
        subgoals = [f"from {self.node.seed}: what tells {', '.join(self.untold) or 'the answer'}"]
        subgoals += [f"from there: what tells the rest ({h} hops)" for h in range(2, self.hops + 1)]
        return {"subgoals": subgoals, "hops": self.hops, "cost": round(self.cost, 1)}


def plan(
    nodes: Iterable[Node], facts: Iterable[Sequence[SupportedFact]], asked: Asked, *, hops: int, most: int
) -> tuple[Route, ...]:
    """The ``most`` cheapest routes, distinct by where they start and what they leave to be told; those from entities
    that the question names come before those from entities that are only near it.
    """
    found: dict[tuple[str, tuple[str, ...]], Route] = {}
    for node, about in zip(nodes, facts, strict=True):
        untold = tuple(sorted(t for t in asked.weights if node.told.get(t, 0.0) < 1.0))
        branching = len({(s.fact.relation, s.fact.subject == node.entity) for s in about})
        if about:
            found.setdefault((node.entity, untold), Route(node, branching, len(about), hops, untold))
    ranked = sorted(found.values(), key=lambda r: (r.node.relevance < NAMED, r.cost, r.node.entity))
    return tuple(sorted(ranked[:most], key=lambda r: (r.cost, r.node.entity)))
