"""What a question says outright of now."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.question.recency.words import _without_quotations, says_now, without_now

# The same in one expression, which takes time that grows with the square of what nothing closes.
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|(?<!\w)['‘][^'’]+(?:['’](?=\w)[^'’]*)*['’](?!\w)")


@pytest.mark.parametrize(
    ("question", "now"),
    [
        ("Who sings 'Live for now'?", False),
        ("Who sings 'Don't go now'?", False),
        ("Who wrote “the latest”, today?", True),
        ("Who wrote 'the latest book?", True),  # nothing closes the mark
        ("Where does Anna's brother work now?", True),
    ],
)
def test_what_stands_in_quotation_marks_says_nothing(question: str, now: bool):
    """TW-06: a quoted title is no word of now; a mark that nothing closes, and an apostrophe, quote nothing."""
    assert says_now(question) is now


@given(st.text(alphabet="a \"'’‘“”b.\n", max_size=16))
def test_quotations_are_blanked_as_the_plain_expression_has_them(text: str):
    """TW-06: one pass over the marks finds what the expression finds, and keeps the length."""
    assert _without_quotations(text) == _QUOTED.sub(lambda m: " " * len(m[0]), text)


def test_all_words_of_now_are_taken_out():
    """TW-06: each is cut out where it stands, the rest is kept as it is."""
    assert without_now("Who is now the current head, as of today?") == "Who is  the  head, as of ?"
