"""How much the statements of the evidence have to do with a question: ports to the index that it was searched in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from timeweave.records import StatementKey


class Index(Protocol):
    """What is asked of an index."""

    def cosines(self, query: np.ndarray, keys: Sequence[StatementKey]) -> np.ndarray:
        """The cosine of each of ``keys`` (each once) to ``query``."""

    def idf(self, terms: Iterable[str]) -> Mapping[str, float]:
        """BM25's weight of each term among the visible statements."""


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """A question's ``vector`` (of unit length) with the index that it was searched in."""

    index: Index
    vector: np.ndarray

    def cosines(self, keys: Sequence[StatementKey]) -> np.ndarray:
        """The cosine of each of ``keys`` (each once) to the question."""
        return self.index.cosines(self.vector, keys)

    def idf(self, terms: Iterable[str]) -> Mapping[str, float]:
        """The weight of each term: what few statements hold weighs much."""
        return self.index.idf(terms)
