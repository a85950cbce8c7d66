"""The seals of document versions, worked out anew from the rows that the tables hold."""

from __future__ import annotations

import sqlite3

from timeweave.store import queries
from timeweave.store.writing import ExtractionRows, seal

_PARTS = {  # with the order of their primary keys
    "chunks": "number",
    "statements": "number",
    "mentions": "number",
    "aliases": "number",
    "supports": "statement, number",
    "layouts": "ordinal",
}
_DOCUMENT = (
    "SELECT ordinal, observed, id, source, first_day, last_day, length, chunks, statements, digest, title, "
    "date_source, period, subjects, metadata FROM documents WHERE ordinal = ?"
)
_FACTS = (
    f"SELECT DISTINCT f.key, {queries.FACT_COLUMNS} FROM supports s JOIN facts f ON f.key = s.fact WHERE s.ordinal = ?"
)


def seal_of(connection: sqlite3.Connection, ordinal: int) -> bytes:
    """The seal of a version's rows as they are now."""
    document = connection.execute(_DOCUMENT, (ordinal,)).fetchone()
    parts = ExtractionRows(*(_rows_of(connection, table, ordinal) for table in _PARTS))
    facts = {row[0]: row[1:] for row in connection.execute(_FACTS, (ordinal,))}
    return seal(document, parts, facts)


def _rows_of(connection: sqlite3.Connection, table: str, ordinal: int) -> list[tuple[object, ...]]:
    query = f"SELECT * FROM {table} WHERE ordinal = ? ORDER BY {_PARTS[table]}"
    return connection.execute(query, (ordinal,)).fetchall()
