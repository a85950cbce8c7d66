"""How the segments of one kind grow, merge and shed what the store no longer holds.

Each document adds one small segment. Segments of like size are merged when there are eight, up to a size at which they
stay as they are: a store of n rows has O(log n) small segments besides about n / 100,000 full ones, and what an
addition costs does not grow with the store beyond that. What is erased costs as much as the segments that hold it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from timeweave.indexes.segment_file import SegmentFile
from timeweave.indexes.stored import Documents, is_wide, stored_documents
from timeweave.records import Change, Prepared, SegmentRef
from timeweave.store.base import Transaction

MAX_ROWS = 131_072
FAN_IN = 8
SMALLEST_TIER = 64  # rows

Held = Callable[[Collection[int]], Iterable[int]]
"""Those of some versions that the store holds."""


class Columns(Protocol):
    """The rows of a segment in memory. ``documents`` are the distinct ordinals with their ids, ascending."""

    kind: ClassVar[str]

    @property
    def documents(self) -> Documents:
        """Those that the rows belong to."""

    def __len__(self) -> int: ...

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> Self:
        """Of one document."""

    @classmethod
    def read(cls, file: SegmentFile) -> Self:
        """Of a segment, every byte verified."""

    @classmethod
    def merged(cls, parts: Sequence[Self], without: frozenset[int] = ...) -> Self:
        """Of several together, the rows of the documents ``without`` left out."""

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""


C = TypeVar("C", bound=Columns)


class SegmentWriter(Protocol):
    """Takes documents, writes full segments as they fill up."""

    def add(self, ordinal: int, prepared: Prepared) -> None:
        """Take one version in."""

    def finish(self) -> list[SegmentRef]:
        """Write what is left; all files that were written."""


class SegmentKind(Protocol):
    """How one kind of segment follows what the store holds."""

    @property
    def name(self) -> str:
        """The kind of its segments."""

    @property
    def mark(self) -> str:
        """By which a store says that it holds this kind as it is made now, whatever earlier versions made of it."""

    def taken_in(self, transaction: Transaction, change: Change) -> tuple[list[SegmentRef], list[str]]:
        """The files to take in for a change, and the names of those that they replace."""

    def purged(self, transaction: Transaction, *, narrowing: bool = False) -> list[SegmentRef] | None:
        """The files of this kind, those that hold rows of erased versions written anew without them, with ``narrowing``
        also those that earlier versions wrote larger; ``None`` where none was.
        """

    def writer(self) -> SegmentWriter:
        """For building everything anew."""


class Kind(Generic[C]):
    """How one kind of segment grows."""

    def __init__(self, folder: Path, columns: type[C], max_rows: int) -> None:
        self._folder = folder
        self._columns: type[C] = columns
        self._max_rows = max_rows

    @property
    def name(self) -> str:
        """The kind of its segments."""
        return self._columns.kind

    @property
    def mark(self) -> str:
        """By which a store says that it holds this kind as it is made now."""
        return self.name

    def taken_in(self, transaction: Transaction, change: Change) -> tuple[list[SegmentRef], list[str]]:
        """The files to take in for a change, and the names of those that they replace."""
        refs = transaction.segments(self.name)
        new = self._new(transaction, change)
        if new is None or not len(new):
            return [], []
        replaced = self._to_merge(refs, len(new))
        parts, held = [new], held_after(transaction, change)
        gone: set[int] = set()
        for ref in replaced:
            part = self._columns.read(SegmentFile(self._folder, ref))
            gone |= _erased(part.documents, held)
            parts.append(part)
        whole = new if len(parts) == 1 else self._together(parts, frozenset(gone), transaction, held)
        return [whole.write(self._folder)], [ref.name for ref in replaced]

    def purged(self, transaction: Transaction, *, narrowing: bool = False) -> list[SegmentRef] | None:
        """The files of this kind, those that hold rows of erased versions written anew without them, with ``narrowing``
        also those that earlier versions wrote larger; ``None`` where none was.
        """
        held, refs, changed = held_after(transaction), [], False
        for ref in transaction.segments(self.name):
            file = SegmentFile(self._folder, ref)
            gone = _erased(stored_documents(file), held)
            if not gone and not (narrowing and is_wide(file)):
                refs.append(ref)
                continue
            changed = True
            whole = self._columns.read(file)
            left = self._together([whole], frozenset(gone), transaction, held) if gone else whole
            refs += [left.write(self._folder)] if len(left) else []
        return refs if changed else None

    def writer(self) -> SegmentWriter:
        """For building everything anew."""
        return Building(self._folder, self._columns, self._max_rows)

    def _new(self, transaction: Transaction, change: Change) -> C | None:  # noqa: ARG002 - for kinds that compare
        """The rows of the version that is added; ``None`` where none is."""
        if change.added is None or change.ordinal is None:
            return None
        return self._columns.of_document(change.ordinal, change.added)

    def _together(
        self,
        parts: Sequence[C],
        gone: frozenset[int],
        transaction: Transaction,  # noqa: ARG002 - for kinds whose rows name versions of other segments
        held: Held,  # noqa: ARG002
    ) -> C:
        """Several merged, the rows of the documents ``gone`` left out."""
        return self._columns.merged(parts, gone)

    def _to_merge(self, refs: Sequence[SegmentRef], size: int) -> list[SegmentRef]:
        """Which files a new segment of ``size`` rows is to be merged with, those that then fill the next tier too."""
        chosen: list[SegmentRef] = []
        while size < self._max_rows // 2:
            peers = [
                r for r in refs if r not in chosen and _tier(r.rows) == _tier(size) and r.rows < self._max_rows // 2
            ]
            if len(peers) + 1 < FAN_IN:
                break
            before = size
            for ref in sorted(peers, key=lambda r: r.rows):
                if size + ref.rows <= self._max_rows:
                    chosen.append(ref)
                    size += ref.rows
            if size == before:
                break
        return chosen


class Building(Generic[C]):
    """Takes one document after the other, and writes a segment whenever so many rows wait."""

    def __init__(self, folder: Path, columns: type[C], max_rows: int) -> None:
        self._folder = folder
        self._columns: type[C] = columns
        self._max_rows = max_rows
        self._waiting: list[C] = []
        self._rows = 0
        self._written: list[SegmentRef] = []

    def add(self, ordinal: int, prepared: Prepared) -> None:
        """Take a document."""
        part = self._of_document(ordinal, prepared)
        if len(part):
            self._waiting.append(part)
            self._rows += len(part)
        if self._rows >= self._max_rows:
            self._flush()

    def finish(self) -> list[SegmentRef]:
        """Write what waits; all segments that were written."""
        self._flush()
        return self._written

    def _of_document(self, ordinal: int, prepared: Prepared) -> C:
        return self._columns.of_document(ordinal, prepared)

    def _flush(self) -> None:
        if self._waiting:
            self._written.append(self._columns.merged(self._waiting).write(self._folder))
            self._waiting, self._rows = [], 0


def held_after(transaction: Transaction, change: Change | None = None) -> Held:
    """Which versions the store holds, after ``change`` where one is to come."""
    removed = set(change.removed) if change else set()
    arriving = change.ordinal if change else None

    def held(ordinals: Collection[int]) -> set[int]:
        return set(transaction.held(ordinals)) - removed | {o for o in ordinals if o == arriving}

    return held


def _erased(documents: Documents, held: Held) -> set[int]:
    ordinals = {ordinal for ordinal, _ in documents}
    return ordinals - set(held(ordinals))


def _tier(rows: int) -> int:
    return max(0, int(math.log(max(rows, 1) / SMALLEST_TIER, FAN_IN)))
