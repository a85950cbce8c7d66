"""Leaving out of a store what versions before the fifth took for facts: that two names stand in one sentence.

They bore a relation and a confidence of their own; a triple of the same name that a source gives is sure, and stays.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable

from timeweave.store import rows, symbols
from timeweave.store.canonical import NEVER
from timeweave.store.row_digests import sign
from timeweave.store.sealing import seal_of
from timeweave.store.time_nodes import nodes_from_counts

_RELATION, _CONFIDENCE = "related to", 0.4

_FACTS = "SELECT key FROM facts WHERE relation = :relation AND object_entity IS NOT NULL"
_SUPPORTS = f"confidence = {_CONFIDENCE} AND fact IN ({_FACTS})"
_COUNT = f"""
UPDATE facts SET supports = (SELECT count(*) FROM supports s WHERE s.fact = facts.key), current = (
    SELECT count(*) FROM supports s JOIN documents d ON d.ordinal = s.ordinal
    WHERE s.fact = facts.key AND d.superseded = {NEVER}
) WHERE key IN ({_FACTS})
"""
_CURRENT = "SELECT DISTINCT id, valid_from, valid_until, granularity FROM facts WHERE current > 0"
_IS_USED = (
    "SELECT EXISTS (SELECT 1 FROM mentions WHERE ordinal = ?1 AND ?2 IN (entity, surface, type)) "
    "OR EXISTS (SELECT 1 FROM aliases WHERE ordinal = ?1 AND ?2 IN (alias, entity)) "
    "OR EXISTS (SELECT 1 FROM supports s JOIN facts f ON f.key = s.fact WHERE s.ordinal = ?1 AND f.relation = ?2)"
)


def drop_co_mentions(connection: sqlite3.Connection) -> None:
    """Drop them with the nodes, names and lines of the log that only they needed; seals stay true, and those of
    damaged versions untrue. No report is fresh after.
    """
    relation = symbols.find(connection, [_RELATION]).get(_RELATION)
    if relation is None:
        return
    values = {"relation": relation}
    stating = f"SELECT DISTINCT ordinal FROM supports WHERE {_SUPPORTS} ORDER BY ordinal"
    ordinals = [ordinal for (ordinal,) in connection.execute(stating, values)]
    if not ordinals:
        return
    sound = [ordinal for ordinal in ordinals if _sealed(connection, ordinal)[0] == seal_of(connection, ordinal)]
    before = _fact_ids(connection, values)
    connection.execute(f"DELETE FROM supports WHERE {_SUPPORTS}", values)
    connection.execute(_COUNT, values)
    connection.execute(f"DELETE FROM facts WHERE supports = 0 AND key IN ({_FACTS})", values)
    for ordinal in ordinals:
        _release(connection, ordinal, relation)
    connection.executemany("UPDATE seals SET seal = ? WHERE ordinal = ?", [(seal_of(connection, o), o) for o in sound])
    _make_nodes(connection)
    _forget(connection, before - _fact_ids(connection, values))
    connection.execute("UPDATE reports SET fresh = 0")
    sign(connection, "reports")


def _fact_ids(connection: sqlite3.Connection, values: dict[str, int]) -> set[str]:
    found = connection.execute(f"SELECT id FROM facts WHERE key IN ({_FACTS})", values)
    return {rows.unpack_fact_id(id_) for (id_,) in found}


def _sealed(connection: sqlite3.Connection, ordinal: int) -> tuple[bytes, bytes]:
    seal, used = connection.execute("SELECT seal, symbols FROM seals WHERE ordinal = ?", (ordinal,)).fetchone()
    return seal, used


def _release(connection: sqlite3.Connection, ordinal: int, relation: int) -> None:
    """The name of the relation, where a version has no other use for it."""
    if connection.execute(_IS_USED, (ordinal, relation)).fetchone()[0]:
        return
    used = rows.unpack_keys(_sealed(connection, ordinal)[1])
    kept = rows.pack_keys([key for key in used if key != relation])
    connection.execute("UPDATE seals SET symbols = ? WHERE ordinal = ?", (kept, ordinal))
    symbols.release(connection, [relation])


def _make_nodes(connection: sqlite3.Connection) -> None:
    current = connection.execute(_CURRENT).fetchall()
    nodes = nodes_from_counts((rows.interval_from_columns(*valid), 1) for _, *valid in current)
    children = Counter(node.parent for node in nodes)
    connection.execute("DELETE FROM time_nodes")
    connection.executemany(
        "INSERT INTO time_nodes VALUES (?, ?, ?, ?)", [(n.label, n.parent, children[n.label], n.facts) for n in nodes]
    )


def _forget(connection: sqlite3.Connection, dropped: Iterable[str]) -> None:
    """Nothing happened to what was no fact."""
    gone = set(dropped)
    for sequence, packed in connection.execute("SELECT sequence, events FROM changes").fetchall():
        events = rows.unpack_events(packed)
        kept = tuple(event for event in events if event.fact not in gone)
        if kept != events:
            connection.execute("UPDATE changes SET events = ? WHERE sequence = ?", (rows.pack_events(kept), sequence))
            sign(connection, "changes", "sequence = ?", (sequence,))
