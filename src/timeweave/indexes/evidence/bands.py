"""Bands: the slots of a MinHash signature, of one row each, by which chunks that are alike are found.

Two chunks of similarity J meet in a band by a chance of J, and are candidates where they meet in `MEETINGS` bands or
more: that is a function of the two alone (`benchmarks/evidence_graph.py` says why these numbers).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

BANDS = 128
MEETINGS = 3

_SEED = 20_110


def bands_of(sets: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The bands (band and value in 64 bits, ascending) of each set of hashes; none of an empty one."""
    filled = [hashes for hashes in sets if len(hashes)]
    if not filled:
        return [np.empty(0, np.uint64) for _ in sets]
    from rensa import RMinHash  # takes 20 ms, and reading needs none of it

    ends = np.cumsum([0, *map(len, filled)]).astype(np.uint64)
    signatures = RMinHash.digest_matrix_from_flat_token_hashes(np.concatenate(filled), ends, BANDS, _SEED)
    values = np.asarray(signatures.to_rows(), np.uint64)
    found = iter(np.arange(BANDS, dtype=np.uint64) << np.uint64(32) | values)
    return [next(found) if len(hashes) else np.empty(0, np.uint64) for hashes in sets]
