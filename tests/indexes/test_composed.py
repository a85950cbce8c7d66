"""Rows put together of the rows of a table: their bounds, and what the table holds."""

from __future__ import annotations

import numpy as np
import pytest

from timeweave.indexes.composed import Composed
from timeweave.indexes.quantised import Query, coded, full_scores
from timeweave.records.vectors import PartedVectors

GENERATOR = np.random.default_rng(3)
TABLE = GENERATOR.standard_normal((40, 24)).astype(np.float32)
TABLE /= np.linalg.norm(TABLE, axis=1, keepdims=True)
NONE = len(TABLE)
PARTS = np.where(GENERATOR.random((300, 4)) < 0.3, NONE, GENERATOR.integers(0, 40, (300, 4)))
PARTS[:, 0] %= 40  # the first part is never missing
ROWS = PartedVectors.of(TABLE, PARTS)


def test_a_row_is_the_sum_of_its_parts_at_unit_length():
    """EK-10: one of a single part is that part as it is."""
    one = PartedVectors.of(TABLE, np.asarray([[3, NONE], [3, 5]]))
    assert np.array_equal(one[:1][0], TABLE[3])
    assert one[1:][0] == pytest.approx((TABLE[3] + TABLE[5]) / np.linalg.norm(TABLE[3] + TABLE[5]), abs=1e-6)


def test_bounds_hold_the_true_score():
    """EK-10, TK-05: of every row, so that a scan of parts loses none of the nearest."""
    kept = Composed.of(ROWS)
    for _ in range(20):
        query = Query.of(GENERATOR.standard_normal(24).astype(np.float32))
        approximate, errors = kept.bounded(query)
        off = np.abs(full_scores(query, kept.vectors[:]) - approximate)
        assert (off <= errors).all()
        assert off.max() > errors.min() / 100  # no bound that holds of anything


def test_a_table_holds_no_row_twice_and_none_that_is_no_part():
    """What is erased leaves no vector behind, and what two segments share is kept once."""
    kept = Composed.of(ROWS)
    plain = coded(TABLE[:7])
    together = Composed.joined([kept, plain, kept])
    assert len(together) == 607
    assert len(together.table) == len(TABLE)
    assert np.array_equal(together.vectors[300:307], plain.vectors)
    assert np.array_equal(together.vectors[307:], kept.vectors[:])
    left = together.taken(np.asarray([301, 300]))
    assert np.array_equal(left.table.vectors, plain.vectors[[1, 0]])
    assert np.array_equal(left.vectors[:], plain.vectors[[1, 0]])
