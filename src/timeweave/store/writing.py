"""Writing the SQLite store: what a `Change` does to its tables, all within the caller's transaction."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from timeweave.errors import UsageError
from timeweave.records import Change, Extraction, Fact, Prepared
from timeweave.store import queries, rows, symbols
from timeweave.store.canonical import DOCUMENT, NEVER, instant_number, known_days, subjects
from timeweave.store.cost_rows import charge, is_of_a_model
from timeweave.store.erasing import erase_derived
from timeweave.store.fact_rows import FactColumns, fact_to_columns, symbols_of, with_words
from timeweave.store.node_rows import restamp
from timeweave.store.redaction import redact_log, sources_of_versions, wordings_of_versions
from timeweave.store.report_rows import make_stale
from timeweave.store.row_digests import sign
from timeweave.store.text_rows import pack_layout
from timeweave.temporal.interval import Interval


def write_change(connection: sqlite3.Connection, change: Change, operation: str) -> int:
    """Apply ``change``, charging what it cost to ``operation``; returns its sequence number."""
    leaving = [*change.removed, *(ordinal for ordinal, _ in change.superseded)]
    touched = _facts_of_versions(connection, leaving)
    arriving = [rows.pack_fact_id(f.id) for f in _supported(change.added.extraction)] if change.added else []
    ids = sorted(touched | set(arriving), key=str)
    before = _current_validity(connection, ids)
    is_removal = change.kind == "remove"  # a correction stays in the log with what it corrects
    stated = wordings_of_versions(connection, change.removed) if is_removal else set()
    sources = sources_of_versions(connection, change.removed) if is_removal else set()
    if change.removed:
        erase_derived(connection, change)
    for ordinal in change.removed:
        _remove(connection, ordinal)
    for ordinal, day in change.superseded:
        _supersede(connection, ordinal, day)
    if change.added is not None:
        _add(connection, change, change.added)
    restamp(connection, before, _current_validity(connection, ids))
    _write_segments(connection, change)
    make_stale(connection, change.stale_nodes)
    for stage, usage in change.usage.items():
        about = f"{DOCUMENT}{change.document_id}" if is_of_a_model(usage) else ""
        charge(connection, stage, usage, about=about, operation=operation)
    return _write_line(connection, redact_log(connection, change, stated, sources) if is_removal else change)


def _add(connection: sqlite3.Connection, change: Change, prepared: Prepared) -> None:
    ordinal, observed = change.ordinal, change.observed
    if ordinal is None or observed is None:
        raise UsageError(f"change of {change.document_id!r} adds a version: it needs an ordinal and observed day")
    (free,) = connection.execute("SELECT next_ordinal FROM state").fetchone()
    if ordinal < free:
        raise UsageError(f"ordinal {ordinal} was given out before: use next_ordinal, {free}")
    connection.execute("UPDATE state SET next_ordinal = ?", (ordinal + 1,))
    keys = symbols.use(connection, _symbols(prepared.extraction))
    document = document_row(prepared, change, ordinal, observed)
    connection.execute(
        "INSERT INTO documents (ordinal, observed, id, source, first_day, last_day, length, chunks, statements, "
        "digest, title, date_source, period, subjects, metadata, read_by) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*document, prepared.extraction.read_by),
    )
    blocks = [rows.pack_document(prepared.document), *rows.pack_text(prepared.document.text)]
    first, _ = queries.block_range(ordinal)
    connection.executemany("INSERT INTO texts VALUES (?, ?)", enumerate(blocks, start=first))
    sign(connection, "documents", "ordinal = ?", (ordinal,))
    facts = _write_facts(connection, prepared.extraction, keys)
    parts = extraction_rows(prepared.extraction, ordinal, keys, facts)
    parts.write(connection)
    columns = dict(facts.values())
    connection.execute(
        "INSERT INTO seals VALUES (?, ?, ?)",
        (ordinal, seal(document, parts, columns), rows.pack_keys(sorted(keys.values()))),
    )


@dataclass(frozen=True, slots=True)
class ExtractionRows:
    """What one version's extraction puts into the tables of the same names."""

    chunks: list[tuple[object, ...]]
    statements: list[tuple[object, ...]]
    mentions: list[tuple[object, ...]]
    aliases: list[tuple[object, ...]]
    supports: list[tuple[object, ...]]
    layouts: list[tuple[object, ...]]

    def write(self, connection: sqlite3.Connection) -> None:
        """Insert them, and count the supports of each fact."""
        for table in ("chunks", "statements", "mentions", "aliases", "supports", "layouts"):
            values = getattr(self, table)
            if values:
                connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(values[0]))})", values)
        counts = Counter(row[3] for row in self.supports)
        connection.executemany(
            "UPDATE facts SET supports = supports + ?, current = current + ? WHERE key = ?",
            [(n, n, key) for key, n in counts.items()],
        )


