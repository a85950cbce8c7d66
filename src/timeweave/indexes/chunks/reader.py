"""The chunks that one view sees, each scored by words and by meaning (TWE-RAG, section 2.1).

Every score is a function of a row and of counts over the visible rows, which stand in an order of their own: nothing
depends on how rows are spread over segments, nor on the order in which documents were added.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

import numpy as np

from timeweave.indexes import lexical
from timeweave.indexes.chunks.rows import ChunkKeys, ChunkRows
from timeweave.indexes.chunks.semantic import LatentSpace
from timeweave.indexes.contradicting import named_damage
from timeweave.indexes.lexical import Bm25, Selected
from timeweave.indexes.segment_file import SegmentFile
from timeweave.indexes.stored import whole_codes
from timeweave.indexes.words import Words
from timeweave.records.evidence import EvidenceGraph

_AT_ONCE = 8192  # rows


@named_damage
class ChunkReader:
    """``space`` and ``graph`` are made when they are first asked for, and kept."""

    def __init__(
        self,
        rows: ChunkRows,
        parameters: Bm25,
        space: Callable[[ChunkRows], LatentSpace],
        graph: Callable[[ChunkRows], EvidenceGraph],
    ) -> None:
        self._rows = rows
        self._space = space
        self._graph = graph
        self._selected = [
            Selected(segment, segment.row_mask(segment.shown(rows.visible)), None) for segment in rows.table.segments
        ]
        self._words = Words(rows.table.segments, self._selected, parameters)

    @property
    def keys(self) -> ChunkKeys:
        """The chunk of each row."""
        return self._rows.keys

    @property
    def days(self) -> np.ndarray:
        """The day on which each row's document was published; 0 where it bears no date (int32)."""
        return self._rows.days

    def lexical(self, terms: Collection[str] | Mapping[str, float]) -> np.ndarray:
        """BM25 of each row with the statistics of the visible chunks (float64); 0 where it holds no term."""
        weights = self._words.weights(terms)
        scores = np.zeros(len(self._rows))
        for found in lexical.score(weights, self._selected, self._words.statistics, self._words.parameters):
            scores[self._rows.of_segment(found.segment)[found.rows]] = found.scores
        return scores

    def dense(self, query: np.ndarray) -> np.ndarray:
        """Cosine of each row's vector to ``query`` (float64); 0 where either has no direction."""
        scores = np.zeros(len(self._rows))
        asked = np.asarray(query, np.float64).reshape(-1)
        length = float(np.sqrt(asked @ asked))
        if not length:
            return scores
        direction = (asked / length).astype(np.float32)
        for number, selected in enumerate(self._selected):
            places = self._rows.of_segment(number)
            shown = places >= 0
            if shown.any():
                scores[places[shown]] = _products(selected.segment.file, direction)[shown]
        return scores

    def semantic(self, terms: Mapping[str, int]) -> np.ndarray:
        """Cosine of each row to the terms of a question in the truncated SVD of TF-IDF (TW-02; float64)."""
        return self._latent.cosines(terms)

    def evidence(self) -> EvidenceGraph:
        """Which rows say the same (TW-04)."""
        return self._evidence

    @cached_property
    def _latent(self) -> LatentSpace:
        return self._space(self._rows)

    @cached_property
    def _evidence(self) -> EvidenceGraph:
        return self._graph(self._rows)


def _products(file: SegmentFile, direction: np.ndarray) -> np.ndarray:
    """The dot product of each row's vector with ``direction``; 0 where rows have none."""
    products = np.zeros(file.ref.rows, np.float32)
    for start in range(0, len(products), _AT_ONCE):
        end = min(start + _AT_ONCE, len(products))
        kept = whole_codes(file, start, end).vectors
        if kept.shape[1]:
            # one product per row: its bits depend on no other row, as those of a matrix product may
            products[start:end] = np.vecdot(kept, direction)
    return products
