"""Degree with copies of one text counted once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from matrices import sparse

from timeweave.retrieval.kernels.corroboration import corroboration


def symmetric(size, pairs):
    dense = np.zeros((size, size))
    for (i, j), weight in pairs.items():
        dense[i, j] = dense[j, i] = weight
    return sparse(dense)


def test_a_group_counts_once_by_what_it_says_most_alike():
    """TW-05: rows 1 and 2 are copies. Row 0 hears them once, by the greater weight: 0.4 + 0.1 = 0.5, not
    0.4 + 0.3 + 0.1 = 0.8; rows 1 and 2 hear not one another (0.9) but row 0: 0.4 and 0.3; row 3 hears row 0: 0.1.
    """
    weights = symmetric(4, {(0, 1): 0.4, (0, 2): 0.3, (1, 2): 0.9, (0, 3): 0.1})
    assert corroboration(weights, np.asarray([0, 1, 1, 2])).tolist() == [0.5, 0.4, 0.3, 0.1]


def test_without_copies_it_is_the_weighted_degree():
    """TW-05: where every row has a group of its own nothing is folded: 0.25 + 0.5 for row 0."""
    weights = symmetric(3, {(0, 1): 0.25, (0, 2): 0.5})
    assert corroboration(weights, np.arange(3)).tolist() == [0.75, 0.25, 0.5]


def test_no_rows_and_no_edges():
    """An empty view, and one whose chunks have nothing in common."""
    assert corroboration(sparse(np.zeros((0, 0))), np.empty(0, np.int64)).tolist() == []
    assert corroboration(sparse(np.zeros((2, 2))), np.arange(2)).tolist() == [0.0, 0.0]


@given(
    st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 7)), st.sampled_from([0.125, 0.25, 0.5]), max_size=20),
    st.lists(st.integers(0, 4), min_size=8, max_size=8),
)
def test_it_equals_the_sum_worked_out_group_by_group(pairs, source_groups):
    """TW-05: for each row, over the other groups, the greatest weight to one of its rows."""
    weights = symmetric(8, {(i, j): w for (i, j), w in pairs.items() if i != j})
    dense = weights.dense()
    expected = [
        sum(
            max(dense[i, j] for j in range(8) if source_groups[j] == group)
            for group in set(source_groups) - {source_groups[i]}
        )
        for i in range(8)
    ]
    assert corroboration(weights, np.asarray(source_groups)).tolist() == expected
