"""Of the offices that a question names: who held one next to somebody, of which body, and whether any text has it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.context.tenures import tenures_meant
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.evolution.relations import same_seat
from timeweave.extraction.relations.offices import is_office
from timeweave.extraction.relations.role_verbs import relations_telling, roles_asked
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import LOOSELY_CALLED
from timeweave.question.kinds import Kind
from timeweave.records import EntityId, ResolvedFact

SUCCEEDED = "succeeded"
_WORD = lazily(r"[^\W\d_]+")
_LONG = 6  # letters from which the last two of an office do not count: "captain", "captaincy"


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
    model = relations_of(context.view)
    for name in sorted(asked):
        held = context.view.facts_about([person], relation=name)
        for body in sorted({f.fact.subject for f in held if f.fact.object == person}):
            if beside and body not in beside:
                continue
            about = [f for one in same_seat(name) for f in context.view.facts_about([body], relation=one)]
            holding = (f for f in about if f.fact.subject == body and f.fact.object_is_entity)
            rows = merge_tenures(resolve(holding, model), model)
            for row in tenures_meant(context.question, rows, lambda r: str(r.fact.object)):
                if row.fact.object != person:
                    found[row.fact.id] = (row, body)
    return list(found.values())


def _told(person: EntityId, context: AnswerContext) -> list[tuple[ResolvedFact, EntityId]]:
    """Whom the person is told to have succeeded, or who the person."""
    before = context.question.asks_before
    facts = context.view.facts_about([person], relation=SUCCEEDED)
    return [(r, person) for r in resolve(facts) if (r.fact.subject if before else r.fact.object) == person]


def bodies_called(context: AnswerContext) -> list[EntityId]:
    """The one body of the evidence that is "of" what the question names: the Supreme Court of Aldmark by "Aldmark"."""
    named = {e for line in context.lines for e in line.statement.entities if " of " in e}
    called = sorted(e for e in named if context.question.spells(e.rpartition(" of ")[2]))
    return called if len(called) == 1 else []


def office_unspoken(context: AnswerContext) -> tuple[str, ...]:
    """That none of the documents about the body that a question names, or of all where it names nobody, speaks of the
    office that it asks for.

    Another office of the body is no answer then. What texts call in many ways is left out.
    """
    question = context.question
    roles = sorted(role for role in question.roles if len(role) > 3)
    if context.kind is not Kind.WHO or not roles or any(_is_loose(role) for role in roles):
        return ()
    joined = any(question.joins(role, entity.surface) for role in roles for entity in context.entities)
    if context.entities and not joined:
        return ()  # whose office it is goes without saying
    if not all(question.holds(word) for role in roles for word in _WORD.findall(role)):
        return ()
    names = [entity.name.casefold() for entity in context.entities]
    about = {
        line.info.id
        for line in context.lines
        if not joined or context.is_about(line) or any(name in line.info.title.casefold() for name in names)
    }
    if any(line.info.id in about and _speaks_of(line, roles, context) for line in context.lines):
        return ()
    return (f"missing: nothing about whom it is asked of speaks of {', '.join(map(repr, roles))}",)


def _is_loose(role: str) -> bool:
    return not set(LOOSELY_CALLED).isdisjoint(role.split()) and len(role.split()) == 1


def _speaks_of(line: Line, roles: Sequence[str], context: AnswerContext) -> bool:
    if context.question.role_said_by_verb(line.text):
        return True
    asked = [set(name.split()) for role in roles for name in same_seat(role)]
    told = [set(role.split()) for role in roles_asked(line.text)]
    if any(a <= t or t <= a for a in asked for t in told):
        return True
    stems = tuple(_stem(max(words, key=len)) for words in asked)
    return any(word.startswith(stems) for word in _WORD.findall(line.text.casefold()))


def _stem(word: str) -> str:
    return word[:-2] if len(word) >= _LONG else word