def extraction_rows(
    extraction: Extraction, ordinal: int, keys: Mapping[str, int], facts: Mapping[str, tuple[int, FactColumns]]
) -> ExtractionRows:
    """The rows of one version, in the order of their primary keys."""
    statements = extraction.statements
    supports = [
        (
            ordinal,
            s.statement,
            number,
            facts[s.fact][0],
            statements[s.statement].chunk,
            s.span.start,
            s.span.end,
            float(s.confidence),
            s.observed.toordinal() if s.observed else None,
        )
        for number, s in enumerate(extraction.supports)
    ]
    return ExtractionRows(
        sorted((ordinal, c.index, c.id, c.span.start, c.span.end, c.tokens) for c in extraction.chunks),
        [
            (
                ordinal,
                s.index,
                s.chunk,
                s.span.start,
                s.span.end,
                *rows.interval_to_columns(s.valid),
                rows.pack_keys([keys[e] for e in s.entities]),
            )
            for s in sorted(statements, key=lambda s: s.index)
        ],
        [
            (ordinal, number, keys[m.entity], keys[m.surface], keys[m.type], m.count)
            for number, m in enumerate(extraction.mentions)
        ],
        [(ordinal, number, keys[a.alias], keys[a.entity]) for number, a in enumerate(extraction.aliases)],
        sorted(supports, key=lambda row: row[:3]),
        [(ordinal, pack_layout(extraction.layout))] if extraction.layout else [],
    )


def document_row(prepared: Prepared, change: Change, ordinal: int, observed: dt.date) -> tuple[object, ...]:
    """The sealed part of the row of ``documents``: all but ``superseded`` and ``read_by``."""
    document, extraction = prepared.document, prepared.extraction
    days = [day.toordinal() for valid in _spoken_of(extraction, observed) for day in known_days(valid)]
    return (
        ordinal,
        observed.toordinal(),
        change.document_id,
        document.source,
        min(days, default=None),
        max(days, default=None),
        len(document.text),
        len(extraction.chunks),
        len(extraction.statements),
        prepared.digest,
        document.title,
        document.date_source.value,
        json.dumps(rows.interval_to_columns(document.period)) if document.period else None,
        json.dumps(subjects(document)),
        rows.dump_json(document.metadata, document.id),
    )


def seal(document: tuple[object, ...], parts: ExtractionRows, facts: Mapping[int, FactColumns]) -> bytes:
    """A digest of a version's rows, by which `check` knows them again. Texts have their own checksums."""
    content = (document, parts.chunks, parts.statements, parts.mentions, parts.aliases, parts.supports, *parts.layouts)
    digest = hashlib.blake2b(repr(content).encode("utf-8", "surrogatepass"), digest_size=16)
    digest.update(repr(sorted(facts.items())).encode("utf-8", "surrogatepass"))
    return digest.digest()


def _write_facts(
    connection: sqlite3.Connection, extraction: Extraction, keys: Mapping[str, int]
) -> dict[str, tuple[int, FactColumns]]:
    """The row keys and columns by fact id; a fact that is known in the same words keeps its row."""
    stated = {fact.id: fact for fact in _supported(extraction)}
    wanted = {id_: fact_to_columns(fact, keys) for id_, fact in stated.items()}
    known: dict[FactColumns, int] = {}
    for batch, marks in symbols.batches(sorted({columns[0] for columns in wanted.values()}, key=str)):
        query = f"SELECT key, {queries.FACT_COLUMNS} FROM facts f WHERE id IN ({marks})"
        known.update({row[1:]: row[0] for row in connection.execute(query, batch)})
    (last,) = connection.execute("SELECT coalesce(max(key), 0) FROM facts").fetchone()
    placed, fresh = {}, []
    for id_, columns in wanted.items():
        same = next((c for c in (columns, with_words(columns, stated[id_])) if c in known), None)
        if same is None:
            last += 1
            fresh.append((last, *columns))
        placed[str(id_)] = (last, columns) if same is None else (known[same], same)
    connection.executemany(
        "INSERT INTO facts (key, id, subject, relation, object_entity, object_text, valid_from, valid_until, "
        "granularity, value, unit, quantity_text, qualifiers, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        fresh,
    )
    return placed


def _remove(connection: sqlite3.Connection, ordinal: int) -> None:
    """Erase a version with all that only it supports and uses."""
    (used,) = connection.execute("SELECT symbols FROM seals WHERE ordinal = ?", (ordinal,)).fetchone()
    counts = _support_counts(connection, ordinal)
    if _is_current(connection, ordinal):
        connection.executemany("UPDATE facts SET current = current - ? WHERE key = ?", counts)
    connection.executemany("UPDATE facts SET supports = supports - ? WHERE key = ?", counts)
    connection.execute("DELETE FROM documents WHERE ordinal = ?", (ordinal,))
    connection.execute("DELETE FROM texts WHERE number BETWEEN ? AND ?", queries.block_range(ordinal))
    connection.executemany("DELETE FROM facts WHERE key = ? AND supports <= 0", [(key,) for _, key in counts])
    symbols.release(connection, rows.unpack_keys(used))


