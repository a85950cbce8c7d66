"""Canonical names: identity by the string alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.language.names import acronyms, canonical_key, distinct_names, is_distinctive


@pytest.mark.parametrize(
    ("names", "key"),
    [
        (
            ["Western Digital Corporation", "western digital corp.", "Western Digital", "WESTERN DIGITAL, Inc."],
            "western digital",
        ),
        (["The Home Depot, Inc.", "Home Depot"], "home depot"),
        (["McDonald's", "McDonald’s Corporation", "McDonald's Corp."], "mcdonald"),
        (["Nestlé S.A.", "Nestle SA"], "nestle"),
        (["J.P. Morgan Chase & Co.", "JP Morgan Chase"], "jp morgan chase"),
        (["Johnson & Johnson", "Johnson and Johnson"], "johnson and johnson"),
        (["AT&T Inc.", "AT&T"], "at&t"),
        (["Mr. Stronach", "Stronach", "Stronach's"], "stronach"),
        (["Dr. Newton D . Baker", "Newton D. Baker"], "newton d baker"),
        (["U.S.", "US"], "us"),
        (["Coca-Cola Co", "Coca Cola"], "coca cola"),
        (["Amazon.com, Inc."], "amazon.com"),
        (["Cllr Ravi Sandhu", "Councillor Ravi Sandhu", "Ravi Sandhu"], "ravi sandhu"),
        (["Søren Kierkegaard", "Soren Kierkegaard"], "soren kierkegaard"),
    ],
)
def test_spellings_of_one_name_have_one_key(names: list[str], key: str):
    """Case, legal form, title, article, possessive, diacritics and punctuation do not count."""
    assert {canonical_key(name) for name in names} == {key}


@pytest.mark.parametrize("name", ["Inc.", "The", "Co", "Mr.", "!!!", "'s", "&", "Dr Pepper"])
def test_a_name_made_of_what_is_dropped_keeps_itself(name: str):
    """A name that is not blank has a key that is not empty."""
    assert canonical_key(name)


@pytest.mark.parametrize(
    "names",
    [
        ["Django 1.1.1", "Django 1.11", "Django 11.1", "Django 111"],
        ["C", "C++", "C#"],
        ["Disney", "Disney+"],
        ["Notepad", "Notepad++"],
    ],
)
def test_versions_and_products_that_marks_tell_apart_have_keys_of_their_own(names: list[str]):
    """A dot between digits and what "C++" ends in count; in "Item #4" and "A+B" the marks only part the words."""
    assert len({canonical_key(name) for name in names}) == len(names)
    assert canonical_key("Item #4") == "item 4"
    assert canonical_key("A+B") == "a b"
    assert canonical_key("the C++'s") == "c++"


def test_holdings_count():
    """A holding may exist beside the firm it holds."""
    assert canonical_key("Sally Beauty Holdings, Inc.") == "sally beauty holdings"


def test_acronyms_and_distinctive_words():
    """Initials stand for a name with and without its legal form, a word where it is distinctive: not "Bank"."""
    assert acronyms("Western Digital Corporation") == ("wdc", "wd")
    assert is_distinctive("chipotle")
    assert not is_distinctive("bank")
    assert acronyms("Bank of America") == ("ba", "boa")
    assert not is_distinctive("first")


@given(st.text(max_size=60))
def test_key_of_a_key_is_itself(name: str):
    """Applying it twice changes nothing, and only a blank name has none."""
    key = canonical_key(name)
    assert canonical_key(key) == key
    assert bool(key) == bool(name.strip()) or not key.strip()


def test_names_that_look_the_same_are_one():
    """Case, marks and blanks tell no reader two names apart; letters and figures do."""
    others = [
        "Let's Encrypt",
        "LET'S ENCRYPT",
        "**Let’s Encrypt**",
        "Lets Encrypt Inc",
        "Lets Encrypt Inc",
        "Boulder 2",
    ]
    assert distinct_names(others, "Let's encrypt") == ("Lets Encrypt Inc", "Boulder 2")
