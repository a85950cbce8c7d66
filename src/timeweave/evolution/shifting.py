"""What a change of facts, or a word of the user, does to how many values relations are taken to have (EK-05)."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dataclasses import replace

from timeweave.evolution.inferring import Evidence, bears_on_sample, evidence_in, sample
from timeweave.evolution.relations import RelationModel, evidence_of, relations_of, stated_in
from timeweave.evolution.reliability import said_in
from timeweave.records import FactEvent, FactId, SupportedFact
from timeweave.store.base import View

ALL = sys.maxsize


def model_after(view: View, changed: Mapping[FactId, SupportedFact | None]) -> tuple[RelationModel, frozenset[str]]:
    """The relations as they will be when facts are ``changed``: each as it will stand, ``None`` where it is gone; and
    those of which another sample will be looked at, which alone may have another number of values then.
    """
    now = relations_of(view)
    known = view.facts(id_ for id_, fact in changed.items() if fact is None)
    facts = [*known.values(), *(fact for fact in changed.values() if fact is not None)]
    told = [s.fact for s in facts if s.fact.quantity is None and s.fact.valid is not None]
    may = [fact for fact in told if now.is_inferred(fact.relation) or now.is_exclusive(fact.relation)]
    touched = frozenset(fact.relation for fact in may if bears_on_sample(fact, view))

    said = said_in(view)

    def look(relation: str) -> Evidence:
        return (
            evidence_in(sample(relation, view, changed), said) if relation in touched else evidence_of(relation, view)
        )

    return RelationModel(stated_in(view), look), touched


def shifted(before: RelationModel, after: RelationModel, relations: Collection[str]) -> frozenset[str]:
    """Those of ``relations`` that have another number of values after than before, or other doubted sources."""
    return frozenset(
        name
        for name in relations
        if before.values(name) is not after.values(name) or before.doubted(name) != after.doubted(name)
    )


def told_of_turn(event: FactEvent, relation: str, before: RelationModel, after: RelationModel) -> FactEvent:
    """An event that came about as ``relation`` is taken otherwise now, saying so."""
    said = after.said(relation)
    if before.values(relation) is not said.values:
        return replace(event, why=f"{event.why} ({relation!r} has {said.values} from now on: {said.why})")
    doubted = ", ".join(sorted(after.doubted(relation))) or "nobody"
    return replace(event, why=f"{event.why} (doubted on {relation!r} from now on: {doubted})")


def facts_of(relations: Collection[str], view: View) -> dict[FactId, SupportedFact]:
    """All facts of ``relations`` about subjects of which one lasts: those that may close or dispute one another."""
    found: dict[FactId, SupportedFact] = {}
    for relation in sorted(relations):
        subjects = {subject for _, subject in view.lasting(relation, ALL)}
        about = view.facts_about(sorted(subjects), relation=relation)
        found |= {s.fact.id: s for s in about if s.fact.subject in subjects}
    return found
