"""A matrix of which most entries are 0: what edges between texts and counts of terms are kept in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class SparseRows:
    """Compressed sparse rows (CSR): row i holds ``data[indptr[i]:indptr[i + 1]]`` in the columns ``indices[…]``, which
    ascend within a row. ``indices`` and ``indptr`` are int64, ``data`` is of any number; ``shape`` is (rows, columns).

    Sums run in the order of the entries, so that they are the same on every machine.
    """

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray
    shape: tuple[int, int]

    @classmethod
    def of(cls, data: np.ndarray, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> SparseRows:
        """From coordinates, in any order and none of them twice."""
        order = np.lexsort((columns, rows))
        starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=shape[0]))]).astype(np.int64)
        return cls(np.asarray(data)[order], np.asarray(columns, np.int64)[order], starts, shape)

    @property
    def rows(self) -> np.ndarray:
        """The row of each entry (int64)."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    def row(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """The columns of one row, and what it holds there."""
        inside = slice(self.indptr[number], self.indptr[number + 1])
        return self.indices[inside], self.data[inside]

    def sums(self) -> np.ndarray:
        """Of each row (float64)."""
        return _added_up(self.rows, self.data, self.shape[0])

    def times(self, vector: np.ndarray) -> np.ndarray:
        """A · v: one number a row (float64)."""
        return _added_up(self.rows, self.data * vector[self.indices], self.shape[0])

    def transposed_times(self, vector: np.ndarray) -> np.ndarray:
        """Aᵀ · v: one number a column (float64)."""
        return _added_up(self.indices, self.data * vector[self.rows], self.shape[1])

    def where(self, kept: np.ndarray) -> SparseRows:
        """Of the entries only those marked (one boolean an entry); the others are 0."""
        starts = np.concatenate([[0], np.cumsum(kept)])[self.indptr]
        return SparseRows(self.data[kept], self.indices[kept], starts, self.shape)

    def with_columns(self, kept: np.ndarray) -> SparseRows:
        """The columns ``kept`` alone (their numbers, ascending), numbered anew."""
        numbers = np.full(self.shape[1], -1, np.int64)
        numbers[kept] = np.arange(len(kept))
        held = self.where(numbers[self.indices] >= 0)
        return SparseRows(held.data, numbers[held.indices], held.indptr, (self.shape[0], len(kept)))

    def dense(self) -> np.ndarray:
        """Rows × columns, zeros and all."""
        whole = np.zeros(self.shape, self.data.dtype)
        whole[self.rows, self.indices] = self.data
        return whole


def _added_up(places: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """The sum of the values of each place; of no values `numpy.bincount` would give whole numbers."""
    return np.bincount(places, values, minlength=count).astype(np.float64, copy=False)
