"""Verifying the SQLite store: its structure, the references between tables, and that rows are as they were written."""

from __future__ import annotations

import itertools
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from timeweave.errors import TimeweaveError, command
from timeweave.records import Problem
from timeweave.store import queries, rows
from timeweave.store.canonical import NEVER
from timeweave.store.derived_rows import check_derived
from timeweave.store.failures import UNDECODABLE, home_of
from timeweave.store.row_digests import COVERED, digest, unlike
from timeweave.store.salvage import salvage, versions_held
from timeweave.store.sealing import seal_of
from timeweave.store.time_nodes import nodes_from_counts

_NUMBER_SHOWN = 20  # problems of one kind; a damaged page makes thousands

_ORPHANS = {
    "support without its fact": "SELECT ordinal || ':' || statement FROM supports s "
    "WHERE NOT EXISTS (SELECT 1 FROM facts f WHERE f.key = s.fact)",
    "support without its statement, or outside of it": "SELECT s.ordinal || ':' || s.statement FROM supports s "
    "LEFT JOIN statements t ON t.ordinal = s.ordinal AND t.number = s.statement "
    "WHERE t.ordinal IS NULL OR s.start < t.start OR s.stop > t.stop OR s.stop < s.start OR s.chunk <> t.chunk",
    "statement outside its document": "SELECT t.ordinal || ':' || t.number FROM statements t "
    "JOIN documents d ON d.ordinal = t.ordinal WHERE t.start < 0 OR t.stop < t.start OR t.stop > d.length",
    "statement that does not start in its chunk": "SELECT t.ordinal || ':' || t.number FROM statements t "
    "LEFT JOIN chunks c ON c.ordinal = t.ordinal AND c.number = t.chunk "
    "WHERE c.ordinal IS NULL OR t.start < c.start OR t.start > c.stop",
    "chunk outside its document": "SELECT c.id FROM chunks c JOIN documents d ON d.ordinal = c.ordinal "
    "WHERE c.start < 0 OR c.stop < c.start OR c.stop > d.length",
    "fact that no document supports": "SELECT key FROM facts f "
    "WHERE NOT EXISTS (SELECT 1 FROM supports s WHERE s.fact = f.key)",
    "fact with a wrong number of supports": "SELECT f.key FROM facts f JOIN "
    f"(SELECT s.fact, count(*) AS held, sum(d.superseded = {NEVER}) AS shown "
    "FROM supports s JOIN documents d ON d.ordinal = s.ordinal GROUP BY s.fact) n "
    "ON n.fact = f.key WHERE f.supports <> n.held OR f.current <> n.shown",
    "fact with an unknown name": "SELECT key FROM facts f WHERE EXISTS (SELECT 1 FROM "
    "json_each(json_array(f.subject, f.relation, f.object_entity, f.unit, f.qualifiers)) e WHERE e.value IS NOT NULL "
    "AND NOT EXISTS (SELECT 1 FROM symbols y WHERE y.key = e.value))",
    "mention of an unknown name": "SELECT ordinal FROM mentions m WHERE NOT EXISTS "
    "(SELECT 1 FROM symbols y WHERE y.key = m.entity) OR NOT EXISTS (SELECT 1 FROM symbols y WHERE y.key = m.surface)",
    "document without its content": "SELECT ordinal FROM documents d "
    f"WHERE NOT EXISTS (SELECT 1 FROM texts t WHERE t.number = d.ordinal << {queries.BLOCK_BITS})",
    "text without its document": f"SELECT DISTINCT number >> {queries.BLOCK_BITS} FROM texts "
    f"WHERE number >> {queries.BLOCK_BITS} NOT IN (SELECT ordinal FROM documents)",
    "document numbered higher than any was": "SELECT ordinal FROM documents, state WHERE ordinal >= next_ordinal",
    "costs that do not add up to the ledger": "SELECT stage FROM (SELECT stage, calls, prompt_tokens AS asked, "
    "completion_tokens AS said FROM ledger UNION ALL SELECT stage, -calls, -prompt_tokens, -completion_tokens "
    "FROM costs) GROUP BY stage HAVING sum(calls) <> 0 OR sum(asked) <> 0 OR sum(said) <> 0",
    "document with a day that is none": "SELECT ordinal FROM documents WHERE typeof(observed) <> 'integer' "
    f"OR typeof(superseded) <> 'integer' OR observed NOT BETWEEN 1 AND {NEVER} OR superseded NOT BETWEEN 1 AND {NEVER}",
    "no state": "SELECT 'state' WHERE NOT EXISTS (SELECT 1 FROM state)",
    "change missing from the log": "SELECT sequence FROM state "
    "WHERE sequence <> (SELECT count(*) FROM changes) OR sequence <> (SELECT coalesce(max(sequence), 0) FROM changes)",
}


