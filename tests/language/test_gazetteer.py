"""Looking up known names."""

from __future__ import annotations

from timeweave.language.gazetteer import Gazetteer
from timeweave.records import Span


def test_the_longest_name_wins_at_word_boundaries():
    """The words "New York Times" is not New York, and "Yorkshire" is not York."""
    gazetteer = Gazetteer({"New York": 1, "New York Times": 2, "York": 3})
    text = "The New York Times of New York, not Yorkshire or York."
    assert [(text[s.start : s.end], v) for s, v in gazetteer.find(text)] == [
        ("New York Times", 2),
        ("New York", 1),
        ("York", 3),
    ]


def test_possessives_and_punctuation_bound_a_name():
    """What follows a name is no part of it."""
    assert [s for s, _ in Gazetteer({"Acme": 0, "Acme Inc.": 1}).find("Acme's, Acme Inc.")] == [Span(0, 4), Span(8, 17)]


def test_of_names_with_one_first_word_the_longest_that_fits_is_found():
    """However many names begin alike, a place is looked up once for each of their lengths, and the longest wins."""
    gazetteer = Gazetteer({"John Ames": 1, "John Ames Hall": 2, "John Bell": 3, "John": 4})
    text = "John Ames met John Bells, John Ames Hall and John."
    assert [(text[s.start : s.end], v) for s, v in gazetteer.find(text)] == [
        ("John Ames", 1),
        ("John", 4),
        ("John Ames Hall", 2),
        ("John", 4),
    ]


def test_a_gazetteer_without_names_finds_none():
    """No names, or none that begins with a letter or digit: nothing is found."""
    assert list(Gazetteer({}).find("Any text")) == []
    assert list(Gazetteer({"-": 1}).find("Any - text")) == []


def test_a_name_that_ends_the_text_ends_with_it():
    """A longer name with the same first word, for which the text leaves no room, stretches nothing past its end."""
    gazetteer = Gazetteer({"Acme": 1, "Acme Holdings": 2})
    assert list(gazetteer.find("He left Acme")) == [(Span(8, 12), 1)]
