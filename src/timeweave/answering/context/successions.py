"""Who held an office before or after somebody whom the question names, where it names no body, or told outright."""

from __future__ import annotations

from collections.abc import Sequence, Set

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.tenures import tenures_meant
from timeweave.evolution import merge_tenures, resolve
from timeweave.evolution.relations import same_seat
from timeweave.extraction.relations.offices import is_office
from timeweave.extraction.relations.role_verbs import relations_telling
from timeweave.question.kinds import Kind
from timeweave.records import EntityId, ResolvedFact

SUCCEEDED = "succeeded"


def telling_roles(roles: Set[str], relations: Sequence[str]) -> frozenset[str]:
    """Those of the relations of an entity that tell who holds one of ``roles``, by whatever name."""
    return frozenset(
        relation
        for role in sorted(roles)
        for name in same_seat(role)
        for relation in relations_telling(name, relations)
    )


def next_to(context: AnswerContext) -> list[tuple[ResolvedFact, EntityId]]:
    """Those before or after a person in an office, each as a fact with the end of it that is not the answer.

    The tenures of the bodies of which the person held the office decide; without them, who is told to have succeeded.
    """
    question = context.question
    if context.kind is not Kind.WHO or not (question.asks_before or question.asks_after):
        return []
    for person in context.entities:
        beside = [e.id for e in context.entities if e.id != person.id]
        found = _by_tenures(person.id, beside, context) or _told(person.id, context)
        if found:
            return found
    return []


def _by_tenures(
    person: EntityId, beside: Sequence[EntityId], context: AnswerContext
) -> list[tuple[ResolvedFact, EntityId]]:
    relations = context.view.relations_about([person])
    roles = context.question.roles
    asked = telling_roles(roles, relations) if roles else frozenset(r for r in relations if is_office(r))
    found: dict[str, tuple[ResolvedFact, EntityId]] = {}
    for name in sorted(asked):
        held = context.view.facts_about([person], relation=name)
        for body in sorted({f.fact.subject for f in held if f.fact.object == person}):
            if beside and body not in beside:
                continue
            about = [f for one in same_seat(name) for f in context.view.facts_about([body], relation=one)]
            rows = merge_tenures(resolve(f for f in about if f.fact.subject == body and f.fact.object_is_entity))
            for row in tenures_meant(context.question, rows, lambda r: str(r.fact.object)):
                if row.fact.object != person:
                    found[row.fact.id] = (row, body)
    return list(found.values())


def _told(person: EntityId, context: AnswerContext) -> list[tuple[ResolvedFact, EntityId]]:
    """Whom the person is told to have succeeded, or who the person."""
    before = context.question.asks_before
    facts = context.view.facts_about([person], relation=SUCCEEDED)
    return [(r, person) for r in resolve(facts) if (r.fact.subject if before else r.fact.object) == person]
