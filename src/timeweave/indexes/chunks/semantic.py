"""Meaning without a model: TF-IDF and a truncated SVD of it over the visible chunks (TW-02; TWE-RAG, section 2.1).

    X ≈ U Σ Vᵀ,   d_i = U_i Σ,   q = TF-IDF(q) · V,   the score is the cosine of q and d_i

TF-IDF is scikit-learn's: f(t, d) · (ln((1 + N) / (1 + n(t))) + 1), each row of unit length. The fit is a function of
the rows in their canonical order, so that it knows nothing but what is visible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.indexes.chunks.singular_values import truncated_svd
from timeweave.records.sparse import SparseRows

DIMENSIONS = 128
MAX_TERMS = 100_000
MIN_ROWS = 2  # that hold a term
MAX_SHARE = 0.9  # of the rows
_NEGLIGIBLE = 1e-9  # of the largest singular value: what lies below is rounding
_DECIMALS = 9  # the iteration stops at rounding error, which must not rank


@dataclass(frozen=True, slots=True, eq=False)
class LatentSpace:
    """A fit. ``columns`` are the terms with their number, ``idf`` one per term; ``loadings`` (terms × d) is V, ``rows``
    (rows × d) U Σ at unit length, of zeros where a row holds no term.
    """

    columns: Mapping[str, int]
    idf: np.ndarray
    loadings: np.ndarray
    rows: np.ndarray

    def cosines(self, terms: Mapping[str, int]) -> np.ndarray:
        """Of each row to a question's terms and how often it says each (float64); 0 where either says nothing known."""
        known = sorted((self.columns[term], count) for term, count in terms.items() if term in self.columns)
        columns = np.asarray([column for column, _ in known], np.int64)
        counts = np.asarray([count for _, count in known], np.float64)
        query = (counts * self.idf[columns]) @ self.loadings[columns]
        length = float(np.sqrt(query @ query))
        if length <= _NEGLIGIBLE:
            return np.zeros(len(self.rows))
        return np.asarray(np.round(self.rows @ (query / length), _DECIMALS))


def fit(counts: SparseRows, words: Sequence[str]) -> LatentSpace:
    """Of how often each row holds each of ``words``, which are in alphabetical order."""
    kept = _kept_terms(counts)
    weighted, idf = _tf_idf(counts.with_columns(kept))
    rows, loadings = _truncated(weighted)
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    units = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > _NEGLIGIBLE)
    return LatentSpace({words[term]: column for column, term in enumerate(kept.tolist())}, idf, loadings, units)


def _kept_terms(counts: SparseRows) -> np.ndarray:
    """The terms in neither too few nor too many rows, the most frequent of them; ascending."""
    held = np.bincount(counts.indices, minlength=counts.shape[1])
    kept = np.flatnonzero((held >= MIN_ROWS) & (held <= MAX_SHARE * counts.shape[0]))
    if len(kept) > MAX_TERMS:
        said = np.bincount(counts.indices, counts.data, minlength=counts.shape[1])[kept]
        kept = np.sort(kept[np.argsort(-said, kind="stable")[:MAX_TERMS]])
    return kept


def _tf_idf(counts: SparseRows) -> tuple[SparseRows, np.ndarray]:
    held = np.bincount(counts.indices, minlength=counts.shape[1])
    idf = np.log((1 + counts.shape[0]) / (1 + held)) + 1
    data = counts.data * idf[counts.indices]
    lengths = np.sqrt(np.add.reduceat(np.append(data * data, 0.0), counts.indptr[:-1]))
    data = data / np.repeat(lengths, np.diff(counts.indptr))
    return SparseRows(data, counts.indices, counts.indptr, counts.shape), idf


def _truncated(matrix: SparseRows) -> tuple[np.ndarray, np.ndarray]:
    """U Σ and V of the largest singular values, at most `DIMENSIONS`."""
    if not len(matrix.data):
        return np.zeros((matrix.shape[0], 0)), np.zeros((matrix.shape[1], 0))
    u, s, vt = truncated_svd(matrix, DIMENSIONS)
    kept = s > _NEGLIGIBLE * s.max()
    return u[:, kept] * s[kept], np.ascontiguousarray(vt[kept].T)
