"""BM25 taken apart: what each term adds to the score of given statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from timeweave.indexes.lexical import Bm25, Statistics, saturated
from timeweave.indexes.opened import OpenStatements
from timeweave.records import StatementKey

_INDEX_BITS = 32


def parted(
    keys: Sequence[StatementKey],
    weights: Mapping[str, float],
    segments: Sequence[OpenStatements],
    known: Statistics,
    parameters: Bm25,
) -> np.ndarray:
    """What each term (column, in the order of ``weights``) adds to each statement of ``keys`` (row), as 64-bit floats;
    0 where it does not occur.
    """
    found = np.zeros((len(keys), len(weights)), np.float64)
    if not keys:
        return found
    ordinals = np.array([key.ordinal for key in keys], np.int64)
    codes = (ordinals << _INDEX_BITS) | np.array([key.index for key in keys], np.int64)
    order = np.argsort(codes, kind="stable")
    codes = codes[order]
    wanted = np.zeros(int(ordinals.max()) + 1, np.bool_)
    wanted[ordinals] = True
    for segment in segments:
        if not segment.shown(wanted).any():
            continue
        for column, (term, weight) in enumerate(weights.items()):
            rows, counts = segment.terms.find(term)
            of = segment.file.take("ordinals", rows)
            near = wanted[np.minimum(of, len(wanted) - 1)] & (of < len(wanted))
            rows, counts, of = rows[near], counts[near], of[near]
            here = (of.astype(np.int64) << _INDEX_BITS) | segment.file.take("indexes", rows)
            places = np.minimum(np.searchsorted(codes, here), len(codes) - 1)
            same = codes[places] == here
            norms = parameters.norms(segment.file.take("lengths", rows[same]), known)
            found[order[places[same]], column] = weight * saturated(counts[same], norms, parameters)
    return found
