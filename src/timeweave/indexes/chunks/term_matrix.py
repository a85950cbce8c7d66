"""How often each visible chunk holds each word, as one matrix."""

from __future__ import annotations

import numpy as np

from timeweave.indexes.chunks.rows import ChunkRows
from timeweave.records.sparse import SparseRows


def term_matrix(rows: ChunkRows) -> tuple[SparseRows, list[str]]:
    """Rows × words (int32 counts, sorted indices), and the words that occur, in alphabetical order."""
    lists = [segment.terms.whole() for segment in rows.table.segments]
    number = {word: i for i, word in enumerate(sorted({word for held in lists for word in held.words}))}
    held_by, words, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for i, held in enumerate(lists):
        places = rows.of_segment(i)[held.rows]
        shown = places >= 0
        own = np.asarray([number[word] for word in held.words], np.int64)
        held_by.append(places[shown])
        words.append(np.repeat(own, np.diff(held.starts))[shown])
        counts.append(held.counts[shown])
    said = np.concatenate(words)
    used = np.flatnonzero(np.bincount(said, minlength=len(number)))
    column = np.empty(len(number), np.int64)
    column[used] = np.arange(len(used))
    data = np.concatenate(counts).astype(np.int32)
    matrix = SparseRows.of(data, np.concatenate(held_by), column[said], (len(rows), len(used)))
    every = list(number)
    return matrix, [every[i].decode() for i in used.tolist()]
