"""Who came to a body or left it in a time, and when somebody did: by all that the graph knows of belonging to it."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import cite
from timeweave.answering.context.turns import tells_turn
from timeweave.answering.extractive.sentences import as_answer
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.question.kinds import Kind
from timeweave.question.membership import MembershipAsked, Turn
from timeweave.records import EntityId, ResolvedFact, SupportedFact
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval

_RELATIONS = ("member of", "joined")
_MOST = 2_000  # facts of a relation that are looked at
_AT_MOST = 12  # people who are told


def answer_membership(context: AnswerContext) -> Answer | None:
    """Who came or left in the scope of the question, each with the day, or when whom it names did; ``None`` where the
    question is for something else, or no fact tells it.
    """
    asked = context.question.membership
    if asked is None or context.kind not in (Kind.WHO, Kind.WHEN):
        return None
    if context.kind is Kind.WHO and not context.question.periods:
        return None
    model = relations_of(context.view)
    turns: dict[tuple[str, str], tuple[Interval, ResolvedFact]] = {}
    told = (fact for fact in _told(asked, context) if tells_turn(fact, context.view))
    for resolved in merge_tenures(resolve(told, model), model):
        when = _turn(resolved, asked.turn)
        if when is None or not _is_asked_of(resolved, when, context):
            continue
        fact = resolved.fact
        key = (fact.subject, "" if context.kind is Kind.WHO else fact.object)
        if key not in turns or (when.days or 0) < (turns[key][0].days or 0):  # the more precise
            turns[key] = (when, resolved)
    found = sorted(turns.values(), key=lambda item: (str(item[0]), item[1].fact.id))
    return _answer(found, context) if 0 < len(found) <= _AT_MOST else None


def _told(asked: MembershipAsked, context: AnswerContext) -> Sequence[SupportedFact]:
    """The facts of belonging that the question may be after: of the body that it names, of all that it calls so, or,
    where it names none, of whom it names.
    """
    view = context.view
    if asked.named is not None:
        about = [f for relation in _RELATIONS for f in view.facts_about([asked.named], relation=relation)]
        return [f for f in about if f.fact.object == asked.named]
    if asked.group:
        sampled = view.sampled(_RELATIONS, _MOST)
        chosen = [f.id for fs in sampled.values() for f in fs if asked.group <= set(f.object.casefold().split())]
        return [f for f in view.facts(chosen).values() if f.fact.object_is_entity]
    named = [e.id for e in context.entities] if context.kind is Kind.WHEN else []
    return [f for relation in _RELATIONS for f in view.facts_about(named, relation=relation)] if named else []


def _turn(resolved: ResolvedFact, turn: Turn) -> Interval | None:
    """The unit of time in which somebody came or left, as far as that is known."""
    valid = resolved.valid
    if valid is None:
        return None
    return valid.first_unit if turn is Turn.CAME else valid.last_unit


def _is_asked_of(resolved: ResolvedFact, when: Interval, context: AnswerContext) -> bool:
    """Whether a question for who is after that time and no other person, one for when after that person."""
    named = {e.id for e in context.entities}
    if context.kind is Kind.WHO:
        return any(p.contains(when) for p in context.question.periods) and resolved.fact.subject not in named
    return resolved.fact.subject in named


def _answer(found: Sequence[tuple[Interval, ResolvedFact]], context: AnswerContext) -> Answer:
    told = []
    for when, resolved in found:
        person, body = (context.name_of(EntityId(end)) for end in (resolved.fact.subject, resolved.fact.object))
        if context.kind is Kind.WHO:
            told.append(f"{person} ({as_answer(when)})")
        else:
            told.append(as_answer(when) if len(found) == 1 else f"{as_answer(when)} ({body})")
    return Answer(
        search=context.result,
        answer="; ".join(told),
        refused=False,
        method="computed",
        values=tuple(
            Value(str(when), context.name_of(EntityId(r.fact.object)), context.name_of(r.fact.subject), None, None)
            for when, r in found
        ),
        citations=tuple(dict.fromkeys(cite(r.supports[0], context.view) for _, r in found)),
        warnings=context.result.warnings,
    )
