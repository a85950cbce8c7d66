"""What is read from a knowledge base, as JSON objects: each of these is one operation of the API and of its tools."""

from __future__ import annotations

import base64
import binascii
import bisect
import dataclasses
import datetime as dt
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from timeweave import wire, wire_graph
from timeweave.errors import TemporalError, UsageError
from timeweave.evolving import PUBLISHED, RECORDED
from timeweave.identifying import EntityList
from timeweave.knowledge_base import KnowledgeBase
from timeweave.overviews import Called
from timeweave.records import DocumentInfo, RecordedChange
from timeweave.server.figures import subgraph_to_json
from timeweave.temporal.given import last_day
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.llm.speaking import Hear
    from timeweave.server.shapes import AskRequest, SearchRequest

T = TypeVar("T")
Json = dict[str, Any]
_MOST_ENTITIES = 1_000_000
_STORIES = 5  # of spikes, which are told unasked
_DIGITS = 18  # of a sequence, which a store has room for


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """Whose facts are asked for, of which relation, as of when."""

    entity: str
    relation: str | None = None
    as_of: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Logged:
    """What is asked of the log: from ``since`` to ``until``, by days of recording or publication; of such events, and
    as it could be known on a day.
    """

    since: str | None = None
    until: str | None = None
    entity: str | None = None
    relation: str | None = None
    kind: str | None = None
    as_of: str | None = None
    by: str = RECORDED


def search(kb: KnowledgeBase, asked: SearchRequest) -> Json:
    """The object of `search --json`."""
    return wire.search_to_json(kb.search(asked.question, **asked.options()))


def ask(kb: KnowledgeBase, asked: AskRequest, hear: Hear | None = None) -> Json:
    """The object of `ask --json`; where it is asked for also the ``figure`` of the answer. ``hear`` as the facade's."""
    answer = kb.ask(asked.question, min_confidence=asked.min_confidence, hear=hear, **asked.options())
    told = wire.answer_to_json(answer)
    if asked.figure:
        told["figure"] = subgraph_to_json(kb.subgraph(answer))
    return told


def timeline(kb: KnowledgeBase, asked: Told, limit: int, cursor: str | None, *, spikes: bool = False) -> Json:
    """A page of the object of `timeline --json`; with ``spikes`` also that of `timeline --spikes --json`."""
    known = kb.timeline(asked.entity, asked.relation, as_of=last_day(asked.as_of, "as_of"))
    facts, following = _page(known.facts, lambda one: one.fact.id, limit, cursor)
    found = wire.timeline_to_json(dataclasses.replace(known, facts=tuple(facts)))
    if spikes:
        found["spikes"] = spikes_of(kb, asked.entity, None, asked.as_of)
    return {**found, "next": following}


def spikes_of(kb: KnowledgeBase, entity: str, peak: str | None, as_of: str | None) -> Json:
    """The object of `timeline --spikes --json`, with the story of the spike of ``peak``, else of the highest alone:
    each is a search.
    """
    chosen = last_day(peak, "peak")
    stories = _STORIES if chosen is None else (chosen,)
    return wire.spikes_to_json(kb.spikes(entity, as_of=last_day(as_of, "as_of"), stories=stories))


def report(kb: KnowledgeBase, period: str, as_of: str | None) -> Json:
    """The object of `report --json`."""
    return wire.period_to_json(kb.report(period, as_of=last_day(as_of, "as_of")))


def periods(kb: KnowledgeBase, as_of: str | None) -> Json:
    """The time nodes at or above a fact; ``end`` is the first day that is not included."""
    nodes = [(node, as_node(node.label)) for node in kb.time_nodes(as_of=last_day(as_of, "as_of"))]
    return {
        "items": [
            {
                "label": node.label,
                "granularity": node.granularity.value,
                "parent": node.parent,
                "start": wire.date_to_json(interval.start),
                "end": wire.date_to_json(interval.end),
                "facts": node.facts,
            }
            for node, interval in nodes
        ]
    }


