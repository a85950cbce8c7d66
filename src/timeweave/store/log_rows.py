"""The log as stored, read backwards from where a page ends (TK-08)."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from timeweave.records import DocumentId, PublishedLine, RecordedChange
from timeweave.store.canonical import instant_number
from timeweave.store.failures import guarded
from timeweave.store.parameters import numbers
from timeweave.store.rows import unpack_events

_EVER = 1 << 62
_ALL = -1  # as a limit
# what has no observation day counts from the day on which it was recorded
_COLUMNS = "sequence, kind, document, recorded, observed, events, stale_nodes"
_PART = f"""
SELECT {_COLUMNS} FROM changes
WHERE instant >= :since AND instant < :until AND sequence < :before
    AND (observed <= :day OR observed IS NULL AND substr(recorded, 1, 10) <= :date)
ORDER BY sequence DESC LIMIT :newest
"""
_LINES = f"SELECT {_COLUMNS} FROM changes WHERE sequence IN (SELECT value FROM json_each(?))"
_OF_VERSIONS = """
WITH known (ordinal, id, observed, day) AS (
    SELECT ordinal, id, observed, observed FROM documents
    UNION SELECT d.ordinal, d.id, d.observed, s.observed
        FROM supports s CROSS JOIN documents d ON d.ordinal = s.ordinal WHERE s.observed > d.observed
), last (document, observed, sequence) AS (
    SELECT document, observed, max(sequence) FROM changes WHERE observed IS NOT NULL GROUP BY document, observed
)
SELECT k.day, l.sequence, k.ordinal FROM known k
JOIN last l ON l.document = k.id AND l.observed = k.observed WHERE k.day <= ?
"""
_OF_NONE = (
    "SELECT substr(recorded, 1, 10), sequence FROM changes WHERE observed IS NULL AND substr(recorded, 1, 10) <= ?"
)

Between = tuple[dt.datetime | None, dt.datetime | None]


class LogReading:
    """The part of a `View` that reads the log."""

    _connection: sqlite3.Connection
    _as_of: dt.date | None
    _path: Path

    @property
    def path(self) -> Path:
        """The database."""
        return self._path

    @guarded
    def changes(
        self,
        *,
        since: dt.datetime | None = None,
        until: dt.datetime | None = None,
        before: int | None = None,
        newest: int | None = None,
    ) -> Iterator[RecordedChange]:
        """The log in order of sequence; with bounds that part of it."""
        return iter(read_log(self._connection, self._as_of, (since, until), before, newest))

    @guarded
    def published(self) -> Sequence[PublishedLine]:
        """What came to be known of all versions by this day, and the lines about none; by day and sequence."""
        last = self._as_of or dt.date.max
        told = [
            PublishedLine(dt.date.fromordinal(day), sequence, ordinal)
            for day, sequence, ordinal in self._connection.execute(_OF_VERSIONS, (last.toordinal(),))
        ]
        others = self._connection.execute(_OF_NONE, (last.isoformat(),))
        told += [PublishedLine(dt.date.fromisoformat(day), sequence, None) for day, sequence in others]
        return sorted(told, key=lambda line: (line.day, line.sequence))

    @guarded
    def lines(self, sequences: Iterable[int]) -> Mapping[int, RecordedChange]:
        """The lines of the log with these numbers."""
        return {row[0]: _recorded_change(row) for row in self._connection.execute(_LINES, (numbers(sequences),))}


def read_log(
    connection: sqlite3.Connection, as_of: dt.date | None, between: Between, before: int | None, newest: int | None
) -> list[RecordedChange]:
    """The part of the log that `View.changes` tells of, in order of sequence; nothing else is decoded."""
    since, until = between
    last = as_of or dt.date.max
    found = connection.execute(
        _PART,
        {
            "since": -_EVER if since is None else instant_number(since),
            "until": _EVER if until is None else instant_number(until),
            "before": _EVER if before is None else before,
            "day": last.toordinal(),
            "date": last.isoformat(),
            "newest": _ALL if newest is None else newest,
        },
    ).fetchall()
    return [_recorded_change(row) for row in reversed(found)]


def _recorded_change(row: Sequence[Any]) -> RecordedChange:
    sequence, kind, document, recorded, observed, events, stale = row
    return RecordedChange(
        sequence=sequence,
        kind=kind,
        document_id=DocumentId(document),
        recorded=dt.datetime.fromisoformat(recorded),
        observed=dt.date.fromordinal(observed) if observed is not None else None,
        events=unpack_events(events),
        stale_nodes=tuple(json.loads(stale)),
    )
