"""Which chunks say the same (TWE-RAG, section 2.2): a graph over what one view sees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from timeweave.records.sparse import SparseRows


@dataclass(frozen=True, eq=False)
class EvidenceGraph:
    """The visible chunks as rows, by document id and position, with an edge between two of different documents whose
    Jaccard similarity of word 3-grams is above θ_edge.

    Rows of the same 3-grams are one text: ``texts`` and ``documents`` number those of each row (int64), ``between``
    (texts × texts, symmetric, float64, sorted indices) holds the similarity of each pair of texts, of a text that
    several rows say 1 to itself.
    ``source_groups`` (one int per row) numbers independent sources: copies of one text, and the chunks of one document,
    have one number; so have the rows of one text.
    """

    texts: np.ndarray
    documents: np.ndarray
    between: SparseRows
    source_groups: np.ndarray

    @cached_property
    def weights(self) -> SparseRows:
        """The similarity of each pair of rows that has an edge (rows × rows, symmetric, float64, sorted indices): of n
        copies of a text n² / 2 pairs.
        """
        if self.between.shape[0] == len(self.texts):
            return self.between
        return self.weights_of(np.arange(len(self.texts)))

    @cached_property
    def source_groups_of_texts(self) -> np.ndarray:
        """The group of each text."""
        source_groups = np.empty(self.between.shape[0], np.int64)
        source_groups[self.texts] = self.source_groups
        return source_groups

    def weights_of(self, rows: np.ndarray) -> SparseRows:
        """As `weights`, the other rows left empty."""
        saying = np.argsort(self.texts, kind="stable")
        counts = np.bincount(self.texts, minlength=self.between.shape[0])
        told = np.diff(self.between.indptr)[self.texts[rows]]
        entries = ranges(self.between.indptr[self.texts[rows]], told)
        others = self.between.indices[entries]
        ones = np.repeat(np.repeat(rows, told), counts[others])
        values = np.repeat(self.between.data[entries], counts[others])
        twos = saying[ranges((np.cumsum(counts) - counts)[others], counts[others])]
        apart = self.documents[ones] != self.documents[twos]
        shape = (len(self.texts), len(self.texts))
        return SparseRows.of(values[apart], ones[apart], twos[apart], shape)


def ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The numbers from each start on, as many as its length says, one after the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))
