"""Lookup in the knowledge graph: who or what stood in a relation to an entity at a time (offices, owners, places,
memberships, given triples).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence, Set

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.offices_at_large import NOBODY, held_at_large, tells_holder
from timeweave.answering.context.positions import has_ended, office_of, parted, positions
from timeweave.answering.context.reading import cite
from timeweave.answering.context.successions import SUCCEEDED, bodies_called, next_to, telling_roles
from timeweave.answering.context.tenures import is_long_untold, start_of, tenures_meant
from timeweave.answering.context.turns import tells_turn
from timeweave.answering.extractive.sentences import as_answer
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.extraction.relations.attendance import is_attendance
from timeweave.extraction.relations.offices import HELD, is_office, office_of_body
from timeweave.extraction.relations.publications import is_publication
from timeweave.extraction.relations.role_verbs import UNSPECIFIC, roles_asked
from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.lexicon.relations import relations as table
from timeweave.question.kinds import Kind
from timeweave.records import EntityId, Fact, FactStatus, PlacedSupport, ResolvedFact
from timeweave.results import Answer, Value
from timeweave.temporal.fiscal_start import FISCAL_YEAR_START
from timeweave.temporal.interval import Granularity, Interval, add_months

_STATE_KINDS = frozenset({Kind.WHO, Kind.WHERE, Kind.WHEN, Kind.VALUE, Kind.EACH, Kind.FIRST, Kind.LAST})
_OF_TENURES = frozenset({Kind.WHO, Kind.VALUE, Kind.LAST})
_REACH = 5  # years before its end for which a tenure of unknown beginning is known to have been held
_TOLD = 2.0  # of a relation that tells the role asked for, whatever words of the question others hold
_LEADING = frozenset(index_terms("who whom lead leads led leader head heads headed run runs ran charge now currently"))
_WORD = r"[^\W_]+(?:[-'’][^\W_]+)*"
_SHORT_FORMS = {
    "ceo": "chief executive officer",
    "cfo": "chief financial officer",
    "coo": "chief operating officer",
    "cto": "chief technology officer",
}


class StateWeights:
    """``least`` is the share of a relation's words that the question must use, ``at_most`` how many answers may be
    given side by side before the question counts as not answered, ``at_large`` how many of an office of no body.
    """

    least: float = 0.5
    at_most: int = 6
    at_large: int = 2


def compute_state(context: AnswerContext) -> Answer | None:
    """The objects, or subjects, that a relation which the question names joins with its entities in its scope; none
    where more than a lookup is asked for.
    """
    if context.kind not in _STATE_KINDS or context.question.denies or context.question.compares:
        return None
    offices = positions(context)
    told = next_to(context) if offices is None else offices
    found = _named([(_TOLD, r, entity) for r, entity in told], context)
    if not told and offices is None:
        if _asks_next_to_a_person(context):
            return None
        found = _named(_found(context), context) or _named(_at_large(context), context)
    found = _distinct(_named_at_both_ends(found, context))
    if not found or len(found) > StateWeights.at_most:
        return None
    return _answer(found, context, of_positions=offices is not None)


def _asks_next_to_a_person(context: AnswerContext) -> bool:
    """Whether it is asked who held an office of a body before or after somebody, which no other holder answers; but
    where the time is given.
    """
    question = context.question
    is_asked = context.kind is Kind.WHO and bool(question.roles) and (question.asks_before or question.asks_after)
    persons = [entity.type == "PERSON" for entity in context.entities]
    return is_asked and any(persons) and not all(persons) and not question.periods


def _named(
    chosen: Sequence[tuple[float, ResolvedFact, EntityId]], context: AnswerContext
) -> list[tuple[ResolvedFact, EntityId]]:
    """The surest of those chosen; where it is asked who, of them that tell a name."""
    best = max((share for share, _, _ in chosen), default=0.0)
    found = [(r, e) for share, r, e in chosen if share == best]
    if context.kind is Kind.WHO:
        return [(r, e) for r, e in found if _is_name(_other_end(r, e, context)) and not _tells_office_of(r, e)]
    return found


def _found(context: AnswerContext) -> list[tuple[float, ResolvedFact, EntityId]]:
    """Facts of the entities that the question names, each with the share of its relation's words that it uses."""
    chosen: list[tuple[float, ResolvedFact, EntityId]] = []
    model = relations_of(context.view)
    for entity, text in _asked_of(context):
        asked = _terms(text)
        relations = context.view.relations_about([entity])
        roles = roles_asked(text)
        alike = telling_roles(roles, relations)
        known = _holders(entity, alike, relations, context)
        if held := _within(entity, known and [*known, *_unsaid(entity, context)], context):
            chosen.extend((_TOLD, r, entity) for r in held)
            continue
        if held := _within(entity, _at_ends_called(entity, text, relations, context), context):
            chosen.extend((_TOLD, r, entity) for r in held)
            continue
        for relation in relations:
            share = 0.0 if _is_of_another_office(relation, roles) else _share(relation, asked)
            if context.kind is Kind.WHEN and not _tells_deed(relation, asked):
                continue
            if relation == SUCCEEDED and context.kind is Kind.WHO:  # whose other end it is, `next_to` decides
                continue
            if relation in alike or share < StateWeights.least or (relation == FISCAL_YEAR_START and share < 1.0):
                continue
            if context.kind is not Kind.WHO and is_office(relation) and not roles:  # "turnout in the mayoral election"
                continue
            about = context.view.facts_about([entity], relation=relation)
            about = [f for f in about if not is_publication(f.fact) and not is_attendance(f.fact)]
            group = merge_tenures(resolve((f for f in about if _may_answer(f.fact, context)), model), model)
            chosen.extend((share, r, entity) for r in _within(entity, group, context))
    return chosen


