"""Vectors in 8 bits: four times less to read in a scan, with a bound on how far each score can be off.

A row v is kept as v̂ = scale · codes besides its full form. For a query q, kept likewise as q̂, the score v·q differs
from v̂·q̂ by at most ‖v − v̂‖·‖q‖ + ‖v̂‖·‖q − q̂‖ (Cauchy-Schwarz). Rows whose upper bound reaches the k-th best lower
bound hold the true best k; only those are scored in full. So the scan is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_ROUNDING = 1e-5  # of the arithmetic in 32-bit floats on vectors of unit length, generously
_FULL_SCORES_AT_ONCE = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """Rows in 8 bits (rows × dimensions), what one step is worth in each, and ‖v − v̂‖ of each, not rounded down."""

    codes: np.ndarray
    scales: np.ndarray
    residuals: np.ndarray


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
        coded = quantise(full.astype(np.float32)[None])
        return cls(
            full,
            coded.codes,
            float(coded.scales[0]),
            float(np.linalg.norm(full)),
            float(coded.residuals[0]) + 1e-6 * float(np.linalg.norm(full)),
        )


def quantise(vectors: np.ndarray) -> Codes:
    """8-bit codes of float32 rows."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / np.float32(127), np.float32(1)).astype(np.float32)
    codes = np.rint(vectors / scales[:, None]).astype(np.int8)
    off = vectors.astype(np.float64) - codes * scales[:, None].astype(np.float64)
    residuals = np.nextafter(np.sqrt((off * off).sum(axis=1)).astype(np.float32), np.float32(np.inf))
    return Codes(codes, scales, residuals)


def bounded_scores(query: Query, rows: Codes) -> tuple[np.ndarray, np.ndarray]:
    """Approximate scores, and how far each is from the true one at most; float32."""
    import numkong

    if not len(rows.codes):
        return np.empty(0, np.float32), np.empty(0, np.float32)
    dots = np.asarray(numkong.cdist(rows.codes, query.codes, metric="dot")).reshape(-1)
    approximate = (dots * (rows.scales.astype(np.float64) * query.scale)).astype(np.float32)
    lengths = np.float32(1 + 1e-3) + rows.residuals
    slack = np.float32(_ROUNDING * max(query.length, 1.0))
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
