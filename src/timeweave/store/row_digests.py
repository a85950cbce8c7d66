"""A digest in each row that no seal of a document covers, by which `check` knows the row again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from timeweave.records import Usage


@dataclass(frozen=True, slots=True)
class Covered:
    """The key of a table, and the columns that its digests are of; ``derived`` where the rows can be made anew."""

    key: tuple[str, ...]
    columns: tuple[str, ...]
    derived: bool = False


COUNTS = tuple(field.name for field in fields(Usage))
"""The columns of what a stage has cost."""

COVERED: Mapping[str, Covered] = {
    "state": Covered(("one",), ("sequence", "next_ordinal", "erased")),
    "settings": Covered(("key",), ("value",)),
    "ledger": Covered(("stage",), COUNTS),
    "costs": Covered(("operation", "stage", "about"), COUNTS),
    "changes": Covered(
        ("sequence",), ("kind", "document", "recorded", "instant", "observed", "events", "stale_nodes", "ordinals")
    ),
    "documents": Covered(("ordinal",), ("superseded", "read_by")),  # the rest is sealed
    "segments": Covered(("name",), ("position", "kind", "rows", "bytes", "digest"), derived=True),
    "reports": Covered(("number",), ("node", "maker", "inputs", "fresh"), derived=True),  # what is packed is checked
}
"""What is stored besides: texts with checksums, rows under a seal, responses with what they are filed under, and counts
that follow from these. Names are in ``symbols`` with a digest of their own, as they are many and never change.
"""


def digest(*values: object) -> bytes:
    """Of what a row holds, as SQLite gives it."""
    return hashlib.blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=8).digest()


def sign(connection: sqlite3.Connection, table: str, where: str = "1", values: tuple[object, ...] = ()) -> None:
    """Give the rows of ``table`` for which ``where`` holds the digest of what they hold now."""
    covered = COVERED[table]
    keys = " AND ".join(f"{key} = ?" for key in covered.key)
    connection.executemany(
        f"UPDATE {table} SET row_digest = ? WHERE {keys}",
        [(found, *row) for row, found, _ in list(_rows(connection, table, where, values))],
    )


def unlike(connection: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """The keys of the rows that do not hold what they were signed with."""
    return (key for key, found, signed in _rows(connection, table, "1", ()) if found != signed)


def _rows(
    connection: sqlite3.Connection, table: str, where: str, values: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], bytes, bytes]]:
    """The key of each row, the digest of what it holds, and the one that it was given."""
    covered = COVERED[table]
    columns = ", ".join((*covered.key, *covered.columns))
    for *row, signed in connection.execute(f"SELECT {columns}, row_digest FROM {table} WHERE {where}", values):
        yield tuple(row[: len(covered.key)]), digest(*row), signed
