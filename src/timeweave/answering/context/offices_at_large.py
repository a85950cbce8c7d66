"""Who holds an office of which neither the question nor what tells of it says whose it is.

"Felix Hardy is our executive director", in the posts of one body, answers "who is the executive director?": in what
one publisher writes the body goes without saying.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from urllib.parse import urlsplit

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.successions import telling_roles
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.evolution.relations import same_seat
from timeweave.extraction.relations.offices import HELD, offices
from timeweave.extraction.relations.role_verbs import UNSPECIFIC
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import HIGHEST, LOOSELY_CALLED
from timeweave.lexicon.states import BODIES_AT_LARGE, LEAVING, PARTING_FROM
from timeweave.question.kinds import Kind
from timeweave.records import EntityId, Fact, FactId, ResolvedFact, SupportedFact
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

_PLACES = frozenset({"GPE", "LOC", "FAC", "NORP"})
_LEAVES = lazily(rf"\b{any_of(forms(LEAVING, PARTING_FROM))}\b", re.IGNORECASE)
_MOST = 4000  # facts of a relation that are looked at
_OTHERS = 1  # bodies that have the office, too, of more than which it is not known whose is meant if none is named
_HOLDERS = 4  # of an office of one body, all told
_A_YEAR, _OFTEN, _AT_ONCE = 1.5, 1.5, 2.0  # holders of one that are more: in a year; documents for each; at a time
_YEAR = 365.25  # days
_SHARE = 0.3  # of the documents, from which on a body that they name is the one that they are of
_TIMES = 4  # as many documents as name any other body with the office name that which they are of
NOBODY = EntityId("")
"""The body of an office that names none."""


def held_at_large(context: AnswerContext) -> Sequence[tuple[EntityId, Sequence[ResolvedFact]]]:
    """By body (`NOBODY` where none is told) who held an office that ``context`` asks for, or for who leads the highest
    that is told; empty where the question is after another body than that of all documents, calls the office by a word
    that stands for many, or several publishers tell of it.
    """
    named = {role for role in context.question.roles if not set(role.split()) <= set(LOOSELY_CALLED)}
    wanted = [named] if named else [{office} for office in HIGHEST] if UNSPECIFIC in context.question.roles else []
    if context.kind is not Kind.WHO:
        return ()
    return next((held for roles in wanted if (held := held_of(roles, context))), _of_a_body_at_large(named, context))


def _of_a_body_at_large(roles: Set[str], context: AnswerContext) -> Sequence[tuple[EntityId, Sequence[ResolvedFact]]]:
    """Who held an office that is called by a word for its body, "the board president": of a body that is none of land
    and people and, but for a board, is called so.
    """
    parted = [(body, office) for role in roles for body, _, office in [role.partition(" ")] if office]
    for word, office in sorted(p for p in parted if p[0] in BODIES_AT_LARGE):
        held = held_of({office}, context)
        own = [(b, rows) for b, rows in held if b and _is_body_called(b, word, context.view)]
        if own:
            return own
    return ()


def _is_body_called(body: EntityId, word: str, view: View) -> bool:
    info = view.entity(body)
    return info is not None and info.type == "ORG" and (word == "board" or word in body.split())


def held_of(roles: Set[str], context: AnswerContext) -> Sequence[tuple[EntityId, Sequence[ResolvedFact]]]:
    """By body who held an office by any name of ``roles``, as `held_at_large`, whatever kind of answer is wanted."""
    view = context.view
    number = view.counts()["documents"]
    facts, chosen = _telling(roles, view)
    left = {holder_of(f): f.valid.end for f in facts if f.valid is not None and f.valid.end is not None}
    facts = [f for f in facts if f.id in chosen]
    told_in = view.info({s.key.ordinal for fact in chosen.values() for s in fact.supports})
    of_one_publisher = len({urlsplit(i.source).netloc or i.source for i in told_in.values()}) <= 1
    by_body: dict[EntityId, list[FactId]] = {}
    for fact in facts:
        by_body.setdefault(_body_of(fact), []).append(fact.id)
    of_roles = {word for role in roles for word in role.split()}
    is_beside = context.question.asks_before or context.question.asks_after
    surnames = {holder_of(f).split()[-1] for f in facts} if is_beside else set()
    named = [
        e.id
        for e in context.entities
        if not (e.type == "PERSON" and e.id.split()[-1] in surnames)  # next to whom in the office is asked for
        and not of_roles.issuperset(e.surface.casefold().split())
        and not _is_at_large(e.surface, by_body)
    ]
    infos = [view.entity(entity) for entity in named]
    if any(info is None or info.type in _PLACES or info.documents < _SHARE * number for info in infos):
        return ()
    if not of_one_publisher:  # of whom each speaks goes without saying only where all speak of one
        by_body.pop(NOBODY, None)
        if len(by_body) != 1:
            return ()
    size = {b: 0 if (info := view.entity(b)) is None else info.documents for b in by_body if b}
    main = {
        b
        for b in size
        if size[b] >= min(_SHARE * number, _TIMES * max((size[o] for o in size if o != b), default=number))
    }
    main |= {b for b in by_body if b and all(_is_in_title(b, told_in[o].title) for o in _told_in(by_body[b], chosen))}
    if named:
        main &= set(named)
    elif len(by_body.keys() - main - {NOBODY}) > _OTHERS:
        return ()
    model = relations_of(view)
    rows = {b: merge_tenures(resolve([chosen[i] for i in by_body[b]], model), model) for b in main & by_body.keys()}
    own = [r for of_body in rows.values() for r in of_body if model.has_one(r.fact.relation)]
    of_nobody = merge_tenures(resolve([chosen[i] for i in by_body.get(NOBODY, ())], model), model)
    for body, of_body in rows.items():
        is_one = [model.has_one(row.fact.relation) for row in of_body]
        rows[body] = [
            _until(r, _taken_over(r, of_nobody)) if one else r for r, one in zip(of_body, is_one, strict=True)
        ]
    rows[NOBODY] = [
        _until(_until(_until(row, left.get(holder_of(row.fact))), _taken_over(row, own)), _followed(row, of_nobody))
        for row in of_nobody
    ]
    return [(b, rows[b]) for b in sorted(rows) if rows[b] and _is_one_seat([chosen[i] for i in by_body.get(b, ())])]


def _telling(roles: Set[str], view: View) -> tuple[Sequence[Fact], Mapping[FactId, SupportedFact]]:
    """The facts that tell who held an office, and those of them that some text does not only tell the end of, with what
    states them; each of whoever it is by the full name.
    """
    known = view.relations()
    wanted = sorted({HELD, *telling_roles(roles, list(known))} & known.keys())
    facts = [f for found in view.sampled(wanted, _MOST).values() for f in found if tells_holder(f, roles)]
    stated = {
        i: fact
        for i, fact in view.facts(f.id for f in facts).items()
        if not all(_LEAVES.search(view.text(s.key.ordinal, s.span)) for s in fact.supports)
    }
    chosen = dict(_by_full_names(stated))
    return [chosen[f.id].fact if f.id in chosen else f for f in facts], chosen


def _by_full_names(facts: Mapping[FactId, SupportedFact]) -> Iterator[tuple[FactId, SupportedFact]]:
    """The facts, of whoever holds the office by one name alone as of the only one who has it in full."""
    called: dict[tuple[EntityId, str], set[str]] = {}
    for fact in (told.fact for told in facts.values()):
        parts = holder_of(fact).split()
        for part in (parts[0], parts[-1]) if len(parts) > 1 else ():
            called.setdefault((_body_of(fact), part), set()).add(holder_of(fact))
    for id_, told in facts.items():
        fact, who = told.fact, called.get((_body_of(told.fact), holder_of(told.fact)), set())
        if len(who) == 1:
            name = EntityId(next(iter(who)))
            is_subject = holder_of(fact) == fact.subject
            told = replace(told, fact=replace(fact, subject=name) if is_subject else replace(fact, object=name))
        yield id_, told


def _body_of(fact: Fact) -> EntityId:
    return NOBODY if fact.relation == HELD else fact.subject


def _is_one_seat(facts: Sequence[SupportedFact]) -> bool:
    """Whether an office is one that its holders follow each other in: there are few of them; or few for the years that
    they are told of, most of them again and again, and hardly two at once.
    """
    days: dict[str, list[dt.date]] = {}
    for fact in (f.fact for f in facts):
        if fact.valid is not None and fact.valid.start is not None:
            days.setdefault(holder_of(fact), []).append(fact.valid.start)
    holders = {holder_of(f.fact) for f in facts}
    if len(holders) <= _HOLDERS or not days:
        return len(holders) <= _HOLDERS
    told = {(holder_of(f.fact), s.key.ordinal) for f in facts for s in f.supports}
    whole = (max(map(max, days.values())) - min(map(min, days.values()))).days
    at_once = sum((max(of_one) - min(of_one)).days for of_one in days.values())
    is_seldom = len(holders) <= _A_YEAR * whole / _YEAR and at_once <= _AT_ONCE * whole
    return is_seldom and len(told) >= _OFTEN * len(holders)


def _is_at_large(surface: str, bodies: Iterable[EntityId]) -> bool:
    """Whether a body is called by what it is: "the club"; "the rowing club" where one of ``bodies`` is one."""
    if BODIES_AT_LARGE.issuperset(surface.split()):
        return True
    return surface.islower() and any(body.endswith(f" {surface}") for body in bodies)


def _told_in(facts: Sequence[FactId], chosen: Mapping[FactId, SupportedFact]) -> Set[int]:
    """The documents that tell ``facts``."""
    return {s.key.ordinal for id_ in facts if id_ in chosen for s in chosen[id_].supports}


def _is_in_title(body: EntityId, title: str) -> bool:
    """Whether the title of a document names a body, as that of its minutes does."""
    return f" {body} " in f" {canonical_key(title)} "


def _taken_over(row: ResolvedFact, others: Sequence[ResolvedFact]) -> dt.date | None:
    """The day on which another of ``others`` is told to hold an office of ``row``."""
    start, seats = None if row.valid is None else row.valid.start, _seats(row.fact)
    later = [r for r in others if holder_of(r.fact) != holder_of(row.fact) and seats & _seats(r.fact)]
    starts = [r.valid.start for r in later if r.valid is not None]
    return min((day for day in starts if day is not None and start is not None and day > start), default=None)


def _followed(row: ResolvedFact, others: Sequence[ResolvedFact]) -> dt.date | None:
    """The day on which another of ``others`` is told to hold an office of ``row``, if no word of it is later."""
    day = _taken_over(row, others)
    words = (s.observed for r in others if holder_of(r.fact) == holder_of(row.fact) for s in r.supports)
    return day if day is not None and max(words, default=day) < day else None


def _seats(fact: Fact) -> Set[str]:
    """The office that a fact tells, under all its names."""
    told = offices(fact.object) if fact.relation == HELD else (fact.relation,)
    return {name for office in told for name in same_seat(office)}


def holder_of(fact: Fact) -> str:
    """Who holds the office that a fact tells."""
    return fact.subject if fact.relation == HELD or not fact.object_is_entity else fact.object


def _until(row: ResolvedFact, end: dt.date | None) -> ResolvedFact:
    """``row`` up to the day on which its holder is told to have left, or another to have it."""
    valid = row.valid
    if end is None or valid is None or valid.end is not None or valid.start is None or end <= valid.start:
        return row
    return replace(row, valid=Interval(valid.start, end))


def tells_holder(fact: Fact, roles: Set[str]) -> bool:
    """Whether a fact of an office, or that an office is held, tells who holds one of ``roles``."""
    if fact.relation != HELD:
        return fact.object_is_entity
    told = set(offices(fact.object))
    return any(told & set(same_seat(role)) for role in roles)
