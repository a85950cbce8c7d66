"""Which chunks share so many word 3-grams that one is evidence for the other, by the Jaccard similarity of their sets.

Exactly, every chunk that shares a shingle is counted; by bands, those that meet in some are looked at alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from timeweave.indexes.evidence.bands import MEETINGS
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.records.evidence import ranges

THRESHOLD = 0.05  # θ_edge


class Links(NamedTuple):
    """Pairs of a row of one set of columns and a row of another, as parallel arrays.

    ``shared`` counts the shingles of both; ``meets`` says whether they are candidates by their bands.
    """

    rows: np.ndarray
    others: np.ndarray
    shared: np.ndarray
    meets: np.ndarray


class Query(NamedTuple):
    """A chunk whose like is looked for: its row, its shingles ascending, its bands."""

    row: int
    hashes: np.ndarray
    bands: np.ndarray


def queries(columns: ShingleColumns, rows: np.ndarray | None = None) -> list[Query]:
    """The chunks of ``columns``, or ``rows`` of them."""
    chosen = np.arange(len(columns)) if rows is None else rows
    order = np.argsort(columns.band_holders, kind="stable")
    bands, held = columns.bands[order], columns.band_holders[order]
    starts, ends = np.searchsorted(held, chosen), np.searchsorted(held, chosen, "right")
    return [
        Query(row, columns.set_of(row), bands[a:b])
        for row, a, b in zip(chosen.tolist(), starts.tolist(), ends.tolist(), strict=True)
    ]


def links(wanted: Sequence[Query], known: ShingleColumns, *, exact: bool) -> Links:
    """The pairs of a chunk that is ``wanted`` and a row of ``known`` above θ_edge; with ``exact`` all of them, else
    those whose bands meet.
    """
    found = [_linked(query, known, exact) for query in wanted]
    if not found:
        none = np.empty(0, np.int64)
        return Links(none, none, none, np.empty(0, np.bool_))
    return Links(*(np.concatenate(column) for column in zip(*found, strict=True)))


def similarity(shared: np.ndarray, sizes: np.ndarray, other_sizes: np.ndarray) -> np.ndarray:
    """Jaccard's of sets of which so many are shared (float64): a quotient of integers is one float, whoever asks."""
    return np.asarray(shared / (sizes.astype(np.int64) + other_sizes - shared))


def _linked(query: Query, known: ShingleColumns, exact: bool) -> Links:
    met = _holding(known.bands, known.band_holders, query.bands, len(known)) >= MEETINGS
    if exact:
        shared = _holding(known.hashes, known.holders, query.hashes, len(known))
        others = np.flatnonzero(shared)
        shared = shared[others]
    else:
        others = np.flatnonzero(met)
        shared = _shared(known, others, query.hashes)
    kept = similarity(shared, known.sizes[others], np.asarray(len(query.hashes))) > THRESHOLD
    others, shared = others[kept], shared[kept]
    return Links(np.full(len(others), query.row, np.int64), others, shared, met[others])


def _holding(values: np.ndarray, holders: np.ndarray, wanted: np.ndarray, rows: int) -> np.ndarray:
    """How many of ``wanted`` each row holds; ``values`` ascend and ``holders`` are their rows."""
    starts = np.searchsorted(values, wanted)
    places = ranges(starts, np.searchsorted(values, wanted, "right") - starts)
    return np.bincount(holders[places], minlength=rows)


def _shared(known: ShingleColumns, rows: np.ndarray, hashes: np.ndarray) -> np.ndarray:
    """How many of ``hashes``, which ascend, each of ``rows`` holds."""
    if not len(rows):
        return np.zeros(0, np.int64)
    sizes = known.sizes[rows].astype(np.int64)
    held = known.hashes[known.places[ranges(known.firsts[rows], sizes)]]
    places = np.minimum(np.searchsorted(hashes, held), len(hashes) - 1)
    return np.bincount(np.repeat(np.arange(len(rows)), sizes)[hashes[places] == held], minlength=len(rows))
