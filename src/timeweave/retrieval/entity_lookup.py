"""What the index knows of names: mentions, subjects, and what a short form may stand for."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from timeweave.embedding.base import Embedder
from timeweave.evolution.identity.identified import IdentifiedView
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.sources import authors_of, documents_called
from timeweave.question.subjects import Subject, counted, subject_names
from timeweave.records import DocumentInfo, EntityId, EntityInfo, StatementKey
from timeweave.retrieval.base import Hit, IndexReader
from timeweave.retrieval.reading import Reading
from timeweave.store.base import View

_DEPTH = 50  # statements that are looked at
_LEAD = 2  # statements with which a document introduces what it is about, its title among them
_NEIGHBOURS = 10  # entities that a short form is compared with
_WORD = lazily(r"\w+")


class IndexedEntities:
    """`EntityLookup` for a question with embedding ``vector``, by the statements that come near it."""

    def __init__(self, view: View, index: IndexReader, embedder: Embedder, vector: np.ndarray) -> None:
        self._view = view
        self._index = index
        self._embedder = embedder
        self._vector = vector
        self._hits: dict[EntityId, Sequence[Hit]] = {}
        self._near: dict[str, Sequence[EntityInfo]] = {}

    def named(self, keys: Iterable[EntityId]) -> Mapping[EntityId, Sequence[EntityInfo]]:
        """The visible entities that bear each of some names; whom they mean is found out first."""
        wanted = sorted(set(keys))
        if isinstance(self._view, IdentifiedView):
            self._view.seek(wanted)
        return self._view.named(wanted)

    def mentioned(self, text: str) -> bool:
        """Whether one of the nearest visible statements holds all words of ``text``, or its source, who wrote a visible
        document, or what its title names is so called.
        """
        wanted = set(index_terms(text))
        if not wanted:
            return True
        reading = Reading(self._view)
        found = reading.statements(hit.key for hit in self._index.lexical(wanted, _DEPTH))
        if any(wanted <= set(index_terms(reading.words(key.ordinal, s.span))) for key, s in found.items()):
            return True
        near = {hit.key.ordinal for hit in self._index.dense(self._vector, _DEPTH)}
        if any(documents_called(text, reading.infos(near))):
            return True
        spoken = f" {' '.join(_WORD.findall(text.casefold()))} "
        return any(wanted <= name for name in self._authors) or any(spoken in title for title in self._titles)

    @cached_property
    def _documents(self) -> Sequence[DocumentInfo]:
        return tuple(self._view.documents())

    @cached_property
    def _titles(self) -> Collection[str]:
        """The words of the titles of all visible documents; read where a name is found nowhere else."""
        return {f" {' '.join(_WORD.findall(info.title.casefold()))} " for info in self._documents}

    @cached_property
    def _authors(self) -> frozenset[frozenset[str]]:
        """The terms of the name of each who wrote a visible document; read where a name is found nowhere else."""
        names = {name for info in self._documents for name in authors_of(info)}
        return frozenset(frozenset(index_terms(name)) for name in names)

    def is_subject(self, entity: EntityId) -> bool:
        """Whether a document that holds one of the nearest statements on ``entity`` is mainly about it."""
        infos = self._view.info({hit.key.ordinal for hit in self._about(entity)})
        return any(entity in subject_names(info) for info in infos.values())

    def near(self, text: str) -> Sequence[EntityInfo]:
        """The entities nearest in meaning."""
        if text not in self._near:
            nearest = self._index.nearest_entities(self._embedder.embed([text])[0], _NEIGHBOURS)
            infos = (self._view.entity(entity) for entity, _ in nearest)
            self._near[text] = [info for info in infos if info is not None]
        return self._near[text]

    def subjects(self, text: str) -> Sequence[Subject]:
        """What the documents are about that hold the statements with most of the words of ``text``."""
        terms = set(index_terms(text))
        return self._subjects([hit.key for hit in self._index.lexical(terms, _DEPTH)] if terms else [])

    def asked_about(self, text: str) -> Sequence[Subject]:
        """The same for the words of a whole question, with the statements that are near it in meaning."""
        near = [hit.key for hit in self._index.dense(self._vector, _DEPTH)]
        terms = set(index_terms(text))
        return self._subjects(near + [hit.key for hit in self._index.lexical(terms, _DEPTH)] if terms else near)

    def introduced_by(self, entity: EntityId) -> Sequence[Subject]:
        """What the documents are about that name ``entity`` in one of their first statements."""
        hits = self._about(entity)
        leading = {hit.key.ordinal for hit in hits if hit.key.index < _LEAD}
        keys = [hit.key for hit in hits]
        return [s for s in self._subjects(keys, leading) if s.info.id != entity]

    def _about(self, entity: EntityId) -> Sequence[Hit]:
        if entity not in self._hits:
            self._hits[entity] = self._index.dense(self._vector, _DEPTH, entity=entity)
        return self._hits[entity]

    def _subjects(self, keys: Sequence[StatementKey], among: Container[int] | None = None) -> list[Subject]:
        infos = self._view.info({key.ordinal for key in keys})
        found: list[Subject] = []
        for info, share in counted(infos[key.ordinal] for key in keys if key.ordinal in infos):
            if among is None or info.ordinal in among:
                entity = next((e for name in subject_names(info) if (e := self._view.entity(name))), None)
                found += [Subject(entity, share)] if entity is not None else []
        return found
