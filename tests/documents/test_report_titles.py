"""What a document's title says of whose report it is, and on which quarter."""

from __future__ import annotations

import pytest

from timeweave.documents.normalising import normalised
from timeweave.documents.report_titles import read_title
from timeweave.records import Document
from timeweave.temporal.interval import Interval


@pytest.mark.parametrize(
    ("title", "name", "period"),
    [
        ("Acme, Inc. 2024 Q1 earnings call", "Acme, Inc.", "2024-Q1"),
        ("Acme, Inc. First Quarter 2024 Earnings Call", "Acme, Inc.", "2024-Q1"),
        ("Q4 2023 Acme Inc Earnings Call", "Acme Inc", "2023-Q4"),
        ("Acme.com (ACM) Q3 2022 Earnings Call Transcript", "Acme.com", "2022-Q3"),
        ("Brill plc Earnings Call, Q1 2024", "Brill plc", "2024-Q1"),
        ("Bank of Brill - Earnings Call - Second Quarter 2022", "Bank of Brill", "2022-Q2"),
        ("The Acme Company's fiscal third quarter 2024 results conference call", "The Acme Company", "2024-Q3"),
    ],
)
def test_a_report_is_known_by_its_title(title: str, name: str, period: str) -> None:
    """TK-04: subject and quarter are read wherever nothing but they and the kind of report stand in the title."""
    assert read_title(title) == (name, Interval.parse(period))


@pytest.mark.parametrize(
    "title",
    [
        "Acme Stock Falls After Q2 2022 Earnings",
        "What to expect from the Acme Q3 2023 earnings call",
        "Acme Q3 2023 earnings call: five things to know",
        "Acme 2024 earnings call",
        "",
    ],
)
def test_a_headline_is_no_title_of_a_report(title: str) -> None:
    """What speaks of a report is not that report."""
    assert read_title(title) is None


def test_what_a_document_says_of_itself_stands() -> None:
    """Title or first line fill in only what is left out."""
    heading = "Acme Q1 2024 Earnings Call"
    given = Document("a", "Revenue rose.", title=heading, entities=("Brill",), period=Interval.parse("2023-Q4"))
    partly = Document("a", "Revenue rose.", title=heading, entities=("Brill",))
    bare = Document("a", f"{heading}\nRevenue rose.")
    read = [normalised(d, "test") for d in (given, partly, bare)]
    assert [(d.entities, str(d.period)) for d in read] == [
        (("Brill",), "2023-Q4"),
        (("Brill",), "2024-Q1"),
        (("Acme",), "2024-Q1"),
    ]
    assert [normalised(d, "test") for d in read] == read
