"""The time hierarchy."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.errors import TemporalError
from timeweave.temporal import hierarchy
from timeweave.temporal.interval import Granularity, Interval

DAYS = st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31))
NODES = st.builds(Interval.unit, DAYS, st.sampled_from(list(Granularity)))


@st.composite
def runs(draw: st.DrawFn) -> Interval:
    first = draw(DAYS)
    return Interval(first, first + dt.timedelta(days=draw(st.integers(1, 1500))))


def labels(nodes: tuple[Interval, ...]) -> list[str]:
    return [str(node) for node in nodes]


def test_the_ancestors_of_a_day() -> None:
    """TG-04, peers sec. 4 bug 3: a day of May hangs under May and Q2, not under January and Q1."""
    assert labels(hierarchy.ancestors("2024-05-17")) == ["2024-05", "2024-Q2", "2024"]
    assert labels(hierarchy.ancestors("2024-09-03")) == ["2024-09", "2024-Q3", "2024"]
    assert hierarchy.ancestors("2024") == ()


@given(NODES)
def test_a_node_is_the_child_of_its_parent(node: Interval) -> None:
    """TG-04: the parent is the coarser unit that contains the node."""
    above = hierarchy.parent(node)
    if above is None:
        assert node.granularity is Granularity.YEAR
    else:
        assert above.contains(node)
        assert node in above.units(node.granularity)
        assert hierarchy.ancestors(node) == (above, *hierarchy.ancestors(above))


@given(NODES)
def test_labels_and_intervals_name_the_same_node(node: Interval) -> None:
    """TG-04: every function takes either."""
    assert hierarchy.as_node(str(node)) == node
    assert hierarchy.parent(str(node)) == hierarchy.parent(node)


@pytest.mark.parametrize("label", ["2023/2024", "2024-Q1/..", "2024-01-01/2024-12-31", "May 2024"])
def test_what_is_no_node_is_refused(label: str) -> None:
    """TG-04: a run of units has no place in the hierarchy; the error quotes it."""
    with pytest.raises(TemporalError, match=label.replace(".", r"\.")):
        hierarchy.parent(label)


def test_month_facts_are_found_over_and_under() -> None:
    """TG-04, peers sec. 4 bug 2: a month has a year and a quarter above it though no day hangs below."""
    may = Interval.parse("2024-05")
    assert labels(hierarchy.nodes_over(may)) == ["2024-05", "2024-Q2", "2024"]
    assert labels(hierarchy.nodes_over(Interval.parse("2024-06/2024-07"))) == ["2024"]
    assert hierarchy.nodes_over(Interval.parse("2024/..")) == ()


def test_nodes_at_share_a_day_and_nodes_under_lie_inside() -> None:
    """TG-04: February to November touches all four quarters and holds two."""
    span = Interval.parse("2023-02/2023-11")
    assert labels(hierarchy.nodes_at(span, Granularity.QUARTER)) == ["2023-Q1", "2023-Q2", "2023-Q3", "2023-Q4"]
    assert labels(hierarchy.nodes_under(span, Granularity.QUARTER)) == ["2023-Q2", "2023-Q3"]


@given(runs(), st.sampled_from(list(Granularity)))
def test_at_and_under_agree_with_overlap_and_containment(span: Interval, granularity: Granularity) -> None:
    """TG-04: nodes at overlap the interval and hold it together; nodes under are those it contains."""
    at, under = hierarchy.nodes_at(span, granularity), hierarchy.nodes_under(span, granularity)
    assert all(node.overlaps(span) for node in at)
    assert at[0].start <= span.start < span.end <= at[-1].end  # type: ignore[operator]
    assert set(under) == {node for node in at if span.contains(node)}


@given(runs())
def test_a_cover_is_exact_and_minimal(span: Interval) -> None:
    """TG-04: the nodes of a cover tile the interval, and no two siblings could be their parent instead."""
    nodes = hierarchy.cover(span)
    assert nodes[0].start == span.start
    assert nodes[-1].end == span.end
    assert all(a.end == b.start for a, b in itertools.pairwise(nodes))
    assert all(above is None or not span.contains(above) for above in map(hierarchy.parent, nodes))


def test_a_cover_by_hand() -> None:
    """TG-04: fifteen months and a day are a year, a quarter and a day."""
    assert labels(hierarchy.cover(Interval.parse("2023-01-01/2024-04-01"))) == ["2023", "2024-Q1", "2024-04-01"]
    with pytest.raises(TemporalError, match=r"2024/\.\."):
        hierarchy.cover(Interval.parse("2024/.."))


def test_the_nodes_of_a_day() -> None:
    """TG-04: four levels hold a day."""
    assert labels(hierarchy.nodes_of_day(dt.date(2024, 5, 17))) == ["2024", "2024-Q2", "2024-05", "2024-05-17"]
