"""Chunks of the same shingles are one text: an edge of one is an edge of all, and need be kept once.

A chunk that repeats one that the store holds is joined to that alone. Which chunks are one text is told by the edges
along which all shingles are shared, of versions that were removed too: their chunks name a text as long as a version
that is held says it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from timeweave.indexes.chunks.rows import ChunkRows, chunk_numbers
from timeweave.indexes.evidence.components import connected_components
from timeweave.indexes.evidence.edges import EdgeColumns
from timeweave.indexes.growth import Held


class Texts:
    """The texts that a view sees, numbered from 0 by the first row that says each; ``of_rows`` has one per row."""

    def __init__(self, rows: ChunkRows, edges: Sequence[EdgeColumns]) -> None:
        seen = chunk_numbers(rows.ordinals, rows.indexes)
        self._nodes, labels = _components(edges, seen)
        found = labels[np.searchsorted(self._nodes, seen)]
        distinct, firsts, numbers = np.unique(found, return_index=True, return_inverse=True)
        ranks = np.empty(len(distinct), np.int64)
        ranks[np.argsort(firsts)] = np.arange(len(distinct))
        self.of_rows = np.asarray(ranks[numbers.reshape(-1)])
        numbered = np.full(int(labels.max(initial=-1)) + 1, -1, np.int64)
        numbered[distinct] = ranks
        self._numbers = numbered[labels]
        versions = (self._nodes[self._numbers >= 0] >> 32).astype(np.int64)
        self._telling = np.zeros(int(versions.max(initial=-1)) + 2, np.bool_)
        self._telling[versions] = True

    def __len__(self) -> int:
        return int(self.of_rows.max(initial=-1)) + 1

    def told_by(self, ordinals: np.ndarray) -> np.ndarray:
        """Boolean: which versions have a chunk of a text that is seen."""
        return np.asarray(self._telling[np.minimum(ordinals, len(self._telling) - 1)])

    def find(self, ordinals: np.ndarray, indexes: np.ndarray) -> np.ndarray:
        """The text of each chunk; -1 where it is not seen."""
        if not len(self._nodes):
            return np.full(len(ordinals), -1, np.int64)
        wanted = chunk_numbers(ordinals, indexes)
        places = np.minimum(np.searchsorted(self._nodes, wanted), len(self._nodes) - 1)
        return np.where(self._nodes[places] == wanted, self._numbers[places], -1)


def said_elsewhere(edges: Sequence[EdgeColumns], gone: Collection[int], held: Held) -> np.ndarray:
    """The chunks (`chunk_numbers`) of versions ``gone`` whose text a version that is held says too."""
    nodes, labels = _components(edges, np.empty(0, np.int64))
    versions = nodes >> 32
    touched = np.isin(labels, labels[np.isin(versions, list(gone))])
    living = set(held(set(versions[touched].tolist())))
    said = np.isin(labels, labels[touched & np.isin(versions, list(living))])
    return np.asarray(nodes[said & np.isin(versions, list(gone))])


def _components(edges: Sequence[EdgeColumns], further: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All chunks that repeat another and the ``further`` ones, ascending, and the text of each."""
    ones, others = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for part in edges:
        same = np.flatnonzero((part.shared == part.sizes) & (part.shared == part.other_sizes))
        ones.append(chunk_numbers(part.owners[same], part.indexes[same]))
        others.append(chunk_numbers(part.others[same], part.other_indexes[same]))
    one, other = np.concatenate(ones), np.concatenate(others)
    nodes = np.unique(np.concatenate([further, one, other]))
    return nodes, connected_components(np.searchsorted(nodes, one), np.searchsorted(nodes, other), len(nodes))
