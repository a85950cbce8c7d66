"""The index files of a store: taken in with each change, read, verified, rebuilt, swept."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from timeweave.errors import IndexDamagedError, StoreError
from timeweave.indexes.columns import EntityColumns, StatementColumns
from timeweave.indexes.gathered import Gathering
from timeweave.indexes.growth import MAX_ROWS, Kind
from timeweave.indexes.lexical import Bm25
from timeweave.indexes.opened import OpenEntities, OpenSegment, OpenStatements
from timeweave.indexes.reader import IndexReader
from timeweave.indexes.segment_file import SUFFIX, SegmentFile, flush_folder
from timeweave.records import Change, Document, Prepared, Problem, SegmentRef, Statement
from timeweave.store.base import Transaction, View

GRACE_SECONDS = 120.0

S = TypeVar("S", bound=OpenSegment)


class Indexes:
    """The index files in ``folder``. Files that a committed state refers to are never written to."""

    def __init__(self, folder: Path, *, parameters: Bm25 | None = None, max_rows: int = MAX_ROWS) -> None:
        self._folder = Path(folder)
        self._parameters = parameters or Bm25()
        self._statements = Kind(self._folder, StatementColumns, max_rows)
        self._entities = Kind(self._folder, EntityColumns, max_rows)
        self._open_statements: dict[str, OpenStatements] = {}
        self._open_entities: dict[str, OpenEntities] = {}
        self._gathering = Gathering(())

    @property
    def kinds(self) -> tuple[Kind[StatementColumns], Kind[EntityColumns]]:
        """How each kind of file grows."""
        return self._statements, self._entities

    def added(self, transaction: Transaction, change: Change) -> Change:
        """``change`` with the index files to take in and those to drop; the new files are on disk.

        Raises:
            StoreFullError, StoreReadOnlyError: a file cannot be written.
            IndexDamagedError: a file that is to be merged is damaged.
        """
        taken: list[SegmentRef] = []
        dropped: list[str] = []
        for kind in self.kinds:
            segments, replaced = kind.taken_in(transaction, change)
            taken += segments
            dropped += replaced
        if taken:
            flush_folder(self._folder)
        if dropped:
            # an old reader may still be about to open them: they are swept later
            for name in dropped:
                os.utime(self._folder / name)
            self.sweep(transaction)
        return replace(
            change, segments=(*change.segments, *taken), dropped_segments=(*change.dropped_segments, *dropped)
        )

    def reader(self, view: View) -> IndexReader:
        """What ``view`` sees.

        Raises:
            IndexDamagedError: a file is missing, has another length, or another head than the one committed. Damage
                further in is found, and raised, when a query first reads it.
        """
        statements, entities = view.segments(self._statements.name), view.segments(self._entities.name)
        self._open_statements = _reopened(self._folder, statements, self._open_statements, OpenStatements)
        self._open_entities = _reopened(self._folder, entities, self._open_entities, OpenEntities)
        opened = tuple(self._open_statements.values())
        gathering = self._gathering
        if gathering.segments != opened:
            self._gathering = gathering = Gathering(opened)
        return IndexReader(view.visible, gathering, tuple(self._open_entities.values()), self._parameters)

    def verify(self, view: View) -> list[Problem]:
        """Read every byte of the files of ``view``, and compare what they hold with its documents."""
        problems = []
        rows: dict[int, int] = {}
        for kind in self.kinds:
            for ref in view.segments(kind.name):
                try:
                    file = SegmentFile(self._folder, ref)
                    file.verify()
                except IndexDamagedError as error:
                    problems.append(Problem(str(error), error.path, repairable=True))
                    continue
                if kind.name == StatementColumns.kind:
                    for ordinal, n in zip(
                        file.part("documents").tolist(), file.part("document_rows").tolist(), strict=True
                    ):
                        rows[ordinal] = rows.get(ordinal, 0) + n
        if not problems:
            for info in view.documents():
                if rows.get(info.ordinal, 0) != info.statements:
                    held = rows.get(info.ordinal, 0)
                    what = f"document {info.id!r} has {info.statements} statements, the index {held} of them"
                    problems.append(Problem(what, str(self._folder), repairable=True))
        return problems

    def rebuild(self, transaction: Transaction, prepare: Callable[[Document, Sequence[Statement]], Prepared]) -> None:
        """Make all files anew from the documents that the store holds, superseded versions too.

        ``prepare`` gets each document with the statements that are stored of it, which may have been read by other
        rules than today's.

        Raises:
            StoreError: what ``prepare`` gives has other statements than those.
        """
        writers = [kind.writer() for kind in self.kinds]
        for ordinal in transaction.held():
            stored = transaction.statements_of(ordinal)
            prepared = prepare(transaction.original(ordinal), stored)
            if tuple(prepared.extraction.statements) != tuple(stored):
                message = f"document {prepared.document.id!r} was prepared with other statements than those stored"
                raise StoreError(message, path=str(self._folder))
            for writer in writers:
                writer.add(ordinal, prepared)
        written = [writer.finish() for writer in writers]
        if any(written):
            flush_folder(self._folder)
        for name, segments in zip((kind.name for kind in self.kinds), written, strict=True):
            transaction.replace_segments(name, segments)
        self.sweep(transaction)

    def sweep(self, transaction: Transaction, *, grace: float = GRACE_SECONDS) -> int:
        """Delete files that the committed state does not refer to and that nobody touched for ``grace`` seconds.

        To be called under the write lock, where no other writer can be about to commit one of them; the grace is for
        readers of an earlier state that have not opened theirs yet. Returns how many were deleted.
        """
        needed = {ref.name for kind in self.kinds for ref in transaction.segments(kind.name)}
        deleted = 0
        for path in self._folder.glob(f"*{SUFFIX}"):
            if path.name not in needed and time.time() - path.stat().st_mtime >= grace:
                path.unlink(missing_ok=True)
                deleted += 1
        return deleted


def _reopened(
    folder: Path, refs: Sequence[SegmentRef], known: Mapping[str, S], opened: Callable[[SegmentFile], S]
) -> dict[str, S]:
    """The segments of ``refs``, those that were open already as they are."""
    return {ref.name: known.get(ref.name) or opened(SegmentFile(folder, ref)) for ref in refs}
