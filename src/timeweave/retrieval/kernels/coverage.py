"""An order of rows in which what earlier ones said already counts less, so that each part of a question gets its turn.

Greedy choice by marginal gain (Carbonell and Goldstein: The use of MMR, SIGIR 1998; Lin and Bilmes: A class of
submodular functions for document summarization, ACL 2011).
"""

from __future__ import annotations

import numpy as np

KEPT = 0.5  # of what a term counts, after each row that holds it
_ROUNDS = 100  # rows that are chosen one by one


def spread_over_terms(scores: np.ndarray, parts: np.ndarray, weight: float) -> tuple[list[int], list[float]]:
    """Rows in the order chosen, and what each was still worth; the latter never rises.

    A row is worth its score less ``weight`` times what it lost of its ``parts`` (rows × terms). Of rows that are worth
    the same the first is chosen. The result has the same bits wherever the arrays lie.
    """
    worth = np.array(scores, np.float64)
    left = np.ones(parts.shape[1])
    free = np.ones(len(worth), np.bool_)
    order: list[int] = []
    gains: list[float] = []
    for _ in range(min(_ROUNDS, len(worth))):
        row = int(np.argmax(np.where(free, worth, -np.inf)))
        free[row] = False
        order.append(row)
        gains.append(float(worth[row]))
        for term in np.flatnonzero(parts[row] > 0.0).tolist():
            worth -= weight * left[term] * (1.0 - KEPT) * parts[:, term]
            left[term] *= KEPT
    rest = np.flatnonzero(free)
    rest = rest[np.argsort(-worth[rest], kind="stable")]
    return order + rest.tolist(), gains + worth[rest].tolist()
