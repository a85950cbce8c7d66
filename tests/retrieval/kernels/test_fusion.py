"""Fusion against sums worked out by hand."""

import pytest

from timeweave.retrieval.kernels.fusion import scaled_to_best, weighted_sum


def test_scaled_to_best():
    """The best score becomes 1 and the others keep their proportion."""
    assert scaled_to_best({"a": 8.0, "b": 2.0}) == {"a": 1.0, "b": 0.25}
    assert scaled_to_best({"a": 0.5, "b": 0.125}) == {"a": 1.0, "b": 0.25}


@pytest.mark.parametrize("scores", [{}, {"a": 0.0}, {"a": -1.0}])
def test_nothing_to_scale(scores):
    """Without a positive score nothing is scaled up."""
    assert scaled_to_best(scores) == dict.fromkeys(scores, 0.0)


def test_weighted_sum():
    """CombSUM: 2·0.5 + 0.5·1 for what both rankings hold, one term for the others."""
    assert weighted_sum([(2.0, {"a": 0.5, "b": 0.1}), (0.5, {"a": 1.0, "c": 0.4})]) == {"a": 1.5, "b": 0.2, "c": 0.2}
