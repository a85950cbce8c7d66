"""Offices in one spelling."""

from __future__ import annotations

import pytest

from timeweave.extraction.relations.offices import is_former, mentions_office, offices, without_words_before_title


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Director and Chief Executive Officer", ["director", "chief executive officer"]),
        ("Chairman, President, and CEO", ["chairman", "president", "chief executive officer"]),
        ("Senior Vice President, Investor Relations", ["senior vice president, investor relations"]),
        ("its then chief executive", ["chief executive officer"]),
        ("EVP, Chief Financial Officer", ["executive vice president", "chief financial officer"]),
        ("a nice day", []),
    ],
)
def test_each_office_of_a_phrase(phrase: str, expected: list[str]):
    """EK-07: spellings of one office are one relation; what is added to an office stays with it."""
    assert list(offices(phrase)) == expected


def test_former_offices_are_told_apart():
    """TK-01: a former president is one no more."""
    assert is_former("the former president")
    assert not is_former("the president")
    assert mentions_office("the President spoke")
    assert not mentions_office("the weather was fine")


@pytest.mark.parametrize(
    ("phrase", "title"),
    [
        ("met President", "President"),
        ("s Prime Minister", "Prime Minister"),
        ("former President", "former President"),
        ("chief executive", "chief executive"),
        ("Executive Vice President", "Executive Vice President"),
    ],
)
def test_a_title_in_capitals_begins_with_one(phrase: str, title: str):
    """EK-07: a verb before a title is no part of it."""
    assert without_words_before_title(phrase) == title
