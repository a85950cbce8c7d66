"""The tables of the SQLite store, version by version: each script leads from the one before it to its own.

Days are proleptic ordinals (`datetime.date.toordinal`); an open or unknown start is 0 and an open end `NEVER`, so that
intervals compare as numbers. ``granularity`` is null where there is no interval at all. Names, types, relations and
qualifiers recur in every document: they are kept once, in ``symbols``, whose keys are never given out twice.
"""

from __future__ import annotations

from timeweave.records import RULES
from timeweave.store.canonical import NEVER

SPANS_UNITS = "valid_until - valid_from > CASE granularity WHEN 0 THEN 1 WHEN 1 THEN 31 WHEN 2 THEN 92 ELSE 366 END"
"""A fact's validity is longer than one unit of its granularity, so that it starts and ends in different nodes."""

LASTS = "valid_until - valid_from > 366"
"""A fact holds for longer than a year, or nobody knows from when or until when."""

VERSION_1 = f"""
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

VERSION_2 = f"""
ALTER TABLE ledger ADD COLUMN usd REAL NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN fallbacks INTEGER NOT NULL DEFAULT 0;
-- Who has read a version: rules, or the model that read all of it.
ALTER TABLE documents ADD COLUMN read_by TEXT NOT NULL DEFAULT '{RULES}';
-- The number of the last change that erased a version: what was read before it may hold what must be gone.
ALTER TABLE state ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;

-- The facts that a time node is stamped on: those that start in it, and those that end in it and began before.
CREATE INDEX facts_starting ON facts (granularity, valid_from);
CREATE INDEX facts_ending ON facts (granularity, valid_until) WHERE {SPANS_UNITS};

-- The ledger once more, by what the money went to.
CREATE TABLE costs (
    operation TEXT NOT NULL,
    stage TEXT NOT NULL,
    about TEXT NOT NULL,
    calls INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    cache_hits INTEGER NOT NULL,
    seconds REAL NOT NULL,
    usd REAL NOT NULL,
    retries INTEGER NOT NULL,
    fallbacks INTEGER NOT NULL,
    PRIMARY KEY (operation, stage, about)
) WITHOUT ROWID;
INSERT INTO costs SELECT '', stage, '', calls, prompt_tokens, completion_tokens, cache_hits, seconds, 0, 0, 0
    FROM ledger;

CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    node TEXT NOT NULL,
    maker TEXT NOT NULL,
    inputs TEXT NOT NULL,
    fresh INTEGER NOT NULL,
    packed BLOB NOT NULL,
    UNIQUE (node, maker, inputs)
);
CREATE UNIQUE INDEX reports_fresh ON reports (node, maker) WHERE fresh;
CREATE TABLE responses (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    about TEXT NOT NULL,
    packed BLOB NOT NULL
);
CREATE INDEX responses_by_about ON responses (about);
"""

VERSION_3 = """
-- What a row held when it was written (`row_digests`); what was written before is taken as it stands.
ALTER TABLE state ADD COLUMN row_digest BLOB;
ALTER TABLE settings ADD COLUMN row_digest BLOB;
ALTER TABLE ledger ADD COLUMN row_digest BLOB;
ALTER TABLE costs ADD COLUMN row_digest BLOB;
ALTER TABLE changes ADD COLUMN row_digest BLOB;
ALTER TABLE documents ADD COLUMN row_digest BLOB;
ALTER TABLE segments ADD COLUMN row_digest BLOB;
ALTER TABLE reports ADD COLUMN row_digest BLOB;
ALTER TABLE symbols ADD COLUMN row_digest BLOB;
"""

VERSION_4 = """
-- How the text of a version is read, where it is not plain.
CREATE TABLE layouts (ordinal INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE, packed BLOB NOT NULL);
"""

VERSION_6 = f"""
-- What lasts, by its relation: how many values each has at a time is looked at in a sample of these.
CREATE INDEX facts_lasting_by_relation ON facts (relation, id) WHERE {LASTS};
"""
