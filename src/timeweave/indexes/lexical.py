"""BM25 over rows, statements or chunks, with the statistics of what is visible (TW-01).

    score(q, d) = Σ_t idf(t) · f(t, d) · (k1 + 1) / (f(t, d) + k1 · (1 - b + b · |d| / avgdl))
    idf(t) = ln((N - n(t) + 0.5) / (n(t) + 0.5) + 1)

N, n(t) and avgdl are counts over the visible rows, not only over those that a filter lets through. The terms
are added in alphabetical order, so that a score has the same bits wherever its row lies.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.indexes.opened import OpenWords
from timeweave.indexes.ranking import Scored


@dataclass(frozen=True, slots=True)
class Bm25:
    """k1 = 1.5 and b = 0.75 as in TWE-RAG, section 2.1."""

    k1: float = 1.5
    b: float = 0.75

    def norms(self, lengths: np.ndarray, known: Statistics) -> np.ndarray:
        """k1 · (1 - b + b · |d| / avgdl) of rows with so many terms."""
        return np.asarray(self.k1 * (1 - self.b + self.b * (lengths / known.average_length)))


@dataclass(frozen=True, slots=True, eq=False)
class Selected:
    """A segment, which of its rows are visible, and which of those to score; ``None`` stands for all."""

    segment: OpenWords
    visible: np.ndarray | None
    wanted: np.ndarray | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of the visible rows: how many there are, and how many terms they hold together."""

    rows: int
    terms: int

    @property
    def average_length(self) -> float:
        """avgdl; 1 when there is nothing to average."""
        return self.terms / self.rows if self.terms else 1.0

    def idf(self, frequency: int) -> float:
        """Of a term that ``frequency`` visible rows hold."""
        return math.log((self.rows - frequency + 0.5) / (frequency + 0.5) + 1)


def statistics(selected: Sequence[Selected]) -> Statistics:
    """Over all segments."""
    rows = terms = 0
    for s in selected:
        if s.visible is None:
            rows += len(s.segment)
            terms += s.segment.all_terms
        else:
            rows += int(s.visible.sum())
            terms += int(s.segment.file.part("lengths")[s.visible].sum(dtype=np.int64))
    return Statistics(rows, terms)


def document_frequency(term: str, selected: Sequence[Selected]) -> int:
    """How many visible rows hold ``term``."""
    total = 0
    for s in selected:
        rows = s.segment.terms.find(term)[0]
        total += len(rows) if s.visible is None else int(s.visible[rows].sum())
    return total


def counted(terms: Collection[str] | Mapping[str, float]) -> dict[str, float]:
    """The weight of each term, in alphabetical order: the one given, else how often it is asked for."""
    return dict(sorted((terms if isinstance(terms, Mapping) else Counter(terms)).items()))


def saturated(counts: np.ndarray, norms: np.ndarray, parameters: Bm25) -> np.ndarray:
    """BM25's f · (k1 + 1) / (f + norm): what is left of a term's count, as 64-bit floats."""
    tf = counts.astype(np.float64)
    return np.asarray(tf * (parameters.k1 + 1) / (tf + norms))


def score(
    weights: Mapping[str, float], selected: Sequence[Selected], known: Statistics, parameters: Bm25
) -> list[Scored]:
    """All wanted visible rows that hold a term, with their scores.

    ``weights`` are the terms with their weight times their idf, in alphabetical order.
    """
    scored = (_score_segment(number, s, weights, known, parameters) for number, s in enumerate(selected))
    return [s for s in scored if len(s.rows)]


def _score_segment(
    number: int, s: Selected, weights: Mapping[str, float], known: Statistics, parameters: Bm25
) -> Scored:
    found = [(weight, *_wanted(s, *s.segment.terms.find(term))) for term, weight in weights.items()]
    touched = [rows for _, rows, _ in found if len(rows)]
    if not touched:
        return Scored(number, np.empty(0, np.int64), np.empty(0, np.float64))
    first = min(int(rows[0]) for rows in touched)
    width = max(int(rows[-1]) for rows in touched) + 1 - first
    norms = parameters.norms(s.segment.file.part("lengths", first, first + width), known)
    scores, holds = np.zeros(width, np.float64), np.zeros(width, np.bool_)
    for weight, rows, counts in found:
        places = rows - first
        scores[places] += weight * saturated(counts, norms[places], parameters)
        holds[places] = True
    every = np.flatnonzero(holds)
    return Scored(number, every + first, scores[every])


def _wanted(s: Selected, rows: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if s.wanted is not None:
        if not len(s.wanted):
            return rows[:0], counts[:0]
        low, high = np.searchsorted(rows, (s.wanted[0], s.wanted[-1] + 1))
        rows, counts = rows[low:high], counts[low:high]
        if len(rows) and len(s.wanted) <= s.wanted[-1] - s.wanted[0]:  # not one run
            places = np.minimum(np.searchsorted(s.wanted, rows), len(s.wanted) - 1)
            kept = s.wanted[places] == rows
            rows, counts = rows[kept], counts[kept]
    if s.visible is not None:
        kept = s.visible[rows]
        rows, counts = rows[kept], counts[kept]
    return rows, counts
