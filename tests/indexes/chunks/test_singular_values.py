"""The truncated decomposition against NumPy's whole one."""

from __future__ import annotations

import numpy as np
import pytest
from matrices import sparse

from timeweave.indexes.chunks.singular_values import truncated_svd


def drawn(rows: int, columns: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((rows, columns)) < 0.05, rng.random((rows, columns)), 0.0)


@pytest.mark.parametrize(("rows", "columns"), [(300, 500), (500, 300), (90, 90), (12, 40), (40, 12), (3, 2)])
def test_the_largest_values(rows, columns):
    """TW-02: the values and the best approximation of their rank are those of the whole decomposition."""
    table = drawn(rows, columns, seed=rows)
    u, s, vt = truncated_svd(sparse(table), 12)
    whole_u, whole_s, whole_vt = np.linalg.svd(table, full_matrices=False)
    assert s == pytest.approx(whole_s[:12], abs=1e-9)
    assert (u * s) @ vt == pytest.approx((whole_u[:, :12] * whole_s[:12]) @ whole_vt[:12], abs=1e-7)


def test_equal_values():
    """One start leads to one direction of all that have the same value: of the identity, and of blocks of copies."""
    _, s, _ = truncated_svd(sparse(np.eye(200)), 12)
    assert s == pytest.approx([1.0] * 12)
    blocks = np.kron(np.eye(40), np.ones((5, 5)))
    u, s, vt = truncated_svd(sparse(blocks), 12)
    assert s == pytest.approx([5.0] * 12)
    assert u.T @ u == pytest.approx(np.eye(12), abs=1e-9)
    assert vt @ vt.T == pytest.approx(np.eye(12), abs=1e-9)


def test_fewer_values_than_are_asked_for():
    """Of rank 3: the others are 0 to rounding."""
    rng = np.random.default_rng(5)
    table = np.rint(rng.random((100, 3)) * 3) @ np.rint(rng.random((3, 80)) * 2)
    _, s, _ = truncated_svd(sparse(table), 12)
    assert s[:3] == pytest.approx(np.linalg.svd(table)[1][:3])
    assert (s[3:] == 0.0).all()


def test_copies_of_a_few_texts():
    """Of 50 texts that many rows repeat 50 values are left, and 12 of 0 where there is nothing at all."""
    table = np.repeat(drawn(50, 300, seed=4), 8, axis=0)
    _, s, _ = truncated_svd(sparse(table), 128)
    assert np.count_nonzero(s) == np.linalg.matrix_rank(table)
    assert truncated_svd(sparse(np.zeros((30, 40))), 12)[1].tolist() == [0.0] * 12


def test_the_same_in_every_run():
    table = sparse(drawn(300, 200, seed=9))
    assert truncated_svd(table, 12)[0].tolist() == truncated_svd(table, 12)[0].tolist()
