"""Multi-hop: what the best chunks lead to is raised, by what each edge is worth, and copies are not followed."""

from __future__ import annotations

import numpy as np
import pytest
from matrices import sparse

from timeweave.records.sparse import SparseRows
from timeweave.retrieval.kernels.hops import follow, follow_edges

OWN_VOICES = np.arange(5)


def graph(size: int, *edges: tuple[int, int, float]) -> SparseRows:
    """Symmetric weights."""
    dense = np.zeros((size, size))
    for a, b, weight in edges:
        dense[a, b] = dense[b, a] = weight
    return sparse(dense)


def test_each_hop_hands_a_share_on():
    """TW-11: 2.0 · 0.5 · 0.4 = 0.4 for the neighbour; of that 0.4 · 0.5 · 0.6 = 0.12 for the neighbour's."""
    weights = graph(4, (0, 1, 0.4), (1, 2, 0.6), (2, 3, 0.9))
    scores = np.array([2.0, 1.0, 0.5, 0.0])
    one = follow_edges(scores, weights, OWN_VOICES[:4], starts=[0], hops=1, share=0.5)
    two = follow_edges(scores, weights, OWN_VOICES[:4], starts=[0], hops=2, share=0.5)
    assert one.scores == pytest.approx([2.0, 1.4, 0.5, 0.0])
    assert two.scores == pytest.approx([2.0, 1.4, 0.62, 0.0])
    assert two.reached_from.tolist() == [-1, 0, 1, -1]
    none = follow_edges(scores, weights, OWN_VOICES[:4], starts=[0], hops=0, share=0.5)
    assert none.scores.tolist() == scores.tolist()


def test_the_best_path_counts():
    """Row 2 is led to by row 0 with 2 · 0.5 · 0.1 = 0.1 and by row 1 with 1 · 0.5 · 0.8 = 0.4: it gets 0.4 from row 1,
    whichever start is named first, and not 0.5.
    """
    weights = graph(3, (0, 2, 0.1), (1, 2, 0.8), (0, 1, 0.5))
    scores = np.array([2.0, 1.0, 0.0])
    for starts in ([0, 1], [1, 0]):
        found = follow_edges(scores, weights, OWN_VOICES[:3], starts=starts, hops=1, share=0.5)
        assert found.scores == pytest.approx([2.0, 1.0, 0.4])
        assert found.reached_from.tolist() == [-1, -1, 1]


def test_a_longer_path_may_be_the_better_one():
    """Row 2 gets 1 · 0.1 = 0.1 over its own edge to row 0, and 1 · 0.9 · 0.9 = 0.81 by way of row 1."""
    weights = graph(3, (0, 1, 0.9), (1, 2, 0.9), (0, 2, 0.1))
    found = follow_edges(np.array([1.0, 0.0, 0.0]), weights, OWN_VOICES[:3], starts=[0], hops=2, share=1.0)
    assert found.scores == pytest.approx([1.0, 0.9, 0.81])
    assert found.reached_from.tolist() == [-1, 0, 1]


def test_copies_are_not_followed():
    """Row 1 is a copy of the start, row 3 of another start, row 4 of row 2 that leads to it: only row 2 is raised."""
    weights = graph(6, (0, 1, 0.9), (0, 2, 0.5), (0, 3, 0.8), (2, 4, 0.9))
    source_groups = np.array([7, 7, 8, 9, 8, 9])
    found = follow_edges(np.array([1.0, 0, 0, 0, 0, 0.5]), weights, source_groups, starts=[0, 5], hops=2, share=1.0)
    assert found.scores == pytest.approx([1.0, 0.0, 0.5, 0.0, 0.0, 0.5])
    assert np.flatnonzero(found.reached_from >= 0).tolist() == [2]


def test_ties_go_to_the_better_start():
    """Two starts that hand the same on: the path is from the one of higher score, then from the first row."""
    weights = graph(4, (1, 3, 0.5), (2, 3, 0.25), (0, 3, 0.5))
    for scores, best in (([1.0, 1.0, 2.0, 0.0], 2), ([1.0, 1.0, 0.0, 0.0], 0)):
        found = follow_edges(np.array(scores), weights, OWN_VOICES[:4], starts=[1, 0, 2], hops=1, share=0.5)
        assert found.reached_from.tolist() == [-1, -1, -1, best]


def test_any_kind_of_edge_can_be_followed():
    """Neighbours are asked for as they are reached, so that edges need not be known beforehand."""
    asked = []

    def next_row(row: int) -> tuple[np.ndarray, np.ndarray]:
        asked.append(row)
        return np.array([row + 1]), np.array([1.0])

    found = follow(np.array([4.0, 0, 0, 0, 0]), next_row, OWN_VOICES, starts=[0], hops=3, share=0.5)
    assert found.scores.tolist() == [4.0, 2.0, 1.0, 0.5, 0.0]
    assert asked == [0, 1, 2]


def test_nothing_leads_nowhere():
    """Without starts, edges or rows the scores stay as they are."""
    scores = np.array([1.0, 0.5])
    for weights, starts in ((graph(2, (0, 1, 0.5)), []), (graph(2), [0, 1])):
        found = follow_edges(scores, weights, OWN_VOICES[:2], starts=starts, hops=2, share=0.5)
        assert found.scores.tolist() == [1.0, 0.5]
    found = follow_edges(np.zeros(0), sparse(np.zeros((0, 0))), np.zeros(0, np.int64), starts=[], hops=1, share=0.5)
    assert found.scores.tolist() == []
