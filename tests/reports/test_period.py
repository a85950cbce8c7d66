"""A period's report as it is shown: children, comparison, citations, and words for what there is not."""

from __future__ import annotations

import datetime as dt

import pytest
from storekit.memory import MemoryStore

from timeweave.errors import NotFoundError, TemporalError
from timeweave.reports import PeriodReport, Reports

from reports.conftest import CORPUS, add  # isort: skip


def period(text: str, as_of: dt.date | None = None) -> PeriodReport:
    with MemoryStore() as store:
        add(store, *CORPUS)
        with store.view(as_of) as view:
            return Reports(store).period(text, view)


def test_a_year_shows_its_quarters_in_brief() -> None:
    """TG-06: the report of a node comes with those below it, in order of time."""
    (node,) = period("2023").nodes
    assert [(child.node, child.facts > 0) for child in node.children] == [("2023-Q1", True), ("2023-Q2", True)]
    assert node.superseded == ()


def test_each_citation_is_the_sentence_of_a_document() -> None:
    """TK-06: every cited fact leads to a quotation that stands in its document where it is said to stand."""
    found = period("2023-Q1")
    texts = {document.id: document.text for document in CORPUS}
    (node,) = found.nodes
    for sentence in node.report.sentences:
        for fact in sentence.facts:
            assert found.citations[fact]
            assert all(texts[c.document_id][c.start : c.end] == c.quote for c in found.citations[fact])
    quotes = {c.quote for cited in found.citations.values() for c in cited}
    assert "Brightwater reported revenue of $310 million for the quarter." in quotes


def test_a_period_of_several_nodes_is_covered_by_them() -> None:
    """TG-04: three quarters are the year's two last and the next year's; those without facts are named."""
    found = period("2022-Q4/2023-Q3")
    assert [node.report.node for node in found.nodes] == ["2022-Q4", "2023-Q1", "2023-Q2"]
    assert found.missing == ("2023-Q3",)


@pytest.mark.parametrize(
    ("asked", "nearest"), [("2021-Q3", "2022-Q4, 2023-Q1, 2023-Q2"), ("1999", "2022, 2023"), ("2023-12", "2023")]
)
def test_an_unknown_period_names_the_nearest(asked: str, nearest: str) -> None:
    """TG-06: a node that does not exist is an error that helps on."""
    with pytest.raises(NotFoundError, match=f"nothing is told of '{asked}': the nearest periods are .*{nearest}"):
        period(asked)


def test_as_of_a_day_only_what_was_known_counts() -> None:
    """TK-05: report, children and comparison are those of the day."""
    found = period("2023", dt.date(2023, 5, 3))
    (node,) = found.nodes
    assert [child.node for child in node.children] == ["2023-Q1"]
    assert "Brightwater" not in node.report.text
    with pytest.raises(NotFoundError):
        period("2023-Q2", dt.date(2023, 5, 3))


def test_an_open_period_is_an_error() -> None:
    """TK-02: there is no report of all time to come."""
    with pytest.raises(TemporalError):
        period("2023/..")
