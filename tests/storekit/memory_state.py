"""The tables of the in-memory store."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from timeweave.errors import UsageError
from timeweave.records import (
    Change,
    Document,
    DocumentInfo,
    EntityId,
    Extraction,
    Fact,
    FactEvent,
    FactId,
    PlacedSupport,
    RecordedChange,
    Report,
    SegmentRef,
    StatementKey,
    Usage,
)
from timeweave.store.canonical import NEVER, subjects
from timeweave.store.redaction import Redaction

V = TypeVar("V")

Place = tuple[int, int]
"""A support: the ordinal of its version, and its number inside."""

CostKey = tuple[str, str, str]
"""Operation, stage, and what it was about."""

ReportKey = tuple[str, str, str]
"""Node, maker, and the digest of the inputs."""


@dataclass(frozen=True, slots=True)
class Version:
    """A document version as it is held."""

    info: DocumentInfo
    document: Document
    extraction: Extraction
    facts: Mapping[FactId, Fact]
    superseded: int = NEVER

    @classmethod
    def of(cls, change: Change) -> Version:
        """The version that ``change`` adds."""
        prepared, ordinal = change.added, change.ordinal
        if prepared is None or ordinal is None or change.observed is None:
            raise UsageError(f"change of {change.document_id!r} adds a version: it needs an ordinal and observed day")
        document = prepared.document
        info = DocumentInfo(
            ordinal=ordinal,
            id=change.document_id,
            title=document.title,
            observed=change.observed,
            date_source=document.date_source,
            period=document.period,
            entities=subjects(document),
            source=document.source,
            metadata=document.metadata,
            length=len(document.text),
            statements=len(prepared.extraction.statements),
            digest=prepared.digest,
            read_by=prepared.extraction.read_by,
        )
        extraction = prepared.extraction
        return cls(info, document, extraction, {fact.id: fact for fact in extraction.facts})

    def is_visible(self, day: int) -> bool:
        """Whether it shows on the day of that number."""
        return self.info.observed.toordinal() <= day < self.superseded

    def place(self, number: int) -> PlacedSupport:
        """A support with its place."""
        support = self.extraction.supports[number]
        statement = self.extraction.statements[support.statement]
        observed = max(self.info.observed, support.observed or self.info.observed)
        key = StatementKey(self.info.ordinal, support.statement)
        chunk = self.extraction.chunks[statement.chunk].id
        return PlacedSupport(self.info.id, key, chunk, support.span, support.confidence, observed, self.info.source)


@dataclass
class State:
    """All tables. The values of the dictionaries are immutable, so that a shallow copy is a snapshot."""

    versions: dict[int, Version] = field(default_factory=dict)
    supports: dict[FactId, tuple[Place, ...]] = field(default_factory=dict)
    touching: dict[EntityId, frozenset[FactId]] = field(default_factory=dict)
    mentioning: dict[EntityId, frozenset[int]] = field(default_factory=dict)
    claims: dict[EntityId, frozenset[tuple[int, EntityId]]] = field(default_factory=dict)
    costs: dict[CostKey, Usage] = field(default_factory=dict)
    reports: dict[ReportKey, Report] = field(default_factory=dict)
    fresh: dict[tuple[str, str], ReportKey] = field(default_factory=dict)
    erased: int = 0
    settings: dict[str, str] = field(default_factory=dict)
    changes: tuple[RecordedChange, ...] = ()
    segments: tuple[SegmentRef, ...] = ()
    next_ordinal: int = 0

    def copy(self) -> State:
        """A snapshot."""
        return State(
            dict(self.versions),
            dict(self.supports),
            dict(self.touching),
            dict(self.mentioning),
            dict(self.claims),
            dict(self.costs),
            dict(self.reports),
            dict(self.fresh),
            self.erased,
            dict(self.settings),
            self.changes,
            self.segments,
            self.next_ordinal,
        )

    def add(self, version: Version) -> None:
        """Take a version in."""
        ordinal = version.info.ordinal
        if ordinal < self.next_ordinal:
            raise UsageError(f"ordinal {ordinal} was given out before: use next_ordinal, {self.next_ordinal}")
        self.versions[ordinal] = version
        self.next_ordinal = ordinal + 1
        for number, support in enumerate(version.extraction.supports):
            self.supports[support.fact] = (*self.supports.get(support.fact, ()), (ordinal, number))
        for fact in version.facts.values():
            for entity in fact.ends:
                self.touching[entity] = self.touching.get(entity, frozenset()) | {fact.id}
        for mention in version.extraction.mentions:
            self.mentioning[mention.entity] = self.mentioning.get(mention.entity, frozenset()) | {ordinal}
        for claim in version.extraction.aliases:
            known = self.claims.get(claim.alias, frozenset())
            self.claims[claim.alias] = known | {(ordinal, claim.entity)}

    def remove(self, ordinal: int) -> None:
        """Erase a version with all that only it supports."""
        version = self.versions.pop(ordinal)
        for fact in version.facts.values():
            places = tuple(place for place in self.supports.get(fact.id, ()) if place[0] != ordinal)
            if places:
                self.supports[fact.id] = places
                continue
            self.supports.pop(fact.id, None)
            for entity in fact.ends:
                _put(self.touching, entity, self.touching.get(entity, frozenset()) - {fact.id})
        for mention in version.extraction.mentions:
            _put(self.mentioning, mention.entity, self.mentioning.get(mention.entity, frozenset()) - {ordinal})
        for claim in version.extraction.aliases:
            known = self.claims.get(claim.alias, frozenset())
            _put(self.claims, claim.alias, known - {(ordinal, claim.entity)})

    def redact_log(self, change: Change, removed: Sequence[Version]) -> tuple[FactEvent, ...]:
        """Take the words of ``removed`` out of the log; gives back the events of ``change``, without them too."""
        stated = {(s.fact, v.facts[s.fact].text) for v in removed for s in v.extraction.supports}
        own = (c for c in self.changes if c.document_id == change.document_id)
        told = {*stated, *((e.fact, e.text) for c in own for e in c.events)}
        held = {fact: {self.versions[o].facts[fact].text for o, _ in self.supports.get(fact, ())} for fact, _ in told}
        sources = {v.info.source for v in removed} - {v.info.source for v in self.versions.values()}
        redaction = Redaction.of(told, held, sources)
        self.changes = tuple(replace(c, events=redaction.apply(c.events)) for c in self.changes)
        return redaction.apply(change.events)

    def keep_report(self, report: Report, *, read_at: int, is_current: bool) -> None:
        """Keep a report; see `Transaction.keep_report`."""
        if self.erased > read_at:
            return
        key = (report.node, report.maker, report.inputs)
        self.reports[key] = report
        if is_current and not any(report.node in c.stale_nodes for c in self.changes if c.sequence > read_at):
            self.fresh[key[:2]] = key

    def make_stale(self, nodes: Collection[str]) -> None:
        """No report of these nodes is fresh any more."""
        self.fresh = {key: held for key, held in self.fresh.items() if key[0] not in nodes}

    def erase_reports(self, nodes: Collection[str], sequence: int) -> None:
        """Erase the reports of these nodes that are not fresh, by change number ``sequence``."""
        fresh = set(self.fresh.values())
        self.reports = {key: report for key, report in self.reports.items() if key[0] not in nodes or key in fresh}
        self.erased = sequence


def _put(table: dict[EntityId, frozenset[V]], key: EntityId, value: frozenset[V]) -> None:
    if value:
        table[key] = value
    else:
        table.pop(key, None)
