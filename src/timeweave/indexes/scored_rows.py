"""The statements on one entity as one view sees them, each scored once for each query, then picked from by filters.

The scores have the same bits as those that `dense.nearest` and `lexical.score` give: each is a function of its row and
of counts over all that is visible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.indexes.gathered import GatheredRows
from timeweave.indexes.lexical import saturated
from timeweave.indexes.quantised import Query, full_scores
from timeweave.indexes.ranking import kth_largest
from timeweave.indexes.words import Words
from timeweave.records import StatementKey
from timeweave.temporal.interval import Interval

Picked = list[tuple[StatementKey, float]]


@dataclass(frozen=True, slots=True, eq=False)
class _Cosines:
    """Of one query: bounds for each row, and the full score (NaN where it was not needed yet)."""

    query: Query
    lower: np.ndarray
    upper: np.ndarray
    full: np.ndarray


class ScoredRows:
    """Gathered rows under one view. ``visible`` is boolean by ordinal."""

    def __init__(self, rows: GatheredRows, visible: np.ndarray, words: Words) -> None:
        self._rows = rows
        self._visible = visible
        self._words = words
        self._cosines: dict[bytes, _Cosines] = {}
        self._worded: dict[tuple[tuple[str, float], ...], tuple[np.ndarray, np.ndarray]] = {}

    def passing(self, scope: Sequence[Interval], documents: np.ndarray | None) -> np.ndarray:
        """The places of the visible rows in ``scope`` and in ``documents``, ascending."""
        kept = _at(self._visible, self._rows.ordinals)
        if scope:
            kept &= self._rows.in_scope(scope)
        if documents is not None:
            kept &= _at(documents, self._rows.ordinals)
        return np.flatnonzero(kept)

    def nearest(self, vector: np.ndarray, k: int, places: np.ndarray) -> Picked:
        """Those ``k`` of ``places`` that have the highest dot product with ``vector``, best first."""
        if k <= 0 or not len(places):
            return []
        known = self._bounded(vector)
        kept = places[known.upper[places] >= kth_largest(known.lower[places], k)]
        missing = kept[np.isnan(known.full[kept])]
        if len(missing):
            known.full[missing] = full_scores(known.query, self._rows.vectors(missing))
        return self._best(kept, known.full[kept], k)

    def worded(self, weights: Mapping[str, float], k: int, places: np.ndarray) -> Picked:
        """Those ``k`` of ``places`` that have the highest BM25 among those with a term of ``weights``, best first.

        ``weights`` are those that `Words.weights` gives.
        """
        asked = tuple(weights.items())
        if asked not in self._worded:
            self._worded[asked] = self._score_words(weights)
        scores, holds = self._worded[asked]
        kept = places[holds[places]]
        return self._best(kept, scores[kept], k) if k > 0 and len(kept) else []

    def _bounded(self, vector: np.ndarray) -> _Cosines:
        asked = vector.tobytes()
        if asked not in self._cosines:
            query = Query.of(vector)
            approximate, errors = self._rows.bounded(query)
            full = np.full(len(self._rows), np.nan)
            self._cosines[asked] = _Cosines(query, approximate - errors, approximate + errors, full)
        return self._cosines[asked]

    def _score_words(self, weights: Mapping[str, float]) -> tuple[np.ndarray, np.ndarray]:
        scores, holds = np.zeros(len(self._rows), np.float64), np.zeros(len(self._rows), np.bool_)
        if len(self._rows):
            norms = self._words.parameters.norms(self._rows.lengths, self._words.statistics)
            for term, weight in weights.items():
                places, counts = _common(self._rows.everywhere, *self._words.posted(term))
                scores[places] += weight * saturated(counts, norms[places], self._words.parameters)
                holds[places] = True
        return scores, holds

    def _best(self, places: np.ndarray, scores: np.ndarray, k: int) -> Picked:
        kept = np.flatnonzero(scores >= kth_largest(scores, k))
        # places stand in the order that breaks ties, which a stable sort keeps
        best = kept[np.argsort(-scores[kept], kind="stable")[:k]]
        keys = self._rows.keys
        return list(zip([keys[place] for place in places[best].tolist()], scores[best].tolist(), strict=True))


def _at(flags: np.ndarray, ordinals: np.ndarray) -> np.ndarray:
    """The flags by ordinal of each row; what lies beyond them is not set."""
    if not len(ordinals) or (len(flags) and int(ordinals.max()) < len(flags)):
        return np.asarray(flags[ordinals], np.bool_) if len(ordinals) else np.zeros(0, np.bool_)
    known = ordinals < len(flags)
    return np.asarray(known & flags[np.where(known, ordinals, 0)]) if len(flags) else known


def _common(rows: np.ndarray, posted: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places in ``rows`` of those that are ``posted`` (ascending), and the counts there."""
    if not len(posted):
        return np.empty(0, np.int64), counts
    where = np.minimum(np.searchsorted(posted, rows), len(posted) - 1)
    places = np.flatnonzero(posted[where] == rows)
    return places, counts[where[places]]
