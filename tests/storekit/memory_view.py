"""Reading the in-memory store: one state, one as-of day."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from storekit.memory_state import State, Version
from timeweave.errors import NotFoundError
from timeweave.records import (
    Chunk,
    Cost,
    Document,
    DocumentId,
    DocumentInfo,
    EntityId,
    EntityInfo,
    Fact,
    FactId,
    Layout,
    Mention,
    PublishedLine,
    RecordedChange,
    Report,
    SegmentRef,
    Span,
    Statement,
    StatementKey,
    SupportedFact,
    TimeNode,
    Usage,
)
from timeweave.store.canonical import (
    as_of_words,
    by_stage,
    day_number,
    entity_info,
    fact_order,
    in_order_of_documents,
    instant,
    known_costs,
    known_days,
    lasts,
    most_mentioned_first,
    supported_fact,
)
from timeweave.store.parameters import bounds
from timeweave.store.time_nodes import nodes_from_counts, stamps
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Interval

T = TypeVar("T")


def is_in_log(
    change: RecordedChange, as_of: dt.date | None, since: dt.datetime | None, until: dt.datetime | None
) -> bool:
    """Whether a line of the log was observed by ``as_of`` and recorded at ``since`` or later, but before ``until``.

    A removal has no observation day: it counts from the day on which it was recorded.
    """
    observed = change.observed or change.recorded.date()
    recorded = instant(change.recorded)
    return (
        (as_of is None or observed <= as_of)
        and (since is None or recorded >= instant(since))
        and (until is None or recorded < instant(until))
    )


class MemoryView:
    """A `View` of one state. ``answered`` is what the responses of models have cost, which no state holds."""

    def __init__(self, state: State, as_of: dt.date | None, answered: Sequence[Cost] = ()) -> None:
        self._state = state
        self._answered = answered
        self._as_of = as_of
        self._day = day_number(as_of)

    @property
    def as_of(self) -> dt.date | None:
        """The day it is bound to."""
        return self._as_of

    @property
    def sequence(self) -> int:
        """The number of the last change that it sees."""
        return len(self._state.changes)

    @property
    def visible(self) -> np.ndarray:
        """Boolean, indexed by document ordinal."""
        mask = np.zeros(self._state.next_ordinal, dtype=np.bool_)
        mask[[v.info.ordinal for v in self._shown()]] = True
        return mask

    def on(self, day: dt.date) -> MemoryView:
        """The same state as it stood on another day."""
        return MemoryView(self._state, day, self._answered)

    def observed_within(self, period: Interval) -> np.ndarray:
        """Boolean, by ordinal: which visible versions were observed in ``period``."""
        start, end = bounds(period)
        mask = np.zeros(self._state.next_ordinal, dtype=np.bool_)
        mask[[v.info.ordinal for v in self._shown() if start <= v.info.observed.toordinal() < end]] = True
        return mask

    def documents(self) -> Iterator[DocumentInfo]:
        """The visible versions, by document id."""
        return iter(sorted((v.info for v in self._shown()), key=lambda i: (i.id, i.observed, i.ordinal)))

    def document(self, document_id: DocumentId) -> DocumentInfo | None:
        """The visible version of a document."""
        found = [v.info for v in self._shown() if v.info.id == document_id]
        return max(found, key=lambda i: (i.observed, i.ordinal), default=None)

    def sizes(self) -> Mapping[int, tuple[DocumentId, int, int]]:
        """The document, statements and chunks of every version that is held."""
        versions = sorted(self._state.versions.items())
        return {o: (v.info.id, v.info.statements, len(v.extraction.chunks)) for o, v in versions}

    def info(self, ordinals: Iterable[int]) -> Mapping[int, DocumentInfo]:
        """The visible versions among ``ordinals``."""
        return {v.info.ordinal: v.info for v in self._among(ordinals)}

    def text(self, ordinal: int, span: Span | None = None) -> str:
        """A version's stored text, or the characters of ``span``."""
        text = self._version(ordinal).document.text
        return text if span is None else text[span.start : span.end]

    def layout(self, ordinal: int) -> Layout:
        """The blocks of a version's text and how it is read."""
        return self._version(ordinal).extraction.layout

    def original(self, ordinal: int) -> Document:
        """The whole document as it was added."""
        return self._version(ordinal).document

    def chunks(self, ordinal: int) -> Sequence[Chunk]:
        """A version's chunks in order."""
        return self._version(ordinal).extraction.chunks

    def statements(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Statement]:
        """The visible statements among ``keys``."""
        wanted = sorted(set(keys))
        shown = {v.info.ordinal: v.extraction.statements for v in self._among(k.ordinal for k in wanted)}
        return {k: shown[k.ordinal][k.index] for k in wanted if k.index < len(shown.get(k.ordinal, ()))}

    def statements_of(self, ordinal: int, within: Span | None = None) -> Sequence[Statement]:
        """A version's statements in order; of a span, those that lie wholly inside."""
        statements = self._version(ordinal).extraction.statements
        if within is None:
            return statements
        return tuple(s for s in statements if within.start <= s.span.start and s.span.end <= within.end)

    def facts(self, ids: Iterable[FactId]) -> Mapping[FactId, SupportedFact]:
        """The visible facts among ``ids``."""
        found = {}
        for id_ in sorted(set(ids)):
            stated = [
                (version.facts[id_], version.place(number))
                for ordinal, number in self._state.supports.get(id_, ())
                if (version := self._state.versions[ordinal]).is_visible(self._day)
            ]
            stated = [(fact, place) for fact, place in stated if place.observed.toordinal() <= self._day]
            if stated:
                found[id_] = supported_fact(stated)
        return found

    def facts_stated_in(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Sequence[FactId]]:
        """Which facts each statement states; sorted by id."""
        wanted = set(keys)
        found: dict[StatementKey, set[FactId]] = defaultdict(set)
        for version in self._among(k.ordinal for k in wanted):
            for number, support in enumerate(version.extraction.supports):
                key = StatementKey(version.info.ordinal, support.statement)
                if key in wanted and version.place(number).observed.toordinal() <= self._day:
                    found[key].add(support.fact)
        return {key: tuple(sorted(found[key])) for key in sorted(found)}

    def facts_of(self, ordinals: Iterable[int]) -> Sequence[FactId]:
        """The facts that versions of documents state, each once; sorted by id."""
        found = {
            support.fact
            for version in self._among(ordinals)
            for number, support in enumerate(version.extraction.supports)
            if version.place(number).observed.toordinal() <= self._day
        }
        return tuple(sorted(found))

    def facts_about(
        self, entities: Iterable[EntityId], *, relation: str | None = None, within: Interval | None = None
    ) -> Sequence[SupportedFact]:
        """Facts with one of ``entities`` as subject or object; by (valid start, id)."""
        ids = {id_ for entity in entities for id_ in self._state.touching.get(entity, frozenset())}
        found = (s for s in self.facts(ids).values() if relation is None or s.fact.relation == relation)
        return tuple(sorted((s for s in found if within is None or _overlaps(s.fact, within)), key=fact_order))

    def relations_about(self, entities: Iterable[EntityId]) -> Sequence[str]:
        """The relations of facts with one of ``entities`` as subject or object, each once, by name."""
        return tuple(sorted({supported.fact.relation for supported in self.facts_about(entities)}))

    def lasting(self, relation: str, most: int) -> Sequence[tuple[FactId, EntityId]]:
        """Facts of a relation that last with their subjects, those of the smallest ids; by id."""
        found = (s.fact for s in self._all_facts() if s.fact.relation == relation and lasts(s.fact.valid))
        return tuple(sorted((fact.id, fact.subject) for fact in found)[:most])

    def relations(self) -> Mapping[str, int]:
        """How many facts each relation has, but for quantities; by name."""
        counts = Counter(s.fact.relation for s in self._all_facts() if s.fact.quantity is None)
        return {relation: counts[relation] for relation in sorted(counts)}

    def sampled(self, relations: Iterable[str], most: int) -> Mapping[str, Sequence[Fact]]:
        """Of each relation the facts of the smallest ids; by id."""
        found: dict[str, list[Fact]] = {relation: [] for relation in sorted(set(relations))}
        for fact in sorted((s.fact for s in self._all_facts() if s.fact.quantity is None), key=lambda f: f.id):
            if fact.relation in found:
                found[fact.relation].append(fact)
        return {relation: tuple(facts[:most]) for relation, facts in found.items() if facts}

    def kept(self, key: str, make: Callable[[], T], *, weight: Callable[[T], int] | None = None) -> T:
        """What ``make`` works out of this view; made anew, for a state in memory is read fast."""
        del key
        return make()

    def facts_during(self, within: Interval) -> Sequence[SupportedFact]:
        """Facts active at some day of ``within``; by (valid start, id)."""
        found = (s for s in self._all_facts() if _overlaps(s.fact, within))
        return tuple(sorted(found, key=fact_order))

    def facts_stamped(self, node: Interval) -> Sequence[SupportedFact]:
        """Facts stamped with just this time node, none below it; by (valid start, id)."""
        wanted = as_node(node)
        return tuple(sorted((s for s in self._all_facts() if wanted in stamps(s.fact.valid)), key=fact_order))

    def entity(self, entity: EntityId) -> EntityInfo | None:
        """An entity that a visible document mentions."""
        counts = [
            (version.info.ordinal, mention.surface, mention.type, mention.count)
            for version in self._among(self._state.mentioning.get(entity, frozenset()))
            for mention in version.extraction.mentions
            if mention.entity == entity
        ]
        return entity_info(entity, counts) if counts else None

    def entities(self) -> Iterator[EntityInfo]:
        """Every entity that a visible document mentions, by id."""
        counts: dict[EntityId, list[tuple[int, str, str, int]]] = defaultdict(list)
        for version in self._shown():
            for m in version.extraction.mentions:
                counts[m.entity].append((version.info.ordinal, m.surface, m.type, m.count))
        return iter([entity_info(entity, counts[entity]) for entity in sorted(counts)])

    def mentions(self, entities: Iterable[EntityId]) -> Mapping[EntityId, Sequence[tuple[int, Mention]]]:
        """The visible mentions of entities with the ordinals of their documents, by document id, surface and type."""
        wanted = set(entities)
        shown = self._among(o for entity in wanted for o in self._state.mentioning.get(entity, frozenset()))
        placed = [(v.info.ordinal, m) for v in shown for m in v.extraction.mentions if m.entity in wanted]
        return in_order_of_documents(placed, {v.info.ordinal: v.info for v in shown})

    def named(self, keys: Iterable[EntityId]) -> Mapping[EntityId, Sequence[EntityInfo]]:
        """The entities that each name key stands for; most mentioned first, then by id."""
        found = {}
        for key in sorted(set(keys)):
            claims = self._state.claims.get(key, frozenset())
            shown = {v.info.ordinal for v in self._among(ordinal for ordinal, _ in claims)}
            candidates = {key} | {entity for ordinal, entity in claims if ordinal in shown}
            known = [info for info in map(self.entity, candidates) if info is not None]
            if known:
                found[key] = most_mentioned_first(known)
        return found

    def time_nodes(self) -> Sequence[TimeNode]:
        """The time nodes at or above a visible fact, by (start, coarse first)."""
        return nodes_from_counts((s.fact.valid, 1) for s in self._all_facts())

    def fresh_report(self, node: str, maker: str) -> Report | None:
        """The report of a node by a maker, if nothing that it reads has changed since; ``None`` on a day."""
        key = self._state.fresh.get((node, maker)) if self._as_of is None else None
        return self._state.reports[key] if key else None

    def report(self, node: str, maker: str, inputs: str) -> Report | None:
        """The report of a node that a maker made from just these inputs, fresh or not."""
        return self._state.reports.get((node, maker, inputs))

    def segments(self, kind: str) -> Sequence[SegmentRef]:
        """The index files of one kind, oldest first."""
        return tuple(s for s in self._state.segments if s.kind == kind)

    def changes(
        self,
        *,
        since: dt.datetime | None = None,
        until: dt.datetime | None = None,
        before: int | None = None,
        newest: int | None = None,
    ) -> Iterator[RecordedChange]:
        """The log in order of sequence; with bounds that part of it."""
        log = (c for c in self._state.changes if before is None or c.sequence < before)
        found = [c for c in log if is_in_log(c, self._as_of, since, until)]
        return iter(found if newest is None else found[max(0, len(found) - newest) :])

    def published(self) -> Sequence[PublishedLine]:
        """What came to be known of all versions by this day, and the lines about none; by day and sequence."""
        last = {(c.document_id, c.observed): c.sequence for c in self._state.changes if c.observed is not None}
        told = [PublishedLine(c.recorded.date(), c.sequence, None) for c in self._state.changes if c.observed is None]
        for ordinal, version in self._state.versions.items():
            own = version.info.observed
            later = {s.observed for s in version.extraction.supports if s.observed is not None and s.observed > own}
            told += [PublishedLine(day, last[version.info.id, own], ordinal) for day in {own, *later}]
        shown = (line for line in told if self._as_of is None or line.day <= self._as_of)
        return sorted(shown, key=lambda line: (line.day, line.sequence))

    def lines(self, sequences: Iterable[int]) -> Mapping[int, RecordedChange]:
        """The lines of the log with these numbers."""
        wanted = set(sequences)
        return {c.sequence: c for c in self._state.changes if c.sequence in wanted}

    def ledger(self) -> Mapping[str, Usage]:
        """What each stage has cost so far."""
        return by_stage(self.costs())

    def costs(self) -> Sequence[Cost]:
        """The ledger by operation, stage and what it was about."""
        summed = dict(self._state.costs)
        for cost in self._answered:
            key = (cost.operation, cost.stage, cost.about)
            summed[key] = summed.get(key, Usage()) + cost.usage
        costs = (Cost(*key, summed[key]) for key in sorted(summed))
        return known_costs(costs, self._as_of, self.documents(), self.time_nodes())

    def setting(self, key: str) -> str | None:
        """A remembered setting."""
        return self._state.settings.get(key)

    def counts(self) -> Mapping[str, int]:
        """Documents, chunks, statements, facts and entities that are visible."""
        shown = self._shown()
        return {
            "documents": len(shown),
            "chunks": sum(len(v.extraction.chunks) for v in shown),
            "statements": sum(v.info.statements for v in shown),
            "facts": sum(1 for _ in self._all_facts()),
            "entities": len({m.entity for v in shown for m in v.extraction.mentions}),
        }

    def time_range(self) -> tuple[dt.date, dt.date] | None:
        """First and last day that a visible fact or statement speaks of."""
        stated = [s.valid for v in self._shown() for s in v.extraction.statements]
        days = [day for valid in (*stated, *(s.fact.valid for s in self._all_facts())) for day in known_days(valid)]
        return (min(days), max(days)) if days else None

    def _all_facts(self) -> Iterable[SupportedFact]:
        return self.facts(self._state.supports).values()

    def _shown(self) -> list[Version]:
        return [v for v in self._state.versions.values() if v.is_visible(self._day)]

    def _among(self, ordinals: Iterable[int]) -> list[Version]:
        held = (self._state.versions.get(ordinal) for ordinal in sorted(set(ordinals)))
        return [v for v in held if v is not None and v.is_visible(self._day)]

    def _version(self, ordinal: int) -> Version:
        version = self._state.versions.get(ordinal)
        if version is None or not version.is_visible(self._day):
            raise NotFoundError(f"no document version {ordinal} is visible {as_of_words(self._as_of)}")
        return version


def _overlaps(fact: Fact, within: Interval) -> bool:
    return fact.valid is not None and fact.valid.overlaps(within)
