"""Quotations are found where they stand, whatever a model did to their looks, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.extraction.by_model.quoting import QuotedText
from timeweave.prompts import fenced
from timeweave.records import Span

TEXT = "In 2021  Acme’s “new” plant —\nthe third – made 1,200 looms <b>. Café Ölmühle closed\u200b."


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("the third – made", "the third – made"),
        ("  made 1,200 looms ", "made 1,200 looms"),
        ('in 2021 acme\'s "NEW" plant - the third', "In 2021  Acme’s “new” plant —\nthe third"),
        ("Café Ölmühle closed.", "Café Ölmühle closed\u200b."),
        ("cafe olmuhle", None),  # another spelling is another word
        ('"made 1,200 looms..."', "made 1,200 looms"),
        ("made 1,200 … closed", None),
        ("made 1200 looms", None),
        ("...", None),
        ("", None),
    ],
)
def test_what_is_found(quote: str, stands: str | None) -> None:
    """White space, case, quotation marks and dashes may differ; words and figures may not."""
    found = QuotedText(TEXT, Span(0, len(TEXT))).find(quote)
    assert (None if found is None else TEXT[found.start : found.end]) == stands


def test_only_inside_the_piece() -> None:
    """A quotation from another part of the document does not count."""
    words = QuotedText(TEXT, Span(10, 40))
    assert words.find("plant") is not None
    assert words.find("In 2021") is None
    assert words.find("Café") is None


def test_a_fenced_text_quotes_its_source() -> None:
    """What a model copies from a fence is found in the text as it was."""
    found = QuotedText(TEXT, Span(0, len(TEXT))).find(fenced("looms <b>."))
    assert found is not None
    assert TEXT[found.start : found.end] == "looms <b>."


def test_names_are_whole_words() -> None:
    """It stands in "Acme's" and not in "Acmeon"; looked for in one sentence, it must stand in that one."""
    text = "Acmeon grew. Acme's plant. ACME grew."
    words = QuotedText(text, Span(0, len(text)))
    assert words.place_of("Acme") == Span(13, 17)
    assert words.place_of("Acme", Span(27, 37)) == Span(27, 31)
    assert words.place_of("Acme", Span(0, 12)) is None
    assert not words.names("")


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text(text: str, quote: str) -> None:
    """Whatever is quoted of whatever, a span lies inside and holds something."""
    found = QuotedText(text, Span(0, len(text))).find(quote)
    assert found is None or 0 <= found.start < found.end <= len(text)


@given(st.text(min_size=1, max_size=60), st.data())
def test_an_exact_quotation_is_found(text: str, data: st.DataObject) -> None:
    """Any run of words of the text is found, and reads as it was quoted."""
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    found = QuotedText(text, Span(0, len(text))).find(quote)
    if any(c.isalnum() for c in quote):
        assert found is not None
        assert text[found.start : found.end] == quote.strip()
