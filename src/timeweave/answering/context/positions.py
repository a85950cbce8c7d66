"""Which offices somebody held: who held an office, asked the other way round ("What was Ann Lee's role in 2018?")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.offices_at_large import HELD
from timeweave.answering.context.tenures import start_of
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.extraction.relations.offices import is_office
from timeweave.lexicon.offices import tells_office
from timeweave.question.kinds import Kind
from timeweave.records import EntityId, Fact, FactStatus, ResolvedFact
from timeweave.temporal.interval import Interval


def positions(context: AnswerContext) -> list[tuple[ResolvedFact, EntityId]]:
    """The offices that are meant of the first whom the question names and who held any, each with its holder."""
    if not context.question.asks_position:
        return []
    for entity in context.entities:
        if rows := list(_held_by(entity.id, context)):
            return [(row, entity.id) for row in _meant(rows, context)]
    return []


def office_of(found: ResolvedFact, context: AnswerContext) -> str:
    """The office that a fact tells to be held, with its body where it has one that the question does not name."""
    fact = found.fact
    if fact.relation == HELD:
        return fact.object
    office, of = parted(fact.relation)
    body = EntityId(fact.object) if of else fact.subject
    if body in {e.id for e in context.entities}:
        return office
    info = context.view.entity(body)
    return f"{office} {of or 'of'} {body if info is None else info.name}"


def tells_position(fact: Fact) -> bool:
    """Whether a fact tells that somebody holds an office, at either end."""
    return fact.quantity is None and _is_of_office(fact.relation)


def _is_of_office(relation: str) -> bool:
    office = parted(relation)[0]
    return relation == HELD or is_office(office) or tells_office(office)


def _held_by(person: EntityId, context: AnswerContext) -> Iterator[ResolvedFact]:
    """All that are known of, of the bodies that the question names if any."""
    view, model = context.view, relations_of(context.view)
    beside = {e.id for e in context.entities if e.id != person}
    found = []
    for relation in view.relations_about([person]):
        if _is_of_office(relation):
            about = view.facts_about([person], relation=relation)
            is_told_first = relation == HELD or parted(relation)[1]
            told = (f for f in about if (f.fact.subject if is_told_first else f.fact.object) == person)
            found += merge_tenures(resolve(told, model), model)
    held = [r for r in found if r.status is not FactStatus.RESTATED]
    yield from [r for r in held if not beside.isdisjoint((r.fact.subject, r.fact.object))] or held


def parted(relation: str) -> tuple[str, str]:
    """An office and the preposition that leads to its body, where a relation is told of its holder: "treasurer of"."""
    office, _, last = relation.rpartition(" ")
    return (office, last) if last in ("of", "at", "for") else (relation, "")


def _meant(rows: Sequence[ResolvedFact], context: AnswerContext) -> list[ResolvedFact]:
    """Those of the time that is asked for: the last where none is. Who has taken another office since is taken to have
    left the one before, whether or not that is told.
    """
    question = context.question
    ordered = sorted(rows, key=start_of)
    named = [r for r in ordered if question.spells(_office(r))]
    others = [r for r in ordered if r not in named]
    if named and question.asks_before:
        return _at([r for r in others if start_of(r) < start_of(named[0])], last=True)
    if named and question.asks_after:
        return _at([r for r in others if start_of(r) > start_of(named[-1])], last=False)
    if question.periods:
        return _in_time(ordered, question.periods)
    if question.asks_former:
        return _at([r for r in ordered if start_of(r) < start_of(ordered[-1])], last=True)
    return _at(ordered, last=context.kind is not Kind.FIRST)


def _office(found: ResolvedFact) -> str:
    return found.fact.object if found.fact.relation == HELD else parted(found.fact.relation)[0]


def _in_time(ordered: Sequence[ResolvedFact], periods: Sequence[Interval]) -> list[ResolvedFact]:
    """Those that held in one of ``periods``, and had not given way to a later one when it began."""
    return [
        row
        for number, row in enumerate(ordered)
        if any(
            row.valid is not None
            and period.overlaps(row.valid)
            and not any(
                start_of(row) < start_of(later) and period.start is not None and start_of(later) <= period.start
                for later in ordered[number + 1 :]
            )
            for period in periods
        )
    ]


def _at(ordered: Sequence[ResolvedFact], *, last: bool) -> list[ResolvedFact]:
    """The last or first, with all that began on the same day."""
    if not ordered:
        return []
    edge = start_of(ordered[-1 if last else 0])
    return [r for r in ordered if start_of(r) == edge]
