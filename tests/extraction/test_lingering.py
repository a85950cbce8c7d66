"""Which period stands for sentences that name none: set by an opening before, or the report's own quarter."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document
from timeweave.temporal.interval import Interval


def periods(text: str, period: str = "2024-Q4") -> list[tuple[str, str]]:
    """The objects of a report's measures with their periods, in order of the text."""
    document = Document(
        id="d", text=text, date=dt.date(2025, 2, 7), period=Interval.parse(period), entities=("Acme Corp",)
    )
    return [(fact.object, str(fact.valid)) for fact in extract(document).facts if fact.quantity]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "For the full year, sales were $9 billion. Gross margin was 53%. During the fourth quarter, sales were "
            "$2 billion. Gross margin was 51%.",
            [("$9 billion", "2024"), ("53%", "2024"), ("$2 billion", "2024-Q4"), ("51%", "2024-Q4")],
        ),
        (
            "For fiscal 2025, we expect gross margin of 33%. We expect an operating margin of 13%. Net margin was 9%.",
            [("33%", "2025"), ("13%", "2025"), ("9%", "2024-Q4")],
        ),
        (
            "In the third quarter, sales were $3 billion. Gross margin was 50%.",
            [("$3 billion", "2024-Q3"), ("50%", "2024-Q4")],
        ),
        (
            "For the full year, sales were $9 billion.\n\nGross margin was 51%.",
            [("$9 billion", "2024"), ("51%", "2024-Q4")],
        ),
    ],
)
def test_an_opening_sets_the_period(text: str, expected: list[tuple[str, str]]) -> None:
    """TK-03: a full year, or a period to come, stands until the next period, another tense or a new paragraph."""
    assert periods(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Sales grew compared to the first quarter. Operating margin for the quarter was 9%.",
            [("9%", "2024-Q2")],
        ),
        (
            "In the first quarter we opened stores. Inventory at quarter-end was $3 million.",
            [("$3 million", "2024-06")],
        ),
        (
            "In the first quarter, sales were $3 million, and net income for the quarter was $1 million.",
            [("$3 million", "2024-Q1"), ("$1 million", "2024-Q1")],
        ),
    ],
)
def test_the_quarter_is_the_reports_own(text: str, expected: list[tuple[str, str]]) -> None:
    """TK-04: "the quarter" is the one reported on, not the one named last; unless the same sentence names another."""
    assert periods(text, "2024-Q2") == expected


def test_the_day_of_currency_rates_is_no_period() -> None:
    """TK-03: "at rates as of March 31" does not say when revenue grows."""
    text = "For the second quarter, we expect revenue to be up 3% at currency rates as of March 31."
    assert periods(text, "2024-Q1") == [("3%", "2024-Q2")]
