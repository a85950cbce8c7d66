"""The statements on one entity, drawn together from all segments.

A question looks at the statements on an entity again and again: by meaning and by words, for each period and each thing
asked for. They lie scattered over a dozen segments. Here they stand in one set of arrays, in the order that breaks
ties, and are kept for the next question, as segments never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from timeweave.errors import NotFoundError
from timeweave.indexes.composed import Composed
from timeweave.indexes.opened import OpenStatements
from timeweave.indexes.quantised import Codes, Query
from timeweave.indexes.stored import scattered_codes, scattered_vectors
from timeweave.indexes.time_order import day_bounds
from timeweave.records import EntityId, StatementKey
from timeweave.store.remembered import Remembered
from timeweave.temporal.interval import Interval

MOST_ROWS = 16_384  # of one entity; beyond, the segments themselves are read, those of the period first
_KEPT_ROWS = 65_536  # of all entities together, at about 400 bytes each


class GatheredRows:
    """Rows of several segments, by document id, position and ordinal; parallel arrays."""

    def __init__(self, segments: Sequence[OpenStatements], chosen: Sequence[np.ndarray]) -> None:
        self._segments = segments
        lengths = [len(rows) for rows in chosen]
        firsts = np.cumsum([0, *(len(s) for s in segments)])[:-1]
        numbers = np.repeat(np.arange(len(segments)), lengths)
        rows = np.concatenate([np.empty(0, np.int64), *chosen])
        ordinals, indexes, starts, ends = (
            np.concatenate([np.empty(0, np.int32), *(s.file.take(c, r) for s, r in self._used(chosen))])
            for c in ("ordinals", "indexes", "starts", "ends")
        )
        order = np.lexsort((ordinals, indexes, _id_ranks(segments, numbers, ordinals)))
        self.ordinals, self.indexes = ordinals[order], indexes[order]
        self._starts, self._ends = starts[order], ends[order]
        self._numbers, self._rows = numbers[order], rows[order]
        self._order = order
        self._chosen = chosen
        self.everywhere = (rows + firsts[numbers])[order]
        """Each row's number among those of all segments, one after the other."""

    def __len__(self) -> int:
        return len(self.ordinals)

    @cached_property
    def keys(self) -> list[StatementKey]:
        """Which statements they are."""
        return list(map(StatementKey, self.ordinals.tolist(), self.indexes.tolist()))

    @cached_property
    def _codes(self) -> list[Codes | Composed]:
        return [scattered_codes(s.file, rows) for s, rows in self._used(self._chosen)]

    def bounded(self, query: Query) -> tuple[np.ndarray, np.ndarray]:
        """Approximate scores, and how far each is from the true one at most; float32."""
        none = np.empty(0, np.float32)
        told = [(none, none), *(codes.bounded(query) for codes in self._codes)]
        scores, errors = (np.concatenate(part) for part in zip(*told, strict=True))
        return scores[self._order], errors[self._order]

    @cached_property
    def lengths(self) -> np.ndarray:
        """How many terms each holds."""
        return np.concatenate([s.file.take("lengths", rows) for s, rows in self._used(self._chosen)])[self._order]

    def vectors(self, places: np.ndarray) -> np.ndarray:
        """The full vectors at ``places`` of these arrays."""
        numbers = self._numbers[places]
        found: np.ndarray | None = None
        for number, segment in enumerate(self._segments):
            here = np.flatnonzero(numbers == number)
            if not len(here):
                continue
            taken = scattered_vectors(segment.file, self._rows[places[here]])
            if found is None:
                found = np.empty((len(places), taken.shape[1]), taken.dtype)
            found[here] = taken
        if found is None:
            raise NotFoundError("no rows were asked for: a vector needs one at least")
        return found

    def in_scope(self, scope: Sequence[Interval]) -> np.ndarray:
        """Boolean: which share a day with one of the intervals."""
        inside = np.zeros(len(self), np.bool_)
        for first, last in map(day_bounds, scope):
            inside |= (self._starts < last) & (self._ends > first)
        return inside

    def _used(self, chosen: Sequence[np.ndarray]) -> list[tuple[OpenStatements, np.ndarray]]:
        return [(s, rows) for s, rows in zip(self._segments, chosen, strict=True) if len(rows)]


class Gathering:
    """What was gathered from a set of segments, the least used given up beyond some 26 MB."""

    def __init__(self, segments: Sequence[OpenStatements]) -> None:
        self.segments = tuple(segments)
        self._known: Remembered[EntityId, GatheredRows] = Remembered(_KEPT_ROWS)

    def on(self, entity: EntityId) -> GatheredRows | None:
        """The statements that mention ``entity``; ``None`` where they are too many to be held together."""
        known = self._known.get(entity)
        if known is None:
            chosen = [s.mentioning(entity) for s in self.segments]
            if sum(map(len, chosen)) > MOST_ROWS:
                return None
            known = GatheredRows(self.segments, chosen)
            self._known.put(entity, known, len(known) + 1)
        return known


def _id_ranks(segments: Sequence[OpenStatements], numbers: np.ndarray, ordinals: np.ndarray) -> np.ndarray:
    """For each row the place of its document's id among all of them in alphabetical order."""
    pairs, row_pairs = np.unique(numbers.astype(np.int64) << 32 | ordinals, return_inverse=True)
    ids = [segments[pair >> 32].id_of(pair & 0xFFFFFFFF) for pair in pairs.tolist()]
    ranks = {id_: rank for rank, id_ in enumerate(sorted(set(ids)))}
    return np.asarray([ranks[id_] for id_ in ids], np.int64)[row_pairs.reshape(-1)]
