"""Tokens as the embedding model counts them (TG-01)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from timeweave.language.tokens import count_tokens, token_spans


def test_counts_word_pieces_without_special_tokens():
    """TG-01: "EBITDA" is three pieces of the model's vocabulary, and nothing is added around it."""
    assert ["EBITDA"[a:b] for a, b in token_spans("EBITDA")] == ["E", "BIT", "DA"]
    assert count_tokens("Hello world.") == 3
    assert count_tokens("") == 0


def test_spans_point_into_the_text_as_written():
    """TK-06: offsets are those of the original, also where the model folds case and accents."""
    text = "Zürich was café-like."
    assert [text[a:b] for a, b in token_spans(text)] == ["Zürich", "was", "café", "-", "like", "."]


def test_long_text_gives_the_same_as_its_parts():
    """TG-01: handing the text over in pieces changes nothing."""
    text = "Revenue grew by 7% in Zürich. " * 20_000
    assert count_tokens(text) == 20_000 * count_tokens("Revenue grew by 7% in Zürich. ")
    last = token_spans(text)[-1]
    assert text[slice(*last)] == "."


def test_never_truncates():
    """TG-01: the limit of 512 tokens that the tokenizer file carries is off."""
    assert count_tokens("word " * 5000) == 5000


@given(st.text())
def test_any_text_has_ordered_spans(text: str):
    """TK-06: no text raises, and spans lie inside it in order."""
    spans = token_spans(text)
    assert count_tokens(text) == len(spans)
    assert all(0 <= a <= b <= len(text) for a, b in spans)
    assert [a for a, _ in spans] == sorted(a for a, _ in spans)


@given(st.text(max_size=80))
def test_counting_word_by_word_is_exact(text: str):
    """TG-01: the count is that of the tokenizer on the whole text, blanks, marks and control characters included."""
    assert count_tokens(text) == len(token_spans(text))