def check(connection: sqlite3.Connection, path: Path) -> list[Problem]:
    """All that is wrong with the truth, none of which can be repaired from the store itself, and with reports and
    responses, which can.

    Within a transaction of the caller all steps see one commit.
    """
    problems: list[Problem] = []
    for step in (_structure, _references, _documents, _nodes, _events, _rows_signed, check_derived):
        try:
            problems += step(connection)
        except (sqlite3.Error, TimeweaveError, *UNDECODABLE) as error:
            problems.append(Problem(f"the database cannot be read: {error}", str(path), repairable=False))
    if any(not problem.repairable for problem in problems):
        problems.append(what_can_be_saved(path))
    return problems


def what_can_be_saved(path: Path) -> Problem:
    """How many document versions of the damaged store at ``path`` are whole."""
    saved = sum(1 for _ in salvage(path))
    held = max(versions_held(path), saved)
    saving = command("check --salvage FOLDER", home_of(path))
    what = f"{saved} of {held} document versions can be saved: {saving} writes them out"
    return Problem(what, str(path), repairable=False)


def _structure(connection: sqlite3.Connection) -> Iterator[Problem]:
    for (line,) in connection.execute(f"PRAGMA integrity_check({_NUMBER_SHOWN})").fetchall():
        if line != "ok":
            yield Problem(f"SQLite finds: {line}", "store.db", repairable=False)
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(_NUMBER_SHOWN):
        yield Problem(f"row of {table} refers to a missing row of {parent}", f"{table}:{row}", repairable=False)


def _references(connection: sqlite3.Connection) -> Iterator[Problem]:
    for what, query in _ORPHANS.items():
        for (where,) in connection.execute(query).fetchmany(_NUMBER_SHOWN):
            yield Problem(what, str(where), repairable=False)


def _documents(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Each version unpacked, and its rows held against the seal that was made when it was written."""
    uses: Counter[int] = Counter()
    for ordinal, id_ in connection.execute("SELECT ordinal, id FROM documents ORDER BY ordinal").fetchall():
        try:
            yield from _document(connection, ordinal, id_, uses)
        except (zlib.error, *UNDECODABLE) as error:
            yield Problem(f"document cannot be unpacked: {error}", id_, repairable=False)
    held = dict(connection.execute("SELECT key, uses FROM symbols").fetchall())
    for key in sorted(k for k in held.keys() | uses.keys() if held.get(k) != uses.get(k))[:_NUMBER_SHOWN]:
        yield Problem(
            f"name used {uses.get(key, 0)} times is counted {held.get(key)}", f"symbols:{key}", repairable=False
        )


def _document(connection: sqlite3.Connection, ordinal: int, id_: str, uses: Counter[int]) -> Iterator[Problem]:
    blocks = connection.execute(queries.BLOCKS, queries.block_range(ordinal))
    packed, *text_blocks = (block for (block,) in blocks)
    text = rows.unpack_text(text_blocks)
    original = rows.unpack_document(packed, text)
    sealed, symbols = connection.execute("SELECT seal, symbols FROM seals WHERE ordinal = ?", (ordinal,)).fetchone()
    uses.update(rows.unpack_keys(symbols))
    (length,) = connection.execute("SELECT length FROM documents WHERE ordinal = ?", (ordinal,)).fetchone()
    if original.id != id_ or len(text) != length:
        yield Problem("document does not fit its text", id_, repairable=False)
    if seal_of(connection, ordinal) != sealed:
        yield Problem("document's rows are not as they were written", id_, repairable=False)


def _nodes(connection: sqlite3.Connection) -> Iterator[Problem]:
    """The time hierarchy held against the facts of the current state."""
    current = connection.execute(
        "SELECT DISTINCT id, valid_from, valid_until, granularity FROM facts WHERE current > 0"
    ).fetchall()
    nodes = nodes_from_counts((rows.interval_from_columns(*valid), 1) for _, *valid in current)
    children = Counter(node.parent for node in nodes)
    expected = {(n.label, n.parent, children[n.label], n.facts) for n in nodes}
    held = set(connection.execute("SELECT label, parent, children, facts FROM time_nodes").fetchall())
    for label, *_ in sorted(expected ^ held, key=str)[:_NUMBER_SHOWN]:
        yield Problem("time node does not fit the facts", str(label), repairable=False)


def _events(connection: sqlite3.Connection) -> Iterator[Problem]:
    for sequence, events in connection.execute("SELECT sequence, events FROM changes"):
        try:
            rows.unpack_events(events)
        except UNDECODABLE as error:
            yield Problem(f"line of the log cannot be read: {error}", f"changes:{sequence}", repairable=False)


def _rows_signed(connection: sqlite3.Connection) -> Iterator[Problem]:
    """The rows that no seal covers, each held against the digest that it was given when it was written."""
    for table, covered in COVERED.items():
        if table == "reports":
            continue  # `check_derived` does
        for key in itertools.islice(unlike(connection, table), _NUMBER_SHOWN):
            where = f"{table}:{','.join(map(str, key))}"
            yield Problem("row is not as it was written", where, repairable=covered.derived)
    names = connection.execute("SELECT key, text, row_digest FROM symbols")
    changed = (key for key, text, signed in names if digest(text) != signed)
    for key in itertools.islice(changed, _NUMBER_SHOWN):
        yield Problem("name is not as it was written", f"symbols:{key}", repairable=False)
