"""What goes with erased versions beyond their rows: reports and responses that may repeat what they said (TK-08)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from timeweave.records import Change
from timeweave.store.canonical import DOCUMENT, NODE
from timeweave.store.row_digests import sign
from timeweave.store.rows import interval_from_columns
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import ancestors
from timeweave.temporal.interval import Interval

_SETTING = "erased"  # the number of the last change whose erased versions no file holds any more

_ABOUT_ANYTHING = " OR ".join(  # neither a document nor a node, as ranges of the index: ";" comes after ":"
    (
        f"about < '{DOCUMENT}'",
        f"(about >= '{DOCUMENT[:-1]};' AND about < '{NODE}')",
        f"about >= '{NODE[:-1]};'",
    )
)


def nodes_above(valid: Iterable[Interval | None]) -> set[str]:
    """The labels of the nodes whose reports read facts of these validities."""
    stamped = {node for interval in valid for node in stamps(interval)}
    return {str(n) for node in stamped for n in (node, *ancestors(node))}


def is_unerased(connection: sqlite3.Connection) -> bool:
    """Whether versions were erased since it was noted that no file holds any."""
    (erased,) = connection.execute("SELECT erased FROM state").fetchone()
    noted = connection.execute("SELECT value FROM settings WHERE key = ?", (_SETTING,)).fetchone()
    return str(erased) != (noted[0] if noted else "0")


def note_erased(connection: sqlite3.Connection) -> None:
    """Note that no file holds what was erased so far."""
    if is_unerased(connection):
        connection.execute("INSERT OR REPLACE INTO settings (key, value) SELECT ?, erased FROM state", (_SETTING,))
        sign(connection, "settings", "key = ?", (_SETTING,))


def erase_derived(connection: sqlite3.Connection, change: Change) -> None:
    """Erase the reports and the responses that read what ``change`` removes; before it is removed.

    A fresh report of a node that ``change`` does not touch stays: it tells of the current state, which the removed
    versions were no part of. Where a document is only read anew, the rest stays too: its words are still there.
    """
    query = (
        "SELECT DISTINCT f.valid_from, f.valid_until, f.granularity FROM supports s JOIN facts f ON f.key = s.fact "
        "WHERE s.ordinal IN (SELECT value FROM json_each(?))"
    )
    stated = connection.execute(query, (json.dumps(change.removed),))
    nodes = set(change.stale_nodes)
    if not change.is_rereading:
        nodes |= nodes_above(interval_from_columns(*valid) for valid in stated)
    connection.execute(
        "DELETE FROM reports WHERE node IN (SELECT value FROM json_each(?1)) "
        "AND NOT (fresh AND node NOT IN (SELECT value FROM json_each(?2)))",
        (json.dumps(list(nodes)), json.dumps(change.stale_nodes)),
    )
    labels = json.dumps([f"{NODE}{node}" for node in nodes])
    connection.execute("DELETE FROM responses WHERE about IN (SELECT value FROM json_each(?))", (labels,))
    if change.is_rereading:
        return
    connection.execute("DELETE FROM responses WHERE about = ?", (f"{DOCUMENT}{change.document_id}",))
    connection.execute(f"DELETE FROM responses WHERE {_ABOUT_ANYTHING}")
