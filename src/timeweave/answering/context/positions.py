"""Which offices somebody held: who held an office, asked the other way round ("What was Ann Lee's role in 2018?")."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.tenures import start_of
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.extraction.relations.offices import HELD, is_office
from timeweave.language.job_titles import is_job_title
from timeweave.lexicon.offices import POSITIONS
from timeweave.question.kinds import Kind
from timeweave.records import EntityId, FactStatus, ResolvedFact
from timeweave.temporal.interval import Interval

_NOT_OF_OFFICES = frozenset({Kind.WHO, Kind.WHEN, Kind.WHERE})
_SOON = dt.timedelta(days=366)
_SEVERAL = frozenset(word for word in POSITIONS if word.endswith("s"))


def positions(context: AnswerContext) -> list[tuple[ResolvedFact, EntityId]] | None:
    """The offices that are meant of the one whom the question names, each with its holder; ``None`` where it asks for
    something else, or nobody or several of those that it names held any.
    """
    if not context.question.asks_position or context.kind in _NOT_OF_OFFICES or context.question.names.unknown:
        return None
    held = {entity.id: rows for entity in context.entities if (rows := _held_by(entity.id, context))}
    if len(held) != 1:
        return None
    ((person, rows),) = held.items()
    bodies = {entity.id for entity in context.entities if entity.id != person}
    theirs = [r for r in rows if body_of(r) in bodies] or [r for r in rows if not bodies or r.fact.relation == HELD]
    return [(row, person) for row in _meant(theirs, context)]


def office_of(found: ResolvedFact, context: AnswerContext) -> str:
    """The office that a fact tells to be held, with its body where it has one that the question does not name."""
    office, body = _office(found), body_of(found)
    if body is None or body in {entity.id for entity in context.entities}:
        return office
    info = context.view.entity(body)
    return f"{office} {parted(found.fact.relation)[1] or 'of'} {body if info is None else info.name}"


def body_of(found: ResolvedFact) -> EntityId | None:
    """Whose an office is; ``None`` where that is not told."""
    fact = found.fact
    return None if fact.relation == HELD else EntityId(fact.object) if parted(fact.relation)[1] else fact.subject


def parted(relation: str) -> tuple[str, str]:
    """An office and the preposition that leads to its body, where a relation is told of its holder: "treasurer of"."""
    office, _, last = relation.rpartition(" ")
    return (office, last) if last in ("of", "at", "for") else (relation, "")


def has_ended(found: ResolvedFact, context: AnswerContext) -> bool:
    """Whether a tenure has ended by the day that is asked as of."""
    return found.valid is not None and found.valid.end is not None and found.valid.end <= context.today


def _held_by(person: EntityId, context: AnswerContext) -> list[ResolvedFact]:
    """All that are known, in order of their beginning, each once: as ended where some text tells the end."""
    view, model = context.view, relations_of(context.view)
    found: list[ResolvedFact] = []
    for relation in view.relations_about([person]):
        office, preposition = parted(relation)
        if relation == HELD or is_office(office) or is_job_title(office):
            is_told_first = relation == HELD or bool(preposition)
            about = view.facts_about([person], relation=relation)
            told = (f for f in about if f.fact.quantity is None)
            mine = (f for f in told if (f.fact.subject if is_told_first else f.fact.object) == person)
            found += merge_tenures(resolve(mine, model), model)
    held = sorted((r for r in found if r.status is not FactStatus.RESTATED), key=start_of)
    return [r for r in held if not any(_is_told_better(r, other) for other in held if other is not r)]


def _is_told_better(row: ResolvedFact, other: ResolvedFact) -> bool:
    """Whether another fact tells the same tenure with its end."""
    is_same = _office(row) == _office(other) and body_of(row) in (None, body_of(other))
    if not is_same or other.valid is None:
        return False
    ends, end = other.valid.end, None if row.valid is None else row.valid.end
    return end is None and ends is not None and start_of(row) <= ends


def _meant(rows: Sequence[ResolvedFact], context: AnswerContext) -> list[ResolvedFact]:
    """Those of the time that is asked for; where none is, those that are held now, else the last."""
    question = context.question
    named = [r for r in rows if question.spells(_office(r))]
    others = [r for r in rows if r not in named]
    if named and question.asks_before:
        return _at([r for r in others if start_of(r) < start_of(named[0])], last=True)
    if named and question.asks_after:
        return _at([r for r in others if start_of(r) > start_of(named[-1])], last=False)
    if question.periods and not question.scope.newest:
        held = [r for r in rows if any(_holds_in(r, period, rows) for period in question.periods)]
        return held if any(_began_in_time(r, period) for r in held for period in question.periods) else []
    if context.kind is Kind.FIRST:
        return _at(rows, last=False)
    current = [r for r in rows if not has_ended(r, context) and not _gave_way(r, context.today, rows)]
    if question.asks_former:
        return _at([r for r in rows if r not in current], last=True)
    if not question.asks_now and not _SEVERAL.isdisjoint(question.words):
        return list(rows)
    return current or ([] if question.asks_now else _at(rows, last=True))


def _holds_in(row: ResolvedFact, period: Interval, rows: Sequence[ResolvedFact]) -> bool:
    begins = period.start
    return row.valid is not None and period.overlaps(row.valid) and (begins is None or not _gave_way(row, begins, rows))


def _began_in_time(row: ResolvedFact, period: Interval) -> bool:
    """Whether a tenure had begun when a time began, or soon after: an office of 1968 is not that of 1963 to 1969."""
    return period.start is None or start_of(row) - period.start <= _SOON


def _gave_way(row: ResolvedFact, day: dt.date, rows: Sequence[ResolvedFact]) -> bool:
    """Whether who held an office has taken another by ``day``, of the same body or where the first names none, whether
    or not a text tells that the first is over.
    """
    return any(
        start_of(row) < start_of(later) <= day
        and (body_of(row) is None or body_of(row) == body_of(later))
        and not (later.valid is not None and later.valid.end is not None and later.valid.end <= day)
        for later in rows
    )


def _office(found: ResolvedFact) -> str:
    return found.fact.object if found.fact.relation == HELD else parted(found.fact.relation)[0]


def _at(ordered: Sequence[ResolvedFact], *, last: bool) -> list[ResolvedFact]:
    """The last or first, with all that began on the same day."""
    if not ordered:
        return []
    edge = start_of(ordered[-1 if last else 0])
    return [r for r in ordered if start_of(r) == edge]