def entities(kb: KnowledgeBase, q: str | None, limit: int, cursor: str | None, as_of: str | None) -> Json:
    """A page of the object of `entities --json`, of the names that hold ``q``; ``total`` counts all of them."""
    found = kb.entities.most_mentioned(_MOST_ENTITIES, as_of=last_day(as_of, "as_of")).entities
    if q is not None:
        wanted = q.casefold()
        found = tuple(one for one in found if wanted in one.name.casefold() or wanted in one.id)
    first = 0 if cursor is None else bisect.bisect_right(found, _place(cursor), key=lambda one: (-one.mentions, one.id))
    chosen = found[first : first + limit]
    more = first + limit < len(found)
    return {
        **wire_graph.entity_list_to_json(EntityList(chosen, len(found))),
        "next": made_cursor(f"{chosen[-1].mentions} {chosen[-1].id}") if more else None,
    }


def _place(cursor: str) -> tuple[int, str]:
    """Where among entities, the most mentioned first, a page ended."""
    mentions, _, id_ = read_cursor(cursor).partition(" ")
    if not (mentions.isdecimal() and len(mentions) <= _DIGITS):
        raise _no_cursor(cursor)
    return -int(mentions), id_


def entity(kb: KnowledgeBase, name: str, as_of: str | None) -> Json:
    """The object of `entities NAME --json`."""
    found = kb.entities.called(name, as_of=last_day(as_of, "as_of"))
    return wire_graph.known_entities_to_json(name, found)


def relations(kb: KnowledgeBase, limit: int, cursor: str | None, as_of: str | None) -> Json:
    """A page of the list of `relations --json`."""
    found = kb.relations(as_of=last_day(as_of, "as_of"))
    chosen, following = _page(found, lambda one: one.name, limit, cursor)
    return {"items": [wire_graph.relation_to_json(one) for one in chosen], "next": following}


def facts(
    kb: KnowledgeBase, entity: str | None, relation: str | None, limit: int, cursor: str | None, as_of: str | None
) -> Json:
    """A page of facts with their standing: of an entity in order of time, else by id."""
    day = last_day(as_of, "as_of")
    if entity is None:
        page = kb.facts(relation=relation, after=read_cursor(cursor), limit=limit, as_of=day)
        items = [wire.fact_to_json(one, page.called) for one in page.facts]
        return {"items": items, "next": made_cursor(items[-1]["id"]) if page.more and items else None}
    known = kb.timeline(entity, relation, as_of=day)
    chosen, following = _page(known.facts, lambda one: one.fact.id, limit, cursor)
    return {"items": [wire.fact_to_json(one, Called(known.names)) for one in chosen], "next": following}


def _page(
    found: Sequence[T], id_of: Callable[[T], str], limit: int, cursor: str | None
) -> tuple[Sequence[T], str | None]:
    """Those behind the one that a page ended with, and the cursor of what follows."""
    first = 0
    if cursor is not None:
        after = read_cursor(cursor)
        first = next((place for place, one in enumerate(found, 1) if id_of(one) == after), 0)
        if not first:
            raise UsageError(f"cursor {cursor[:80]!r}: what its page ended with is not in this list: begin without one")
    chosen = found[first : first + limit]
    return chosen, made_cursor(id_of(chosen[-1])) if first + limit < len(found) else None


def fact(kb: KnowledgeBase, id_: str, as_of: str | None) -> Json:
    """The object of `changes --explain FACT --json`."""
    return wire_graph.explanation_to_json(kb.explain(id_, as_of=last_day(as_of, "as_of")))


def changes(kb: KnowledgeBase, asked: Logged, limit: int, cursor: str | None) -> Json:
    """A page of the log, the newest first."""
    day = last_day(asked.as_of, "as_of")
    found = kb.changes(
        since=first_day(asked.since, "since"),
        until=last_day(asked.until, "until"),
        entity=asked.entity,
        relation=asked.relation,
        kind=asked.kind,
        before=_before(cursor, asked.by),
        limit=limit + 1,
        as_of=day,
        by=asked.by,
    )
    chosen = list(reversed(found))[:limit]
    wording = kb.in_words(chosen, as_of=day)
    items = [wire.change_to_json(one, wording) for one in chosen]
    return {"items": items, "next": _after(chosen[-1], asked.by) if len(found) > limit else None}