def _at_large(context: AnswerContext) -> list[tuple[float, ResolvedFact, EntityId]]:
    """Who holds an office whose body goes without saying; none where too many do."""
    held = [(_TOLD, r, body) for body, rows in held_at_large(context) for r in _within(body, rows, context)]
    people = {r.fact.object if body else r.fact.subject for _, r, body in held}
    return held if len(people) <= StateWeights.at_large else []


def _answer(found: Sequence[tuple[ResolvedFact, EntityId]], context: AnswerContext, *, of_positions: bool) -> Answer:
    """``of_positions`` says that the offices are asked for, and not who holds them."""
    texts = [office_of(r, context) if of_positions else _other_end(r, e, context) for r, e in found]
    dated = len(found) > 1 or (of_positions and not context.question.periods and has_ended(found[0][0], context))
    told = [_worded(t, r, context, alone=not dated) for t, (r, _) in zip(texts, found, strict=True)]
    is_one = context.kind is not Kind.WHEN and len(set(texts)) == 1 and not (of_positions and dated)
    answer = texts[0] if is_one else "; ".join(dict.fromkeys(told))
    if context.kind is Kind.WHEN and len(found) > 1 and len({r.valid for r, _ in found}) == 1:
        answer = answer.partition(" (")[0]
    return Answer(
        search=context.result,
        answer=answer,
        refused=False,
        method="computed",
        values=tuple(
            Value(None if r.valid is None else str(r.valid), _name(e, context), t, None, None)
            for t, (r, e) in zip(texts, found, strict=True)
        ),
        citations=tuple(dict.fromkeys(cite(_support(r, context), context.view) for r, _ in found)),
        disagreement=tuple(r for r, _ in found if r.status in (FactStatus.DISPUTED, FactStatus.RESTATED)),
        warnings=context.result.warnings,
    )


def _worded(other_end: str, found: ResolvedFact, context: AnswerContext, *, alone: bool) -> str:
    """One of the answers: where a time is asked for the time, with the other end unless the question names both."""
    fact, valid = found.fact, found.valid
    if valid is None or (alone and context.kind is not Kind.WHEN):
        return other_end
    if context.kind is not Kind.WHEN:
        return f"{other_end} ({_spoken(valid)})"
    when = _spoken(valid)
    named = {e.id for e in context.entities} | context.question.roles | {str(fact.valid)}
    is_told = {fact.subject, fact.object} <= named or fact.object == str(fact.valid)
    return when if alone and is_told else f"{when} ({other_end})"


def _spoken(valid: Interval) -> str:
    """A time in words: "February 2018", "since February 2018", "until 2 May 2019", "2016 to 2019"."""
    if valid.is_unit or (valid.start is None and valid.end is None):
        return as_answer(valid)
    first, last = (None if unit is None else as_answer(unit) for unit in (valid.first_unit, valid.last_unit))
    if first is None:
        return f"until {last}"
    return f"since {first}" if last is None else f"{first} to {last}"


def _tells_deed(relation: str, asked: Set[str]) -> bool:
    """Whether the question asks of the deed, the first word of a relation: of "opens plant in" only of an opening."""
    deed = next((terms for word in relation.split() if (terms := index_terms(word))), {})
    return not deed or bool(deed.keys() & asked)


def _may_answer(fact: Fact, context: AnswerContext) -> bool:
    """Whether an end of a fact may be what is asked for: where a time is asked for, no phrase."""
    if fact.quantity is not None:
        return False
    return context.kind is not Kind.WHEN or fact.object_is_entity or fact.object == str(fact.valid)


def held_throughout(state: Answer, context: AnswerContext) -> bool:
    """Whether the tenures of ``state`` have both ends known and contain a period asked about: no text knows better."""
    tenures = [Interval.parse(v.period) for v in state.values if v.period is not None]
    return len(tenures) == len(state.values) and all(
        t.is_bounded and any(t.contains(p) for p in context.question.periods) for t in tenures
    )


