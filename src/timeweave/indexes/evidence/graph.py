"""The evidence graph of one view (TWE-RAG, section 2.2), read from segments.

Which edges count depends on what the view sees alone: up to `LIMIT` chunks all above θ_edge, beyond it those that bands
find. Edges that a view of few chunks needs and that were not kept, because the store held more when a version came, are
worked out when they are asked for. All is worked out between texts, of which each may be said by many chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timeweave.indexes.chunks.rows import ChunkRows
from timeweave.indexes.evidence.edges import LIMIT, EdgeColumns
from timeweave.indexes.evidence.kind import reopened
from timeweave.indexes.evidence.linking import links, queries, similarity
from timeweave.indexes.evidence.same_text import Texts
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.evidence.source_groups import copies, source_groups
from timeweave.records import SegmentRef
from timeweave.records.evidence import EvidenceGraph
from timeweave.records.sparse import SparseRows


class Pairs(NamedTuple):
    """Two texts of a view above θ_edge; parallel arrays."""

    texts: np.ndarray
    others: np.ndarray
    shared: np.ndarray
    sizes: np.ndarray
    other_sizes: np.ndarray


class EvidenceSegments:
    """The segments of one state, read when a graph is first asked for. ``limit`` is that of `LIMIT`."""

    def __init__(
        self, folder: Path, shingles: Sequence[SegmentRef], edges: Sequence[SegmentRef], *, limit: int = LIMIT
    ) -> None:
        self._folder = folder
        self._refs = tuple(shingles), tuple(edges)
        self._limit = limit
        self._edges: dict[str, EdgeColumns] = {}

    def graph(self, rows: ChunkRows) -> EvidenceGraph:
        """The graph of what a view sees.

        Raises:
            IndexDamagedError: a file is missing or damaged.
        """
        shingles, edges = self._refs
        self._edges = reopened(self._folder, edges, self._edges, EdgeColumns)
        return evidence_graph(
            rows,
            tuple(self._edges.values()),
            lambda: tuple(reopened(self._folder, shingles, {}, ShingleColumns).values()),
            limit=self._limit,
        )


def evidence_graph(
    rows: ChunkRows,
    edges: Sequence[EdgeColumns],
    shingles: Callable[[], Sequence[ShingleColumns]],
    *,
    limit: int = LIMIT,
) -> EvidenceGraph:
    """The graph of ``rows``: of up to ``limit`` all edges, of more those that bands find.

    ``shingles`` are asked for where edges are to be worked out.
    """
    texts = Texts(rows, edges)
    is_exact = len(rows) <= limit
    found = [_kept(texts, part, everything=is_exact) for part in edges]
    if is_exact:
        by_bands = np.concatenate([np.empty(0, np.int64), *(part.versions[~part.exact] for part in edges)])
        unlinked = np.unique(texts.of_rows[np.isin(rows.ordinals, by_bands)])
        if len(unlinked):
            found += _worked_out(texts, unlinked, shingles())
    pairs = _each_once(_joined(found), len(texts))
    copied = copies(pairs.shared, pairs.sizes, pairs.other_sizes)
    told = source_groups(rows.documents, texts.of_rows, pairs.texts[copied], pairs.others[copied])
    return EvidenceGraph(texts.of_rows, rows.documents, _between(pairs, texts, rows.documents), told)


def _kept(texts: Texts, part: EdgeColumns, *, everything: bool) -> Pairs:
    """The edges of a segment between texts that are seen."""
    seen = texts.told_by(part.owners) & texts.told_by(part.others)
    chosen = np.flatnonzero(seen if everything else seen & part.meets)
    ones = texts.find(part.owners[chosen], part.indexes[chosen])
    others = texts.find(part.others[chosen], part.other_indexes[chosen])
    both = (ones >= 0) & (others >= 0)
    chosen = chosen[both]
    return Pairs(ones[both], others[both], part.shared[chosen], part.sizes[chosen], part.other_sizes[chosen])


def _worked_out(texts: Texts, unlinked: np.ndarray, shingles: Sequence[ShingleColumns]) -> list[Pairs]:
    """The edges from ``unlinked`` texts to all that are seen."""
    found = []
    placed = [texts.find(part.ordinals, part.indexes) for part in shingles]
    waiting = unlinked
    for own, own_texts in zip(shingles, placed, strict=True):
        said, firsts = np.unique(own_texts, return_index=True)
        wanted = queries(own, np.sort(firsts[np.isin(said, waiting)]))
        waiting = np.setdiff1d(waiting, said)
        for known, known_texts in zip(shingles, placed, strict=True) if wanted else ():
            pairs = links(wanted, known, exact=True)
            seen = known_texts[pairs.others] >= 0
            rows, others, shared = pairs.rows[seen], pairs.others[seen], pairs.shared[seen].astype(np.int32)
            found.append(Pairs(own_texts[rows], known_texts[others], shared, own.sizes[rows], known.sizes[others]))
    return found


def _joined(parts: Sequence[Pairs]) -> Pairs:
    columns = zip(*parts, strict=True) if parts else ((),) * len(Pairs._fields)
    return Pairs(*(np.concatenate([np.empty(0, np.int32), *column]) for column in columns))


def _each_once(pairs: Pairs, texts: int) -> Pairs:
    """Without those that several chunks of a text, or two ways of finding, have given more than once, nor those of a
    text with itself.
    """
    low, high = np.minimum(pairs.texts, pairs.others), np.maximum(pairs.texts, pairs.others)
    firsts = np.unique(low.astype(np.int64) * texts + high, return_index=True)[1]
    firsts = firsts[low[firsts] < high[firsts]]
    return Pairs(*(column[firsts] for column in pairs))


def _between(pairs: Pairs, texts: Texts, documents: np.ndarray) -> SparseRows:
    """As in `EvidenceGraph`, without pairs of texts that one and the same document alone says."""
    counts = np.bincount(texts.of_rows, minlength=len(texts))
    told_in = np.full(len(texts), -1, np.int64)
    told_in[texts.of_rows] = documents
    once = counts == 1
    inside = once[pairs.texts] & once[pairs.others] & (told_in[pairs.texts] == told_in[pairs.others])
    ones, others, shared, sizes, other_sizes = (column[~inside] for column in pairs)
    repeated = np.flatnonzero(counts > 1)
    weights = similarity(shared, sizes, other_sizes)
    values = np.concatenate([weights, weights, np.ones(len(repeated))])
    ends = np.concatenate([ones, others, repeated]), np.concatenate([others, ones, repeated])
    return SparseRows.of(values, *ends, (len(texts), len(texts)))