def _supersede(connection: sqlite3.Connection, ordinal: int, day: dt.date) -> None:
    """Hide a version from ``day`` on."""
    if _is_current(connection, ordinal):
        counts = _support_counts(connection, ordinal)
        connection.executemany("UPDATE facts SET current = current - ? WHERE key = ?", counts)
    connection.execute("UPDATE documents SET superseded = ? WHERE ordinal = ?", (day.toordinal(), ordinal))
    sign(connection, "documents", "ordinal = ?", (ordinal,))


def _is_current(connection: sqlite3.Connection, ordinal: int) -> bool:
    found = connection.execute("SELECT superseded FROM documents WHERE ordinal = ?", (ordinal,)).fetchone()
    if found is None:
        raise UsageError(f"the store holds no document version {ordinal}: read `versions` in the same transaction")
    return bool(found[0] == NEVER)


def _support_counts(connection: sqlite3.Connection, ordinal: int) -> list[tuple[int, int]]:
    query = "SELECT count(*), fact FROM supports WHERE ordinal = ? GROUP BY fact"
    return connection.execute(query, (ordinal,)).fetchall()


def _facts_of_versions(connection: sqlite3.Connection, ordinals: Iterable[int]) -> set[bytes | str]:
    query = "SELECT DISTINCT f.id FROM supports s JOIN facts f ON f.key = s.fact WHERE s.ordinal = ?"
    return {id_ for ordinal in ordinals for (id_,) in connection.execute(query, (ordinal,))}


def _current_validity(connection: sqlite3.Connection, ids: list[bytes | str]) -> dict[bytes | str, Interval | None]:
    """Those of the facts that the current state holds, with their validity."""
    found = {}
    for batch, marks in symbols.batches(ids):
        query = f"SELECT id, valid_from, valid_until, granularity FROM facts WHERE id IN ({marks}) AND current > 0"
        for id_, *valid in connection.execute(query, batch):
            found[id_] = rows.interval_from_columns(*valid)
    return found


def _write_segments(connection: sqlite3.Connection, change: Change) -> None:
    connection.executemany("DELETE FROM segments WHERE name = ?", [(name,) for name in change.dropped_segments])
    connection.executemany(
        "INSERT INTO segments (name, kind, rows, bytes, digest) VALUES (?, ?, ?, ?, ?)",
        [(s.name, s.kind, s.rows, s.bytes, s.digest) for s in change.segments],
    )
    for segment in change.segments:
        sign(connection, "segments", "name = ?", (segment.name,))


def _write_line(connection: sqlite3.Connection, change: Change) -> int:
    """Put ``change`` into the log."""
    touched = [*change.removed, *(ordinal for ordinal, _ in change.superseded)]
    if change.added is not None and change.ordinal is not None:
        touched.append(change.ordinal)
    connection.execute("UPDATE state SET sequence = sequence + 1")
    (sequence,) = connection.execute("SELECT sequence FROM state").fetchone()
    if change.removed:
        connection.execute("UPDATE state SET erased = sequence")
    sign(connection, "state")
    connection.execute(
        "INSERT INTO changes (sequence, kind, document, recorded, instant, observed, events, stale_nodes, ordinals) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            sequence,
            change.kind,
            change.document_id,
            change.recorded.isoformat(),
            instant_number(change.recorded),
            change.observed.toordinal() if change.observed else None,
            rows.pack_events(change.events),
            json.dumps(change.stale_nodes),
            json.dumps(touched),
        ),
    )
    sign(connection, "changes", "sequence = ?", (sequence,))
    return int(sequence)


def _supported(extraction: Extraction) -> list[Fact]:
    """The facts that a support states; what none does could never be seen."""
    stated = {s.fact for s in extraction.supports}
    return [fact for fact in extraction.facts if fact.id in stated]


def _symbols(extraction: Extraction) -> set[str]:
    used = {name for m in extraction.mentions for name in (m.entity, m.surface, m.type)}
    used |= {name for a in extraction.aliases for name in (a.alias, a.entity)}
    used |= {str(e) for s in extraction.statements for e in s.entities}
    return used | {name for fact in _supported(extraction) for name in symbols_of(fact)}


def _spoken_of(extraction: Extraction, observed: dt.date) -> Iterable[Interval | None]:
    """The validity of all that shows as soon as the document does."""
    yield from (statement.valid for statement in extraction.statements)
    at_once = {s.fact for s in extraction.supports if s.observed is None or s.observed <= observed}
    yield from (fact.valid for fact in extraction.facts if fact.id in at_once)