def _asked_of(context: AnswerContext) -> Iterator[tuple[EntityId, str]]:
    """Each entity with what is asked of it; "mayor of Port Lorne", where that is a name, also asks Port Lorne."""
    asked = context.question.topic
    if not context.entities and context.kind is Kind.WHO and context.question.roles:
        for body in bodies_called(context):
            yield body, asked
    for entity in context.entities:
        yield entity.id, asked
        held = office_of_body(entity.name)
        if held is not None:
            yield canonical_key(held[0]), f"{asked} {held[1]}"


def _holders(entity: EntityId, alike: Set[str], relations: Sequence[str], context: AnswerContext) -> list[ResolvedFact]:
    """Who held a role of ``entity`` by any of the names ``alike``, or that it held itself, of whatever body; who leads
    it and is known to hold an office of it does so by that.
    """
    roles = context.question.roles
    if UNSPECIFIC in roles and not alike and _asks_no_more(context) and not held_at_large(context):
        alike = {office for office in relations if is_office(office)}
        alike = alike if len(alike) == 1 else set()
    posts = context.view.facts_about([entity], relation=HELD) if HELD in relations and roles else ()
    about = [f for f in posts if f.fact.subject == entity and tells_holder(f.fact, roles)]
    if context.kind is Kind.WHEN:
        about = [f for f in about if tells_turn(f, context.view)]
    about += [f for name in sorted(alike) for f in context.view.facts_about([entity], relation=name)]
    told = (f for f in about if f.fact.quantity is None and _is_told_of(entity, f.fact))
    model = relations_of(context.view)
    rows = merge_tenures(resolve(told, model), model)
    if any(r.fact.relation == UNSPECIFIC for r in rows):
        others = [r for r in relations if r != UNSPECIFIC and is_office(r)]
        known = {f.fact.object for name in others for f in context.view.facts_about([entity], relation=name)}
        rows = [r for r in rows if r.fact.relation != UNSPECIFIC or r.fact.object not in known]
    return rows


def _asks_no_more(context: AnswerContext) -> bool:
    """Whether a question names nothing but who leads whom: who "headed programming at Acme" did not head Acme."""
    named = _terms(" ".join(entity.surface for entity in context.entities))
    return _terms(context.question.topic) <= named | _LEADING


def _unsaid(entity: EntityId, context: AnswerContext) -> Sequence[ResolvedFact]:
    """Who held the office asked for where its body goes without saying, which is ``entity``."""
    held = dict(held_at_large(context))
    return held.get(NOBODY, ()) if entity in held else ()


def _is_of_another_office(relation: str, roles: Set[str]) -> bool:
    """Whether a relation is an office that is none of ``roles``: a "chief operating officer of" is no CEO."""
    office = parted(relation)[0]
    return bool(roles) and is_office(office) and not telling_roles(roles, [office])


def _at_ends_called(
    entity: EntityId, text: str, relations: Sequence[str], context: AnswerContext
) -> list[ResolvedFact]:
    """The facts whose other end a question asks for by a noun: for "Ann's mother" whose child she is."""
    spoken = re.findall(_WORD, text.casefold())
    words = f" {' '.join(spoken)} {' '.join(word.removesuffix('s') for word in spoken)} "
    model = relations_of(context.view)
    found: list[ResolvedFact] = []
    for relation in relations:
        subjects, objects = (any(f" {noun} " in words for noun in ends) for ends in table().ends_called(relation))
        if subjects or objects:
            about = (f for f in context.view.facts_about([entity], relation=relation) if f.fact.object_is_entity)
            told = (
                f for f in about if (f.fact.subject == entity and objects) or (f.fact.object == entity and subjects)
            )
            found += merge_tenures(resolve(told, model), model)
    return found


def _share(relation: str, asked: Set[str]) -> float:
    """Which share of the words of a relation, or of its inverse, a question uses."""
    row = table().rows.get(relation)
    names = (relation, row.inverse) if row is not None and row.inverse else (relation,)
    return max(len(words & asked) / len(words) if (words := _terms(name)) else 0.0 for name in names)


def _is_told_of(entity: EntityId, fact: Fact) -> bool:
    """Whether a fact of a role tells who holds it at ``entity``: an owner is told by what is owned."""
    return fact.relation != "owns" or fact.object == entity


