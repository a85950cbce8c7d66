"""Allen's relations."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.temporal.allen import AllenRelation, allen_relation
from timeweave.temporal.interval import ALWAYS, Interval

# Few days, so that meeting and equal bounds are drawn often.
BOUND = st.none() | st.integers(0, 6).map(lambda n: dt.date(2024, 1, 1) + dt.timedelta(days=n))
INTERVALS = (
    st.tuples(BOUND, BOUND)
    .filter(lambda pair: None in pair or pair[0] < pair[1])  # type: ignore[operator]
    .map(lambda pair: Interval(*pair))
)


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        ("2023", "2024-02", AllenRelation.BEFORE),
        ("2023", "2024", AllenRelation.MEETS),
        ("2023-Q1/2023-Q3", "2023-Q2/2024-Q1", AllenRelation.OVERLAPS),
        ("2024-Q1", "2024", AllenRelation.STARTS),
        ("2024-Q2", "2024", AllenRelation.DURING),
        ("2024-Q4", "2024", AllenRelation.FINISHES),
        ("2024", "2024-01/2024-12", AllenRelation.EQUAL),
        ("2024", "2024-12", AllenRelation.FINISHED_BY),
        ("2024", "2024-05-17", AllenRelation.CONTAINS),
        ("2024", "2024-01-01", AllenRelation.STARTED_BY),
        ("2023-Q2/2024-Q1", "2023-Q1/2023-Q3", AllenRelation.OVERLAPPED_BY),
        ("2024", "2023", AllenRelation.MET_BY),
        ("2025", "2023", AllenRelation.AFTER),
        ("2024/..", "../2023", AllenRelation.MET_BY),
        ("../2024", "../2025", AllenRelation.STARTS),
        ("2024/..", "2025/..", AllenRelation.FINISHED_BY),
        ("../2024", "2024/..", AllenRelation.OVERLAPS),
    ],
)
def test_the_relation_of_two_periods(first: str, second: str, relation: AllenRelation) -> None:
    """TK-02: each of the thirteen relations, and open bounds, by hand."""
    assert allen_relation(Interval.parse(first), Interval.parse(second)) is relation


@given(INTERVALS, INTERVALS)
def test_the_converse_is_the_inverse(a: Interval, b: Interval) -> None:
    """TK-02: swapping the intervals inverts the relation, and inverting twice gives it back."""
    relation = allen_relation(a, b)
    assert allen_relation(b, a) is relation.inverse
    assert relation.inverse.inverse is relation


@given(INTERVALS, INTERVALS)
def test_relations_agree_with_containment_and_overlap(a: Interval, b: Interval) -> None:
    """TK-02: what Allen says and what the interval algebra says are one."""
    relation = allen_relation(a, b)
    apart = {AllenRelation.BEFORE, AllenRelation.MEETS, AllenRelation.MET_BY, AllenRelation.AFTER}
    inside = {AllenRelation.STARTS, AllenRelation.DURING, AllenRelation.FINISHES, AllenRelation.EQUAL}
    assert (relation in apart) == (not a.overlaps(b))
    assert (relation in inside) == b.contains(a)
    assert (relation is AllenRelation.EQUAL) == (a == b)


@given(INTERVALS)
def test_always_contains_everything(a: Interval) -> None:
    """TK-02: two open bounds hold every interval."""
    assert ALWAYS.contains(a)
    assert (allen_relation(a, ALWAYS) is AllenRelation.EQUAL) == (a == ALWAYS)
