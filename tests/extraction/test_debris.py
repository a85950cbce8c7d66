"""Statements without debris: what only leads on, headings, names alone and bare addresses say nothing."""

from __future__ import annotations

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document, Markup


def said(text: str, markup: Markup | None = None) -> list[str]:
    return [text[s.span.start : s.span.end] for s in extract(Document("d", text, markup=markup)).statements]


@pytest.mark.parametrize(
    "line",
    [
        "The new limits are:",
        "Comment by the keeper:",
        "If you have an earlier version, getting the new one is as easy as:",
        "https://example.org/a/1",
        "Long political journey",
        "He was dismissed by",
    ],
)
def test_what_says_nothing_is_no_statement(line: str) -> None:
    text = f"The council met on Monday in the old hall.\n\n{line}\n\nIt voted for the plan by nine to two.\n"
    assert line not in said(text)
    assert len(said(text)) == 2


@pytest.mark.parametrize(
    "line",
    [
        "Ida Lund was elected keeper",
        "Revenue: $5 million in 2024",
        "- the old hall by the sea",
        "In 2019 the council of Elms opened two harbours and a mill for the following reasons of its own:",
    ],
)
def test_what_says_something_is_one(line: str) -> None:
    assert line in said(f"The council met on Monday in the old hall.\n\n{line}\n\nIt voted for it by nine to two.\n")


def test_the_half_of_a_sentence_before_code_is_no_statement() -> None:
    text = (
        "# Nimbus\n\nThe old form was slow. You can now write\n\n```\nrun(1)\n```\n\nIt is faster.\n\n"
        "To see it, use the following command:\n\n```\nnimbus\n```\n\n"
        "Ida Lund leads the project from Oslo:\n\n```\nx\n```\n"
    )
    assert said(text, Markup.MARKDOWN) == [
        "The old form was slow.",
        "It is faster.",
        "Ida Lund leads the project from Oslo:",
    ]


def test_an_item_is_read_with_what_introduces_it() -> None:
    text = "# Nimbus\n\nAmong the limits of this release, three matter most:\n\n- no threads at all\n- slow files\n"
    assert "no threads at all" in said(text, Markup.MARKDOWN)
