"""The edges of the evidence graph as segments: a document's edges to all that were there before it are kept with it.

As-of is exact because an edge is a function of two chunks, and which edges count is decided for each view by what it
sees (`timeweave.indexes.evidence.graph`). What is kept need only suffice for that: a version is linked exactly unless
more than `LIMIT` chunks were published by its day, else by bands. Superseded versions are linked too, since days past
see them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.evidence.linking import Links, links, queries
from timeweave.indexes.evidence.shingles import ShingleColumns
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
    def merged(cls, parts: Sequence[EdgeColumns], without: frozenset[int] = frozenset()) -> EdgeColumns:
        """Of several together, the versions ``without`` and their edges left out."""
        every = functools.partial(joined, parts)
        gone = sorted(without)
        versions = every("versions")
        kept = np.flatnonzero(~np.isin(versions, gone))
        kept = kept[np.argsort(versions[kept], kind="stable")]
        keys = [every(name) for name in ("other_indexes", "others", "indexes", "owners")]
        stay = np.flatnonzero(~np.isin(keys[3], gone) & ~np.isin(keys[1], gone))
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


def linked(ordinal: int, prepared: Prepared, known: Sequence[ShingleColumns], *, exact: bool) -> EdgeColumns:
    """A version with its edges to all that is ``known``."""
    own = ShingleColumns.of_document(ordinal, prepared)
    wanted = queries(own)
    edges = [_edges(own, others, links(wanted, others, exact=exact)) for others in known]
    columns = zip(*edges, strict=True) if edges else ((),) * len(_EDGE_COLUMNS)
    whole = EdgeColumns(
        ((ordinal, prepared.document.id),),
        np.asarray([len(own)], np.int32),
        np.asarray([published_by(prepared)], np.int32),
        np.asarray([exact]),
        *(
            np.concatenate([np.empty(0, np.bool_ if name == "meets" else np.int32), *parts])
            for name, parts in zip(_EDGE_COLUMNS, columns, strict=True)
        ),
    )
    return EdgeColumns.merged([whole])


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
