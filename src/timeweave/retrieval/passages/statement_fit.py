"""How statements fit one question by their words, their documents' names and what they hold, each found out once.

A ranking that is followed by a second, of more statements, then takes only what is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from timeweave.records import DocumentInfo, StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.kernels.fusion import scaled_to_best
from timeweave.retrieval.reading import Reading


class StatementFit:
    """What is known of statements and documents, for the length of one question."""

    def __init__(self, request: Request, reading: Reading) -> None:
        self.request = request
        self.reading = reading
        self._terms = request.question.terms
        self._expected = request.question.expected
        self._rows: dict[tuple[int, int], int] = {}
        self._parts = np.zeros((0, 0))
        self._called: dict[int, tuple[bool, bool]] = {}
        self._held: dict[StatementKey, tuple[float, float]] = {}

    def by_words(
        self, keys: Sequence[StatementKey]
    ) -> tuple[dict[StatementKey, float], dict[StatementKey, float], np.ndarray]:
        """BM25 of each statement, and that of the words that it or a neighbour holds, each over the best; and what
        each word of the question adds to the former (one row for each of ``keys``).
        """
        beside = [[(ordinal, index + step) for ordinal, index in keys] for step in (0, -1, 1)]
        parts = self._parts_of(place for around in zip(*beside, strict=True) for place in around)
        here, before, behind = (
            parts[np.fromiter((self._rows[place] for place in places), np.int64, len(keys))] for places in beside
        )
        widest = np.maximum(np.maximum(before, here), behind)
        own = {k: sum(row) for k, row in zip(keys, here.tolist(), strict=True)}
        around = {k: sum(row) for k, row in zip(keys, widest.tolist(), strict=True)}
        best = max(own.values(), default=0.0)
        return scaled_to_best(own), scaled_to_best(around), here / best if best > 0 else here

    def called(self, infos: Mapping[int, DocumentInfo]) -> tuple[frozenset[int], frozenset[int]]:
        """As `Question.documents_called` says it."""
        new = {ordinal: info for ordinal, info in infos.items() if ordinal not in self._called}
        by_source, by_title = self.request.question.documents_called(new)
        self._called.update({ordinal: (ordinal in by_source, ordinal in by_title) for ordinal in new})
        return (
            frozenset(ordinal for ordinal in infos if self._called[ordinal][0]),
            frozenset(ordinal for ordinal in infos if self._called[ordinal][1]),
        )

    def held(self, keys: Sequence[StatementKey]) -> dict[StatementKey, tuple[float, float]]:
        """How far each of the visible statements among ``keys`` holds the number, and the name, that is asked for."""
        statements = self.reading.statements(keys)
        for key, statement in statements.items():
            if key not in self._held:
                text = self.reading.words(key.ordinal, statement.span)
                self._held[key] = self._expected.numbers(text), self._expected.names(text)
        return {key: self._held[key] for key in statements}

    def turns(self, keys: Sequence[StatementKey]) -> list[StatementKey]:
        """Those of the visible statements among ``keys`` that somebody says in a conversation."""
        spoken = [key for key in keys if self.reading.is_spoken(key.ordinal)]
        return [key for key in self.reading.statements(spoken) if self.reading.speaker(key)]

    def said_by_named(self, keys: Sequence[StatementKey]) -> dict[StatementKey, float]:
        """1 for each of the visible statements among ``keys`` that somebody says whom the question names."""
        named = {entity.id for entity in self.request.question.entities}
        turns = self.turns(keys) if named else []
        return {key: 1.0 for key in turns if named.intersection(self.reading.statements([key])[key].entities[:1])}

    def _parts_of(self, places: Iterable[tuple[int, int]]) -> np.ndarray:
        """What each word adds to the BM25 of every statement seen so far, those at ``places`` among them, by rows."""
        new = [StatementKey(*place) for place in dict.fromkeys(places) if place not in self._rows]
        if new:
            parts = self.request.index.parted(new, self._terms)
            self._parts = np.vstack([self._parts, parts]) if self._rows else parts
            self._rows.update({key: row for row, key in enumerate(new, len(self._rows))})
        return self._parts
