"""Short quotations."""

import pytest

from timeweave.answering.extractive.clauses import around_best
from timeweave.records import Span

TEXT = "He played for Alder, then for Birch in 1994, and later for Cedar"


@pytest.mark.parametrize(
    ("most", "quoted"),
    [(20, TEXT), (9, "then for Birch in 1994, and later for Cedar"), (5, "then for Birch in 1994"), (3, None)],
)
def test_clauses_about_the_best_within_the_limit(most: int, quoted: str | None) -> None:
    """The best clause is kept, then its neighbours while they fit; nothing when it does not fit itself."""
    span = around_best(TEXT, most, lambda clause: 2.0 * ("1994" in clause) + ("Cedar" in clause))
    assert (None if span is None else TEXT[span.start : span.end]) == quoted


def test_list_marks_are_left_out() -> None:
    """A dash before a list item is no part of it."""
    assert around_best("- 1976-2000 Herbert Alder ", 10, lambda _: 0.0) == Span(2, 25)


def test_sentences_stay_whole_before_clauses_are_cut() -> None:
    """Of a long turn the sentence that answers is quoted with its neighbours, not the name of who is spoken to."""
    turn = (
        "Nate: Hey Joanna, it has been a couple of days since we talked. Something exciting happened last Friday. "
        "I went to a convention, met new people, and it was overwhelming but so rewarding to be there with them all."
    )
    span = around_best(turn, 30, lambda text: (2 * ("convention" in text) + ("Joanna" in text)) / len(text.split()))
    assert span is not None
    assert turn[span.start : span.end] == turn[turn.index("Something") :]


def test_a_short_sentence_is_quoted_where_it_is_what_is_asked_for() -> None:
    turn = "Ann: Hello to you all who have come from near and far to hear what there is. Brandt resigned. We go on."
    span = around_best(turn, 5, lambda text: float("resigned" in text))
    assert span is not None
    assert turn[span.start : span.end] == "Brandt resigned. We go on."
