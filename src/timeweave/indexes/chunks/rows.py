"""The chunks of all segments drawn together in the order that breaks ties, and those of them that a view sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast, overload

import numpy as np

from timeweave.indexes.opened import OpenWords
from timeweave.records import ChunkKey


def chunk_numbers(ordinals: np.ndarray, indexes: np.ndarray) -> np.ndarray:
    """One number for each chunk of a version (int64), by version and position."""
    return np.asarray(ordinals.astype(np.int64) << 32 | indexes)


class ChunkTable:
    """Every chunk of ``segments`` by document id, position and ordinal, superseded versions too; parallel arrays.

    ``everywhere`` is each chunk's number among the rows of all segments, one after the other.
    """

    def __init__(self, segments: Sequence[OpenWords]) -> None:
        self.segments = tuple(segments)
        ordinals, indexes, days = (
            np.concatenate([np.empty(0, np.int32), *(s.file.part(name) for s in self.segments)])
            for name in ("ordinals", "indexes", "days")
        )
        documents = np.concatenate([np.empty(0, np.int64), *_id_ranks(self.segments)])
        self.everywhere = np.lexsort((ordinals, indexes, documents))
        self.ordinals, self.indexes = ordinals[self.everywhere], indexes[self.everywhere]
        self.days, self.documents = days[self.everywhere], documents[self.everywhere]

    def __len__(self) -> int:
        return len(self.ordinals)

    @cached_property
    def firsts(self) -> list[int]:
        """Where the rows of each segment begin among those of all of them, and where the last ones end."""
        return [int(n) for n in np.cumsum([0, *map(len, self.segments)])]


class ChunkRows:
    """The chunks of a table that are visible (boolean by ordinal), in its order: each is a row, counted from 0."""

    def __init__(self, table: ChunkTable, visible: np.ndarray) -> None:
        known = table.ordinals < len(visible)
        kept = known & visible[np.where(known, table.ordinals, 0)] if len(visible) else known
        self.table = table
        self.visible = visible
        self.chosen = np.flatnonzero(kept)
        """The place of each row in the table."""
        self.ordinals, self.indexes = table.ordinals[self.chosen], table.indexes[self.chosen]
        self.days = table.days[self.chosen]
        self.documents = table.documents[self.chosen]
        """For each row a number of its document, rising with the document's id."""

    def __len__(self) -> int:
        return len(self.chosen)

    @cached_property
    def keys(self) -> ChunkKeys:
        """The chunk of each row."""
        return ChunkKeys(self.ordinals, self.indexes)

    @cached_property
    def places(self) -> np.ndarray:
        """The row of each chunk by its number among the rows of all segments; -1 where it is not visible."""
        placed = np.full(len(self.table), -1, np.int64)
        placed[self.table.everywhere[self.chosen]] = np.arange(len(self))
        return placed

    def of_segment(self, number: int) -> np.ndarray:
        """The row of each chunk of one segment of the table; -1 where it is not visible."""
        first, end = self.table.firsts[number : number + 2]
        return self.places[first:end]


class ChunkKeys(Sequence[ChunkKey]):
    """Keys made as they are asked for, since most of 100,000 never are."""

    def __init__(self, ordinals: np.ndarray, indexes: np.ndarray) -> None:
        self._ordinals = ordinals
        self._indexes = indexes

    def __len__(self) -> int:
        return len(self._ordinals)

    @overload
    def __getitem__(self, row: int) -> ChunkKey: ...

    @overload
    def __getitem__(self, row: slice) -> ChunkKeys: ...

    def __getitem__(self, row: int | slice) -> ChunkKey | ChunkKeys:
        if isinstance(row, slice):
            return ChunkKeys(self._ordinals[row], self._indexes[row])
        return ChunkKey(int(self._ordinals[row]), int(self._indexes[row]))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The row of a chunk.

        Raises:
            ValueError: it is none of these.
        """
        ordinal, index = cast("ChunkKey", value)
        rows = np.flatnonzero((self._ordinals[start:stop] == ordinal) & (self._indexes[start:stop] == index))
        if not len(rows):
            raise ValueError(f"no row holds {value!r}")
        return start + int(rows[0])


def _id_ranks(segments: Sequence[OpenWords]) -> list[np.ndarray]:
    """For each segment the place of its rows' document ids among all of them in alphabetical order."""
    ids = sorted({segment.id_of(ordinal) for segment in segments for ordinal in segment.documents.tolist()})
    ranks = {id_: rank for rank, id_ in enumerate(ids)}
    found = []
    for segment in segments:
        own = np.asarray([ranks[segment.id_of(ordinal)] for ordinal in segment.documents.tolist()], np.int64)
        found.append(own[np.searchsorted(segment.documents, segment.ordinals)])
    return found
