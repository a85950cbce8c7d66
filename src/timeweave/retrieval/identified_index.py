"""The index of names read by entities: what is found on one is what is found on each of its names (EK-03)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from timeweave.evolution.identity.bearers import Part
from timeweave.evolution.identity.identified import IdentifiedView
from timeweave.records import DocumentId, EntityId
from timeweave.retrieval.base import Hit, IndexReader
from timeweave.temporal.interval import Interval


class IdentifiedIndex:
    """An `IndexReader` of an identified view. What it does not define is read from the index below it."""

    def __init__(self, index: IndexReader, view: IdentifiedView) -> None:
        self._index = index
        self._view = view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    def dense(
        self,
        query: np.ndarray,
        k: int,
        *,
        scope: Sequence[Interval] = (),
        entity: EntityId | None = None,
        documents: np.ndarray | None = None,
    ) -> Sequence[Hit]:
        """The ``k`` statements of highest cosine, best first."""

        def found(name: EntityId | None, among: np.ndarray | None) -> Sequence[Hit]:
            return self._index.dense(query, k, scope=scope, entity=name, documents=among)

        return self._on(found, k, entity, documents)

    def lexical(
        self,
        terms: Collection[str] | Mapping[str, float],
        k: int,
        *,
        scope: Sequence[Interval] = (),
        entity: EntityId | None = None,
        documents: np.ndarray | None = None,
    ) -> Sequence[Hit]:
        """The ``k`` statements of highest BM25 among those that hold a term, best first."""

        def found(name: EntityId | None, among: np.ndarray | None) -> Sequence[Hit]:
            return self._index.lexical(terms, k, scope=scope, entity=name, documents=among)

        return self._on(found, k, entity, documents)

    def nearest_entities(self, query: np.ndarray, k: int) -> Sequence[tuple[EntityId, float]]:
        """The ``k`` entities of highest cosine, best first; one of several names is found by its nearest."""
        best: dict[EntityId, float] = {}
        for name, cosine in self._index.nearest_entities(query, k):
            best.setdefault(self._view.bearers.of(name), cosine)
        return list(best.items())

    def _on(
        self,
        found: Callable[[EntityId | None, np.ndarray | None], Sequence[Hit]],
        k: int,
        entity: EntityId | None,
        documents: np.ndarray | None,
    ) -> Sequence[Hit]:
        if entity is None or not self._view.bearers.concerns([self._view.bearers.root(entity)]):
            return found(entity, documents)
        hits: dict[tuple[int, int], Hit] = {}
        for name, among in self._names(entity, documents):
            for hit in found(name, among):
                hits.setdefault((hit.key.ordinal, hit.key.index), hit)
        infos = self._view.below.info({hit.key.ordinal for hit in hits.values()})
        ordered = sorted(hits.values(), key=lambda h: (-h.score, infos[h.key.ordinal].id, h.key.index))
        return ordered[:k]

    def _names(self, entity: EntityId, documents: np.ndarray | None) -> Iterator[tuple[EntityId, np.ndarray | None]]:
        """The names of an entity, each with the documents that mean it by that name."""
        for part in self._view.bearers.parts(self._view.bearers.root(entity)):
            yield part.key, _both(self._meaning(part), documents)

    def _meaning(self, part: Part) -> np.ndarray | None:
        listed: frozenset[DocumentId] = part.without if part.documents is None else part.documents
        if part.documents is None and not listed:
            return None
        infos = (self._view.below.document(document) for document in sorted(listed))
        mask = np.zeros(len(self._view.below.visible), dtype=np.bool_)
        mask[[info.ordinal for info in infos if info is not None]] = True
        meant: np.ndarray = ~mask if part.documents is None else mask
        return meant


def _both(a: np.ndarray | None, b: np.ndarray | None) -> np.ndarray | None:
    if a is None or b is None:
        return b if a is None else a
    both: np.ndarray = a & b
    return both
