"""Which chunks come from one independent source: copies of one text do, and so do the chunks of one document."""

from __future__ import annotations

import numpy as np

from timeweave.indexes.evidence.components import connected_components

COPIED = 0.9
"""Of the shorter text's shingles, from which on two texts are one. Of pairs of Reuters items read, 11 of 12 at 0.90 to
0.97 were one report sent again, longer or corrected, and 5 of 14 at 0.80 to 0.90; the others were forms whose figures
differ, as of another day's auction.
"""


def copies(shared: np.ndarray, sizes: np.ndarray, other_sizes: np.ndarray) -> np.ndarray:
    """Boolean: which pairs of chunks, that share so many shingles of so many, are one text (Broder's containment: a
    report is often sent again with a paragraph more).
    """
    return np.asarray(shared >= COPIED * np.minimum(sizes, other_sizes))


def source_groups(documents: np.ndarray, texts: np.ndarray, ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """For each row the number of its group (int64), counted from 0 by the first row of each; a group is one source.

    ``documents`` and ``texts`` number each row's document and text, ``ones`` and ``others`` are the pairs of texts that
    are copies.
    """
    _, own = np.unique(documents, return_inverse=True)
    own = own.reshape(-1)
    if not len(own):
        return own
    # documents and, behind them, the texts that they say
    first = int(own.max()) + 1
    count = first + int(texts.max()) + 1
    ends = np.concatenate([own, first + ones]), np.concatenate([first + texts, first + others])
    labels = connected_components(*ends, count)[own]
    _, firsts, numbers = np.unique(labels, return_index=True, return_inverse=True)
    ranks = np.empty(len(firsts), np.int64)
    ranks[np.argsort(firsts)] = np.arange(len(firsts))
    return np.asarray(ranks[numbers.reshape(-1)])
