"""Writing the SQLite store under its lock, and reading what was written before it is committed."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from timeweave.errors import NotFoundError
from timeweave.records import Change, DocumentId, DocumentInfo, Report, SegmentRef, Usage
from timeweave.store import queries, rows
from timeweave.store.cost_rows import charge
from timeweave.store.failures import guarded, translating
from timeweave.store.report_rows import keep_report
from timeweave.store.row_digests import sign
from timeweave.store.shared import Shared
from timeweave.store.view import SqliteView
from timeweave.store.visibility import Visibility
from timeweave.store.writing import write_change


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
    def apply(self, change: Change, *, operation: str = "") -> int:
        """Write ``change``; returns its sequence number. Durable when the transaction ends."""
        self._sequence = write_change(self._connection, change, operation)
        return self._sequence

    @translating
    def replace_segments(self, kind: str, segments: Sequence[SegmentRef]) -> None:
        """Put other index files in place of all of one kind."""
        self._connection.execute("DELETE FROM segments WHERE kind = ?", (kind,))
        insert = "INSERT INTO segments (name, kind, rows, bytes, digest) VALUES (?, ?, ?, ?, ?)"
        self._connection.executemany(insert, [(s.name, s.kind, s.rows, s.bytes, s.digest) for s in segments])
        sign(self._connection, "segments", "kind = ?", (kind,))

    @translating
    def charge(self, stage: str, usage: Usage, *, about: str = "", operation: str = "") -> None:
        """Add to the ledger, in all and by operation, stage and what it was about."""
        charge(self._connection, stage, usage, about=about, operation=operation)

    @translating
    def keep_report(self, report: Report, *, read_at: int, as_of: dt.date | None = None) -> None:
        """Keep a report that was made from the state of sequence ``read_at`` as it stood on ``as_of``."""
        keep_report(self._connection, report, read_at=read_at, is_current=as_of is None)

    @translating
    def set_setting(self, key: str, value: str) -> None:
        """Remember a setting of the store."""
        self._connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value))
        sign(self._connection, "settings", "key = ?", (key,))
