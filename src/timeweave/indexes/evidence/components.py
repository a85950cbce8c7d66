"""Which nodes of a graph hang together."""

from __future__ import annotations

import numpy as np


def connected_components(ones: np.ndarray, others: np.ndarray, count: int) -> np.ndarray:
    """For each of ``count`` nodes the least node (int64) that edges between ``ones`` and ``others`` lead to.

    Every node points at one that is no greater; an edge makes the greater of two roots point at the less, and pointers
    are followed to their ends, until nothing moves: of n nodes some log n rounds (Shiloach and Vishkin 1982).
    """
    roots = np.arange(count, dtype=np.int64)
    while True:
        one, other = roots[ones], roots[others]
        apart = one != other
        if not apart.any():
            return roots
        np.minimum.at(roots, np.maximum(one, other)[apart], np.minimum(one, other)[apart])
        while True:
            further = roots[roots]
            if np.array_equal(further, roots):
                break
            roots = further