def _within(entity: EntityId, group: Sequence[ResolvedFact], context: AnswerContext) -> list[ResolvedFact]:
    """Those that held in the scope; without one, or where the newest is meant, the latest of them."""
    periods = context.question.periods
    if context.kind is Kind.WHO and (context.question.asks_before or context.question.asks_after):
        group = [r for r in group if r.fact.object != entity or not is_office(r.fact.relation)]
    held = [r for r in group if r.status is not FactStatus.RESTATED and _falls_in(r, periods, context)]
    if context.kind in _OF_TENURES:
        held = tenures_meant(context.question, held, lambda r: _other_end(r, entity, context))
    if context.question.asks_now:
        today = context.today
        held = [r for r in held if not _is_over(r, today) and start_of(r) <= today]
    if context.kind is Kind.FIRST:
        return _at_edge(held, first=True)
    if context.kind is Kind.LAST or context.question.scope.newest or (not periods and context.kind is not Kind.WHEN):
        return _at_edge(held, first=False)
    return held


def _falls_in(resolved: ResolvedFact, periods: Sequence[Interval], context: AnswerContext) -> bool:
    valid = resolved.valid
    if not periods or valid is None:
        return not periods
    near = [p for p in periods if p.overlaps(valid) and not _is_long_before(p, valid)]
    return any(not is_long_untold(resolved, p, context.view) for p in near)


def _is_long_before(period: Interval, valid: Interval) -> bool:
    """Whether a period is over so long before the end of a tenure of unknown beginning that it tells nothing of it."""
    if valid.start is not None or valid.end is None or period.end is None:
        return False
    return period.end < add_months(valid.end, -12 * _REACH)


def _is_over(resolved: ResolvedFact, today: dt.date) -> bool:
    """Whether a state is told to have ended by ``today``: by a successor, another fact of its holder, or as past."""
    told, valid = resolved.fact.valid, resolved.valid
    if valid is None or valid.end is None or valid.end > today:
        return False
    open_ended = valid.start is None or told is None or told.end is None or told.start is None
    return open_ended or (told is not None and told.granularity is Granularity.DAY and not told.is_unit)


def _at_edge(held: Sequence[ResolvedFact], *, first: bool) -> list[ResolvedFact]:
    dated = [r for r in held if r.valid is not None]
    if not dated:
        return list(held)
    edge = (min if first else max)(start_of(r) for r in dated)
    return [r for r in dated if start_of(r) == edge]


def _support(resolved: ResolvedFact, context: AnswerContext) -> PlacedSupport:
    """The first place that states a fact; where now is meant, one of the last day."""
    return max(resolved.supports, key=lambda s: s.observed) if context.question.asks_now else resolved.supports[0]


def _distinct(found: Iterable[tuple[ResolvedFact, EntityId]]) -> list[tuple[ResolvedFact, EntityId]]:
    """One for each subject, relation and object, the surest first, then by time."""
    best: dict[tuple[str, str, str], tuple[ResolvedFact, EntityId]] = {}
    for resolved, entity in found:
        key = (resolved.fact.subject, resolved.fact.relation, resolved.fact.object)
        if key not in best or resolved.confidence > best[key][0].confidence:
            best[key] = (resolved, entity)
    return sorted(best.values(), key=lambda item: (start_of(item[0]), -item[0].confidence, item[0].fact.id))


def _named_at_both_ends(
    found: list[tuple[ResolvedFact, EntityId]], context: AnswerContext
) -> list[tuple[ResolvedFact, EntityId]]:
    """Where a time is asked for, those whose both ends the question names, if any: "when did Ann Lee join Acme"; of an
    office no others, where it names a person who may hold it.
    """
    if context.kind is not Kind.WHEN:
        return found
    asked = {e.id for e in context.entities}
    both = [(r, e) for r, e in found if {r.fact.subject, r.fact.object} <= asked]
    if both or len(asked) < 2:
        return both or found
    named_person = any(e.type == "PERSON" for e in context.entities)
    return [(r, e) for r, e in found if not (named_person and _is_of_office(r))]


def _is_of_office(found: ResolvedFact) -> bool:
    return found.fact.relation == HELD or is_office(found.fact.relation)


def _tells_office_of(found: ResolvedFact, entity: EntityId) -> bool:
    """Whether the other end of a fact is the office that ``entity`` held, which is nobody."""
    return found.fact.relation == HELD and found.fact.subject == entity


def _is_name(told: str) -> bool:
    """Whether somebody may be called so, which nobody is by a phrase of clauses: "where applicable, prices"."""
    return "," not in told or told != told.casefold()


def _other_end(resolved: ResolvedFact, entity: EntityId, context: AnswerContext) -> str:
    fact = resolved.fact
    if fact.subject != entity:
        return _name(fact.subject, context)
    return _name(EntityId(fact.object), context) if fact.object_is_entity else fact.object


def _name(entity: EntityId, context: AnswerContext) -> str:
    info = context.view.entity(entity)
    return info.name if info is not None else str(entity)


def _terms(text: str) -> frozenset[str]:
    words = " ".join(_SHORT_FORMS.get(w.casefold(), w) for w in text.replace("?", " ").split())
    return frozenset(index_terms(words))
