"""A segment that is open, with what is worth remembering between queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from timeweave.indexes.lists import StoredLists
from timeweave.indexes.segment_file import SegmentFile
from timeweave.indexes.stored import stored_documents
from timeweave.indexes.time_order import rows_in_scope
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval


class OpenSegment:
    """Rows that belong to documents."""

    def __init__(self, file: SegmentFile) -> None:
        self.file = file
        self._documents = file.part("documents")
        self._ids: dict[int, str] | None = None
        self._shown: np.ndarray | None = None
        self._row_mask: np.ndarray | None = None

    def __len__(self) -> int:
        return self.file.ref.rows

    @property
    def ordinals(self) -> np.ndarray:
        """The document of each row."""
        return self.file.part("ordinals")

    @property
    def documents(self) -> np.ndarray:
        """The distinct ordinals, ascending."""
        return self._documents

    def id_of(self, ordinal: int) -> str:
        """The id of a document of this segment."""
        if self._ids is None:
            self._ids = dict(stored_documents(self.file))
        return self._ids[ordinal]

    def shown(self, documents: np.ndarray) -> np.ndarray:
        """Which of the segment's documents are among ``documents`` (boolean by ordinal)."""
        known = self._documents < len(documents)
        return np.asarray(known & documents[np.where(known, self._documents, 0)]) if len(documents) else known

    def row_mask(self, shown: np.ndarray) -> np.ndarray | None:
        """Which rows belong to documents ``shown`` (of `shown`); ``None`` when all do."""
        if shown.all():
            return None
        if self._shown is None or self._row_mask is None or not np.array_equal(self._shown, shown):
            place = np.searchsorted(self._documents, self.ordinals)
            self._shown, self._row_mask = shown, shown[place]
        return self._row_mask


class OpenWords(OpenSegment):
    """Rows with the terms that each holds."""

    def __init__(self, file: SegmentFile) -> None:
        super().__init__(file)
        self.terms = StoredLists(file, "terms")

    @property
    def all_terms(self) -> int:
        """How many terms all rows hold, repeats included."""
        return int(cast("int", self.file.facts["terms"]))


class OpenStatements(OpenWords):
    """Statements in time order with their terms and entities."""

    def __init__(self, file: SegmentFile) -> None:
        super().__init__(file)
        self._entities = StoredLists(file, "entities")
        self._classes = cast("Sequence[int]", file.facts["classes"])

    def mentioning(self, entity: EntityId) -> np.ndarray:
        """The rows that mention ``entity``, ascending."""
        return self._entities.find(entity)[0]

    def selected(self, scope: Sequence[Interval], entity: EntityId | None) -> np.ndarray | None:
        """The rows in ``scope`` that mention ``entity``, ascending; ``None`` for all."""
        mentioned = None if entity is None else self.mentioning(entity)
        if not scope:
            return mentioned
        within = rows_in_scope(self.file.part("starts"), self.file.part("ends"), self._classes, scope)
        return within if mentioned is None else np.intersect1d(within, mentioned, assume_unique=True)


class OpenEntities(OpenSegment):
    """Descriptions of entities, by name."""

    def __init__(self, file: SegmentFile) -> None:
        super().__init__(file)
        self._names: dict[int, str] = {}

    def names(self, rows: np.ndarray) -> list[str]:
        """The entities that rows describe."""
        words = np.searchsorted(self.file.part("names_starts"), rows, "right") - 1
        return [self._names.get(word) or self._name(word) for word in words.tolist()]

    def _name(self, word: int) -> str:
        start, end = self.file.part("names_ends", word, word + 2).tolist()
        self._names[word] = self.file.part("names_text", start, end).tobytes().decode()
        return self._names[word]
