"""8-bit scores come with bounds that hold; full scores depend on their row alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.indexes.quantised import Query, bounded_scores, coded, full_scores


def unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)).astype(np.float32)


@given(st.integers(0, 2**32 - 1), st.integers(1, 400), st.sampled_from([0.0, 0.3, 3.0]), st.floats(0.01, 3))
def test_bounds_hold(seed, width, skew, length):
    """The true score lies within the bound, for even rows, for skewed ones, and for rows along the query."""
    generator = np.random.default_rng(seed)
    made = coded(unit(generator.standard_normal((40, width)) * np.exp(skew * generator.standard_normal((40, width)))))
    rows = made.vectors
    vector = length * rows[0].astype(np.float64)
    query = Query.of(vector)
    # a row along the query's rounding error is the one at which the bound is reached
    off = query.full - query.codes[0] * query.scale
    worst = coded((off / max(np.linalg.norm(off), 1e-9)).astype(np.float32)[None])
    for kept in (made, worst):
        approximate, errors = bounded_scores(query, kept)
        assert np.all(np.abs(approximate - kept.vectors.astype(np.float64) @ query.full) <= errors)


@given(st.integers(0, 2**32 - 1), st.integers(0, 40), st.sampled_from([0.0, 3.0]), st.floats(1e-20, 1e20))
def test_what_is_kept_stands_for_itself(seed, width, skew, size):
    """8 bits are within a part in 250 of the largest number of a row; coded again they are the same to the bit."""
    generator = np.random.default_rng(seed)
    rows = generator.standard_normal((9, width)) * np.exp(skew * generator.standard_normal((9, width)))
    rows = (size * rows / np.maximum(np.abs(rows).max(axis=1, initial=0)[:, None], 1e-9)).astype(np.float32)
    rows[4:5] = 0
    kept = coded(rows).vectors
    assert kept.shape == rows.shape
    assert np.abs(kept - rows).max(initial=0) <= size / 250
    again = coded(kept)
    assert np.array_equal(again.vectors, kept)
    assert np.array_equal(again.codes, coded(rows).codes)


def test_the_bound_is_tight_enough_to_be_of_use():
    """For vectors as the packaged model makes them: below 0.01, against scores that spread over 0.5 and more."""
    rows = unit(np.random.default_rng(3).standard_normal((1000, 384)))
    errors = bounded_scores(Query.of(rows[0]), coded(rows))[1]
    assert errors.max() < 0.01


def test_zero_rows_score_nothing():
    """A text without any meaning that the model knows has a row of zeros."""
    rows = np.zeros((3, 8), np.float32)
    assert full_scores(Query.of(np.ones(8)), rows).tolist() == [0, 0, 0]
    approximate, errors = bounded_scores(Query.of(np.ones(8)), coded(rows))
    assert np.all(approximate == 0)
    ones = bounded_scores(Query.of(np.ones(8)), coded(unit(np.ones((1, 8), np.float32))))[1]
    assert np.all(errors <= ones)  # no looser than of a row that says something


@pytest.mark.parametrize("width", [1, 2, 7, 384])
def test_a_full_score_is_the_same_wherever_its_row_lies(width):
    """TK-05: alone, among others, at another place, in another array: the same bits."""
    rows = unit(np.random.default_rng(9).standard_normal((5000, width)))
    query = Query.of(rows[3])
    together = full_scores(query, rows)
    assert together == pytest.approx(rows.astype(np.float64) @ query.full, abs=1e-12)
    assert full_scores(query, rows[::-1])[::-1].tolist() == together.tolist()
    assert [full_scores(query, rows[i : i + 1])[0] for i in range(0, 5000, 97)] == together[::97].tolist()
