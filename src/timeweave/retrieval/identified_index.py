"""The index of names read by entities: what is found on one is what is found on each of its names (EK-03)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from timeweave.evolution.identity.bearers import Part
from timeweave.evolution.identity.identified import IdentifiedView
from timeweave.records import DocumentId, EntityId
from timeweave.records.filters import Filters
from timeweave.retrieval.base import Hit, IndexReader


class IdentifiedIndex:
    """An `IndexReader` of an identified view. What it does not define is read from the index below it."""

    def __init__(self, index: IndexReader, view: IdentifiedView) -> None:
        self._index = index
        self._view = view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    def dense(self, query: np.ndarray, k: int, **filters: Unpack[Filters]) -> Sequence[Hit]:
        """The ``k`` statements of highest cosine, best first."""
        return self._on(functools.partial(self._index.dense, query, k), k, filters)

    def lexical(
        self, terms: Collection[str] | Mapping[str, float], k: int, **filters: Unpack[Filters]
    ) -> Sequence[Hit]:
        """The ``k`` statements of highest BM25 among those that hold a term, best first."""
        return self._on(functools.partial(self._index.lexical, terms, k), k, filters)

    def nearest_entities(self, query: np.ndarray, k: int) -> Sequence[tuple[EntityId, float]]:
        """The ``k`` entities of highest cosine, best first; one of several names is found by its nearest."""
        best: dict[EntityId, float] = {}
        for name, cosine in self._index.nearest_entities(query, k):
            best.setdefault(self._view.bearers.of(name), cosine)
        return list(best.items())

    def _on(self, found: Callable[..., Sequence[Hit]], k: int, filters: Filters) -> Sequence[Hit]:
        entity = filters.get("entity")
        if entity is None or not self._view.bearers.concerns([self._view.bearers.root(entity)]):
            return found(**filters)
        hits: dict[tuple[int, int], Hit] = {}
        for name, among in self._names(entity, filters.get("documents")):
            for hit in found(scope=filters.get("scope", ()), entity=name, documents=among):
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
