"""Fiscal expressions of a document are read in its own fiscal calendar (TK-04)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document, Extraction
from timeweave.temporal.fiscal_start import FISCAL_YEAR_START
from timeweave.temporal.interval import Interval

FEBRUARY = {"fiscal_year_start": 2}


def read(text: str, period: str | None = "2024-05/2024-07", **fields: Any) -> Extraction:
    """What is found in a report of Halden."""
    return extract(
        Document(
            "d",
            text,
            entities=fields.pop("entities", ("Halden Marine Systems",)),
            date=dt.date(2024, 9, 5),
            period=None if period is None else Interval.parse(period),
            metadata=fields.pop("metadata", FEBRUARY),
        )
    )


def figures(found: Extraction) -> list[tuple[str, str, str]]:
    return [(f.relation, f.object, str(f.valid)) for f in found.facts if f.quantity is not None]


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("Revenue in the second quarter of fiscal 2025 was $131.9 million.", "2024-05/2024-07"),
        (
            "Revenue in the second quarter of fiscal 2025, the three months to 31 July 2024, was $131.9 million.",
            "2024-05/2024-07",
        ),
        ("In Q1 FY25, revenue was $131.9 million.", "2024-02/2024-04"),
        ("In its first quarter, which ended on 30 April 2024, revenue was $131.9 million.", "2024-02/2024-04"),
        ("For the full fiscal year 2024 revenue was $131.9 million.", "2023-02/2024-01"),
        ("Over the fiscal year revenue was $131.9 million.", "2024-02/2025-01"),
        ("Revenue was $131.9 million in the same quarter of fiscal 2023.", "2022-05/2022-07"),
        ("In the second calendar quarter of 2024 revenue was $131.9 million.", "2024-Q2"),
        ("Revenue was $131.9 million.", "2024-05/2024-07"),
    ],
)
def test_fiscal_expressions_are_days_of_the_calendar(text: str, valid: str) -> None:
    """TK-04: with a year from February, the second quarter of fiscal 2025 is May to July 2024."""
    assert figures(read(text)) == [("revenue", "$131.9 million", valid)]


def test_a_text_states_the_calendar_itself() -> None:
    """TK-04: what the text says of the fiscal year holds for all of it, and is a fact where it stands."""
    text = "Revenue in fiscal 2024 was $500 million. Our fiscal year ends January 31."
    found = read(text, None, metadata={})
    assert figures(found) == [("revenue", "$500 million", "2023-02/2024-01")]
    fact = next(f for f in found.facts if f.relation == FISCAL_YEAR_START)
    assert (fact.subject, fact.object, fact.valid) == ("halden marine systems", "february", None)
    place = next(s for s in found.supports if s.fact == fact.id)
    assert text[place.span.start : place.span.end] == "fiscal year ends January 31"
    assert place.statement == 1


def test_without_a_known_calendar_periods_are_as_labelled() -> None:
    """TK-04: nothing says which days fiscal 2024 are, so it keeps its label."""
    assert figures(read("Revenue in the second quarter of fiscal 2024 was $5 million.", None, metadata={})) == [
        ("revenue", "$5 million", "2024-Q2")
    ]


def test_a_report_under_a_label_speaks_in_labels() -> None:
    """TK-04: what a company calls 2024-Q1 stays so, even where it says when its year ends; periods compare by label."""
    found = read("Our fiscal year ended September 30, 2023. In fiscal Q1 2024 revenue was $5 million.", "2024-Q1",
                 metadata={})  # fmt: skip
    assert figures(found) == [("revenue", "$5 million", "2024-Q1")]


def test_the_fiscal_year_of_another_company_is_its_own() -> None:
    """TK-04: "Acme's fiscal year" says nothing of the document's subject."""
    found = read("Acme Corp's fiscal year ends June 30. Revenue in fiscal 2024 was $5 million.", None, metadata={})
    starts = [(f.subject, f.object) for f in found.facts if f.relation == FISCAL_YEAR_START]
    assert ("halden marine systems", "july") not in starts
    assert figures(found) == [("revenue", "$5 million", "2024")]


def test_a_text_that_contradicts_itself_states_no_calendar() -> None:
    """TK-04: of two starts neither is taken."""
    found = read("Our fiscal year ends June 30. Our fiscal year ends January 31. Sales were fine.", None, metadata={})
    assert [f for f in found.facts if f.relation == FISCAL_YEAR_START] == []
