"""The facts of a report by worth and by whom they are about, and what those are called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

from timeweave.records import EntityId, FactId, ReportSentence, ResolvedFact
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.names import Names
from timeweave.reports.ranking import best_first, weigh
from timeweave.reports.wording import measure_in_words
from timeweave.temporal.interval import Interval

Item = TypeVar("Item")
_NAMED_BY = 8  # facts that are looked at for what an entity is called


class Spoken:
    """All facts of a node and below it."""

    def __init__(self, inputs: ReportInputs, names: Names) -> None:
        self.node: Interval = inputs.node
        self.below = inputs.below
        self.names = names
        self.facts = inputs.all_facts()
        self.worth = weigh(self.facts, frozenset(r.fact.id for r in inputs.facts))
        self.about: dict[EntityId, list[ResolvedFact]] = defaultdict(list)
        for resolved in self.facts.values():
            for entity in dict.fromkeys(resolved.fact.ends):
                self.about[entity].append(resolved)
        self.order = self._with_most_to_tell()
        self.by_number = sorted(self.order, key=lambda entity: -len(self.about[entity]))
        self._called: dict[EntityId, str] = {}
        self._documents: dict[EntityId, int] = {}

    def _with_most_to_tell(self) -> list[EntityId]:
        """All entities by the sum of what their facts are worth; ties by id."""
        sizes = {entity: sum(max(self.worth[r.fact.id], 0.0) for r in facts) for entity, facts in self.about.items()}
        return sorted(sizes, key=lambda entity: (-round(sizes[entity], 6), entity))

    def best_first(self, facts: Iterable[ResolvedFact]) -> list[ResolvedFact]:
        """By falling worth, then in order of time, then by id."""
        return best_first(facts, self.worth)

    def name(self, entity: EntityId) -> str:
        """What the documents behind the report call an entity."""
        if entity not in self._called:
            self._called[entity] = self.names.entity(entity, self.best_first(self.about[entity])[:_NAMED_BY])
        return self._called[entity]

    def documents_about(self, entity: EntityId) -> int:
        """How many documents state facts about an entity."""
        if entity not in self._documents:
            self._documents[entity] = len({s.document_id for r in self.about[entity] for s in r.supports})
        return self._documents[entity]

    def object(self, resolved: ResolvedFact) -> str:
        """A fact's object in words."""
        fact = resolved.fact
        return self.name(EntityId(fact.object)) if fact.object_is_entity else fact.object

    def relation(self, resolved: ResolvedFact) -> str:
        """A relation as the documents behind the fact write it."""
        return self.names.measure(resolved.fact.relation, [resolved])

    def measure(self, resolved: ResolvedFact) -> str:
        """A measure with its basis."""
        return measure_in_words(resolved.fact, self.relation(resolved))

    def told_measure(self, resolved: ResolvedFact) -> str:
        """A measure with its basis and what part it is of."""
        segment = dict(resolved.fact.qualifiers).get("segment", "")
        if segment in resolved.fact.relation:
            return self.measure(resolved)
        return f"{self.measure(resolved)} ({self.names.entity(EntityId(segment), [resolved])})"

    def are_said(self, facts: Iterable[ResolvedFact]) -> bool:
        """Whether the sources say all these facts to their readers."""
        return all(map(self.names.is_said, facts))


def cited(text: str, facts: Iterable[ResolvedFact], section: str) -> ReportSentence:
    """A sentence of a section with the facts that carry it, each once."""
    return ReportSentence(text, tuple(dict.fromkeys(FactId(r.fact.id) for r in facts)), section)


def ends_first(run: Sequence[Item]) -> list[Item]:
    """The first and the last of a run, then the rest: what a reader wants to see cited first."""
    return [*run[:1], *run[1:][-1:], *run[1:-1]]
