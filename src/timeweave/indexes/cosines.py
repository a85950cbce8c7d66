"""Cosines of given statements, with the bits that a search gives them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from timeweave.indexes.opened import OpenStatements
from timeweave.indexes.quantised import Query, full_scores
from timeweave.indexes.stored import scattered_vectors
from timeweave.records import StatementKey

_INDEX_BITS = 32


def cosines(vector: np.ndarray, keys: Sequence[StatementKey], segments: Sequence[OpenStatements]) -> np.ndarray:
    """The dot product of each statement of ``keys`` (each once) with ``vector``; 0 for those that no segment holds."""
    found = np.zeros(len(keys), np.float64)
    if not keys:
        return found
    query = Query.of(vector)
    ordinals = np.array([key.ordinal for key in keys], np.int64)
    codes = (ordinals << _INDEX_BITS) | np.array([key.index for key in keys], np.int64)
    order = np.argsort(codes, kind="stable")
    codes = codes[order]
    wanted = np.zeros(int(ordinals.max()) + 2, np.bool_)  # the last stands for all ordinals above
    wanted[ordinals] = True
    for segment in segments:
        if not segment.shown(wanted).any():
            continue
        rows = np.flatnonzero(wanted[np.minimum(segment.ordinals, len(wanted) - 1)])
        here = (segment.ordinals[rows].astype(np.int64) << _INDEX_BITS) | segment.file.take("indexes", rows)
        places = np.minimum(np.searchsorted(codes, here), len(codes) - 1)
        same = codes[places] == here
        found[order[places[same]]] = full_scores(query, scattered_vectors(segment.file, rows[same]))
    return found
