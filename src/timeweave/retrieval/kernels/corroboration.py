"""How much other voices say what a chunk says: weighted degree, with copies of one text counted once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def corroboration(weights: csr_array, voices: np.ndarray) -> np.ndarray:
    """For each row the sum, over voices other than its own, of the greatest weight to a row of that voice (float64).

    With a voice for each row it is the weighted degree. ``weights`` (rows × rows) are not negative; ``voices`` holds
    one number per row. Sums run in order of the voices' numbers.
    """
    rows = np.repeat(np.arange(len(voices)), np.diff(weights.indptr))
    _, numbers = np.unique(voices, return_inverse=True)
    heard = numbers[weights.indices]
    foreign = np.flatnonzero(heard != numbers[rows])
    pairs = rows[foreign] * np.int64(len(voices)) + heard[foreign]
    order = np.argsort(pairs)
    pairs, values = pairs[order], weights.data[foreign[order]]
    firsts = np.flatnonzero(np.diff(pairs, prepend=-1))
    greatest = np.maximum.reduceat(values, firsts)
    return np.bincount(pairs[firsts] // len(voices), greatest, minlength=len(voices)).astype(np.float64)
