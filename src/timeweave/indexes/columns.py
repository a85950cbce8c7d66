"""The rows of segments in memory: made from a prepared document, merged, written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.composed import Composed, kept, shared
from timeweave.indexes.lists import StoredLists, WordLists
from timeweave.indexes.merging import Merging
from timeweave.indexes.quantised import Codes, coded
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import (
    code_arrays,
    document_arrays,
    joined,
    joined_rows,
    rows_of_each,
    stored_codes,
    stored_documents,
)
from timeweave.indexes.time_order import class_starts, day_bounds, time_order
from timeweave.records import Prepared, SegmentRef

STATEMENTS = "statements"
ENTITIES = "entities"

_COLUMNS = ("ordinals", "indexes", "starts", "ends", "lengths")  # of statements


@dataclass(frozen=True, slots=True, eq=False)
class StatementColumns:
    """Statements in time order, as parallel arrays; ``documents`` are the distinct ordinals with their ids, ascending.

    ``lengths`` counts each statement's terms, repeats included.
    """

    kind: ClassVar[str] = STATEMENTS
    documents: tuple[tuple[int, str], ...]
    coded: Codes | Composed
    terms: WordLists
    entities: WordLists
    ordinals: np.ndarray
    indexes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    lengths: np.ndarray

    def __len__(self) -> int:
        return len(self.ordinals)

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> StatementColumns:
        """Of one document."""
        statements = prepared.extraction.statements
        bounds = np.asarray([day_bounds(s.valid) for s in statements], np.int64).reshape(-1, 2)
        starts, ends = bounds[:, 0].astype(np.int32), bounds[:, 1].astype(np.int32)
        indexes = np.asarray([s.index for s in statements], np.int32)
        ordinals = np.full(len(statements), ordinal, np.int32)
        order = time_order(starts, ends, ordinals, indexes)
        terms = [prepared.terms[i] for i in order.tolist()]
        return cls(
            documents=((ordinal, prepared.document.id),),
            ordinals=ordinals,
            indexes=indexes[order],
            starts=starts[order],
            ends=ends[order],
            lengths=np.asarray([sum(t.values()) for t in terms], np.int32),
            coded=kept(prepared.vectors).taken(order),
            terms=WordLists.of_rows(terms),
            entities=WordLists.of_rows([dict.fromkeys(statements[i].entities, 1) for i in order.tolist()]),
        )

    @classmethod
    def read(cls, file: SegmentFile) -> StatementColumns:
        """Of a segment, every byte verified."""
        return cls(
            stored_documents(file),
            stored_codes(file),
            StoredLists(file, "terms").whole(),
            StoredLists(file, "entities").whole(),
            *map(file.part, _COLUMNS),
        )

    @classmethod
    def merged(cls, parts: Sequence[StatementColumns], without: frozenset[int] = frozenset()) -> StatementColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        keys = [joined(parts, name) for name in ("starts", "ends", "ordinals", "indexes")]
        rows = Merging(parts, without, lambda stay: stay[time_order(*(key[stay] for key in keys))])
        return cls(
            rows.documents,
            joined_rows([p.coded for p in parts]).taken(rows.order),
            rows.lists("terms"),
            rows.lists("entities"),
            *map(rows.column, _COLUMNS),
        )

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        facts = {"classes": class_starts(self.starts, self.ends), "terms": int(self.lengths.sum(dtype=np.int64))}
        arrays = {
            **{name: getattr(self, name) for name in _COLUMNS},
            **document_arrays(self.documents, rows_of_each(self.ordinals)),
            **self.entities.arrays("entities"),
            **self.terms.arrays("terms"),
            **code_arrays(self.coded),
        }
        return write_segment(folder, self.kind, len(self), arrays, facts)


@dataclass(frozen=True, slots=True, eq=False)
class EntityColumns:
    """How documents describe their entities, as vectors; by (entity, document). What several describe alike is kept
    once.
    """

    kind: ClassVar[str] = ENTITIES
    documents: tuple[tuple[int, str], ...]
    ordinals: np.ndarray
    coded: Codes | Composed
    names: WordLists

    def __len__(self) -> int:
        return len(self.ordinals)

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> EntityColumns:
        """Of one document."""
        vectors = coded(np.asarray(prepared.entity_vectors, np.float32))
        names = WordLists.of_rows([{entity: 1} for entity in prepared.entities])
        return cls(((ordinal, prepared.document.id),), np.full(len(vectors), ordinal, np.int32), vectors, names)

    @classmethod
    def read(cls, file: SegmentFile) -> EntityColumns:
        """Of a segment, every byte verified."""
        names = StoredLists(file, "names").whole()
        return cls(stored_documents(file), file.part("ordinals"), stored_codes(file), names)

    @classmethod
    def merged(cls, parts: Sequence[EntityColumns], without: frozenset[int] = frozenset()) -> EntityColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        named = [
            word
            for p in parts
            for word, n in zip(p.names.words, np.diff(p.names.starts), strict=True)
            for _ in range(n)
        ]
        ordinals = joined(parts, "ordinals").tolist()

        def by_name(stay: np.ndarray) -> np.ndarray:
            return np.asarray(sorted(stay.tolist(), key=lambda i: (named[i], ordinals[i])), np.int64)

        rows = Merging(parts, without, by_name)
        vectors = joined_rows([p.coded for p in parts]).taken(rows.order)
        return cls(rows.documents, rows.column("ordinals"), vectors, rows.lists("names"))

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        arrays = {
            "ordinals": self.ordinals,
            **document_arrays(self.documents, rows_of_each(self.ordinals)),
            **self.names.arrays("names"),
            **code_arrays(shared(self.coded)),
        }
        return write_segment(folder, self.kind, len(self), arrays, {})
