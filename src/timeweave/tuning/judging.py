"""A question's gold among the chunks of its view, and how well weights rank it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.retrieval.twe import TweOptions, boost, hybrid_score, unified_score
from timeweave.tuning.weights import Weights, weights_at

CUTOFF = 5
_MOST_ROWS = 5_000  # of a question that are ranked whole
_POOL = 1_000  # of more rows the best under each of `_CORNERS`
_CORNERS = [
    weights_at((share, gamma, delta, tau, 0.6))
    for share in (0.0, 0.5, 1.0)
    for gamma in (0.0, 0.7)
    for delta, tau in ((0.0, 0.5), (0.3, 0.4), (1.0, 0.1), (1.0, 0.6))
]


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over questions: of 1 over the rank of the first chunk that holds gold (``mrr``), and of the share of gold
    that the first five chunks hold (``recall``).
    """

    mrr: float
    recall: float

    @property
    def mean(self) -> float:
        """What tuning maximises: the mean of both."""
        return (self.mrr + self.recall) / 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A question with the parts of every chunk's score, which weights only weigh, and the rows that hold each piece of
    its gold. ``now`` is the day, an ordinal, that ages are counted from.
    """

    id: str
    bm25: np.ndarray
    dense: np.ndarray
    centrality: np.ndarray
    days: np.ndarray
    now: int
    recency: float
    gold: tuple[np.ndarray, ...]

    def scores(self, options: TweOptions) -> np.ndarray:
        """S of each row (TW-08)."""
        hybrid = hybrid_score(self.bm25, self.dense, options)
        return unified_score(hybrid, self.centrality, boost(self.days, self.now, self.recency, options), options)

    def ranks(self, options: TweOptions) -> list[int]:
        """The best rank of each piece of gold, from 1; among equals the earlier row comes first."""
        scores = self.scores(options)
        ranks = []
        for rows in self.gold:
            row = int(rows[int(np.argmax(scores[rows]))])
            before = np.count_nonzero(scores > scores[row]) + np.count_nonzero(scores[:row] == scores[row])
            ranks.append(1 + int(before))
        return ranks

    def quality(self, options: TweOptions) -> tuple[float, float]:
        """Reciprocal rank, and recall among the first five."""
        ranks = self.ranks(options)
        return 1.0 / min(ranks), sum(rank <= CUTOFF for rank in ranks) / len(ranks)


def pooled(judged: Judged, options: TweOptions) -> Judged:
    """``judged`` with at most some thousand rows: of a large corpus those that any weights rank among the first.

    A rank far beyond the first thousand may come out smaller for it, which no measure here tells apart.
    """
    if len(judged.days) <= _MOST_ROWS:
        return judged
    kept = np.zeros(len(judged.days), bool)
    for weights in _CORNERS:
        scores = judged.scores(weights.within(options))
        kept[np.argpartition(-scores, _POOL)[:_POOL]] = True
    for rows in judged.gold:
        kept[rows] = True
    place = np.cumsum(kept) - 1
    return Judged(
        judged.id,
        judged.bm25[kept],
        judged.dense[kept],
        judged.centrality[kept],
        judged.days[kept],
        judged.now,
        judged.recency,
        tuple(place[rows] for rows in judged.gold),
    )


class Bench:
    """Judged questions, in an order that their ids alone decide, and how well weights that were tried rank each."""

    def __init__(self, judged: Sequence[Judged], options: TweOptions) -> None:
        self.judged = tuple(sorted(judged, key=_by_digest))
        self.options = options
        self._known: dict[Weights, np.ndarray] = {}

    def __len__(self) -> int:
        return len(self.judged)

    def table(self, weights: Weights) -> np.ndarray:
        """Reciprocal rank and recall (columns) of each question (rows)."""
        if weights not in self._known:
            options = weights.within(self.options)
            self._known[weights] = np.array([one.quality(options) for one in self.judged], np.float64).reshape(-1, 2)
        return self._known[weights]

    def means(self, weights: Weights) -> np.ndarray:
        """What is maximised, for each question."""
        return np.asarray(self.table(weights).mean(axis=1))


def _by_digest(judged: Judged) -> bytes:
    return hashlib.sha256(judged.id.encode("utf-8", "surrogatepass")).digest()
