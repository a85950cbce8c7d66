"""How much the statements of the evidence have to do with a question."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.embedding.reader import AnswerReader, Excerpt
from timeweave.records import StatementKey
from timeweave.retrieval.base import IndexReader


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """A ``question`` with its ``vector`` (of unit length) and the index that it was searched in.

    ``reader`` reads excerpts together with a question, and says of each how well it answers (log-odds).
    """

    index: IndexReader
    vector: np.ndarray
    question: str = ""
    reader: AnswerReader | None = None

    def cosines(self, keys: Sequence[StatementKey]) -> np.ndarray:
        """The cosine of each of ``keys`` (each once) to the question."""
        return self.index.cosines(self.vector, keys)

    def idf(self, terms: Iterable[str]) -> Mapping[str, float]:
        """The weight of each term: what few statements hold weighs much."""
        return self.index.idf(terms)

    def answer_scores(self, excerpts: Sequence[Excerpt], asked: str | None = None) -> Sequence[float]:
        """How well each of ``excerpts`` answers the question, or ``asked``, a part of it, by the reader (log-odds); 0
        without one.
        """
        if self.reader is None:
            return [0.0] * len(excerpts)
        scores: list[float] = self.reader(self.question if asked is None else asked, excerpts).tolist()
        return scores


def probability(log_odds: float) -> float:
    """Of log-odds, as the reader gives them."""
    return 1 / (1 + math.exp(-log_odds))
