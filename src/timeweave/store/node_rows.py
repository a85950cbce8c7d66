"""The time hierarchy as stored: nodes are made when a fact needs them and go when none does any more (TG-04)."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping

from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import parent
from timeweave.temporal.interval import Interval

Validity = Mapping[bytes | str, Interval | None]
"""The validity of each fact of the current state, among those that a change touches."""


def restamp(connection: sqlite3.Connection, before: Validity, after: Validity) -> None:
    """Bring the nodes from the facts of ``before`` to those of ``after``."""
    delta: Counter[Interval] = Counter()
    for id_ in after.keys() - before.keys():
        delta.update(stamps(after[id_]))
    for id_ in before.keys() - after.keys():
        delta.subtract(stamps(before[id_]))
    for node, facts in delta.items():
        if facts > 0:
            _ensure(connection, node)
        if facts:
            connection.execute("UPDATE time_nodes SET facts = facts + ? WHERE label = ?", (facts, str(node)))
    for node, facts in delta.items():
        if facts < 0:
            _prune(connection, node)


def _ensure(connection: sqlite3.Connection, node: Interval) -> None:
    """Make a node and what is missing above it."""
    label = str(node)
    if connection.execute("SELECT 1 FROM time_nodes WHERE label = ?", (label,)).fetchone():
        return
    above = parent(node)
    if above is not None:
        _ensure(connection, above)
        connection.execute("UPDATE time_nodes SET children = children + 1 WHERE label = ?", (str(above),))
    connection.execute("INSERT INTO time_nodes VALUES (?, ?, 0, 0)", (label, str(above) if above else None))


def _prune(connection: sqlite3.Connection, node: Interval) -> None:
    """Delete a node that is empty, and what that leaves empty above it."""
    current: Interval | None = node
    while current is not None:
        query = "DELETE FROM time_nodes WHERE label = ? AND facts <= 0 AND children <= 0"
        if not connection.execute(query, (str(current),)).rowcount:
            return
        current = parent(current)
        if current is not None:
            connection.execute("UPDATE time_nodes SET children = children - 1 WHERE label = ?", (str(current),))
