"""How much the statements of the evidence have to do with a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.records import StatementKey
from timeweave.retrieval.base import IndexReader


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """A question's ``vector`` (of unit length) with the index that it was searched in."""

    index: IndexReader
    vector: np.ndarray

    def cosines(self, keys: Sequence[StatementKey]) -> np.ndarray:
        """The cosine of each of ``keys`` (each once) to the question."""
        return self.index.cosines(self.vector, keys)

    def idf(self, terms: Iterable[str]) -> Mapping[str, float]:
        """The weight of each term: what few statements hold weighs much."""
        return self.index.idf(terms)
