"""When it was: the days of an event or a tenure that a question dates itself by, from what visible documents tell.

A tenure is looked up among the facts as `evolution.resolve` and `merge_tenures` leave them; an event among the
statements that name it and its kind, by the date that stands next to it. What is found is cited; what is not is left
out of the scope and said.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.evolution.relations import same_seat
from timeweave.extraction.relations.offices import is_office, office_of_body, offices
from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question import Question
from timeweave.question.dating import EventTime
from timeweave.question.entity_linking import link_entities
from timeweave.question.event_phrases import COMPLETED, Edge, Event, Tenure
from timeweave.question.named_entity import EntityLookup
from timeweave.question.subjects import subject_names
from timeweave.records import DocumentInfo, EntityId, FactStatus, ResolvedFact, Statement
from timeweave.retrieval.base import IndexReader
from timeweave.retrieval.reading import Reading
from timeweave.store.base import View
from timeweave.temporal.expressions import TimexType, find_expressions
from timeweave.temporal.interval import Granularity, Interval

_DEPTH = 60  # statements on an event that are looked at
_NEAR = 45  # characters between an event's word and its date
_AHEAD = lazily(
    r"\b(?:will|expect\w*|plans?|planned|planning|would|could|(?-i:may)|might|anticipat\w*|propos\w*|intend\w*|if|pending|"
    r"upcoming|forthcoming|to be|to close|to complete)\b",
    re.IGNORECASE,
)
_NUMBER_BETWEEN = lazily(r"\d|;|\bcompared\b|\bversus\b", re.IGNORECASE)
_WORD = lazily(r"[A-Za-z]+")
_PRONOUNS = frozenset(["he", "she", "they", "it", "his", "her", "their", "the company"])
_NO_EVENT = frozenset(index_terms("the its their his her first last latest largest recent planned after before since"))


@dataclass(frozen=True, slots=True)
class StoredTimes:
    """`EventTimes` by the facts and statements of a view."""

    view: View
    index: IndexReader
    lookup: EntityLookup

    def when(self, found: Event | Tenure, question: Question) -> EventTime | None:
        """The time of an event by statements, that of a tenure by facts."""
        if isinstance(found, Event):
            return _event_time(found, question, self.view, self.index)
        return _tenure_time(found, question, self.view, self.lookup)


def _tenure_time(tenure: Tenure, question: Question, view: View, lookup: EntityLookup) -> EventTime | None:
    """When the holder held the office, or took it up, or left it, by the facts that ``view`` sees."""
    rows = [r for r in _held(tenure, question, view, lookup) if r.valid is not None]
    if not rows:
        return None
    best = rows[0]
    same = [r for r in rows if (r.fact.subject, r.fact.relation) == (best.fact.subject, best.fact.relation)]
    interval = _part(tenure.edge, [r.valid for r in same if r.valid is not None])
    if interval is None:
        return None
    support = best.supports[0]
    return EventTime(interval, support.document_id, _quote(view.text(support.key.ordinal, support.span)))


def _event_time(event: Event, question: Question, view: View, index: IndexReader) -> EventTime | None:
    """When the event happened: the date next to it that is told most exactly, then most often."""
    own = {e.id for e in question.entities if not event.span.start <= e.span.start < event.span.end}
    mains = own or {e.id for e in question.entities}
    required = _named_terms(event.what) - {t for key in mains for t in index_terms(key)}
    if not required and not mains:
        return None
    terms = set(required) | set(index_terms(" ".join(sorted(event.words))))
    reading = Reading(view)
    told: list[_Date] = []
    for entity in [None] if required else sorted(mains):
        hits = index.lexical(terms, _DEPTH, entity=entity)
        statements = reading.statements(hit.key for hit in hits)
        infos = reading.infos({key.ordinal for key in statements})
        for rank, (key, statement) in enumerate(statements.items()):
            text = reading.words(key.ordinal, statement.span)
            if required <= set(index_terms(text)):
                told += _dates(text, event, statement, infos[key.ordinal], mains, rank)
    best = min(told, key=lambda d: (*_standing(d, told), d.document_id, d.index), default=None)
    return None if best is None else EventTime(best.interval, best.document_id, _quote(best.text))


def _held(tenure: Tenure, question: Question, view: View, lookup: EntityLookup) -> list[ResolvedFact]:
    """The tenures of the holder in the office, the likeliest first."""
    body = office_of_body(tenure.role)
    roles = {body[1]} if body else set(offices(tenure.role))
    wanted = {canonical_key(body[0])} if body else {e.id for e in question.entities}
    rows: dict[str, tuple[tuple[object, ...], ResolvedFact]] = {}
    model = relations_of(view)
    for holder in _holders(tenure.holder, question, lookup):
        for subject, relation in _offices_of(holder, roles, view):
            group = [f for name in same_seat(relation) for f in view.facts_about([subject], relation=name)]
            for row in merge_tenures(resolve((f for f in group if f.fact.subject == subject), model), model):
                if holder in (row.fact.object, row.fact.subject) and row.status is not FactStatus.DISPUTED:
                    order = (subject not in wanted, -row.confidence, str(row.valid), row.fact.id)
                    rows[row.fact.id] = (order, row)
    return [row for _, row in sorted(rows.values(), key=lambda item: item[0])]


def _holders(name: str, question: Question, lookup: EntityLookup) -> list[EntityId]:
    if name.casefold() in _PRONOUNS:
        people = [e.id for e in question.entities if e.type == "PERSON"]
        return people if len(people) == 1 else []
    found = [e.id for e in link_entities(f"of {name}", lookup).known]
    return found or [EntityId(e.id) for e in lookup.near(name) if e.id.split()[-1:] == canonical_key(name).split()]


def _offices_of(holder: EntityId, roles: Collection[str], view: View) -> list[tuple[EntityId, str]]:
    """(body, office) for each office that a fact says the holder had."""
    found = set()
    for supported in view.facts_about([holder]):
        fact = supported.fact
        held = fact.relation if fact.object == holder else fact.object
        if fact.quantity is None and is_office(held.split(" of ")[0]) and (not roles or _is_role(held, roles)):
            found.add((fact.subject, fact.relation))
    return sorted(found)


def _is_role(held: str, roles: Collection[str]) -> bool:
    names = {*offices(held), held.split(" of ")[0]}
    return any(role in names or set(role.split()) <= set(held.split()) for role in roles)


def _part(edge: Edge, tenures: Sequence[Interval]) -> Interval | None:
    starts, ends = [t.start for t in tenures], [t.end for t in tenures]
    first = None if None in starts else min(s for s in starts if s is not None)
    last = None if None in ends else max(e for e in ends if e is not None)
    finest = min((t.granularity for t in tenures), key=lambda g: g.rank)
    if edge is Edge.WHOLE:
        return Interval(first, last, finest) if first or last else None
    day = first if edge is Edge.START else None if last is None else last - dt.timedelta(days=1)
    return None if day is None else Interval.unit(day, finest)


@dataclass(frozen=True, slots=True)
class _Date:
    """A date that a statement gives for the event; ``beside`` when it is written there, else when it only follows from
    the document.
    """

    interval: Interval
    beside: bool
    completed: bool
    about: bool
    rank: int
    document_id: str
    index: int
    text: str


def _standing(date: _Date, dates: Iterable[_Date]) -> tuple[object, ...]:
    if not date.beside:  # the first report of it is the nearest to the day
        return (not date.about, True, str(date.interval), date.rank)
    votes = sum(d.interval == date.interval for d in dates if d.beside)
    return (not date.about, False, date.interval.granularity.rank, not date.completed, -votes, date.rank)


def _dates(
    text: str, event: Event, statement: Statement, info: DocumentInfo, mains: Collection[EntityId], rank: int
) -> Iterator[_Date]:
    """The dates that ``text`` gives for the event; nothing where it speaks of what is to come."""
    places = [m.span() for m in _WORD.finditer(text) if m[0].casefold() in event.words]
    if not places or _AHEAD.search(text):
        return
    about = bool(set(mains) & {*statement.entities, *info.entities, *subject_names(info)})
    completed = any(text[a:b].casefold() in COMPLETED.split() for a, b in places)
    found = [i for i, gap in _dated(text, info) if _stands_by(text, gap, places)]
    for interval in found:
        yield _Date(interval, True, completed, about, rank, info.id, statement.index, text)
    own = statement.valid
    said = any(text[a:b].casefold() in event.done for a, b in places)
    if not found and said and own is not None and own.is_unit and own.granularity is Granularity.DAY:
        yield _Date(own, False, completed, about, rank, info.id, statement.index, text)


def _dated(text: str, info: DocumentInfo) -> Iterator[tuple[Interval, tuple[int, int]]]:
    """The past dates of a text with where they stand, read as of its document's day."""
    anchor = info.published
    if anchor is None and info.period is not None:
        anchor = info.period.last_day
    for found in find_expressions(text, anchor):
        interval = found.interval
        if found.type is not TimexType.DATE or interval is None or not interval.is_unit or interval.start is None:
            continue
        if anchor is None or interval.start <= anchor:
            yield interval, (found.start, found.end)


def _stands_by(text: str, date: tuple[int, int], places: Iterable[tuple[int, int]]) -> bool:
    for start, end in places:
        gap = text[end : date[0]] if date[0] >= end else text[date[1] : start]
        if len(gap) <= _NEAR and not _NUMBER_BETWEEN.search(gap):
            return True
    return False


def _named_terms(what: str) -> set[str]:
    """The terms of the names in an event's words: "nfp" of "the NFP acquisition"."""
    names = [w for w in re.findall(r"\S+", what) if w[:1].isupper() or w[:1].isdigit()]
    return set(index_terms(" ".join(names))) - _NO_EVENT


def _quote(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 160 else f"{words[:157]}..."
