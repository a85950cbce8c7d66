"""Sparse rows do what the same matrix written out does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from matrices import sparse

from timeweave.records.sparse import SparseRows

tables = arrays.arrays(
    np.float64,
    st.tuples(st.integers(0, 6), st.integers(0, 6)),
    elements=st.sampled_from([0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 3.0]),
)


@given(tables)
def test_sums_and_products(table):
    matrix = sparse(table)
    of_columns, of_rows = np.arange(1.0, 1 + table.shape[1]), np.arange(1.0, 1 + table.shape[0])
    assert matrix.dense().tolist() == table.tolist()
    sums = matrix.sums(), matrix.times(of_columns), matrix.transposed_times(of_rows)
    assert {found.dtype for found in sums} == {np.dtype(np.float64)}
    assert matrix.sums().tolist() == pytest.approx(table.sum(axis=1).tolist())
    assert matrix.times(of_columns).tolist() == pytest.approx((table @ of_columns).tolist())
    assert matrix.transposed_times(of_rows).tolist() == pytest.approx((table.T @ of_rows).tolist())


@given(tables, st.data())
def test_parts(table, data):
    matrix = sparse(table)
    assert matrix.where(matrix.data > 0.3).dense().tolist() == np.where(table > 0.3, table, 0.0).tolist()
    columns = sorted(data.draw(st.sets(st.integers(0, table.shape[1] - 1)))) if table.shape[1] else []
    kept = np.asarray(columns, np.int64)
    assert matrix.with_columns(kept).dense().tolist() == table[:, kept].tolist()
    for number, row in enumerate(table):
        held, values = matrix.row(number)
        assert dict(zip(held.tolist(), values.tolist(), strict=True)) == {i: v for i, v in enumerate(row.tolist()) if v}


def test_entries_come_in_any_order():
    matrix = SparseRows.of(np.array([3, 1, 2]), np.array([2, 0, 2]), np.array([1, 1, 0]), (4, 2))
    assert matrix.indptr.tolist() == [0, 1, 1, 3, 3]
    assert (matrix.rows.tolist(), matrix.indices.tolist(), matrix.data.tolist()) == ([0, 2, 2], [1, 0, 1], [1, 2, 3])
