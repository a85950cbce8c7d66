"""The order in which what was said already counts less."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from timeweave.retrieval.kernels.coverage import spread_over_terms


def test_what_was_said_counts_less():
    """Two rows on one term and one on another: after the best of the first the other's turn comes; by hand:
    1.0, then 0.9 - 0.5 · 0.8 = 0.5 against 0.6, then 0.5.
    """
    parts = np.array([[1.0, 0.0], [0.8, 0.0], [0.0, 0.7]])
    order, gains = spread_over_terms(np.array([1.0, 0.9, 0.6]), parts, 1.0)
    assert order == [0, 2, 1]
    assert gains == pytest.approx([1.0, 0.6, 0.5])


def test_each_repetition_halves_what_is_left():
    """A third row on a term loses three quarters of what it has of it."""
    parts = np.array([[1.0], [1.0], [1.0]])
    order, gains = spread_over_terms(np.array([3.0, 3.0, 3.0]), parts, 1.0)
    assert order == [0, 1, 2]
    assert gains == [3.0, 2.5, 2.25]


def test_what_is_said_in_passing_counts_less_too():
    """A term of which a row holds a sixteenth halves like any other: 1.0, then 0.9 - 0.5 · 1.0 = 0.4 against 0.6."""
    parts = np.array([[0.0625, 0.0], [1.0, 0.0], [0.0, 1.0]])
    order, gains = spread_over_terms(np.array([1.0, 0.9, 0.6]), parts, 1.0)
    assert order == [0, 2, 1]
    assert gains == pytest.approx([1.0, 0.6, 0.4])


def test_of_equal_rows_the_earlier_comes_first_to_the_end():
    """Also beyond the hundred that are chosen one by one the order is that of the rows."""
    order, gains = spread_over_terms(np.ones(250), np.zeros((250, 1)), 1.0)
    assert order == list(range(250))
    assert gains == [1.0] * 250


def test_without_weight_the_scores_decide():
    """A weight of 0 leaves the order of the scores; of equals the first comes first."""
    order, gains = spread_over_terms(np.array([0.2, 0.7, 0.7, 0.1]), np.ones((4, 2)), 0.0)
    assert order == [1, 2, 0, 3]
    assert gains == [0.7, 0.7, 0.2, 0.1]


def test_many_rows_never_rise():
    """Every row comes once, and what rows are worth falls, also beyond those that are chosen one by one."""
    random = np.random.default_rng(3)
    scores, parts = random.random(250), random.random((250, 4))
    order, gains = spread_over_terms(scores, parts, 0.6)
    assert sorted(order) == list(range(250))
    assert all(a >= b for a, b in itertools.pairwise(gains))
    assert spread_over_terms(np.empty(0), np.empty((0, 4)), 0.6) == ([], [])