def _after(change: RecordedChange, by: str) -> str:
    return made_cursor(f"{change.day}/{change.sequence}" if by == PUBLISHED else str(change.sequence))


def _before(cursor: str | None, by: str) -> int | tuple[dt.date, int] | None:
    """The place that a cursor of the log names.

    Raises:
        UsageError: no page of that order made it.
    """
    if not (read := read_cursor(cursor)):
        return None
    day, slash, sequence = read.rpartition("/")
    if bool(slash) is not (by == PUBLISHED) or not (sequence.isdecimal() and len(sequence) <= _DIGITS):
        raise _no_cursor(cursor)
    try:
        return (dt.date.fromisoformat(day), int(sequence)) if slash else int(sequence)
    except ValueError:
        raise _no_cursor(cursor) from None


def stats(kb: KnowledgeBase, as_of: str | None) -> Json:
    """The object of `stats --json`."""
    return wire.stats_to_json(kb.stats(as_of=last_day(as_of, "as_of")))


def documents(kb: KnowledgeBase, q: str | None, limit: int, cursor: str | None, as_of: str | None) -> Json:
    """A page of the documents, by id, of those that have ``q`` in their id, title or source."""
    found: Sequence[DocumentInfo] = kb.documents(as_of=last_day(as_of, "as_of"))
    if q is not None:
        wanted = q.casefold()
        found = [d for d in found if any(wanted in said.casefold() for said in (d.id, d.title, d.source))]
    first = bisect.bisect_right(found, read_cursor(cursor), key=lambda info: str(info.id))
    chosen = found[first : first + limit]
    more = first + limit < len(found)
    return {
        "items": [document_to_json(one) for one in chosen],
        "next": made_cursor(chosen[-1].id) if more else None,
        "total": len(found),
    }


def document(kb: KnowledgeBase, id_: str, as_of: str | None) -> Json:
    """A document with its stored text, in which all spans are counted."""
    info, text = kb.document(id_, as_of=last_day(as_of, "as_of"))
    return {**document_to_json(info), "metadata": dict(info.metadata), "text": text}


def remove(kb: KnowledgeBase, id_: str) -> Json:
    """Erase a document."""
    return {"removed": kb.remove(id_)}


def suggestions(kb: KnowledgeBase, as_of: str | None) -> Json:
    """Questions that the knowledge base can answer, each with what it is answered."""
    found = kb.suggestions(as_of=last_day(as_of, "as_of"))
    return {"items": [dataclasses.asdict(one) for one in found]}


def overview(name: str, kb: KnowledgeBase) -> Json:
    """A line of the list of knowledge bases."""
    found = kb.stats()
    days = [wire.date_to_json(day) for day in found.time_range] if found.time_range else None
    return {"name": name, "documents": found.counts["documents"], "time_range": days}


def document_to_json(info: DocumentInfo) -> Json:
    """A line of the list of documents."""
    return {
        "id": info.id,
        "title": info.title,
        "observed": info.observed.isoformat(),
        "date_source": info.date_source.value,
        "period": None if info.period is None else str(info.period),
        "source": info.source,
        "length": info.length,
        "statements": info.statements,
    }


def first_day(text: str | None, named: str) -> dt.date | None:
    """The first day of the period that an option gives; ``None`` where it is open.

    Raises:
        UsageError: when it is no period.
    """
    if text is None:
        return None
    try:
        return Interval.parse(text).start
    except TemporalError as error:
        raise UsageError(f"{named}: {error}") from None


def made_cursor(after: str) -> str:
    """Where a page ends, as clients hand it back."""
    return base64.urlsafe_b64encode(after.encode("utf-8", "surrogatepass")).decode("ascii").rstrip("=")


def read_cursor(cursor: str | None) -> str:
    """Where a page begins; empty at the beginning of all.

    Raises:
        UsageError: it was made by no page.
    """
    if cursor is None:
        return ""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True).decode("utf-8", "surrogatepass")
    except (UnicodeError, binascii.Error):
        raise _no_cursor(cursor) from None


def _no_cursor(cursor: str | None) -> UsageError:
    return UsageError(f"cursor {str(cursor)[:80]!r} was made by no page: hand back `next` as it was given, or none")
