"""Rows put together of the rows of a table, each kept once: a graph tells of few names, line after line.

The cosine of a row is that of its parts, added up and divided by its length, and so is the bound on its error. A scan
scores each part once, however many rows share it, and is as exact as one over rows that are kept whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.indexes.quantised import ROUNDING, Codes, Query, bounded_scores, coded
from timeweave.records.vectors import PartedVectors, narrowest


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """Rows whose parts are rows of ``table``; as `PartedVectors` over what the table stands for."""

    table: Codes
    parts: np.ndarray
    lengths: np.ndarray

    @classmethod
    def of(cls, vectors: PartedVectors) -> Composed:
        """As it is kept: the lengths are those of sums of what the table stands for."""
        table = coded(vectors.table)
        return cls(table, vectors.parts, PartedVectors.of(table.vectors, vectors.parts).lengths)

    @classmethod
    def whole(cls, rows: Codes) -> Composed:
        """Rows of one part each."""
        parts = np.arange(len(rows), dtype=narrowest(len(rows)))[:, None]
        return cls(rows, parts, np.ones(len(rows), np.float32))

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def vectors(self) -> PartedVectors:
        """What they stand for, to the last bit."""
        return PartedVectors(self.table.vectors, self.parts, self.lengths)

    def bounded(self, query: Query) -> tuple[np.ndarray, np.ndarray]:
        """Approximate scores, and how far each is from the true one at most; float32."""
        scores, errors = (np.append(told, np.float32(0)) for told in bounded_scores(query, self.table))
        slack = np.float32(ROUNDING * max(query.length, 1.0))
        return _added(scores, self.parts) / self.lengths, _added(errors, self.parts) / self.lengths + slack

    def taken(self, order: np.ndarray) -> Composed:
        """Rows ``order``, with no more of the table than they have as parts, in the order in which they have them: so
        the parts of rows that are read together lie together.
        """
        parts = self.parts[order]
        used, same = _distinct(parts.reshape(-1))
        kept = parts.reshape(-1)[used]
        is_part = kept < len(self.table)
        numbers = np.where(is_part, np.cumsum(is_part) - 1, is_part.sum())
        narrow = np.asarray(numbers[same].reshape(parts.shape), narrowest(int(is_part.sum())))
        return Composed(self.table.taken(kept[is_part]), narrow, self.lengths[order])

    @classmethod
    def joined(cls, several: Sequence[Codes | Composed]) -> Composed:
        """One after the other, over one table that holds no row twice."""
        each = [rows if isinstance(rows, Composed) else cls.whole(rows) for rows in several]
        table = Codes.joined([rows.table for rows in each])
        first, same = _distinct(_as_bytes(table))
        starts = np.cumsum([0, *(len(rows.table) for rows in each)])
        none = len(first)
        parts = np.full((sum(map(len, each)), max(rows.parts.shape[1] for rows in each)), none, narrowest(none))
        row = 0
        for rows, start in zip(each, starts, strict=False):
            numbers = np.append(same[start : start + len(rows.table)], none)
            parts[row : row + len(rows), : rows.parts.shape[1]] = numbers[rows.parts]
            row += len(rows)
        return cls(table.taken(first), parts, np.concatenate([rows.lengths for rows in each]))


def kept(vectors: np.ndarray | PartedVectors) -> Codes | Composed:
    """Vectors as they are kept."""
    if isinstance(vectors, PartedVectors):
        return Composed.of(vectors)
    return coded(np.asarray(vectors, np.float32))


def shared(rows: Codes | Composed) -> Codes | Composed:
    """The same rows, those that are alike kept once."""
    once = Composed.joined([rows])
    return once if len(once.table) < len(once) else rows


def renumbered(parts: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Which rows of a table of ``size`` are parts, ascending, and ``parts`` by their numbers among these."""
    is_used = np.zeros(size + 1, np.bool_)
    is_used[parts] = True
    used = np.flatnonzero(is_used[:size])
    numbers = np.full(size + 1, len(used), narrowest(len(used)))
    numbers[used] = np.arange(len(used))
    return used, numbers[parts]


def _distinct(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each distinct value stands first, ascending, and of every value which of these it is."""
    _, first, same = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    ranks = np.empty(len(first), np.int64)
    ranks[order] = np.arange(len(first))
    return first[order], ranks[same.reshape(-1)]


def _added(told: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Of each row the sum of what is told of its parts."""
    sums = told[parts[:, 0]]
    for column in range(1, parts.shape[1]):
        sums += told[parts[:, column]]
    return np.asarray(sums)


def _as_bytes(rows: Codes) -> np.ndarray:
    """Each row as one value that is equal to another's where all of its bits are."""
    joined = np.concatenate([rows.codes.view(np.uint8), rows.scales[:, None].view(np.uint8)], axis=1)
    return np.ascontiguousarray(joined).view(f"V{joined.shape[1]}").reshape(-1)
