"""The rows of segments in memory: made from a prepared document, merged, written."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.lists import StoredLists, WordLists
from timeweave.indexes.quantised import Codes, quantise
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import (
    code_arrays,
    document_arrays,
    joined,
    joined_codes,
    joined_documents,
    stored_codes,
    stored_documents,
)
from timeweave.indexes.time_order import class_starts, day_bounds, time_order
from timeweave.records import Prepared, SegmentRef

STATEMENTS = "statements"
ENTITIES = "entities"


@dataclass(frozen=True, slots=True, eq=False)
class StatementColumns:
    """Statements in time order, as parallel arrays; ``documents`` are the distinct ordinals with their ids, ascending.

    ``lengths`` counts each statement's terms, repeats included.
    """

    kind: ClassVar[str] = STATEMENTS
    documents: tuple[tuple[int, str], ...]
    ordinals: np.ndarray
    indexes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    lengths: np.ndarray
    vectors: np.ndarray
    coded: Codes
    terms: WordLists
    entities: WordLists

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
        vectors = np.ascontiguousarray(prepared.vectors[order], np.float32)
        terms = [prepared.terms[i] for i in order.tolist()]
        return cls(
            documents=((ordinal, prepared.document.id),),
            ordinals=ordinals,
            indexes=indexes[order],
            starts=starts[order],
            ends=ends[order],
            lengths=np.asarray([sum(t.values()) for t in terms], np.int32),
            vectors=vectors,
            coded=quantise(vectors),
            terms=WordLists.of_rows(terms),
            entities=WordLists.of_rows([dict.fromkeys(statements[i].entities, 1) for i in order.tolist()]),
        )

    @classmethod
    def read(cls, file: SegmentFile) -> StatementColumns:
        """Of a segment, every byte verified."""
        part = file.part
        return cls(
            stored_documents(file),
            part("ordinals"),
            part("indexes"),
            part("starts"),
            part("ends"),
            part("lengths"),
            part("vectors"),
            stored_codes(file),
            StoredLists(file, "terms").whole(),
            StoredLists(file, "entities").whole(),
        )

    @classmethod
    def merged(cls, parts: Sequence[StatementColumns], without: frozenset[int] = frozenset()) -> StatementColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        every = functools.partial(joined, parts)
        keep = np.flatnonzero(~np.isin(every("ordinals"), sorted(without)))
        columns = [every(n)[keep] for n in ("starts", "ends", "ordinals", "indexes")]
        order = keep[time_order(*columns)]
        placed = np.full(len(every("ordinals")), -1, np.int64)
        placed[order] = np.arange(len(order))
        splits = np.split(placed, np.cumsum([len(p) for p in parts])[:-1])
        return cls(
            joined_documents([p.documents for p in parts], without),
            every("ordinals")[order],
            every("indexes")[order],
            every("starts")[order],
            every("ends")[order],
            every("lengths")[order],
            every("vectors")[order],
            joined_codes([p.coded for p in parts], order),
            WordLists.merged([(p.terms, split) for p, split in zip(parts, splits, strict=True)]),
            WordLists.merged([(p.entities, split) for p, split in zip(parts, splits, strict=True)]),
        )

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        counted = np.unique(self.ordinals, return_counts=True)[1]
        facts = {"classes": class_starts(self.starts, self.ends), "terms": int(self.lengths.sum(dtype=np.int64))}
        arrays = {
            "ordinals": self.ordinals,
            "indexes": self.indexes,
            "starts": self.starts,
            "ends": self.ends,
            "lengths": self.lengths,
            **document_arrays(self.documents, counted),
            **self.entities.arrays("entities"),
            **self.terms.arrays("terms"),
            **code_arrays(self.coded),
            "vectors": self.vectors,
        }
        return write_segment(folder, self.kind, len(self), arrays, facts)


@dataclass(frozen=True, slots=True, eq=False)
class EntityColumns:
    """How documents describe their entities, as vectors; by (entity, document)."""

    kind: ClassVar[str] = ENTITIES
    documents: tuple[tuple[int, str], ...]
    ordinals: np.ndarray
    vectors: np.ndarray
    coded: Codes
    names: WordLists

    def __len__(self) -> int:
        return len(self.ordinals)

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> EntityColumns:
        """Of one document."""
        vectors = np.ascontiguousarray(prepared.entity_vectors, np.float32)
        names = WordLists.of_rows([{entity: 1} for entity in prepared.entities])
        ordinals = np.full(len(vectors), ordinal, np.int32)
        return cls(((ordinal, prepared.document.id),), ordinals, vectors, quantise(vectors), names)

    @classmethod
    def read(cls, file: SegmentFile) -> EntityColumns:
        """Of a segment, every byte verified."""
        names = StoredLists(file, "names").whole()
        return cls(stored_documents(file), file.part("ordinals"), file.part("vectors"), stored_codes(file), names)

    @classmethod
    def merged(cls, parts: Sequence[EntityColumns], without: frozenset[int] = frozenset()) -> EntityColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        every = functools.partial(joined, parts)
        named = [
            word
            for p in parts
            for word, n in zip(p.names.words, np.diff(p.names.starts), strict=True)
            for _ in range(n)
        ]
        gone = np.isin(every("ordinals"), sorted(without)).tolist()
        ordinals = every("ordinals").tolist()
        order = np.asarray(
            sorted((i for i in range(len(named)) if not gone[i]), key=lambda i: (named[i], ordinals[i])), np.int64
        )
        placed = np.full(len(named), -1, np.int64)
        placed[order] = np.arange(len(order))
        splits = np.split(placed, np.cumsum([len(p) for p in parts])[:-1])
        return cls(
            joined_documents([p.documents for p in parts], without),
            every("ordinals")[order],
            every("vectors")[order],
            joined_codes([p.coded for p in parts], order),
            WordLists.merged([(p.names, split) for p, split in zip(parts, splits, strict=True)]),
        )

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        counted = np.unique(self.ordinals, return_counts=True)[1]
        arrays = {
            "ordinals": self.ordinals,
            **document_arrays(self.documents, counted),
            **self.names.arrays("names"),
            **code_arrays(self.coded),
            "vectors": self.vectors,
        }
        return write_segment(folder, self.kind, len(self), arrays, {})
