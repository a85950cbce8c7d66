"""Local exploration: from the entities of a question along edges, a beam of paths that tell its words (ER-04, ER-05).

A *bundle* is what one relation leads to from one node: the operator of the question is worked out over all of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from timeweave.question.logical.form import LogicalForm, Wants
from timeweave.records import EntityId, StatementKey, SupportedFact
from timeweave.records.reasoning import Step
from timeweave.retrieval.base import IndexReader
from timeweave.retrieval.reason.at_day import day_of, narrowed
from timeweave.retrieval.reason.coverage import Asked, Told, faintly, together
from timeweave.retrieval.reason.relevance import Meanings
from timeweave.retrieval.reason.spans import hull
from timeweave.store.base import View

_HUB = 2_000  # facts about a node that are looked at one by one; of a larger one only those of the relations that fit
_OF_HUB = 2  # relations of a hub that are read
_ANSWER_NAME = 0.3  # of what the name of an answer tells, for it is not what was asked by
NAMED = 0.95
"""s_init of an entity that the question names, not one that is only near to it."""
_ENOUGH = 0.97  # of a question that is told: no further hop is needed


@dataclass(frozen=True, slots=True)
class Node:
    """An entity that the beam has come to: by ``steps`` from ``seed``, which tell ``told`` of the question."""

    seed: EntityId
    relevance: float
    entity: EntityId
    steps: tuple[Step, ...]
    told: Told
    seen: frozenset[str]


@dataclass(frozen=True, slots=True)
class Bundle:
    """The facts of one relation at a node, one way, with how near each is to the question (s_triplet)."""

    node: Node
    relation: str
    forward: bool
    facts: tuple[SupportedFact, ...]
    fits: Mapping[str, float]
    told: Told

    def end(self, supported: SupportedFact) -> str:
        """The end of a fact that is not the node."""
        return supported.fact.object if self.forward else supported.fact.subject

    def fit(self, supported: SupportedFact) -> float:
        """s_triplet of a fact."""
        return self.fits.get(supported.fact.id, 0.0)


@dataclass(eq=False)
class Explorer:
    """Walks the graph of ``view`` for one question, whose embedding is ``vector``."""

    view: View
    index: IndexReader
    vector: np.ndarray
    asked: Asked
    form: LogicalForm
    width: int
    depth: int
    rerank: bool = True
    meanings: Meanings | None = None
    _read: dict[EntityId, Sequence[SupportedFact]] = field(default_factory=dict)

    def hops(self, seeds: Iterable[Node]) -> Iterator[list[Bundle]]:
        """What can be come to within the depth, hop by hop: all bundles of each, the frontier held to the width."""
        frontier = list(seeds)
        for hop in range(self.depth):
            here = [bundle for node in frontier for bundle in self._bundles(node)]
            yield here
            if hop + 1 == self.depth or not here:
                return
            frontier = self._onward(here)

    def _bundles(self, node: Node) -> list[Bundle]:
        facts = self.about(node.entity)
        grouped: dict[tuple[str, bool], list[SupportedFact]] = defaultdict(list)
        may_return = self.form.of_others or bool(self.asked.hops)
        for supported in facts:
            if node.steps and supported.fact.id == node.steps[-1].fact.fact.id:
                continue
            forward = supported.fact.subject == node.entity
            if not may_return and _leads_back(node, supported.fact.relation, forward=forward):
                continue
            grouped[supported.fact.relation, forward].append(supported)
        day, succession = day_of(self.view), self.asked.succession_at(len(node.steps))
        grouped = {key: kept for key, group in grouped.items() if (kept := narrowed(group, succession, day))}
        cosines = self._cosines([s for group in grouped.values() for s in group])
        told = self._told_at(len(node.steps), {relation for relation, _ in grouped})
        return [
            Bundle(node, relation, forward, tuple(group), cosines, together([node.told, told[relation]]))
            for (relation, forward), group in grouped.items()
        ]

    def _told_at(self, hop: int, relations: set[str]) -> Mapping[str, Told]:
        """What each relation tells at a hop: its words, and of a subgoal its meaning too (s_rel)."""
        told = {relation: self.asked.told_by(relation, hop) for relation in relations}
        if self.meanings is None or hop >= len(self.asked.hops):
            return told
        near = self.meanings.of_each(self.asked.hops[hop].subgoal, sorted(relations))
        return {relation: together([told[relation], self.asked.meant_by(hop, how)]) for relation, how in near}

    def about(self, entity: EntityId) -> Sequence[SupportedFact]:
        """The facts about a node; of a hub those of the relations that tell most of the question."""
        if entity not in self._read:
            self._read[entity] = self._facts(entity)
        return self._read[entity]

    def _facts(self, entity: EntityId) -> Sequence[SupportedFact]:
        info = self.view.entity(entity)
        if info is None or info.mentions <= _HUB:
            return self.view.facts_about([entity])
        within = None if self.form.anchor is not None else hull(self.form.periods)
        ranked = sorted(
            self.view.relations_about([entity]), key=lambda r: (-self.asked.share(self.asked.told_by(r)), r)
        )
        return [s for r in ranked[:_OF_HUB] for s in self.view.facts_about([entity], relation=r, within=within)]

    def _cosines(self, facts: Sequence[SupportedFact]) -> dict[str, float]:
        """s_triplet: the cosine of the question to each fact, put in words with its validity."""
        if not self.rerank or not facts:
            return {}
        keys: dict[StatementKey, list[str]] = defaultdict(list)
        for s in facts:
            keys[s.supports[0].key].append(s.fact.id)
        cosines = self.index.cosines(self.vector, list(keys))
        return {id_: float(c) for ids, c in zip(keys.values(), cosines, strict=True) for id_ in ids}

    def _onward(self, bundles: Sequence[Bundle]) -> list[Node]:
        """The next frontier: the best edges whose words leave something of the question untold."""
        edges: list[tuple[float, Node]] = []
        for bundle in bundles:
            share = self.asked.share(bundle.told)
            if share >= _ENOUGH:
                continue
            for supported in bundle.facts:
                end = bundle.end(supported)
                if not _is_node(supported, bundle.forward) or end in bundle.node.seen:
                    continue
                named = self.asked.told_by(end)
                told = together([bundle.told, faintly(named, 0.9)])
                gain = self.asked.share(told) - self.asked.share(bundle.node.told)
                score = bundle.node.relevance * (self.asked.share(told) + 0.5 * bundle.fit(supported) + gain)
                step = Step(bundle.node.entity, supported, max(share, 0.05), max(bundle.fit(supported), 0.05))
                edges.append(
                    (
                        score,
                        Node(
                            bundle.node.seed,
                            bundle.node.relevance,
                            EntityId(end),
                            (*bundle.node.steps, step),
                            told,
                            bundle.node.seen | {end},
                        ),
                    )
                )
        edges.sort(key=lambda e: (-e[0], e[1].entity))
        best: dict[str, Node] = {}
        for _, node in edges:
            if len(best) >= self.width:
                break
            best.setdefault(node.entity, node)
        return list(best.values())


def _leads_back(node: Node, relation: str, *, forward: bool) -> bool:
    """Whether a relation is the one by which a path came, the other way: from a team to its other players."""
    if not node.steps or node.relevance < NAMED:
        return False
    last = node.steps[-1]
    return last.fact.fact.relation == relation and (last.fact.fact.subject == last.start) != forward


def _is_node(supported: SupportedFact, forward: bool) -> bool:
    return supported.fact.object_is_entity or not forward


def told_with_end(bundle: Bundle, supported: SupportedFact, asked: Asked, form: LogicalForm) -> Told:
    """What a fact of a bundle tells of the question, its other end included."""
    named = asked.told_by(bundle.end(supported))
    if not named:
        return bundle.told
    return together([bundle.told, named if form.wants is not Wants.ENTITY else faintly(named, _ANSWER_NAME)])
