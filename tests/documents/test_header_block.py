"""Saved mail and other texts that begin with their header."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents.header_block import split_header
from timeweave.records import DateSource, Document

MAIL = """From: Ann Lee <ann@lee.example>
To: Bo Ek <bo@ek.example>,
  Cy Ng <cy@ng.example>
Date: Tue, 12 Mar 2024 23:10:00 -0500
Subject: Ferries to the islands
X-Spam-Score: 0.1

The ferries start in May.

Ann
"""


def test_a_saved_mail_is_dated_titled_and_signed(
    write: Callable[[str, str | bytes], Path], only: Callable[..., Document]
) -> None:
    """The day is that of the zone as written; the subject is the title; who wrote to whom is metadata."""
    document = only(write("mail.txt", MAIL))
    assert (document.title, str(document.date)) == ("Ferries to the islands", "2024-03-12")
    assert document.date_source is DateSource.METADATA
    assert document.metadata["author"] == "Ann Lee"
    assert "Cy Ng" in document.metadata["To"]
    assert document.text == "The ferries start in May.\n\nAnn\n"


def test_headers_of_mail_are_fields(write: Callable[[str, str | bytes], Path], only: Callable[..., Document]) -> None:
    """`--map` names a header in any case."""
    mail = MAIL.replace("Subject", "Received: 2024-03-14\nSubject")
    assert str(only(write("mail.txt", mail), mapping={"date": "received"}).date) == "2024-03-14"


@pytest.mark.parametrize(
    "text",
    [
        "Date: 12 March 2024\nPresent: Ann, Bo\n\nThe chair opened the meeting.",
        "Ann: Date: tomorrow\n\nText",
        "Title: only lines\nDate: 2024-03-12",
        "From: here\n\nText",
        "",
    ],
)
def test_content_is_no_header(text: str) -> None:
    """A block with a key that is content, without a text, or with one line of no date, is text."""
    assert split_header(text) is None


def test_a_title_with_an_author_or_a_day_makes_a_header_of_keys_that_no_table_lists() -> None:
    """Newsletters and proposals number their issues; minutes and turns stay text."""
    issue = split_header("Number: 270\nTitle: The Weekly Ferry\nDate: 2019-01-22\nSeries name: Ferries\n\nHello.\n")
    assert issue is not None
    assert issue.fields == {"Title": "The Weekly Ferry", "Date": "2019-01-22"}
    assert issue.text == "Number: 270\nSeries name: Ferries\n\nHello.\n"
    assert split_header("Title: Talk\nAnn: Hello there.\nBo: Good day.\n\nMore.\n") is None
    assert split_header("Title: Talk\nDate: 2019-01-22\nHost: Welcome!\nAnn: Good day.\n\nMore.\n") is None
    assert split_header("Ann: Hello there.\nBo: Good day.\n\nMore.\n") is None
    assert split_header(f"Title: Talk\nDate: 2019-01-22\nAnn: {'word ' * 40}\n\nMore.\n") is None


def test_a_title_may_stand_close_to_its_key() -> None:
    """Keys that tell what a text is, and no other: an address has a colon, too."""
    minutes = split_header("Title:Minutes of May\nDate: 2019-05-01\n\nRoads.\n")
    assert minutes is not None
    assert minutes.fields == {"Title": "Minutes of May", "Date": "2019-05-01"}
    assert split_header("https://example.org\nDate: 2019-05-01\n\nRoads.\n") is None


@pytest.mark.parametrize(
    "above",
    [
        "Title: Ferries\nAuthor: Ann Lee\nAuthor: Bo Ek\nDate: 2021-05-04\n\n",
        "    Title: Ferries\n    Author: Ann Lee\n    Author: Bo Ek\n    Date: 2021-05-04\n\n",
        "\n\tTitle:Ferries\n\tDate:2021-05-04T11:04:00\n\tAuthor: Ann Lee,\n\t  Bo Ek\n\n",
    ],
    ids=["repeated", "indented", "by tabs"],
)
def test_lines_of_authors_and_indented_headers(
    write: Callable[[str, str | bytes], Path], only: Callable[..., Document], above: str
) -> None:
    """A key of those who wrote it may stand on several lines, and the whole header be indented as code is."""
    document = only(write("a.md", f"{above}The *ferries* start in May.\n\n    sail()\n"))
    assert (document.title, str(document.date)) == ("Ferries", "2021-05-04")
    assert document.metadata["author"] == "Ann Lee, Bo Ek"
    assert document.text == "The *ferries* start in May.\n\n    sail()\n"


def test_indented_code_is_no_header() -> None:
    """Neither are lines of which one is not indented, nor a repeated key of one value."""
    assert split_header("    x: 1\n    y: 2\n\nText.") is None
    assert split_header("    Title: a\n    Date: 2021-05-04\nText.\n\nMore.") is None
    assert split_header("Title: a\nStatus: b\nStatus: c\nDate: 2021-05-05\n\nText.") is None
