"""What one view knows of words: how many rows hold each, what it weighs, and where it stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np

from timeweave.indexes import lexical
from timeweave.indexes.lexical import Bm25, Selected, Statistics
from timeweave.indexes.opened import OpenWords


class Words:
    """``segments`` are all that are open, ``shown`` those of them that hold something visible."""

    def __init__(self, segments: Sequence[OpenWords], shown: Sequence[Selected], parameters: Bm25) -> None:
        self._segments = segments
        self._shown = shown
        self.parameters = parameters
        self._frequencies: dict[str, int] = {}
        self._posted: dict[str, tuple[np.ndarray, np.ndarray]] = {}

    @cached_property
    def statistics(self) -> Statistics:
        """Counts over all visible rows."""
        return lexical.statistics(self._shown)

    def idf(self, term: str) -> float:
        """BM25's weight of a term among the visible rows."""
        if term not in self._frequencies:
            self._frequencies[term] = lexical.document_frequency(term, self._shown)
        return self.statistics.idf(self._frequencies[term])

    def weights(self, terms: Collection[str] | Mapping[str, float]) -> dict[str, float]:
        """Each term's own weight times its idf, in alphabetical order."""
        return {term: weight * self.idf(term) for term, weight in lexical.counted(terms).items()}

    def posted(self, term: str) -> tuple[np.ndarray, np.ndarray]:
        """Where a term stands among the rows of all segments, one after the other, and how often in each."""
        if term not in self._posted:
            found = [segment.terms.find(term) for segment in self._segments]
            rows = [rows + first for (rows, _), first in zip(found, self._firsts, strict=True) if len(rows)]
            counts = [counts for rows, counts in found if len(rows)]
            none = np.empty(0, np.int64)
            self._posted[term] = (np.concatenate(rows), np.concatenate(counts)) if rows else (none, none)
        return self._posted[term]

    @cached_property
    def _firsts(self) -> list[np.int64]:
        return list(np.cumsum([0, *map(len, self._segments)], dtype=np.int64)[:-1])
