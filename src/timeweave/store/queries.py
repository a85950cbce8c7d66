"""The SQL of reading, in one place. ``:day`` is the number of the as-of day (`canonical.day_number`).

Placeholders in braces are filled from this package's own constants and runs of question marks, never from input.
"""

from __future__ import annotations

from timeweave.store.rows import DOCUMENT_COLUMNS
from timeweave.store.tables import LASTS, SPANS_UNITS

SHOWN = "d.observed <= :day AND d.superseded > :day"
"""A document version is visible; a support is, when its own observation day has come too."""

SUPPORT_SHOWN = f"{SHOWN} AND (s.observed IS NULL OR s.observed <= :day)"

STATE = "SELECT sequence, next_ordinal FROM state"

DOCUMENTS = f"SELECT {DOCUMENT_COLUMNS} FROM documents d WHERE {SHOWN} ORDER BY d.id, d.observed, d.ordinal"
DOCUMENT = (
    f"SELECT {DOCUMENT_COLUMNS} FROM documents d WHERE d.id = :id AND {SHOWN} "
    "ORDER BY d.observed DESC, d.ordinal DESC LIMIT 1"
)
VERSIONS = f"SELECT {DOCUMENT_COLUMNS} FROM documents d WHERE d.id = :id ORDER BY d.superseded, d.ordinal"
INFO = (
    f"SELECT {DOCUMENT_COLUMNS} FROM json_each(:ordinals) o CROSS JOIN documents d ON d.ordinal = o.value WHERE {SHOWN}"
)
SIZES = "SELECT ordinal, id, statements, chunks FROM documents ORDER BY ordinal"
HELD_LENGTH = "SELECT d.length FROM documents d WHERE d.ordinal = :ordinal"

BLOCK_BITS = 20
"""A version's blocks are numbered from ordinal << BLOCK_BITS on; the first holds all but the text."""

BLOCKS = "SELECT packed FROM texts WHERE number BETWEEN ? AND ? ORDER BY number"


def block_range(ordinal: int, first: int = -1, last: int | None = None) -> tuple[int, int]:
    """Parameters of `BLOCKS` for the blocks of the text from ``first`` to ``last``, -1 being the one before them."""
    start = ordinal << BLOCK_BITS
    end = (1 << BLOCK_BITS) - 1 if last is None else last + 1
    return start + first + 1, start + end


LAYOUT = "SELECT packed FROM layouts WHERE ordinal = ?"
CHUNKS = "SELECT id, number, start, stop, tokens FROM chunks WHERE ordinal = ? ORDER BY number"

_STATEMENT = "t.ordinal, t.number, t.chunk, t.start, t.stop, t.valid_from, t.valid_until, t.granularity, t.entities"
STATEMENTS_OF = (
    f"SELECT {_STATEMENT} FROM statements t WHERE t.ordinal = ? AND t.start >= ? AND t.stop <= ? ORDER BY t.number"
)

# A statement key travels as one number, ordinal << 24 | index.
KEY_BITS = 24
_KEYED = f"ordinal = k.value >> {KEY_BITS}"
_INDEX = f"k.value & {(1 << KEY_BITS) - 1}"
STATEMENTS = (
    f"SELECT {_STATEMENT} FROM json_each(:keys) k CROSS JOIN statements t ON t.{_KEYED} AND t.number = {_INDEX} "
    f"CROSS JOIN documents d ON d.ordinal = t.ordinal WHERE {SHOWN}"
)
STATED = (
    "SELECT DISTINCT s.ordinal, s.statement, f.id "
    f"FROM json_each(:keys) k CROSS JOIN supports s ON s.{_KEYED} AND s.statement = {_INDEX} "
    "CROSS JOIN documents d ON d.ordinal = s.ordinal CROSS JOIN facts f ON f.key = s.fact "
    f"WHERE {SUPPORT_SHOWN}"
)
STATED_BY = (
    "SELECT DISTINCT f.id FROM json_each(:ordinals) o CROSS JOIN supports s ON s.ordinal = o.value "
    f"CROSS JOIN documents d ON d.ordinal = s.ordinal CROSS JOIN facts f ON f.key = s.fact WHERE {SUPPORT_SHOWN}"
)

FACT_COLUMNS = (
    "f.id, f.subject, f.relation, f.object_entity, f.object_text, f.valid_from, f.valid_until, f.granularity, "
    "f.value, f.unit, f.quantity_text, f.qualifiers, f.text"
)
FACTS = (
    f"SELECT f.key, {FACT_COLUMNS}, s.ordinal, s.statement, s.start, s.stop, s.confidence, s.observed, "
    "d.id, d.observed, d.source, c.id "
    "FROM json_each(:keys) k CROSS JOIN facts f ON f.key = k.value "
    "CROSS JOIN supports s ON s.fact = f.key "
    "CROSS JOIN documents d ON d.ordinal = s.ordinal "
    f"CROSS JOIN chunks c ON c.ordinal = s.ordinal AND c.number = s.chunk WHERE {SUPPORT_SHOWN}"
)
FACT_KEYS = "SELECT key FROM facts WHERE id IN ({marks})"

_OVERLAP = " AND f.valid_from < :until AND f.valid_until > :from"
_RELATION = " AND f.relation = :relation"
_ABOUT = (
    "SELECT f.key FROM json_each(:entities) e CROSS JOIN facts f INDEXED BY facts_by_subject "
    "ON f.subject = e.value WHERE 1{filters} "
    "UNION SELECT f.key FROM json_each(:entities) e CROSS JOIN facts f INDEXED BY facts_by_object "
    "ON f.object_entity = e.value WHERE 1{filters}"
)


