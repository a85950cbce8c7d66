"""What hangs together, against a walk from node to node."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from timeweave.indexes.evidence.components import connected_components


def walked(edges: list[tuple[int, int]], count: int) -> list[int]:
    near: list[set[int]] = [set() for _ in range(count)]
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    least = [-1] * count
    for start in range(count):
        waiting = [start] if least[start] < 0 else []
        while waiting:
            node = waiting.pop()
            if least[node] < 0:
                least[node] = start
                waiting += near[node]
    return least


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_each_node_has_the_least_that_it_is_joined_to(drawn):
    count, edges = drawn
    ones, others = np.asarray(edges, np.int64).reshape(-1, 2).T
    assert connected_components(ones, others, count).tolist() == walked(edges, count)


def test_a_long_chain_is_one():
    """Numbered so that each round of hooking could do little: from the middle to both ends."""
    order = np.argsort(np.abs(np.arange(5001) - 2500), kind="stable")
    assert set(connected_components(order[:-1], order[1:], 5001).tolist()) == {0}
    steps = np.arange(5000)
    assert set(connected_components(steps, steps + 1, 5001).tolist()) == {0}


def test_nothing():
    none = np.empty(0, np.int64)
    assert connected_components(none, none, 0).tolist() == []
    assert connected_components(none, none, 3).tolist() == [0, 1, 2]
