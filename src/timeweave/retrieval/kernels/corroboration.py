"""How much other independent sources say what a chunk says: weighted degree, with copies of one text counted once."""

from __future__ import annotations

import numpy as np

from timeweave.records.sparse import SparseRows


def corroboration(weights: SparseRows, source_groups: np.ndarray) -> np.ndarray:
    """For each row the sum, over the other source groups, of the greatest weight to a row of the group (float64).

    With a group for each row it is the weighted degree. ``weights`` (rows × rows) are not negative; ``source_groups``
    holds one number per row. Sums run in order of the groups' numbers.
    """
    _, numbers = np.unique(source_groups, return_inverse=True)
    heard = numbers[weights.indices]
    foreign = np.flatnonzero(heard != numbers[weights.rows])
    pairs = weights.rows[foreign] * np.int64(len(source_groups)) + heard[foreign]
    order = np.argsort(pairs)
    pairs, values = pairs[order], weights.data[foreign[order]]
    firsts = np.flatnonzero(np.diff(pairs, prepend=-1))
    greatest = np.maximum.reduceat(values, firsts)
    return np.bincount(pairs[firsts] // len(source_groups), greatest, minlength=len(source_groups)).astype(np.float64)
