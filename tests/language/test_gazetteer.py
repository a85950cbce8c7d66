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
