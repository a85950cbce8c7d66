"""The index files of a store: taken in with each change, read, verified, rebuilt, swept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from timeweave.errors import IndexDamagedError, IndexRebuiltWarning, StoreError
from timeweave.indexes.chunks.columns import ChunkColumns
from timeweave.indexes.chunks.kept_fit import forget_fits
from timeweave.indexes.chunks.reader import ChunkReader
from timeweave.indexes.chunks.state import ChunkState, lacks_chunks
from timeweave.indexes.columns import EntityColumns, StatementColumns
from timeweave.indexes.completing import (
    kinds_to_make,
    make_kinds,
    may_be_wide,
    missing_kinds,
    note_complete,
    without_chunks,
)
from timeweave.indexes.contradicting import damage_named
from timeweave.indexes.evidence.graph import EvidenceSegments
from timeweave.indexes.evidence.kind import SHINGLE_ROWS, EdgesKind
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.gathered import Gathering
from timeweave.indexes.growth import MAX_ROWS, Kind, SegmentKind
from timeweave.indexes.lexical import Bm25
from timeweave.indexes.opened import OpenEntities, OpenSegment, OpenStatements, OpenWords
from timeweave.indexes.reader import IndexReader
from timeweave.indexes.segment_file import SegmentFile, is_segment, spare
from timeweave.records import Change, Document, Prepared, Problem, SegmentRef, Statement
from timeweave.store.base import Transaction, View
from timeweave.store.locking import flush_folder
from timeweave.warned import warn

GRACE_SECONDS = 120.0
SWEEP_SECONDS = 30.0  # between two looks through the folder by one writer, which take as long as it holds files

S = TypeVar("S", bound=OpenSegment)


class Indexes:
    """The index files in ``folder``. Files that a committed state refers to are never written to."""

    def __init__(self, folder: Path, *, parameters: Bm25 | None = None, max_rows: int = MAX_ROWS) -> None:
        self._folder = Path(folder)
        self._parameters = parameters or Bm25()
        self._statements = Kind(self._folder, StatementColumns, max_rows)
        self._entities = Kind(self._folder, EntityColumns, max_rows)
        self._of_chunks: tuple[SegmentKind, ...] = (
            Kind(self._folder, ChunkColumns, max_rows),
            Kind(self._folder, ShingleColumns, min(max_rows, SHINGLE_ROWS)),
            EdgesKind(self._folder, max_rows),
        )
        self._open_statements: dict[str, OpenStatements] = {}
        self._open_entities: dict[str, OpenEntities] = {}
        self._open_chunks: dict[str, OpenWords] = {}
        self._gathering = Gathering(())
        self._chunks: tuple[list[SegmentRef], ChunkState] | None = None
        self._swept: float | None = None
        self._has_written = False

    @property
    def kinds(self) -> tuple[SegmentKind, ...]:
        """How each kind of file grows."""
        return (self._statements, self._entities, *self._of_chunks)

    @property
    def has_written(self) -> bool:
        """Whether files may have been replaced since this was opened, here or by a writer that was cut off before."""
        return self._has_written

    @damage_named
    def added(self, transaction: Transaction, change: Change) -> Change:
        """``change`` with the index files to take in and those to drop; the new files are on disk.

        Raises:
            StoreFullError, StoreReadOnlyError: a file cannot be written.
            IndexDamagedError: a file that is to be merged is damaged.
        """
        self._has_written = True
        self.complete(transaction)
        # before there are files of this change, which no state refers to yet: no clock is trusted to spare them
        if self._swept is None or time.monotonic() - self._swept >= SWEEP_SECONDS:
            self.sweep(transaction)
        taken: list[SegmentRef] = []
        dropped: list[str] = []
        for kind in self.kinds:
            segments, replaced = kind.taken_in(transaction, change)
            taken += segments
            dropped += replaced
        if taken:
            flush_folder(self._folder)
        spare(self._folder, dropped)
        return replace(
            change, segments=(*change.segments, *taken), dropped_segments=(*change.dropped_segments, *dropped)
        )

    @damage_named
    def purge(self, transaction: Transaction) -> None:
        """Write the files that hold rows of erased versions anew without them; those that they replace are for `sweep`,
        once that is committed.

        Raises:
            StoreFullError, StoreReadOnlyError: a file cannot be written.
            IndexDamagedError: one that holds such rows is damaged.
        """
        self._has_written = True
        self._rewrite(transaction)

    def _rewrite(self, transaction: Transaction, *, narrowing: bool = False) -> None:
        for kind in self.kinds:
            segments = kind.purged(transaction, narrowing=narrowing)
            if segments is not None:
                kept = {ref.name for ref in segments}
                spare(self._folder, (ref.name for ref in transaction.segments(kind.name) if ref.name not in kept))
                transaction.replace_segments(kind.name, segments)
        flush_folder(self._folder)
        forget_fits(self._folder)

    @damage_named
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

    @damage_named
    def chunks(self, view: View) -> ChunkReader:
        """The chunks that ``view`` sees.

        Raises:
            IndexDamagedError: as `reader`; or the store was written by a version that made no index of chunks.
        """
        if missing_kinds(view, self._of_chunks) and view.visible.any():
            raise lacks_chunks(self._folder)
        chunks, shingles, edges = (view.segments(kind.name) for kind in self._of_chunks)
        refs = [*chunks, *shingles, *edges]
        known = self._chunks
        if known is None or known[0] != refs:
            self._open_chunks = _reopened(self._folder, chunks, self._open_chunks, OpenWords)
            evidence = EvidenceSegments(self._folder, shingles, edges)
            state = ChunkState(self._folder, tuple(self._open_chunks.values()), evidence, self._parameters)
            self._chunks = known = (refs, state)
        return known[1].reader(view)

    @damage_named
    def complete(self, transaction: Transaction, *, thoroughly: bool = False) -> None:
        """Make the index files of chunks for a store that was written without them, of what it holds; with an
        `IndexRebuiltWarning`, since it takes a while. Those that earlier versions wrote larger are written anew.

        That the store lacks them is noted in it; ``thoroughly`` looks at each document.

        Raises:
            IndexDamagedError: the vectors of the statements cannot be read.
        """
        missing = kinds_to_make(transaction, self._of_chunks)
        if thoroughly and not missing and without_chunks(transaction, self._folder):
            missing = list(self._of_chunks)
        if missing:
            if documents := len(transaction.held()):
                names = ", ".join(kind.name for kind in missing)
                what = f"the index of {names} is made of the {documents:,} document versions that the store holds"
                warn(f"{what}, once: nothing is embedded anew", IndexRebuiltWarning, stacklevel=2)
            self._has_written = True
            make_kinds(transaction, missing, self._folder)
        if may_be_wide(transaction):
            self._has_written = True
            self._rewrite(transaction, narrowing=True)
        note_complete(transaction, self._of_chunks)

    @damage_named
    def verify(self, view: View) -> list[Problem]:
        """Read every byte of the files of ``view``, and compare what they hold with the versions that any day sees."""
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
            for ordinal, (id_, statements, _) in view.sizes().items():
                if (held := rows.get(ordinal, 0)) != statements:
                    what = f"document {id_!r} has {statements} statements, the index {held} of them"
                    problems.append(Problem(what, str(self._folder), repairable=True))
        return problems or self._verify_chunks(view)

    def _verify_chunks(self, view: View) -> list[Problem]:
        sizes = view.sizes()
        lacking = without_chunks(view, self._folder)
        if not lacking:
            missing = ", ".join(kind.name for kind in missing_kinds(view, self._of_chunks)) if sizes else ""
            what = f"the index of {missing} was never made"
            return [Problem(what, str(self._folder), repairable=True)] if missing else []
        ids = sorted({sizes[ordinal][0] for ordinal in lacking})
        others = f" and {len(ids) - 1:,} others" if len(ids) > 1 else ""
        what = f"the chunks of document {ids[0]!r}{others} are not in the index"
        return [Problem(what, str(self._folder), repairable=True)]

    def rebuild(self, transaction: Transaction, prepare: Callable[[Document, Sequence[Statement]], Prepared]) -> None:
        """Make all files anew from the documents that the store holds, superseded versions too; those that they replace
        are for `sweep`, once that is committed.

        ``prepare`` gets each document with the statements that are stored of it, which may have been read by other
        rules than today's.

        Raises:
            StoreError: what ``prepare`` gives has other statements than those.
        """
        self._has_written = True
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
            spare(self._folder, (ref.name for ref in transaction.segments(name)))
            transaction.replace_segments(name, segments)
        note_complete(transaction, self._of_chunks)

    def sweep(self, transaction: Transaction, *, grace: float = GRACE_SECONDS) -> int:
        """Delete files that the committed state does not refer to and that nobody touched for ``grace`` seconds.

        To be called under the write lock, where no other writer can be about to commit one of them; the grace is for
        readers of an earlier state that have not opened theirs yet, and not needed where there are none
        (`Store.quiet`). Returns how many were deleted.
        """
        self._swept = time.monotonic()
        needed = {ref.name for kind in self.kinds for ref in transaction.segments(kind.name)}
        deleted = 0
        for path in self._folder.glob("*"):
            is_ours = is_segment(path.name) and path.is_file() and not path.is_symlink()
            if is_ours and path.name not in needed and time.time() - path.stat().st_mtime >= grace:
                path.unlink(missing_ok=True)
                deleted += 1
        return deleted


def _reopened(
    folder: Path, refs: Sequence[SegmentRef], known: Mapping[str, S], opened: Callable[[SegmentFile], S]
) -> dict[str, S]:
    """The segments of ``refs``, those that were open already as they are."""
    return {ref.name: known.get(ref.name) or opened(SegmentFile(folder, ref)) for ref in refs}