def facts_about(*, by_relation: bool, by_time: bool) -> str:
    """The keys of facts with one of ``:entities`` as an end."""
    filters = (_RELATION if by_relation else "") + (_OVERLAP if by_time else "")
    return _ABOUT.format(filters=filters)


_IS_SHOWN = (
    "EXISTS (SELECT 1 FROM supports s CROSS JOIN documents d ON d.ordinal = s.ordinal "
    f"WHERE s.fact = f.key AND {SUPPORT_SHOWN})"
)
RELATIONS_ABOUT = (
    "SELECT f.relation FROM json_each(:entities) e CROSS JOIN facts f INDEXED BY facts_by_subject "
    f"ON f.subject = e.value WHERE {_IS_SHOWN} "
    "UNION SELECT f.relation FROM json_each(:entities) e CROSS JOIN facts f INDEXED BY facts_by_object "
    f"ON f.object_entity = e.value WHERE {_IS_SHOWN}"
)

FACTS_LASTING = (
    "SELECT DISTINCT f.id, f.subject FROM facts f INDEXED BY facts_lasting_by_relation "
    f"WHERE f.relation = :relation AND {LASTS} AND {_IS_SHOWN} ORDER BY f.id LIMIT :most"
)
RELATIONS = (
    "SELECT f.relation, count(DISTINCT f.id) FROM facts f "
    f"WHERE f.value IS NULL AND f.quantity_text IS NULL AND {_IS_SHOWN} GROUP BY f.relation"
)

RELATIONS_SAMPLED = (
    "SELECT key FROM (SELECT f.key, dense_rank() OVER (PARTITION BY f.relation ORDER BY f.id) AS place "
    "FROM facts f WHERE f.relation IN (SELECT value FROM json_each(:relations)) "
    f"AND f.value IS NULL AND f.quantity_text IS NULL AND {_IS_SHOWN}) WHERE place <= :most"
)

FACTS_DURING = (
    "SELECT f.key FROM facts f INDEXED BY facts_by_day "
    "WHERE f.valid_from >= :from - 366 AND f.valid_from < :until AND f.valid_until > :from "
    "UNION SELECT f.key FROM facts f INDEXED BY facts_lasting "
    "WHERE f.valid_until - f.valid_from > 366 AND f.valid_from < :until AND f.valid_until > :from"
)

# A validity of several units starts in one node and ends in another; a unit's start says all.
FACTS_STAMPED = (
    "SELECT key FROM facts INDEXED BY facts_starting WHERE granularity = :granularity AND valid_from = :from "
    "UNION SELECT key FROM facts INDEXED BY facts_ending "
    f"WHERE granularity = :granularity AND valid_until = :until AND {SPANS_UNITS}"
)

_MENTION = "m.entity, m.ordinal, m.surface, m.type, m.count"
MENTIONS_OF = (
    f"SELECT {_MENTION} FROM json_each(:entities) e CROSS JOIN mentions m ON m.entity = e.value "
    f"CROSS JOIN documents d ON d.ordinal = m.ordinal WHERE {SHOWN}"
)
MENTIONS = f"SELECT {_MENTION} FROM mentions m JOIN documents d ON d.ordinal = m.ordinal WHERE {SHOWN}"
ALIASES_OF = (
    "SELECT DISTINCT a.alias, a.entity FROM json_each(:aliases) e CROSS JOIN aliases a ON a.alias = e.value "
    f"CROSS JOIN documents d ON d.ordinal = a.ordinal WHERE {SHOWN}"
)

TIME_NODES = "SELECT label, parent, facts FROM time_nodes"
STAMPED = (
    "SELECT f.valid_from, f.valid_until, f.granularity, count(DISTINCT f.id) "
    "FROM facts f JOIN supports s ON s.fact = f.key JOIN documents d ON d.ordinal = s.ordinal "
    f"WHERE f.granularity IS NOT NULL AND {SUPPORT_SHOWN} GROUP BY 1, 2, 3"
)

SEGMENTS = "SELECT name, kind, rows, bytes, digest FROM segments WHERE kind = ? ORDER BY position"
SETTING = "SELECT value FROM settings WHERE key = ?"

DOCUMENT_COUNTS = f"SELECT count(*), total(d.chunks), total(d.statements) FROM documents d WHERE {SHOWN}"
FACT_COUNT_NOW = "SELECT count(DISTINCT id) FROM facts WHERE current > 0"
FACT_COUNT = (
    "SELECT count(DISTINCT f.id) FROM facts f JOIN supports s ON s.fact = f.key "
    f"JOIN documents d ON d.ordinal = s.ordinal WHERE {SUPPORT_SHOWN}"
)
ENTITY_COUNT = (
    f"SELECT count(DISTINCT m.entity) FROM mentions m JOIN documents d ON d.ordinal = m.ordinal WHERE {SHOWN}"
)
DAYS = f"SELECT min(d.first_day), max(d.last_day) FROM documents d WHERE {SHOWN}"
LATE_DAYS = (
    "SELECT DISTINCT f.valid_from, f.valid_until, f.granularity FROM supports s INDEXED BY supports_observed_late "
    f"JOIN documents d ON d.ordinal = s.ordinal JOIN facts f ON f.key = s.fact "
    f"WHERE s.observed > d.observed AND {SUPPORT_SHOWN}"
)
