"""Ranked reading of what one view sees.

Every score is computed from a row and from counts over the visible rows, every tie broken by document id and position:
the result does not depend on how rows are spread over segments, nor on the order in which documents were added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Unpack

import numpy as np

from timeweave.errors import NotFoundError
from timeweave.indexes import lexical
from timeweave.indexes.contradicting import named_damage
from timeweave.indexes.cosines import cosines
from timeweave.indexes.dense import nearest
from timeweave.indexes.gathered import Gathering
from timeweave.indexes.lexical import Bm25, Selected
from timeweave.indexes.opened import OpenEntities, OpenSegment
from timeweave.indexes.parted import parted
from timeweave.indexes.ranking import Place, Scored, best
from timeweave.indexes.scored_rows import ScoredRows
from timeweave.indexes.stored import scattered_vectors
from timeweave.indexes.words import Words
from timeweave.records import DocumentId, EntityId, StatementKey
from timeweave.records.filters import Filters


class Hit(NamedTuple):
    """A statement with its cosine or BM25 score."""

    key: StatementKey
    score: float


@named_damage
class IndexReader:
    """The statements and entities of one view."""

    def __init__(
        self, visible: np.ndarray, gathering: Gathering, entities: Sequence[OpenEntities], parameters: Bm25
    ) -> None:
        self._visible = visible
        self._gathering = gathering
        self._statements = [s for s in gathering.segments if s.shown(visible).any()]
        self._entities = [s for s in entities if s.shown(visible).any()]
        self._selections: dict[tuple[object, ...], list[Selected]] = {}
        self._scored: dict[EntityId, ScoredRows | None] = {}
        self._passing: dict[tuple[object, ...], np.ndarray] = {}
        self._words = Words(gathering.segments, self._selected({}), parameters)

    def dense(self, query: np.ndarray, k: int, **filters: Unpack[Filters]) -> list[Hit]:
        """The ``k`` statements of highest cosine to ``query`` (a vector of unit length), best first; exact."""
        if (on_entity := self._on(filters)) is not None:
            return list(map(Hit._make, on_entity.nearest(query, k, self._places_of(on_entity, filters))))
        selected = self._selected(filters)
        return self._hits(nearest(query, k, [(s.segment, _rows(s)) for s in selected]), k)

    def lexical(self, terms: Collection[str] | Mapping[str, float], k: int, **filters: Unpack[Filters]) -> list[Hit]:
        """The ``k`` statements of highest BM25 among those that hold one of ``terms`` (see `index_terms`), best first.

        A mapping gives each term a weight.
        """
        weights = self._words.weights(terms)
        if (on_entity := self._on(filters)) is not None:
            return list(map(Hit._make, on_entity.worded(weights, k, self._places_of(on_entity, filters))))
        selected = self._selected(filters)
        return self._hits(lexical.score(weights, selected, self._words.statistics, self._words.parameters), k)

    def parted(self, keys: Sequence[StatementKey], terms: Collection[str] | Mapping[str, float]) -> np.ndarray:
        """What each of ``terms``, in alphabetical order (columns), adds to the BM25 of each of ``keys`` (rows; each
        once). Statements that are not visible, or do not exist, have 0.
        """
        shown = [k for k in keys if 0 <= k.ordinal < len(self._visible) and self._visible[k.ordinal]]
        weights = self._words.weights(terms)
        parts = parted(shown, weights, self._statements, self._words.statistics, self._words.parameters)
        if len(shown) == len(keys):
            return parts
        visible = set(shown)
        every = np.zeros((len(keys), len(weights)), np.float64)
        every[[i for i, key in enumerate(keys) if key in visible]] = parts
        return every

    def cosines(self, query: np.ndarray, keys: Sequence[StatementKey]) -> np.ndarray:
        """The cosine of each of ``keys`` (each once) to ``query`` (a vector of unit length), with the bits that `dense`
        gives it. Statements that are not visible, or do not exist, have 0.
        """
        shown = [i for i, k in enumerate(keys) if 0 <= k.ordinal < len(self._visible) and self._visible[k.ordinal]]
        every = np.zeros(len(keys), np.float64)
        every[shown] = cosines(query, [keys[i] for i in shown], self._statements)
        return every

    def rows(self, **filters: Unpack[Filters]) -> list[StatementKey]:
        """The statements that pass the filters, by document id and position."""
        found: list[Place] = []
        for number, s in enumerate(self._selected(filters)):
            rows = _rows(s)
            found += self._places(number, np.arange(len(s.segment)) if rows is None else rows)
        return [StatementKey(ordinal, index) for _, index, ordinal in sorted(found)]

    def vectors(self, keys: Sequence[StatementKey]) -> np.ndarray:
        """One row per key (keys × dimensions, float32).

        Raises:
            NotFoundError: a key is not among the visible statements.
        """
        wanted = {(key.ordinal, key.index): i for i, key in enumerate(keys)}
        ordinals = np.asarray(sorted({key.ordinal for key in keys}), np.int32)
        found: dict[int, np.ndarray] = {}
        for segment in self._statements:
            shown = segment.documents[segment.shown(self._visible)]
            here = shown[np.isin(shown, ordinals)]
            if len(here):
                rows = np.flatnonzero(np.isin(segment.ordinals, here))
                pairs = zip(segment.ordinals[rows].tolist(), segment.file.take("indexes", rows).tolist(), strict=True)
                places = [(wanted[pair], row) for pair, row in zip(pairs, rows.tolist(), strict=True) if pair in wanted]
                taken = scattered_vectors(segment.file, np.asarray([row for _, row in places], np.int64))
                found.update(zip((i for i, _ in places), taken, strict=True))
        missing = next((key for key in keys if wanted[key.ordinal, key.index] not in found), None)
        if missing is not None:
            raise NotFoundError(f"statement {missing.index} of document version {missing.ordinal} is not visible")
        if not keys:
            return np.empty((0, self._dimensions), np.float32)
        return np.stack([found[wanted[key.ordinal, key.index]] for key in keys])

    def nearest_entities(self, query: np.ndarray, k: int) -> list[tuple[EntityId, float]]:
        """The ``k`` entities whose description in some visible document is nearest to ``query``, with their cosine."""
        selections = [(s, _mask_rows(s.row_mask(s.shown(self._visible)))) for s in self._entities]
        rows = sum(len(s) if r is None else len(r) for s, r in selections)
        depth = 4 * k
        while True:
            places = best(
                nearest(query, depth, selections),
                depth,
                lambda segment, chosen: [(name, 0, 0) for name in self._entities[segment].names(chosen)],
            )
            found: dict[str, float] = {}
            for (name, _, _), score in places:
                found.setdefault(name, score)
            if len(found) >= k or depth >= rows:
                return [(EntityId(name), score) for name, score in list(found.items())[:k]]
            depth *= 4

    def idf(self, terms: Iterable[str]) -> dict[str, float]:
        """BM25's weight of each term among the visible statements."""
        return {term: self._words.idf(term) for term in sorted(set(terms))}

    @property
    def _dimensions(self) -> int:
        return self._statements[0].file.part("codes", 0, 0).shape[1] if self._statements else 0

    def _on(self, filters: Filters) -> ScoredRows | None:
        """The statements on the entity asked for drawn together, unless they are too many."""
        if (entity := filters.get("entity")) is None:
            return None
        if entity not in self._scored:
            rows = self._gathering.on(entity)
            self._scored[entity] = None if rows is None else ScoredRows(rows, self._visible, self._words)
        return self._scored[entity]

    def _places_of(self, on_entity: ScoredRows, filters: Filters) -> np.ndarray:
        key = _key(filters)
        if key not in self._passing:
            self._passing[key] = on_entity.passing(filters.get("scope", ()), filters.get("documents"))
        return self._passing[key]

    def _selected(self, filters: Filters) -> list[Selected]:
        # one question asks by meaning and by words, and for several measures, within the same filters
        key = _key(filters)
        if key not in self._selections:
            self._selections[key] = self._select(filters)
        return self._selections[key]

    def _select(self, filters: Filters) -> list[Selected]:
        selected, documents = [], filters.get("documents")
        for segment in self._statements:
            shown = segment.shown(self._visible)
            visible = segment.row_mask(shown)
            wanted = segment.selected(filters.get("scope", ()), filters.get("entity"))
            if documents is not None:
                of_documents = _mask_rows(_row_mask(segment, shown & segment.shown(documents)))
                wanted = _both(wanted, of_documents)
            selected.append(Selected(segment, visible, wanted))
        return selected

    def _hits(self, scored: Sequence[Scored], k: int) -> list[Hit]:
        return [
            Hit(StatementKey(ordinal, index), score) for (_, index, ordinal), score in best(scored, k, self._places)
        ]

    def _places(self, segment: int, rows: np.ndarray) -> list[Place]:
        opened = self._statements[segment]
        ordinals = opened.file.take("ordinals", rows).tolist()
        indexes = opened.file.take("indexes", rows).tolist()
        return [(DocumentId(opened.id_of(o)), i, o) for o, i in zip(ordinals, indexes, strict=True)]


def _key(filters: Filters) -> tuple[object, ...]:
    documents = filters.get("documents")
    return tuple(filters.get("scope", ())), filters.get("entity"), None if documents is None else documents.tobytes()


def _rows(s: Selected) -> np.ndarray | None:
    """The rows that are both visible and wanted; ``None`` for all."""
    if s.visible is None:
        return s.wanted
    return np.flatnonzero(s.visible) if s.wanted is None else s.wanted[s.visible[s.wanted]]


def _row_mask(segment: OpenSegment, shown: np.ndarray) -> np.ndarray | None:
    """As `OpenSegment.row_mask`, for a choice that will not come again."""
    return None if shown.all() else shown[np.searchsorted(segment.documents, segment.ordinals)]


def _mask_rows(mask: np.ndarray | None) -> np.ndarray | None:
    return None if mask is None else np.flatnonzero(mask)


def _both(a: np.ndarray | None, b: np.ndarray | None) -> np.ndarray | None:
    if a is None or b is None:
        return b if a is None else a
    return np.intersect1d(a, b, assume_unique=True)
