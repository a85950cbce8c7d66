"""Small matrices written out, as the sparse ones that the code works with."""

from __future__ import annotations

import numpy as np

from timeweave.records.sparse import SparseRows


def sparse(table: np.ndarray) -> SparseRows:
    rows, columns = np.nonzero(table)
    return SparseRows.of(table[rows, columns], rows, columns, (table.shape[0], table.shape[1]))
