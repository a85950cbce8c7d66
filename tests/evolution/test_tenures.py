"""One tenure told by several documents is one row."""

from __future__ import annotations

from stated_facts import figure, office, support

from timeweave.evolution import merge_tenures, resolve


def rows(*facts):
    return [(r.fact.object, str(r.valid), r.status.value, len(r.supports)) for r in merge_tenures(resolve(facts))]


def test_documents_that_name_a_holder_tell_one_tenure() -> None:
    """EK-06: it starts with the earliest that says so, ends with the successor, and all support it."""
    assert rows(
        office("ana", "2015-04-25/..", support("a", "2015-04-25")),
        office("ana", "2017-02-06/..", support("b", "2017-02-06")),
        office("ben", "2019-05/..", support("c", "2019-05-20")),
    ) == [("ana", "2015-04-25/2019-04-30", "closed", 2), ("ben", "2019-05/..", "holds", 1)]


def test_two_tenures_of_one_holder_stay_two() -> None:
    """EK-06: who came back has two rows, with the other holder's between them."""
    assert rows(office("ana", "2003/2008"), office("ben", "2009/2012"), office("ana", "2015/..")) == [
        ("ana", "2003/2008", "holds", 1),
        ("ben", "2009/2012", "holds", 1),
        ("ana", "2015/..", "holds", 1),
    ]


def test_figures_are_left_alone() -> None:
    """TG-03: values of one measure stay a row a fact."""
    assert len(rows(figure(1.0), figure(2.0), figure(1.0, valid="2023-Q2"))) == 3
