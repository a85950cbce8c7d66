"""The version of the SQLite store's tables, and how an older store becomes one of the present version."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from functools import cache

from timeweave.errors import SchemaVersionError, StoreDamagedError
from timeweave.store.row_digests import COVERED, digest, sign
from timeweave.store.stored_co_mentions import drop_co_mentions
from timeweave.store.tables import VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_6

APPLICATION_ID = 0x54_57_76_31  # "TWv1" in the file header: what tells a store from any other SQLite file
VERSION = 9

Migration = Callable[[sqlite3.Connection], None]


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Run a script's statements one by one, for ``executescript`` would end the transaction."""
    lines = [line for line in script.splitlines() if not line.lstrip().startswith("--")]
    for statement in "\n".join(lines).split(";"):
        if statement.strip():
            connection.execute(statement)


def _to_version_2(connection: sqlite3.Connection) -> None:
    """Reports, the responses of models, what they cost; facts by time node."""
    _run(connection, VERSION_2)


def _to_version_3(connection: sqlite3.Connection) -> None:
    """A digest in each row that had none."""
    _run(connection, VERSION_3)
    for table in COVERED:
        sign(connection, table)
    symbols = connection.execute("SELECT text, key FROM symbols").fetchall()
    connection.executemany("UPDATE symbols SET row_digest = ? WHERE key = ?", [(digest(t), k) for t, k in symbols])


def _to_version_4(connection: sqlite3.Connection) -> None:
    """How texts are read; those that are there were taken for plain."""
    _run(connection, VERSION_4)


def _to_version_5(connection: sqlite3.Connection) -> None:
    """The same tables, without the facts that said only that two names stand in one sentence."""
    drop_co_mentions(connection)


def _to_version_6(connection: sqlite3.Connection) -> None:
    """What lasts, by its relation."""
    _run(connection, VERSION_6)


def _to_version_7(connection: sqlite3.Connection) -> None:
    """The same tables, beside index files that earlier programs cannot read; those of before are read as they are."""


def _to_version_8(connection: sqlite3.Connection) -> None:
    """The same tables, in which facts may leave out their words, beside index files whose vectors are put together of
    parts: earlier programs can read neither; what is of before is read as it is.
    """


def _to_version_9(connection: sqlite3.Connection) -> None:
    """The same tables, beside index files whose vectors have 8 bits a number alone, which earlier programs take for
    damaged; those of before are read as they are.
    """


MIGRATIONS: Mapping[int, Migration] = {
    1: _to_version_2,
    2: _to_version_3,
    3: _to_version_4,
    4: _to_version_5,
    5: _to_version_6,
    6: _to_version_7,
    7: _to_version_8,
    8: _to_version_9,
}
"""By the version that each starts from; every one leads to the next version. There is none before the first."""


def create(connection: sqlite3.Connection, present: int = VERSION) -> None:
    """Make the tables of a version in an empty database, in one transaction: the first ones, then every migration, so
    that a new store has just the tables of one that was migrated.
    """
    connection.execute("BEGIN IMMEDIATE")
    _run(connection, VERSION_1)
    for found in range(1, present):
        MIGRATIONS[found](connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {present}")
    connection.execute("COMMIT")


def version(connection: sqlite3.Connection, path: str) -> int:
    """The version of a store's tables.

    Raises:
        StoreDamagedError: when this is some other SQLite database.
        SchemaVersionError: when a newer Timeweave wrote it.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        message = f"{path!r} is no Timeweave store, or its header is damaged: restore it, or choose another folder"
        raise StoreDamagedError(message, path=path)
    if found > VERSION:
        message = f"{path!r} has schema version {found}, this Timeweave knows {VERSION}: install a newer Timeweave"
        raise SchemaVersionError(message, path=path)
    return int(found)


def verify(connection: sqlite3.Connection, found: int, path: str) -> None:
    """Whether the tables are those of version ``found``, and nothing is among them that would act by itself: a store
    may come from anybody, and a trigger writes, a view stands in for a table and may never end.

    Raises:
        StoreDamagedError: naming what does not belong there.
    """
    if found not in (*MIGRATIONS, VERSION):
        return  # there is no way from it
    expected, held = _expected(found), _objects(connection)
    strange = sorted(expected ^ held)
    if strange:
        kind, name, _ = strange[0]
        what = f"the {kind} {name!r} is not as this program makes it"
        message = f"{path!r} is no sound store: {what}; add its documents to a new store, or restore a backup"
        raise StoreDamagedError(message, path=path)


@cache
def _expected(found: int) -> frozenset[tuple[str, str, str]]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        create(connection, found)
        return _objects(connection)
    finally:
        connection.close()


def _objects(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """Kind, name and definition of all but what SQLite makes for itself."""
    query = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' OR type <> 'table'"
    rows = connection.execute(query)
    return frozenset((str(kind), str(name), " ".join(str(sql).split())) for kind, name, sql in rows if sql is not None)


def migrate(
    connection: sqlite3.Connection,
    path: str,
    *,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    target: int = VERSION,
) -> None:
    """Bring an older store to ``target``, all steps in one transaction: it is migrated whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = version(connection, path)
        while found < target:
            step = migrations.get(found)
            if step is None:
                message = f"{path!r} has schema version {found}, with no way to {target}: restore a backup"
                raise SchemaVersionError(message, path=path)
            step(connection)
            found += 1
        connection.execute(f"PRAGMA user_version = {target}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
