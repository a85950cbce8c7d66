"""Filings with a securities commission: what their cover page says."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.documents.filing_cover import read_cover
from timeweave.documents.normalising import normalised
from timeweave.records import DateSource, Document

ANNUAL = """UNITED STATES

SECURITIES AND EXCHANGE COMMISSION

FORM 10-K

| ☒ | ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934 |
| --- | --- |

For the fiscal year ended September 27, 2031

Fenbury Harbour Company

(Exact name of registrant as specified in its charter)

The Company runs two piers. A loan has a maturity date March 1, 2032, and an expiration date: April 1, 2032.

| Date: November 3, 2031 | Fenbury Harbour Company |
| --- | --- |
"""
CURRENT = """SECURITIES AND EXCHANGE COMMISSION

FORM

8-K

CURRENT REPORT

March 23, 2026

Date of Report (Date of earliest event reported)

| Sophora Bio Inc. | Sophora Bio Inc. |
| --- | --- |
| (Exact name of registrant as specified in its charter) |  |

On March 20, 2026 the board met. Results for the year ended December 31, 2025 were read.

Dated: March 25, 2026
"""


@pytest.mark.parametrize(
    ("text", "title", "registrant", "day"),
    [
        (
            ANNUAL,
            "Fenbury Harbour Company 10-K for the fiscal year ended September 27, 2031",
            "Fenbury Harbour Company",
            dt.date(2031, 11, 3),
        ),
        (CURRENT, "Sophora Bio Inc. 8-K, March 23, 2026", "Sophora Bio Inc.", dt.date(2026, 3, 25)),
    ],
)
def test_who_files_what_and_when(text: str, title: str, registrant: str, day: dt.date) -> None:
    """The title of the file says nothing; the day of signing dates it, whatever other days it speaks of."""
    document = normalised(Document(id="a.html", text=text, title="fhc-20310927"), "a.html")
    assert (document.title, document.entities) == (title, (registrant,))
    assert (document.date, document.date_source) == (day, DateSource.TEXT)


def test_a_stated_day_stands() -> None:
    """A date that was given, or stands in the name, is that of filing."""
    given = Document(id="a", text=ANNUAL, date=dt.date(2031, 11, 5), date_source=DateSource.FILE_NAME)
    assert normalised(given, "a").date == dt.date(2031, 11, 5)


@pytest.mark.parametrize(
    "text",
    [
        "The form asks for the exact name of the registrant. Form 8-K is filed within four days.",
        CURRENT.replace("FORM\n\n8-K", ""),
        CURRENT.replace("(Exact name of registrant as specified in its charter)", ""),
        CURRENT.replace("SECURITIES AND EXCHANGE COMMISSION", "How to fill in the form"),
        "FORM 8-K\n\n(Exact name of registrant as specified in its charter)\n",
    ],
)
def test_other_texts_have_no_cover(text: str) -> None:
    """What only speaks of filings, or names no form or no registrant, keeps its own title."""
    assert read_cover(text) is None
    assert normalised(Document(id="a", text=text, title="Notes"), "a").title == "Notes"


def test_the_name_is_that_of_the_company() -> None:
    """Other lines may stand between it and the words that say what it is; a title that says something stands."""
    text = ANNUAL.replace("Fenbury Harbour Company\n\n(Exact", "Fenbury Harbour Company\n\nDelaware\n\n(Exact")
    document = normalised(Document(id="a", text=text, title="Our annual report, reviewed"), "a")
    assert (document.title, document.entities) == ("Our annual report, reviewed", ("Fenbury Harbour Company",))
