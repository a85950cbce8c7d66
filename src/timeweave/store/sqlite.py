"""The Store in one SQLite file: WAL, full synchronisation, one transaction per `Change`, any number of readers."""

from __future__ import annotations

import datetime as dt
import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from timeweave.errors import NoStoreError, NotFoundError, SchemaVersionError, StoreError, StoreReadOnlyError
from timeweave.records import Change, DocumentId, DocumentInfo, Problem, SegmentRef, Usage
from timeweave.store import connection as connections
from timeweave.store import queries, rows, schema
from timeweave.store.checking import check
from timeweave.store.failures import guarded, translated, translating
from timeweave.store.locking import write_lock
from timeweave.store.shared import Shared
from timeweave.store.view import SqliteView
from timeweave.store.visibility import Visibility
from timeweave.store.writing import write_change, write_usage

DATABASE = "store.db"
LOCK = "store.lock"
SEGMENTS = "segments"

_IDLE = 8  # reading connections kept open


class SqliteTransaction(SqliteView):
    """A `Transaction`: reads what it wrote, and any version that is held, the superseded ones included."""

    def __init__(self, connection: sqlite3.Connection, path: Path, known: Visibility | None) -> None:
        private = Shared()
        private.visibility = known
        super().__init__(connection, path, None, private)

    @property
    def next_ordinal(self) -> int:
        """The ordinal for the next added version; never one that was in use before."""
        return self._read_state()[1]

    @guarded
    def versions(self, document_id: DocumentId) -> Sequence[DocumentInfo]:
        """All versions that the store still holds of a document, the current one last."""
        return tuple(rows.document_info(row) for row in self._all(queries.VERSIONS, id=document_id))

    @guarded
    def held(self, ordinals: Iterable[int] | None = None) -> Sequence[int]:
        """The versions that the store still holds, in order; among ``ordinals`` where given."""
        if ordinals is None:
            return [ordinal for (ordinal,) in self._all("SELECT ordinal FROM documents ORDER BY ordinal")]
        among = "SELECT ordinal FROM documents WHERE ordinal IN (SELECT value FROM json_each(:these)) ORDER BY ordinal"
        return [ordinal for (ordinal,) in self._all(among, these=json.dumps(sorted(set(ordinals))))]

    def _visibility(self) -> Visibility:
        self._known = None  # what it wrote itself counts too
        return super()._visibility()

    def _require(self, ordinal: int) -> int:
        found = self._all(queries.HELD_LENGTH, ordinal=ordinal)
        if not found:
            raise NotFoundError(f"no document version {ordinal} is held: it was removed, or never added")
        return int(found[0][0])

    @translating
    def apply(self, change: Change) -> int:
        """Write ``change``; returns its sequence number. Durable when the transaction ends."""
        self._sequence = write_change(self._connection, change)
        return self._sequence

    @translating
    def replace_segments(self, kind: str, segments: Sequence[SegmentRef]) -> None:
        """Put other index files in place of all of one kind."""
        self._connection.execute("DELETE FROM segments WHERE kind = ?", (kind,))
        insert = "INSERT INTO segments (name, kind, rows, bytes, digest) VALUES (?, ?, ?, ?, ?)"
        self._connection.executemany(insert, [(s.name, s.kind, s.rows, s.bytes, s.digest) for s in segments])

    @translating
    def charge(self, stage: str, usage: Usage) -> None:
        """Add to the ledger."""
        write_usage(self._connection, stage, usage)

    @translating
    def set_setting(self, key: str, value: str) -> None:
        """Remember a setting of the store."""
        self._connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))


