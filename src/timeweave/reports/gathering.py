"""What time nodes' reports read: facts with their standing, and which nodes lie under which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.evolution import resolve
from timeweave.evolution.relations import relations_of, same_seat
from timeweave.records import ResolvedFact, SupportedFact, is_concept
from timeweave.store.base import View
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Granularity, Interval


def stamped_facts(node: Interval, view: View) -> tuple[ResolvedFact, ...]:
    """The facts of names stamped with just this node, with their standing among all that are visible; by (valid start,
    id).

    What contradicts a figure speaks of the same period, so it is stamped with the same node; who follows the holder of
    an office may be told of any other.
    """
    stamped = [s for s in view.facts_stamped(node) if not is_concept(s.fact.subject)]
    known = {s.fact.id: s for s in stamped}
    own = frozenset(known)
    for supported in _tenures_of(stamped, view):
        known.setdefault(supported.fact.id, supported)
    return tuple(r for r in resolve(known.values(), relations_of(view)) if r.fact.id in own)


def _tenures_of(stamped: Iterable[SupportedFact], view: View) -> Iterator[SupportedFact]:
    subjects = defaultdict(set)
    model = relations_of(view)
    for supported in stamped:
        if model.is_exclusive(supported.fact.relation):
            for relation in same_seat(supported.fact.relation):
                subjects[relation].add(supported.fact.subject)
    for relation in sorted(subjects):
        for supported in view.facts_about(sorted(subjects[relation]), relation=relation):
            if supported.fact.subject in subjects[relation]:
                yield supported


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The visible time nodes: each with those right under it in order of time, and its number of facts."""

    children: Mapping[str, Sequence[str]]
    sizes: Mapping[str, int]

    @classmethod
    def of(cls, view: View) -> Hierarchy:
        """The nodes at or above a visible fact."""
        nodes = view.time_nodes()
        under: dict[str, list[str]] = {node.label: [] for node in nodes}
        for node in nodes:
            if node.parent is not None:
                under[node.parent].append(node.label)
        children = {
            label: sorted(labels, key=lambda child: str(as_node(child).start)) for label, labels in under.items()
        }
        return cls(children, {node.label: node.facts for node in nodes})

    def with_all_below(self, label: str) -> list[str]:
        """A node and every node under it, those above first."""
        found = [label]
        for child in self.children[label]:
            found.extend(self.with_all_below(child))
        return found

    def of_level(self, level: Granularity) -> list[str]:
        """The nodes of one level, in order of time."""
        return [label for label in self.children if as_node(label).granularity is level]
