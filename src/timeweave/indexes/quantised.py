"""Vectors in 8 bits a number.

What is kept of a vector is v = scale · n, with whole numbers n from -127 to 127; it stands for itself from then on. A
query q is put into 8 bits likewise, as q̂, so that a scan multiplies whole numbers: the score v·q differs from v·q̂ by
at most ‖v‖·‖q − q̂‖ (Cauchy-Schwarz). Rows whose upper bound reaches the k-th best lower bound hold the true best k;
only those are scored with q in full. So the scan is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

ROUNDING = 1e-5  # of the arithmetic in 32-bit floats on vectors of unit length, generously
_FULL_SCORES_AT_ONCE = 4096
_MOST = np.float32(127)
_SCALE_BITS = np.float32(2**13)
_STEP_OF_NOTHING = np.float32(2**-20)  # of a row of zeros: so small that no bound on its length grows by it


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """Rows in 8 bits (rows × dimensions), and what one of a code is worth in each."""

    codes: np.ndarray
    scales: np.ndarray

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return int(self.codes.shape[1])

    @property
    def vectors(self) -> np.ndarray:
        """What they stand for, in float32 to the last bit."""
        return np.asarray(self.codes.astype(np.float32) * self.scales[:, None])

    def bounded(self, query: Query) -> tuple[np.ndarray, np.ndarray]:
        """As `bounded_scores`."""
        return bounded_scores(query, self)

    def taken(self, order: np.ndarray) -> Self:
        """Rows ``order``."""
        return type(self)(self.codes[order], self.scales[order])

    @classmethod
    def joined(cls, several: Sequence[Codes]) -> Self:
        """One after the other."""
        return cls(*(np.concatenate([getattr(rows, name) for rows in several]) for name in ("codes", "scales")))


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A query vector in full, in 8 bits, and the length of what that leaves out, not rounded down."""

    full: np.ndarray
    codes: np.ndarray
    scale: float
    length: float
    residual: float

    @classmethod
    def of(cls, vector: np.ndarray) -> Query:
        """From a vector of any length and float type."""
        full = np.asarray(vector, np.float64).reshape(-1)
        rows = coded(full.astype(np.float32)[None])
        length = float(np.linalg.norm(full))
        off = float(np.linalg.norm(full - rows.codes[0] * float(rows.scales[0])))
        return cls(full, rows.codes, float(rows.scales[0]), length, off + 1e-6 * length)


def coded(vectors: np.ndarray) -> Codes:
    """Float32 rows in 8 bits; of rows that codes stand for, these codes."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    # of so few bits that a code times its scale is a float32, so that nothing is lost when it is coded again
    mantissas, exponents = np.frexp(np.where(largest > 0, largest / _MOST, _STEP_OF_NOTHING))
    scales = np.ldexp(np.ceil(mantissas * _SCALE_BITS) / _SCALE_BITS, exponents).astype(np.float32)
    return Codes(np.rint(vectors / scales[:, None]).astype(np.int8), scales)


def bounded_scores(query: Query, rows: Codes) -> tuple[np.ndarray, np.ndarray]:
    """Approximate scores, and how far each is from the true one at most; float32. Rows are those of vectors of unit
    length, or of zeros.
    """
    import simsimd

    if not len(rows):
        return np.empty(0, np.float32), np.empty(0, np.float32)
    dots = np.asarray(simsimd.cdist(rows.codes, query.codes, metric="dot")).reshape(-1)
    approximate = (dots * (rows.scales.astype(np.float64) * query.scale)).astype(np.float32)
    # each number is off by half a step at most
    longest = np.float32(1 + 1e-3) + rows.scales * np.float32(rows.width**0.5 / 2)
    slack = np.float32(ROUNDING * max(query.length, 1.0))
    return approximate, longest * np.float32(query.residual) + slack


def full_scores(query: Query, vectors: np.ndarray) -> np.ndarray:
    """v·q of float32 rows in 64-bit floats, summed in one fixed order: a row's score depends on no other row."""
    scores = np.empty(len(vectors), np.float64)
    for start in range(0, len(vectors), _FULL_SCORES_AT_ONCE):
        products = vectors[start : start + _FULL_SCORES_AT_ONCE].astype(np.float64) * query.full
        width = products.shape[1]
        while width > 1:
            half = (width + 1) // 2
            products[:, : width - half] += products[:, half:width]
            width = half
        scores[start : start + len(products)] = products[:, 0] if products.shape[1] else 0.0
    return scores
