"""Opening the database file: for writing, for reading, and where nothing may be written at all."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path
from urllib.parse import quote

_CACHE_KIB = 32 * 1024


def connect_for_writing(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection whose commits are durable when they return."""
    connection = _connect(f"file:{quote(str(path))}?mode=rw", timeout)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is erased is overwritten, not only unlinked
    # Folding the log in less often than by default saves writes when many documents come one after another.
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute("PRAGMA journal_size_limit = 67108864")
    return connection


def folded(connection: sqlite3.Connection, patience: float) -> bool:
    """Fold the log into the database and empty it; whether that was done, which it cannot be while somebody reads an
    earlier state for longer than ``patience`` seconds.
    """
    (known,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
    try:
        (is_busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(known)}")
    return not is_busy


def rewrite(connection: sqlite3.Connection) -> None:
    """Write the database anew from its rows alone.

    Erasing overwrites a row where it stands. A page that was rearranged before may hold a copy of it in its free space.
    """
    connection.execute("PRAGMA temp_store = FILE")  # it may be larger than memory
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")


def connect_for_reading(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection that reads beside a writer in this or another process."""
    connection = _connect(f"file:{quote(str(path))}?mode=rw", timeout)
    connection.execute("PRAGMA query_only = ON")
    return connection


def connect_read_only(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection to a database in a folder that cannot be written.

    Reading a WAL database wants a shared-memory file beside it. Where that cannot be made, a database that was closed
    in order is read as immutable; one with a log left over is copied to a temporary folder, where the log is replayed.
    """
    try:
        return _connect(f"file:{quote(str(path))}?mode=ro", timeout)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    if _log_size(path) == 0:
        return _connect(f"file:{quote(str(path))}?mode=ro&immutable=1", timeout)
    return _connect_to_copy(path, timeout)


def signature(path: Path) -> tuple[int, int, int]:
    """Changes when the database does: what tells that an immutable connection or copy has grown old."""
    found = path.stat()
    return (found.st_mtime_ns, found.st_size, _log_size(path))


def create_file(path: Path) -> sqlite3.Connection:
    """A new database in WAL mode; the caller makes its tables."""
    connection = _connect(f"file:{quote(str(path))}?mode=rwc", 5.0)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _connect(uri: str, timeout: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    try:
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA trusted_schema = OFF")  # a store may come from anybody
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _log_size(path: Path) -> int:
    log = path.with_name(path.name + "-wal")
    return log.stat().st_size if log.exists() else 0


def _connect_to_copy(path: Path, timeout: float) -> sqlite3.Connection:
    with tempfile.TemporaryDirectory(prefix="timeweave-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(path.with_name(path.name + "-wal"), copy.with_name(copy.name + "-wal"))
        connection = _connect(f"file:{quote(str(copy))}?mode=rw", timeout)
        # The files live on, without names, until the connection is closed.
        connection.execute("PRAGMA query_only = ON")
    return connection
