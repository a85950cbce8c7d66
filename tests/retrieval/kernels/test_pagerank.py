"""PageRank against values worked out by hand, and its properties."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.retrieval.kernels.pagerank import pagerank

EDGES = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=25)


def test_personalised_star():
    """TG-10: with the seed at a leaf of a path a–b–c, the fixed point of the walk is the one worked out by hand.

    r = 0.85·W·r + 0.15·e_a with W: b gives half to a, half to c; a and c give all to b.
    a = 0.85·b/2 + 0.15; c = 0.85·b/2; b = 0.85·(a + c) = 0.85·(0.85·b + 0.15)
    b = 0.1275 / (1 - 0.7225) = 0.459459…; a = 0.195270… + 0.15; c = 0.195270…
    """
    rank = pagerank([("a", "b"), ("b", "c")], {"a"})
    assert rank == pytest.approx({"a": 0.3452702702, "b": 0.4594594594, "c": 0.1952702702}, abs=1e-9)


def test_parallel_edges_add_up():
    """TG-03, TG-10: in a multigraph two parallel edges carry twice the weight of one.

    Edges a–b twice and a–c once, seed a: a = 0.15 + 0.85·(b + c), b = 0.85·a·2/3, c = 0.85·a/3,
    so b + c = 0.85·a, a = 0.15 / (1 - 0.7225) = 0.540540…, b = 0.306306…, c = 0.153153….
    """
    rank = pagerank([("a", "b"), ("b", "a"), ("a", "c")], {"a"})
    assert rank == pytest.approx({"a": 0.5405405405, "b": 0.3063063063, "c": 0.1531531531}, abs=1e-9)


def test_without_seeds_it_is_plain_pagerank():
    """TG-17: two nodes joined by one edge are equally likely when every node is a restart."""
    assert pagerank([("a", "b")]) == pytest.approx({"a": 0.5, "b": 0.5})


def test_seed_outside_the_graph():
    """A seed that is no node is named rather than ignored."""
    with pytest.raises(ValueError, match="nobody"):
        pagerank([("a", "b")], {"nobody"})


@given(edges=EDGES, data=st.data())
def test_sums_to_one_and_ignores_order(edges, data):
    """TK-05: the ranks add up to 1 and are the same to the last bit in whatever order the edges come."""
    nodes = sorted({n for edge in edges for n in edge})
    seeds = data.draw(st.none() | st.sets(st.sampled_from(nodes), min_size=1)) if nodes else None
    shuffled = [tuple(data.draw(st.permutations(edge))) for edge in data.draw(st.permutations(edges))]
    rank = pagerank(edges, seeds)
    assert pagerank(shuffled, seeds) == rank
    assert not nodes or math.isclose(sum(rank.values()), 1.0, abs_tol=1e-9)
    assert all(value >= 0.0 for value in rank.values())
