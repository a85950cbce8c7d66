"""Times told in running text."""

import pytest

from timeweave.answering.asked.sentence_times import told_times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("he taught from 1997 to 2003 in Bonn", ["1997/2003"]),
        ("built between 1955 and 1959", ["1955/1959"]),
        ("in 1955 and 1959", ["1955", "1959"]),
        ("March 1961 - December 1961", ["1961-03/1961-12"]),
        ("chairman since 2016", ["2016/.."]),
        ("Alder ( 2011–present )", ["2011/.."]),
        ("lived there until 1817", ["../1817"]),
        ("Alder ( 1986–1990 ) , Birch ( 1990–1993 )", ["1986/1990", "1990/1993"]),
    ],
)
def test_ranges_are_joined_and_open_ends_kept(text: str, times: list[str]) -> None:
    """TK-03: two ends make one time; since and until leave the other end open."""
    assert [str(interval) for _, interval in told_times(text)] == times
