"""The vectors that the store holds of a document's statements, in the statements' order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timeweave.indexes.segment_file import SegmentFile
from timeweave.indexes.stored import scattered_codes
from timeweave.records import SegmentRef
from timeweave.records.vectors import PartedVectors


class StoredVectors:
    """Of the segments of statements ``refs``.

    Raises:
        IndexDamagedError: a file is missing or damaged.
    """

    def __init__(self, folder: Path, refs: Sequence[SegmentRef]) -> None:
        self._files = [SegmentFile(folder, ref) for ref in refs]
        self._orders = [np.argsort(file.part("ordinals"), kind="stable") for file in self._files]
        self._sorted = [file.part("ordinals")[order] for file, order in zip(self._files, self._orders, strict=True)]
        self._holding = {
            ordinal: number for number, file in enumerate(self._files) for ordinal in file.part("documents").tolist()
        }

    @property
    def dimensions(self) -> int:
        """Of each vector; 0 when there is none."""
        return int(self._files[0].part("codes", 0, 0).shape[1]) if self._files else 0

    def of(self, ordinal: int) -> np.ndarray | PartedVectors:
        """Those of a version (rows × dimensions, float32)."""
        number = self._holding.get(ordinal)
        if number is None:
            return np.empty((0, self.dimensions), np.float32)
        file = self._files[number]
        first, end = np.searchsorted(self._sorted[number], (ordinal, ordinal + 1))
        rows = np.sort(self._orders[number][first:end])
        in_order = rows[np.argsort(file.take("indexes", rows))]
        return scattered_codes(file, in_order).vectors
