"""The tables of the SQLite store, their version, and how an older one becomes the present one.

Days are proleptic ordinals (`datetime.date.toordinal`); an open or unknown start is 0 and an open end `NEVER`, so that
intervals compare as numbers. ``granularity`` is null where there is no interval at all. Names, types, relations and
qualifiers recur in every document: they are kept once, in ``symbols``, whose keys are never given out twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

from timeweave.errors import SchemaVersionError, StoreDamagedError
from timeweave.store.canonical import NEVER

APPLICATION_ID = 0x54_57_76_31  # "TWv1" in the file header: what tells a store from any other SQLite file
VERSION = 1

TABLES = f"""
CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    sequence INTEGER NOT NULL,
    next_ordinal INTEGER NOT NULL
);
INSERT INTO state VALUES (1, 0, 0);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ledger (
    stage TEXT PRIMARY KEY,
    calls INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    cache_hits INTEGER NOT NULL,
    seconds REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE symbols (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL UNIQUE,
    uses INTEGER NOT NULL
);

CREATE TABLE documents (
    ordinal INTEGER PRIMARY KEY,
    observed INTEGER NOT NULL,
    superseded INTEGER NOT NULL DEFAULT {NEVER},
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    first_day INTEGER,
    last_day INTEGER,
    length INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    statements INTEGER NOT NULL,
    digest TEXT NOT NULL,
    title TEXT NOT NULL,
    date_source TEXT NOT NULL,
    period TEXT,
    subjects TEXT NOT NULL,
    metadata TEXT NOT NULL
);
CREATE INDEX documents_by_id ON documents (id, observed, superseded);
CREATE INDEX documents_by_day ON documents (observed, superseded, first_day, last_day, chunks, statements);
-- The document without its text, then the blocks of the text, numbered from ordinal << 20 on: what it takes to save a
-- document lies together, in leaf pages that no damage to another table reaches.
CREATE TABLE texts (number INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE seals (
    ordinal INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    seal BLOB NOT NULL,
    symbols BLOB NOT NULL
);
CREATE TABLE chunks (
    ordinal INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (ordinal, number)
) WITHOUT ROWID;
CREATE TABLE statements (
    ordinal INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    valid_from INTEGER,
    valid_until INTEGER,
    granularity INTEGER,
    entities BLOB NOT NULL,
    PRIMARY KEY (ordinal, number)
) WITHOUT ROWID;
CREATE TABLE mentions (
    ordinal INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    surface INTEGER NOT NULL,
    type INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (ordinal, number)
) WITHOUT ROWID;
CREATE INDEX mentions_by_entity ON mentions (entity, ordinal, surface, type, count);
CREATE TABLE aliases (
    ordinal INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    alias INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    PRIMARY KEY (ordinal, number)
) WITHOUT ROWID;
CREATE INDEX aliases_by_alias ON aliases (alias, entity);

-- One row for each way of wording a fact: documents that share a fact may write its number or its text differently.
CREATE TABLE facts (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    subject INTEGER NOT NULL,
    relation INTEGER NOT NULL,
    object_entity INTEGER,
    object_text TEXT,
    valid_from INTEGER,
    valid_until INTEGER,
    granularity INTEGER,
    value REAL,
    unit INTEGER,
    quantity_text TEXT,
    qualifiers INTEGER,
    text TEXT NOT NULL,
    supports INTEGER NOT NULL DEFAULT 0,
    current INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX facts_by_id ON facts (id, current);
CREATE INDEX facts_by_subject ON facts (subject, valid_from, valid_until, relation);
CREATE INDEX facts_by_object ON facts (object_entity, valid_from, valid_until, relation)
    WHERE object_entity IS NOT NULL;
CREATE INDEX facts_by_day ON facts (valid_from, valid_until);
-- What lasts longer than a year would otherwise make every search by day start at the beginning of time.
CREATE INDEX facts_lasting ON facts (valid_from, valid_until) WHERE valid_until - valid_from > 366;
CREATE TABLE supports (
    ordinal INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    statement INTEGER NOT NULL,
    number INTEGER NOT NULL,
    fact INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    confidence REAL NOT NULL,
    observed INTEGER,
    PRIMARY KEY (ordinal, statement, number)
) WITHOUT ROWID;
-- Holds all of a support, so that reading a fact's supports does not visit the table.
CREATE INDEX supports_by_fact ON supports (fact, chunk, start, stop, confidence, observed);
CREATE INDEX supports_observed_late ON supports (observed, fact) WHERE observed IS NOT NULL;

CREATE TABLE time_nodes (
    label TEXT PRIMARY KEY,
    parent TEXT REFERENCES time_nodes,
    children INTEGER NOT NULL,
    facts INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE segments (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    rows INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    digest TEXT NOT NULL
);
CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    document TEXT NOT NULL,
    recorded TEXT NOT NULL,
    instant INTEGER NOT NULL,
    observed INTEGER,
    events BLOB NOT NULL,
    stale_nodes TEXT NOT NULL,
    ordinals TEXT NOT NULL
);
CREATE INDEX changes_by_instant ON changes (instant);
"""

Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: Mapping[int, Migration] = {}
"""By the version that each starts from; every one leads to the next version. There is none before the first."""


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of the present version in an empty database, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in _statements(TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
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


def _statements(script: str) -> list[str]:
    """A script's statements one by one, for ``executescript`` would end the transaction."""
    lines = [line for line in script.splitlines() if not line.lstrip().startswith("--")]
    return [statement for statement in "\n".join(lines).split(";") if statement.strip()]
