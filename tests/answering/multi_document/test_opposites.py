"""When a line says the contrary of a claim."""

from __future__ import annotations

import pytest

from timeweave.answering.multi_document.opposites import denied, evaluates, negates, opposed


@pytest.mark.parametrize(
    ("claim", "line", "words"),
    [
        ("The council rejected the plan.", "The council approved the plan.", {"reject"}),
        ("Prices rise.", "Prices fall.", {"rise"}),
        ("A useless gift.", "The gift is useful.", {"useless"}),
        ("It is illegal.", "It is legal.", {"illegal"}),
        ("They discover a wreck.", "They cover a wreck.", set()),
        ("Sales increased.", "Sales increased, costs decreased.", set()),
    ],
)
def test_opposite_words(claim: str, line: str, words: set[str]) -> None:
    """By the pairs known, and by prefix or ending of an adjective; not where the line says the word itself too."""
    assert opposed(claim, line) == words


def test_a_denial_reaches_the_few_words_after_it() -> None:
    """What stands before the negator, or far behind it, is not denied."""
    assert denied("The bridge was not closed.", {"close"})
    assert denied("They failed to close it.", {"close"})
    assert not denied("It was closed, but not for long.", {"close"})
    assert negates("It isn’t open.")
    assert not negates("It is open.")


def test_words_that_judge() -> None:
    """A negative impact is another claim than an impact."""
    assert evaluates("The negative impact") - evaluates("the impact") == {"negative"}
