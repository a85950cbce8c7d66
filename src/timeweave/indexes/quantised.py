"""Vectors in 12 bits a number, of which a scan reads the 8 that count most.

What is kept of a vector is v = step · n, with whole numbers n from -2032 to 2032; it stands for itself from then on. Of
each n the upper 8 bits are its code, the lower 4 lie apart, so that a scan reads two thirds of it. With
v̂ = 16 · step · codes, and a query q put into 8 bits likewise as q̂, the score v·q differs from v̂·q̂ by at most
‖v − v̂‖·‖q‖ + ‖v̂‖·‖q − q̂‖ (Cauchy-Schwarz). Rows whose upper bound reaches the k-th best lower bound hold the true best
k; only those are scored in full. So the scan is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ROUNDING = 1e-5  # of the arithmetic in 32-bit floats on vectors of unit length, generously
_FULL_SCORES_AT_ONCE = 4096
_MOST = np.float32(2032)  # 127 codes of 16
_FINE = np.float32(16)
_HALF = np.float32(8)
_STEP_BITS = np.float32(2**13)


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """Rows in 8 bits (rows × dimensions), what one of a code is worth, and ‖v − v̂‖ of each, not rounded down."""

    codes: np.ndarray
    scales: np.ndarray
    residuals: np.ndarray

    def bounded(self, query: Query) -> tuple[np.ndarray, np.ndarray]:
        """As `bounded_scores`."""
        return bounded_scores(query, self)

    def taken(self, order: np.ndarray) -> Codes:
        """Rows ``order``."""
        return Codes(self.codes[order], self.scales[order], self.residuals[order])


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """Rows in 12 bits: their codes, and the lower 4 bits of two numbers in each byte."""

    coarse: Codes
    fine: np.ndarray

    def __len__(self) -> int:
        return len(self.fine)

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return int(self.coarse.codes.shape[1])

    @property
    def vectors(self) -> np.ndarray:
        """What they stand for, in float32 to the last bit."""
        numbers = self.coarse.codes.astype(np.float32)
        numbers *= _FINE
        numbers[:, 0::2] += (self.fine >> 4)[:, : (self.width + 1) // 2]
        numbers[:, 1::2] += (self.fine & 15)[:, : self.width // 2]
        numbers -= _HALF
        numbers *= (self.coarse.scales / _FINE)[:, None]
        return numbers

    def taken(self, order: np.ndarray) -> Coded:
        """Rows ``order``."""
        return Coded(self.coarse.taken(order), self.fine[order])

    @classmethod
    def joined(cls, several: Sequence[Coded]) -> Coded:
        """One after the other."""
        coarse = [rows.coarse for rows in several]
        names = ("codes", "scales", "residuals")
        joined = Codes(*(np.concatenate([getattr(rows, name) for rows in coarse]) for name in names))
        return cls(joined, np.concatenate([rows.fine for rows in several]))


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A query vector in full, in 8 bits, and the lengths that bound the error."""

    full: np.ndarray
    codes: np.ndarray
    scale: float
    length: float
    residual: float

    @classmethod
    def of(cls, vector: np.ndarray) -> Query:
        """From a vector of any length and float type."""
        full = np.asarray(vector, np.float64).reshape(-1)
        rows = coded(full.astype(np.float32)[None]).coarse
        length = float(np.linalg.norm(full))
        off = float(np.linalg.norm(full - rows.codes[0] * float(rows.scales[0])))
        return cls(full, rows.codes, float(rows.scales[0]), length, off + 1e-6 * length)


def coded(vectors: np.ndarray) -> Coded:
    """Float32 rows in 12 bits; of rows that codes stand for, these codes."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    # steps of so few bits that a number times a step is a float32, so that nothing is lost when it is coded again
    mantissas, exponents = np.frexp(np.where(largest > 0, largest / _MOST, np.float32(1)))
    steps = np.ldexp(np.ceil(mantissas * _STEP_BITS) / _STEP_BITS, exponents).astype(np.float32)
    numbers = np.rint(vectors / steps[:, None]).astype(np.int16)
    upper = (numbers + 8) >> 4
    lower = (numbers + 8 - (upper << 4)).astype(np.uint8)
    fine = lower[:, 0::2] << 4
    fine[:, : vectors.shape[1] // 2] |= lower[:, 1::2]
    scales = steps * _FINE
    off = (numbers - (upper << 4)) * steps[:, None].astype(np.float64)
    residuals = np.nextafter(np.sqrt((off * off).sum(axis=1)).astype(np.float32), np.float32(np.inf))
    return Coded(Codes(upper.astype(np.int8), scales, residuals), fine)


def bounded_scores(query: Query, rows: Codes) -> tuple[np.ndarray, np.ndarray]:
    """Approximate scores, and how far each is from the true one at most; float32."""
    import simsimd

    if not len(rows.codes):
        return np.empty(0, np.float32), np.empty(0, np.float32)
    dots = np.asarray(simsimd.cdist(rows.codes, query.codes, metric="dot")).reshape(-1)
    approximate = (dots * (rows.scales.astype(np.float64) * query.scale)).astype(np.float32)
    lengths = np.float32(1 + 1e-3) + rows.residuals
    slack = np.float32(ROUNDING * max(query.length, 1.0))
    errors = rows.residuals * np.float32(query.length) + lengths * np.float32(query.residual) + slack
    return approximate, errors


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
