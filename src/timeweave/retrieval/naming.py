"""What the index knows of names: mentions, subjects, and what a short form may stand for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from timeweave.embedding.base import Embedder
from timeweave.indexes.terms import index_terms
from timeweave.records import EntityId, EntityInfo
from timeweave.retrieval.base import IndexReader
from timeweave.retrieval.reading import Reading
from timeweave.store.base import View

_DEPTH = 50  # statements that are looked at
_NEIGHBOURS = 10  # entities that a short form is compared with


class IndexSense:
    """`NameSense` for a question with embedding ``vector``, by the statements that come near it."""

    def __init__(self, view: View, index: IndexReader, embedder: Embedder, vector: np.ndarray) -> None:
        self._view = view
        self._index = index
        self._embedder = embedder
        self._vector = vector

    def mentioned(self, text: str) -> bool:
        """Whether one of the nearest visible statements holds all words of ``text``."""
        wanted = set(index_terms(text))
        if not wanted:
            return True
        reading = Reading(self._view)
        found = reading.statements(hit.key for hit in self._index.lexical(wanted, _DEPTH))
        return any(wanted <= set(index_terms(reading.text(key.ordinal, s.span))) for key, s in found.items())

    def is_subject(self, entity: EntityId) -> bool:
        """Whether a document that holds one of the nearest statements on ``entity`` is mainly about it."""
        ordinals = {hit.key.ordinal for hit in self._index.dense(self._vector, _DEPTH, entity=entity)}
        return any(info.entities[:1] == (entity,) for info in self._view.info(ordinals).values())

    def near(self, text: str) -> Sequence[EntityInfo]:
        """The entities nearest in meaning."""
        nearest = self._index.nearest_entities(self._embedder.embed([text])[0], _NEIGHBOURS)
        infos = (self._view.entity(entity) for entity, _ in nearest)
        return [info for info in infos if info is not None]