class SqliteStore:
    """A `Store` in a folder: the database ``store.db``, a lock file beside it, index files in ``segments/``."""

    def __init__(self, path: Path, *, read_only: bool, timeout: float) -> None:
        self._home = path
        self._database = path / DATABASE
        self._read_only = read_only
        self._timeout = timeout
        self._shared = Shared()
        self._guard = threading.Lock()
        self._idle: list[tuple[object, sqlite3.Connection]] = []
        self._writer: sqlite3.Connection | None = None
        self._closed = False

    @classmethod
    def open(cls, path: Path, *, create: bool = True, read_only: bool = False, timeout: float = 30.0) -> SqliteStore:
        """Open the store in folder ``path``, or make one there; ``timeout`` is in seconds, for the write lock.

        A folder that cannot be written is opened all the same; only `transaction` fails then.

        Raises:
            NoStoreError: there is none and none may be made.
            StoreError: as named in `timeweave.errors`.
        """
        path = Path(path)
        database = path / DATABASE
        with translated(database):
            if not database.exists():
                if read_only or not create:
                    raise NoStoreError(f"no store in {str(path)!r}: add documents to make one", path=str(path))
                try:
                    _create(path, timeout)
                except (NotADirectoryError, FileExistsError) as error:
                    raise NoStoreError(f"{str(path)!r} is not a folder: choose another", path=str(path)) from error
            store = cls(path, read_only=read_only or not _is_writable(path, database), timeout=timeout)
        try:
            store._migrate()
        except BaseException:
            store.close()
            raise
        return store

    @property
    def path(self) -> Path:
        """The database."""
        return self._database

    @property
    def folder(self) -> Path:
        """Where index files live."""
        return self._home / SEGMENTS

    @property
    def read_only(self) -> bool:
        """Whether it was opened so, or lies in a folder that cannot be written."""
        return self._read_only

    @contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        """Take the write lock, read and write, commit at the end."""
        self._require_open()
        if self._read_only:
            message = f"{str(self._home)!r} is open for reading only: check permissions and mount"
            raise StoreReadOnlyError(message, path=str(self._home))
        with translated(self._database), write_lock(self._home / LOCK, self._timeout):
            connection = self._writing_connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteTransaction(connection, self._database, self._shared.visibility)
                connection.execute("COMMIT")
            except BaseException:
                # After a full disk SQLite may have rolled back by itself.
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def view(self, as_of: dt.date | None = None) -> Iterator[SqliteView]:
        """Read one committed state as it stood on ``as_of``; never blocks a writer."""
        self._require_open()
        with translated(self._database):
            mark, connection = self._take()
            connection.execute("BEGIN")
        try:
            yield SqliteView(connection, self._database, as_of, self._shared)
        finally:
            self._give_back(mark, connection)

    def setting(self, key: str) -> str | None:
        """A remembered setting."""
        with self.view() as view:
            return view.setting(key)

    def check(self) -> list[Problem]:
        """Verify structure, references, counts and offsets; reads everything."""
        self._require_open()
        with translated(self._database):
            mark, connection = self._take()
            connection.execute("BEGIN")  # one commit for all steps: another process may be writing
        try:
            return check(connection, self._database)
        finally:
            self._give_back(mark, connection)

    def close(self) -> None:
        """Close all connections, which folds the log into the database; views that are open stay so until they end."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
            writer, self._writer = self._writer, None
        for connection in [*(c for _, c in idle), *([writer] if writer else [])]:
            with suppress(sqlite3.Error):
                connection.close()

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _migrate(self) -> None:
        with translated(self._database):
            mark, connection = self._take()
            try:
                found = schema.version(connection, str(self._database))
            finally:
                self._give_back(mark, connection)
            if found == schema.VERSION:
                return
            if self._read_only:
                message = f"{str(self._home)!r} has schema version {found}: open it once where it can be written"
                raise SchemaVersionError(message, path=str(self._home))
            with write_lock(self._home / LOCK, self._timeout):
                schema.migrate(self._writing_connection(), str(self._database))

    def _writing_connection(self) -> sqlite3.Connection:
        if self._writer is None:
            self._writer = connections.connect_for_writing(self._database, self._timeout)
        return self._writer

    def _take(self) -> tuple[object, sqlite3.Connection]:
        """A reading connection, with the mark of the file that it reads."""
        mark = connections.signature(self._database) if self._read_only else None
        while True:
            with self._guard:
                found = self._idle.pop() if self._idle else None
            if found is None:
                break
            if found[0] == mark:
                return found
            found[1].close()
        connect = connections.connect_read_only if self._read_only else connections.connect_for_reading
        return mark, connect(self._database, self._timeout)

    def _give_back(self, mark: object, connection: sqlite3.Connection) -> None:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        with self._guard:
            if not self._closed and len(self._idle) < _IDLE:
                self._idle.append((mark, connection))
                return
        with suppress(sqlite3.Error):
            connection.close()

    def _require_open(self) -> None:
        if self._closed:
            raise StoreError(f"{str(self._home)!r} was closed: open it again", path=str(self._home))


def _create(path: Path, timeout: float) -> None:
    """Make a store under another name and put it in place whole, so that there is never half of one."""
    (path / SEGMENTS).mkdir(parents=True, exist_ok=True)
    with write_lock(path / LOCK, timeout):
        if (path / DATABASE).exists():
            return
        draft = path / f"{DATABASE}.new"
        for leftover in path.glob(f"{DATABASE}.new*"):
            leftover.unlink()
        connection = connections.create_file(draft)
        try:
            schema.create(connection)
        finally:
            connection.close()
        draft.rename(path / DATABASE)
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _is_writable(path: Path, database: Path) -> bool:
    return all(os.access(place, os.W_OK) for place in (path, database))
