"""Reading the SQLite store: one connection, one snapshot, one as-of day."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from timeweave.errors import NotFoundError
from timeweave.records import (
    Chunk,
    ChunkId,
    Cost,
    Document,
    DocumentId,
    DocumentInfo,
    EntityId,
    EntityInfo,
    FactId,
    Layout,
    Mention,
    Report,
    SegmentRef,
    Span,
    Statement,
    StatementKey,
    SupportedFact,
    TimeNode,
    Usage,
)
from timeweave.store import queries, rows, symbols
from timeweave.store.canonical import (
    as_of_words,
    by_stage,
    day_number,
    fact_order,
    known_costs,
    known_days,
    most_mentioned_first,
)
from timeweave.store.cost_rows import read_costs, read_ledger
from timeweave.store.fact_rows import read_facts
from timeweave.store.failures import guarded
from timeweave.store.log_rows import LogReading
from timeweave.store.mention_rows import Mentioned, entities_mentioned, keys_of, placed_mentions
from timeweave.store.parameters import bounds, numbers, statement_keys
from timeweave.store.relation_reading import RelationReading
from timeweave.store.report_rows import read_fresh_report, read_report
from timeweave.store.shared import Shared
from timeweave.store.text_rows import read_blocks, read_layout
from timeweave.store.time_nodes import node_from_row, node_order, nodes_from_counts
from timeweave.store.visibility import Visibility, follow
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Interval


class SqliteView(RelationReading, LogReading):
    """A `View`. ``shared`` is what the views of a store keep for one another."""

    def __init__(self, connection: sqlite3.Connection, path: Path, as_of: dt.date | None, shared: Shared) -> None:
        self._connection = connection
        self._path = path
        self._as_of = as_of
        self._day = day_number(as_of)
        self._shared = shared
        self._known: Visibility | None = None
        self._shown: tuple[Visibility, np.ndarray] | None = None
        self._sequence = self._read_state()[0]  # reading anything fixes the snapshot

    @property
    def as_of(self) -> dt.date | None:
        """The day it is bound to."""
        return self._as_of

    @property
    def sequence(self) -> int:
        """The number of the last change that it sees."""
        return self._sequence

    @property
    def visible(self) -> np.ndarray:
        """Boolean, indexed by document ordinal."""
        known = self._visibility()
        if self._shown is None or self._shown[0] is not known:
            self._shown = (known, known.on(self._day))
        return self._shown[1]

    def on(self, day: dt.date) -> SqliteView:
        """The same state as it stood on another day."""
        return SqliteView(self._connection, self._path, day, self._shared)

    def observed_within(self, period: Interval) -> np.ndarray:
        """Boolean, by ordinal: which visible versions were observed in ``period``."""
        return self._visibility().within(bounds(period), self._day)

    @guarded
    def documents(self) -> Iterator[DocumentInfo]:
        """The visible versions, by document id."""
        return iter([rows.document_info(row) for row in self._all(queries.DOCUMENTS)])

    @guarded
    def document(self, document_id: DocumentId) -> DocumentInfo | None:
        """The visible version of a document."""
        found = self._all(queries.DOCUMENT, id=document_id)
        return rows.document_info(found[0]) if found else None

    @guarded
    def sizes(self) -> Mapping[int, tuple[DocumentId, int, int]]:
        """The document, statements and chunks of every version that is held."""
        return {row[0]: (DocumentId(row[1]), row[2], row[3]) for row in self._all(queries.SIZES)}

    @guarded
    def info(self, ordinals: Iterable[int]) -> Mapping[int, DocumentInfo]:
        """The visible versions among ``ordinals``."""
        shown = self._among_shown(set(ordinals))
        known = self._shared.rows.infos.known(shown)
        if len(known) < len(shown):
            missing = numbers(ordinal for ordinal in shown if ordinal not in known)
            found = {row[0]: rows.document_info(row) for row in self._all(queries.INFO, ordinals=missing)}
            self._shared.rows.infos.learn(found)
            known |= found
        return {ordinal: known[ordinal] for ordinal in sorted(known)}

    @guarded
    def text(self, ordinal: int, span: Span | None = None) -> str:
        """A version's stored text, or the characters of ``span``; only the blocks that hold them are read."""
        length = self._require(ordinal)
        start, end = (0, length) if span is None else (min(span.start, length), min(span.end, length))
        if start >= end:
            return ""
        first, last = start // rows.BLOCK, (end - 1) // rows.BLOCK
        offset = first * rows.BLOCK
        text = "".join(read_blocks(self._connection, self._shared.rows, ordinal, first, last))[
            start - offset : end - offset
        ]
        if len(text) != end - start:
            raise ValueError(f"characters {start} to {end} of document version {ordinal} are missing")
        return text

    @guarded
    def layout(self, ordinal: int) -> Layout:
        """The blocks of a version's text and how it is read."""
        self._require(ordinal)
        return read_layout(self._connection, self._shared.rows, ordinal)

    @guarded
    def original(self, ordinal: int) -> Document:
        """The whole document as it was added."""
        self._require(ordinal)
        blocks = self._connection.execute(queries.BLOCKS, queries.block_range(ordinal))
        packed, *text = (block for (block,) in blocks)
        return rows.unpack_document(packed, rows.unpack_text(text))

    @guarded
    def chunks(self, ordinal: int) -> Sequence[Chunk]:
        """A version's chunks in order."""
        self._require(ordinal)
        known = self._shared.rows.chunks.get(ordinal)
        if known is None:
            found = self._connection.execute(queries.CHUNKS, (ordinal,))
            known = tuple(
                Chunk(ChunkId(id_), number, Span(start, stop), tokens) for id_, number, start, stop, tokens in found
            )
            self._shared.rows.chunks.put(ordinal, known, len(known) + 1)
        return known

    @guarded
    def statements(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Statement]:
        """The visible statements among ``keys``."""
        wanted = set(keys)
        ordinals = self._among_shown({ordinal for ordinal, _ in wanted})
        shown = [key for key in wanted if key[0] in ordinals]
        known = self._shared.rows.statements.known(shown)
        if len(known) < len(shown):
            missing = statement_keys(key for key in shown if key not in known)
            found = dict(self._statements(self._all(queries.STATEMENTS, keys=missing)))
            self._shared.rows.statements.learn(found)
            known |= found
        return {key: known[key] for key in sorted(known)}

    @guarded
    def statements_of(self, ordinal: int, within: Span | None = None) -> Sequence[Statement]:
        """A version's statements in order; of a span, those that lie wholly inside."""
        length = self._require(ordinal)
        start, end = (0, length) if within is None else (within.start, within.end)
        found = self._connection.execute(queries.STATEMENTS_OF, (ordinal, start, end)).fetchall()
        return tuple(statement for _, statement in self._statements(found))

    @guarded
    def facts(self, ids: Iterable[FactId]) -> Mapping[FactId, SupportedFact]:
        """The visible facts among ``ids``."""
        wanted = [rows.pack_fact_id(id_) for id_ in sorted(set(ids))]
        keys: list[int] = []
        for batch, marks in symbols.batches(wanted):
            keys += (key for (key,) in self._connection.execute(queries.FACT_KEYS.format(marks=marks), batch))
        return {s.fact.id: s for s in sorted(self._facts(keys), key=lambda s: s.fact.id)}

    @guarded
    def facts_stated_in(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Sequence[FactId]]:
        """Which facts each statement states; sorted by id."""
        found: dict[StatementKey, list[FactId]] = defaultdict(list)
        for ordinal, statement, id_ in self._all(queries.STATED, keys=statement_keys(keys)):
            found[StatementKey(ordinal, statement)].append(rows.unpack_fact_id(id_))
        return {key: tuple(sorted(set(found[key]))) for key in sorted(found)}

    @guarded
    def facts_of(self, ordinals: Iterable[int]) -> Sequence[FactId]:
        """The facts that versions of documents state, each once; sorted by id."""
        stated = self._all(queries.STATED_BY, ordinals=numbers(ordinals))
        return tuple(sorted(rows.unpack_fact_id(id_) for (id_,) in stated))

    @guarded
    def facts_about(
        self, entities: Iterable[EntityId], *, relation: str | None = None, within: Interval | None = None
    ) -> Sequence[SupportedFact]:
        """Facts with one of ``entities`` as subject or object; by (valid start, id)."""
        values: dict[str, int | str] = {"entities": numbers(symbols.find(self._connection, entities).values())}
        if relation is not None:
            values |= {"relation": symbols.find(self._connection, [relation]).get(relation, -1)}
        if within is not None:
            values["from"], values["until"] = bounds(within)
        query = queries.facts_about(by_relation=relation is not None, by_time=within is not None)
        return self._facts_of(self._connection.execute(query, values))

    @guarded
    def relations_about(self, entities: Iterable[EntityId]) -> Sequence[str]:
        """The relations of facts with one of ``entities`` as subject or object, each once, by name."""
        ends = numbers(symbols.find(self._connection, entities).values())
        keys = [key for (key,) in self._all(queries.RELATIONS_ABOUT, entities=ends)]
        return tuple(sorted(map(self._texts(keys).__getitem__, keys)))

    @guarded
    def facts_during(self, within: Interval) -> Sequence[SupportedFact]:
        """Facts active at some day of ``within``; by (valid start, id)."""
        first, until = bounds(within)
        return self._facts_of(self._connection.execute(queries.FACTS_DURING, {"from": first, "until": until}))

    def facts_stamped(self, node: Interval) -> Sequence[SupportedFact]:
        """Facts stamped with just this time node, none below it; by (valid start, id)."""
        return self._facts_stamped(as_node(node))

    @guarded
    def _facts_stamped(self, node: Interval) -> Sequence[SupportedFact]:
        first, until = bounds(node)
        values = {"granularity": node.granularity.rank, "from": first, "until": until}
        return self._facts_of(self._connection.execute(queries.FACTS_STAMPED, values))

    @guarded
    def entity(self, entity: EntityId) -> EntityInfo | None:
        """An entity that a visible document mentions."""
        return self._entities([entity]).get(entity)

    @guarded
    def entities(self) -> Iterator[EntityInfo]:
        """Every entity that a visible document mentions, by id."""
        return iter([info for _, info in sorted(self._mentioned(self._all(queries.MENTIONS)).items())])

    @guarded
    def mentions(self, entities: Iterable[EntityId]) -> Mapping[EntityId, Sequence[tuple[int, Mention]]]:
        """The visible mentions of entities with the ordinals of their documents, by document id, surface and type."""
        found = self._mentions_of(entities)
        return placed_mentions(found, self._texts(keys_of(found)), self.info(row[1] for row in found))

    @guarded
    def named(self, keys: Iterable[EntityId]) -> Mapping[EntityId, Sequence[EntityInfo]]:
        """The entities that each name key stands for; most mentioned first, then by id."""
        wanted = set(keys)
        known = symbols.find(self._connection, wanted)
        candidates: dict[EntityId, set[EntityId]] = {key: {key} for key in wanted}
        claims = self._all(queries.ALIASES_OF, aliases=numbers(known.values()))
        texts = self._texts(key for claim in claims for key in claim)
        for alias, entity in claims:
            candidates[EntityId(texts[alias])].add(EntityId(texts[entity]))
        infos = self._entities({entity for found in candidates.values() for entity in found})
        named = {}
        for key in sorted(candidates):
            if found := [infos[entity] for entity in candidates[key] if entity in infos]:
                named[key] = most_mentioned_first(found)
        return named

    @guarded
    def time_nodes(self) -> Sequence[TimeNode]:
        """The time nodes at or above a visible fact, by (start, coarse first)."""
        if self._as_of is None:
            found = [node_from_row(*row) for row in self._connection.execute(queries.TIME_NODES)]
            return tuple(sorted(found, key=node_order))
        stamped = self._all(queries.STAMPED)
        return nodes_from_counts((rows.interval_from_columns(*valid), count) for *valid, count in stamped)

    @guarded
    def fresh_report(self, node: str, maker: str) -> Report | None:
        """The report of a node by a maker, if nothing that it reads has changed since; ``None`` on a day."""
        return read_fresh_report(self._connection, node, maker) if self._as_of is None else None

    @guarded
    def report(self, node: str, maker: str, inputs: str) -> Report | None:
        """The report of a node that a maker made from just these inputs, fresh or not."""
        return read_report(self._connection, node, maker, inputs)

    @guarded
    def segments(self, kind: str) -> Sequence[SegmentRef]:
        """The index files of one kind, oldest first."""
        return tuple(SegmentRef(*row) for row in self._connection.execute(queries.SEGMENTS, (kind,)))

    @guarded
    def ledger(self) -> Mapping[str, Usage]:
        """What each stage has cost so far."""
        return read_ledger(self._connection) if self._as_of is None else by_stage(self.costs())

    @guarded
    def costs(self) -> Sequence[Cost]:
        """The ledger by operation, stage and what it was about."""
        return known_costs(read_costs(self._connection), self._as_of, self.documents(), self.time_nodes())

    @guarded
    def setting(self, key: str) -> str | None:
        """A remembered setting."""
        found = self._connection.execute(queries.SETTING, (key,)).fetchone()
        return str(found[0]) if found else None

    @guarded
    def counts(self) -> Mapping[str, int]:
        """Documents, chunks, statements, facts and entities that are visible."""
        ((documents, chunks, statements),) = self._all(queries.DOCUMENT_COUNTS)
        ((facts,),) = self._all(queries.FACT_COUNT_NOW if self._as_of is None else queries.FACT_COUNT)
        ((entities,),) = self._all(queries.ENTITY_COUNT)
        found = (documents, int(chunks), int(statements), facts, entities)
        return dict(zip(("documents", "chunks", "statements", "facts", "entities"), found, strict=True))

    @guarded
    def time_range(self) -> tuple[dt.date, dt.date] | None:
        """First and last day that a visible fact or statement speaks of."""
        bounds = [dt.date.fromordinal(day) for day in self._all(queries.DAYS)[0] if day is not None]
        for valid in self._all(queries.LATE_DAYS):
            bounds += known_days(rows.interval_from_columns(*valid))
        return (min(bounds), max(bounds)) if bounds else None

    @guarded
    def _read_state(self) -> tuple[int, int]:
        sequence, next_ordinal = self._connection.execute(queries.STATE).fetchone()
        return sequence, next_ordinal

    @guarded
    def _visibility(self) -> Visibility:
        if self._known is None:
            self._known = self._shared.visibility = follow(self._connection, self._shared.visibility)
        return self._known

    def _among_shown(self, ordinals: Set[int]) -> Set[int]:
        """Those of ``ordinals`` that are visible."""
        return {o for shown in (self.visible,) for o in ordinals if 0 <= o < len(shown) and shown[o]}

    def _require(self, ordinal: int) -> int:
        """The length of a version's text, if it may be read."""
        shown = self._among_shown({ordinal})
        found = (self._shared.rows.infos.get(ordinal) or self.info([ordinal]).get(ordinal)) if shown else None
        if found is None:
            raise NotFoundError(f"no document version {ordinal} is visible {as_of_words(self._as_of)}")
        return found.length

    def _texts(self, keys: Iterable[int]) -> Mapping[int, str]:
        return self._shared.symbols.texts(self._connection, keys)

    def _statements(self, found: Iterable[tuple[Any, ...]]) -> Iterator[tuple[StatementKey, Statement]]:
        return rows.unpack_statements(found, self._texts)

    def _facts(self, keys: Iterable[int]) -> list[SupportedFact]:
        return read_facts(self._connection, keys, self._day, self._shared.symbols)

    def _facts_of(self, keys: Iterable[tuple[int]]) -> Sequence[SupportedFact]:
        return tuple(sorted(self._facts(key for (key,) in keys), key=fact_order))

    def _entities(self, entities: Iterable[EntityId]) -> dict[EntityId, EntityInfo]:
        cache = self._shared.rows.entities
        held = {entity: cache.get((self._sequence, self._day, entity)) for entity in set(entities)}
        missing = [entity for entity, known in held.items() if known is None]
        found = self._mentioned(self._mentions_of(missing)) if missing else {}
        for entity in missing:
            held[entity] = (found[entity],) if entity in found else ()
            cache.put((self._sequence, self._day, entity), held[entity] or ())
        return {entity: known[0] for entity, known in held.items() if known}

    def _mentions_of(self, entities: Iterable[EntityId]) -> Sequence[Mentioned]:
        return self._all(queries.MENTIONS_OF, entities=numbers(symbols.find(self._connection, entities).values()))

    def _mentioned(self, mentions: Sequence[Mentioned]) -> Mapping[EntityId, EntityInfo]:
        return entities_mentioned(mentions, self._texts(keys_of(mentions)))
