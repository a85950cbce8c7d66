"""The edges of the evidence graph as segments: a document's edges to all that were there before it are kept with it.

As-of is exact because an edge is a function of two chunks, and which edges count is decided for each view by what it
sees (`timeweave.indexes.evidence.graph`). What is kept need only suffice for that: a version is linked exactly unless
more than `LIMIT` chunks were published by its day, else by bands. Superseded versions are linked too, since days past
see them. Of chunks that are one text (`timeweave.indexes.evidence.same_text`) one is linked for all.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.chunks.rows import chunk_numbers
from timeweave.indexes.evidence.linking import Links, Query, links, queries
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.growth import Held
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import Documents, document_arrays, joined, joined_documents, stored_documents
from timeweave.records import Prepared, SegmentRef

EDGES = "edges"
LIMIT = 50_000  # chunks; a view of more sees the edges that bands find

_NO_DAY = np.iinfo(np.int32).max
_EDGE_COLUMNS = ("owners", "indexes", "others", "other_indexes", "shared", "sizes", "other_sizes", "meets")


@dataclass(frozen=True, slots=True, eq=False)
class EdgeColumns:
    """Versions and their edges, as parallel arrays; ``documents`` are the versions with their ids, ascending.

    Of each version: ``chunks`` counts them, ``days`` is when it was published (the last day of all where it bears no
    date), ``exact`` whether it was linked exactly. Of each edge: the version that was added later (``owners``) and
    the index of its chunk, the other's version and index, how many shingles they share, how many each has, and whether
    their bands meet.
    """

    kind: ClassVar[str] = EDGES
    documents: Documents
    chunks: np.ndarray
    days: np.ndarray
    exact: np.ndarray
    owners: np.ndarray
    indexes: np.ndarray
    others: np.ndarray
    other_indexes: np.ndarray
    shared: np.ndarray
    sizes: np.ndarray
    other_sizes: np.ndarray
    meets: np.ndarray

    def __len__(self) -> int:
        return len(self.documents) + len(self.owners)

    @property
    def versions(self) -> np.ndarray:
        """The ordinals of ``documents``."""
        return np.asarray([ordinal for ordinal, _ in self.documents], np.int64)

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> EdgeColumns:
        """Of a version that no other came before."""
        return linked(ordinal, prepared, (), exact=True)

    @classmethod
    def read(cls, file: SegmentFile) -> EdgeColumns:
        """Of a segment, every byte verified."""
        return cls(stored_documents(file), *(file.part(name) for name in ("chunks", "days", "exact", *_EDGE_COLUMNS)))

    @classmethod
    def merged(
        cls, parts: Sequence[EdgeColumns], without: frozenset[int] = frozenset(), still_said: np.ndarray | None = None
    ) -> EdgeColumns:
        """Of several together, the versions ``without`` and their edges left out, but for those of chunks that name a
        text that is ``still_said`` (`chunk_numbers`).
        """
        every = functools.partial(joined, parts)
        gone = sorted(without)
        versions = every("versions")
        kept = np.flatnonzero(~np.isin(versions, gone))
        kept = kept[np.argsort(versions[kept], kind="stable")]
        keys = [every(name) for name in ("other_indexes", "others", "indexes", "owners")]
        named = np.empty(0, np.int64) if still_said is None else still_said
        stays = [
            ~np.isin(ordinals, gone) | np.isin(chunk_numbers(ordinals, indexes), named)
            for ordinals, indexes in ((keys[3], keys[2]), (keys[1], keys[0]))
        ]
        stay = np.flatnonzero(stays[0] & stays[1])
        order = stay[np.lexsort([key[stay] for key in keys])]
        return cls(
            joined_documents([p.documents for p in parts], without),
            *(every(name)[kept] for name in ("chunks", "days", "exact")),
            *(every(name)[order] for name in _EDGE_COLUMNS),
        )

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        edges = np.searchsorted(self.owners, self.versions, "right") - np.searchsorted(self.owners, self.versions)
        columns = {name: getattr(self, name) for name in ("chunks", "days", "exact", *_EDGE_COLUMNS)}
        arrays = {**document_arrays(self.documents, 1 + edges), **columns}
        return write_segment(folder, self.kind, len(self), arrays, {})


def linked(
    ordinal: int,
    prepared: Prepared,
    known: Sequence[ShingleColumns],
    *,
    exact: bool,
    fold: bool = True,
    held: Held = set,
) -> EdgeColumns:
    """A version with its edges to the texts that are ``known`` of versions ``held``, and between its own chunks; with
    ``fold`` a chunk that says a known text is joined to that alone.
    """
    own = ShingleColumns.of_document(ordinal, prepared)
    fresh, edges = [], []
    for query in queries(own):
        told = _told_before(query, known, held) if fold and len(query.hashes) else None
        if told is None:
            fresh.append(query)
        else:
            edges.append(_edges(own, *told))
    edges += [_edges(own, others, _one_of_each(links(fresh, others, exact=exact), others, held)) for others in known]
    edges.append(_edges(own, own, _downwards(links(queries(own), own, exact=exact))))
    columns = zip(*edges, strict=True)
    whole = EdgeColumns(
        ((ordinal, prepared.document.id),),
        np.asarray([len(own)], np.int32),
        np.asarray([published_by(prepared)], np.int32),
        np.asarray([exact]),
        *(np.concatenate(parts) for parts in columns),
    )
    return EdgeColumns.merged([whole])


def _told_before(query: Query, known: Sequence[ShingleColumns], held: Held) -> tuple[ShingleColumns, Links] | None:
    """The first chunk of the same text."""
    for part in known:
        for row in part.like(query.hashes):
            if set(held({int(part.ordinals[row])})):
                one = np.ones(1, np.int64)
                return part, Links(one * query.row, one * row, one * len(query.hashes), np.ones(1, np.bool_))
    return None


def _downwards(pairs: Links) -> Links:
    """Each pair of rows of the same columns once, and none of a row with itself."""
    return Links(*(column[pairs.others < pairs.rows] for column in pairs))


def _one_of_each(pairs: Links, known: ShingleColumns, held: Held) -> Links:
    """Of the pairs with rows of one text the first whose version is held."""
    texts = known.sums[pairs.others]
    while len(pairs.rows):
        order = np.lexsort((pairs.others, texts, pairs.rows))
        repeats = (np.diff(pairs.rows[order]) == 0) & (np.diff(texts[order]) == 0)
        firsts = np.sort(order[np.concatenate([[True], ~repeats])])
        versions = set(known.ordinals[pairs.others[firsts]].tolist())
        dead = versions - set(held(versions))
        if not dead:
            return Links(*(column[firsts] for column in pairs))
        alive = ~np.isin(known.ordinals[pairs.others], list(dead))
        pairs, texts = Links(*(column[alive] for column in pairs)), texts[alive]
    return pairs


def published_by(prepared: Prepared) -> int:
    """The day from which on a version can be seen (`datetime.date.toordinal`); the last of all where it bears none."""
    date = prepared.document.date
    return _NO_DAY if date is None else date.toordinal()


def _edges(own: ShingleColumns, known: ShingleColumns, pairs: Links) -> tuple[np.ndarray, ...]:
    """As `_EDGE_COLUMNS`."""
    rows, others = pairs.rows, pairs.others
    return (
        own.ordinals[rows],
        own.indexes[rows],
        known.ordinals[others],
        known.indexes[others],
        pairs.shared.astype(np.int32),
        own.sizes[rows],
        known.sizes[others],
        pairs.meets,
    )
