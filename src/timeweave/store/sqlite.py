"""The Store in one SQLite file: WAL, full synchronisation, one transaction per `Change`, any number of readers."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from timeweave.errors import (
    NoStoreError,
    SchemaVersionError,
    StoreDamagedError,
    StoreError,
    StoreReadOnlyError,
    TimeweaveError,
)
from timeweave.records import Problem
from timeweave.store import connection as connections
from timeweave.store import schema
from timeweave.store.checking import check
from timeweave.store.derived_rows import drop_damaged
from timeweave.store.erasing import is_unerased, note_erased
from timeweave.store.failures import damaged, translated
from timeweave.store.locking import flush_folder, write_lock
from timeweave.store.responses import ReadOnlyResponses, SqliteResponses
from timeweave.store.shared import Shared
from timeweave.store.transaction import SqliteTransaction
from timeweave.store.view import SqliteView

if TYPE_CHECKING:
    from timeweave.llm.base import ResponseStore

DATABASE = "store.db"
LOCK = "store.lock"
SEGMENTS = "segments"

_READERS_SECONDS = 1.0  # that readers of an earlier state are waited for
_IDLE = 8  # reading connections kept open


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
        self._brief: sqlite3.Connection | None = None
        self._brief_guard = threading.Lock()
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
        _require_own(path)
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

    @contextmanager
    def transaction(self, *, patience: float | None = None) -> Iterator[SqliteTransaction]:
        """Take the write lock, read and write, commit at the end."""
        self._require_writable()
        timeout = self._timeout if patience is None else patience
        with translated(self._database), write_lock(self._home / LOCK, timeout):
            connection = self._writing_connection()
            with self._blamed(), _committed(connection):
                yield SqliteTransaction(connection, self._database, self._shared.visibility)

    @contextmanager
    def view(self, as_of: dt.date | None = None) -> Iterator[SqliteView]:
        """Read one committed state as it stood on ``as_of``; never blocks a writer."""
        self._require_open()
        with translated(self._database):
            mark, connection = self._take()
            connection.execute("BEGIN")
        try:
            with self._blamed():
                yield SqliteView(connection, self._database, as_of, self._shared)
        finally:
            self._give_back(mark, connection)

    def unerased(self) -> bool:
        """Whether versions were erased whose words may still stand in files."""
        with self._reading() as connection:
            return is_unerased(connection)

    @contextmanager
    def quiet(self, *, patience: float | None = None) -> Iterator[SqliteTransaction | None]:
        """As `transaction`, when nobody reads an earlier state and no file of the database holds what was erased."""
        self._require_writable()
        timeout = self._timeout if patience is None else patience
        with translated(self._database), write_lock(self._home / LOCK, timeout):
            connection = self._writing_connection()
            is_quiet = connections.folded(connection, _READERS_SECONDS)
            if is_quiet and is_unerased(connection):
                connections.rewrite(connection)
                is_quiet = connections.folded(connection, _READERS_SECONDS)
            if not is_quiet:
                yield None
                return
            with self._blamed(), _committed(connection):
                transaction = SqliteTransaction(connection, self._database, self._shared.visibility)
                yield transaction
                note_erased(connection)

    def setting(self, key: str) -> str | None:
        """A remembered setting."""
        with self.view() as view:
            return view.setting(key)

    def responses(self, operation: str) -> ResponseStore:
        """Where the responses of language models and their costs are kept, charged to ``operation``."""
        self._require_open()
        if self._read_only:
            return ReadOnlyResponses(self._reading)
        with self.view() as view:
            return SqliteResponses(operation, view.sequence, self._reading, self._writing_briefly)

    def check(self) -> list[Problem]:
        """Verify structure, references, counts and offsets; reads everything."""
        with self._reading() as connection:  # one commit for all steps: another process may be writing
            return check(connection, self._database)

    def repair(self) -> None:
        """Drop reports and responses that cannot be read as they were written."""
        with self._writing_briefly() as connection:
            drop_damaged(connection)

    def close(self) -> None:
        """Close all connections, which folds the log into the database; views that are open stay so until they end."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
            writers = [c for c in (self._writer, self._brief) if c is not None]
            self._writer = self._brief = None
        for connection in [*(c for _, c in idle), *writers]:
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
                schema.verify(connection, found, str(self._database))
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

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one commit."""
        self._require_open()
        with translated(self._database):
            mark, connection = self._take()
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                self._give_back(mark, connection)

    @contextmanager
    def _writing_briefly(self) -> Iterator[sqlite3.Connection]:
        """A transaction of a moment, which waits for no more than SQLite's own lock; for one thread at a time."""
        self._require_writable()
        with translated(self._database), self._brief_guard:
            if self._brief is None:
                self._brief = connections.connect_for_writing(self._database, self._timeout)
            with _committed(self._brief):
                yield self._brief

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

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """What those who read a store stumble over is its fault where its rows contradict each other; else their own.

        Raises:
            StoreDamagedError: in place of an error that is none of ours.
        """
        try:
            yield
        except (TimeweaveError, OSError):
            raise
        except Exception as error:
            if self._closed or not self.check():
                raise
            raise damaged(self._database, error) from error

    def _require_writable(self) -> None:
        self._require_open()
        if self._read_only:
            message = f"{str(self._home)!r} is open for reading only: check permissions and mount"
            raise StoreReadOnlyError(message, path=str(self._home))

    def _require_open(self) -> None:
        if self._closed:
            raise StoreError(f"{str(self._home)!r} was closed: open it again", path=str(self._home))


@contextmanager
def _committed(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction that is committed at the end, or taken back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After a full disk SQLite may have rolled back by itself.
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _create(path: Path, timeout: float) -> None:
    """Make a store under another name and put it in place whole, so that there is never half of one."""
    (path / SEGMENTS).mkdir(parents=True, exist_ok=True)
    with write_lock(path / LOCK, timeout):
        if (path / DATABASE).exists():
            return
        draft = path / f"{DATABASE}.new"
        for ending in ("", "-wal", "-shm", "-journal"):
            draft.with_name(draft.name + ending).unlink(missing_ok=True)
        connection = connections.create_file(draft)
        try:
            schema.create(connection)
            # here, for closing folds the log in too, but says nothing where that fails
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()
        draft.rename(path / DATABASE)
        flush_folder(path)


def _require_own(path: Path) -> None:
    """No file of the store may lead out of its folder, where others' files would be read and written.

    Raises:
        StoreDamagedError: one is a symbolic link.
    """
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", LOCK, SEGMENTS):
        if (path / name).is_symlink():
            message = f"{str(path / name)!r} is a symbolic link: put the file itself in its place"
            raise StoreDamagedError(message, path=str(path / name))


def _is_writable(path: Path, database: Path) -> bool:
    return all(os.access(place, os.W_OK) for place in (path, database))
