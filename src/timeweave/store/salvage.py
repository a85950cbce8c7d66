"""Reading what can still be read out of a damaged database, row by row."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from timeweave.errors import TimeweaveError
from timeweave.records import Document
from timeweave.store import connection as connections
from timeweave.store import queries, rows, schema
from timeweave.store.failures import UNDECODABLE

_PAGE = 4096
_DATABASE = "store.db"

_MOST_GUESSED = 1_000_000  # numbers; a damaged one may be any

# Where a version leaves its number; damage seldom hits all of these.
_TRACES = (
    f"SELECT number >> {queries.BLOCK_BITS} FROM texts ORDER BY number",
    f"SELECT number >> {queries.BLOCK_BITS} FROM texts ORDER BY number DESC",
    "SELECT ordinal FROM seals ORDER BY ordinal",
    "SELECT ordinal FROM seals ORDER BY ordinal DESC",
    "SELECT ordinal FROM documents INDEXED BY documents_by_day",
    "SELECT ordinal FROM documents INDEXED BY documents_by_id",
)


def salvage(path: Path) -> Iterator[Document]:
    """The documents that are whole in the store at ``path`` (its folder or its database), in the order of adding.

    Texts and contents carry checksums, so that what comes out is what went in. Superseded versions come before the
    ones that took their place. The store itself is left untouched.
    """
    with _opened(path) as connection:
        # Those without a trace, too: a damaged page in between hides its neighbours only from a scan.
        found = set(_ordinals(connection))
        for ordinal in sorted(found.union(range(min(max(found, default=-1) + 1, _MOST_GUESSED)))):
            document = _read(connection, ordinal)
            if document is not None:
                yield document


def versions_held(path: Path) -> int:
    """How many document versions have left a trace."""
    with _opened(path) as connection:
        return len(_ordinals(connection))


def _ordinals(connection: sqlite3.Connection) -> list[int]:
    found: set[int] = set()
    for query in _TRACES:
        # A cursor that meets a damaged page has given all that comes before it.
        try:
            for (ordinal,) in connection.execute(query):
                if isinstance(ordinal, int):
                    found.add(ordinal)
        except sqlite3.Error:
            continue
    return sorted(found)


def _read(connection: sqlite3.Connection, ordinal: int) -> Document | None:
    try:
        blocks = connection.execute(queries.BLOCKS, queries.block_range(ordinal)).fetchall()
        packed, *text = (block for (block,) in blocks)
        return rows.unpack_document(packed, rows.unpack_text(text))
    except (sqlite3.Error, TimeweaveError, *UNDECODABLE):
        return None


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy, for opening the log of a damaged database may write to it."""
    database = path / _DATABASE if path.is_dir() else path
    with tempfile.TemporaryDirectory(prefix="timeweave-") as folder:
        copy = Path(folder) / _DATABASE
        shutil.copyfile(database, copy)
        log = database.with_name(database.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        connection = _connect(copy)
        if connection is None:
            _graft_first_page(copy)
            connection = _connect(copy)
        if connection is None:
            connection = sqlite3.connect(":memory:")
        try:
            yield connection
        finally:
            connection.close()


def _connect(copy: Path) -> sqlite3.Connection | None:
    connection = sqlite3.connect(copy, isolation_level=None)
    try:
        # Lets SQLite read a file that is shorter than its header says.
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("SELECT 1 FROM texts WHERE 0").fetchone()
    except sqlite3.Error:
        connection.close()
        return None
    return connection


def _graft_first_page(copy: Path) -> None:
    """Replace the first page, which holds header and table list, by that of a new store: they are laid out alike."""
    with tempfile.TemporaryDirectory(prefix="timeweave-") as folder:
        template = Path(folder) / "template.db"
        connection = connections.create_file(template)
        schema.create(connection)
        connection.close()
        content = template.read_bytes()
    with copy.open("r+b") as file:
        size = copy.stat().st_size // _PAGE
        file.write(content[:28] + size.to_bytes(4, "big") + content[32:_PAGE])
