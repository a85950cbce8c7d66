"""Vectors that are put together of others: what lines of a graph have in place of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

_AT_ONCE = 8_192  # rows, so that no more than these are held in full where one number of each is wanted
_SHORTEST = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class PartedVectors:
    """Row i is Σ ``table[parts[i]]`` ÷ ``lengths[i]``.

    ``table`` has float32 rows; ``parts`` (rows × most parts of a row) are their numbers, ``len(table)`` for none.
    ``lengths`` make rows of several parts of unit length, those of one part are that part as it is.
    """

    table: np.ndarray
    parts: np.ndarray
    lengths: np.ndarray

    @classmethod
    def of(cls, table: np.ndarray, parts: np.ndarray) -> Self:
        """With the lengths worked out."""
        narrow = np.asarray(parts, narrowest(len(table)))
        return cls(table, narrow, _lengths(table, narrow))

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return int(self.table.shape[1])

    def __getitem__(self, rows: slice | np.ndarray) -> np.ndarray:
        """Some rows in full, by range, numbers or booleans (rows × width, float32)."""
        sums = _sums(self.table, self.parts[rows])
        sums /= self.lengths[rows][:, None]
        return sums


def width_of(vectors: np.ndarray | PartedVectors) -> int:
    """Numbers in a row."""
    return vectors.width if isinstance(vectors, PartedVectors) else int(vectors.shape[1])


def narrowest(most: int) -> np.dtype:
    """The type of whole numbers up to ``most`` that takes the fewest bytes."""
    return np.min_scalar_type(most)


def _lengths(table: np.ndarray, parts: np.ndarray) -> np.ndarray:
    several = (parts < len(table)).sum(axis=1) > 1
    found = np.ones(len(parts), np.float32)
    for start in range(0, len(parts), _AT_ONCE):
        rows = start + np.flatnonzero(several[start : start + _AT_ONCE])
        sums = _sums(table, parts[rows])
        found[rows] = np.maximum(np.sqrt(np.vecdot(sums, sums)), _SHORTEST)
    return found


def _sums(table: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Added part by part, so that the bits of a row depend on no other row."""
    with_none = np.concatenate([table, np.zeros((1, table.shape[1]), table.dtype)])
    sums = with_none[parts[:, 0]]
    for column in range(1, parts.shape[1]):
        sums += with_none[parts[:, column]]
    return np.asarray(sums)
