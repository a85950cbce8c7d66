"""Answers out of a page's running text, in a real store."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

PAGE = Document(
    "page",
    "Orla Venn\n"
    "Orla Venn is a painter and teacher of drawing.\n"
    "From 1961 to 1968 she taught at Kelmore College.\n"
    "In 1968 she moved to the Marsh Institute.\n"
    "There she led the school of drawing.\n"
    "From 1975 until 1981 she was a lecturer at Tarn University, where she also painted murals.",
    title="Orla Venn",
    date=dt.date(2020, 5, 1),
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A page about one painter."""
    with timeweave.open(tmp_path_factory.mktemp("page")) as kb:
        kb.add([PAGE], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        yield kb


@pytest.mark.parametrize(
    ("question", "school"),
    [
        ("Which school employed Orla Venn from 1961 to 1968?", "Kelmore College"),
        ("Which school employed Orla Venn from 1968 to 1974?", "Marsh Institute"),
        ("Which school employed Orla Venn from 1976 to 1981?", "Tarn University"),
    ],
)
def test_the_sentence_of_the_time_asked_for_leads(page: KnowledgeBase, question: str, school: str) -> None:
    """TG-14: of sentences that say the same of other times, the one that fits the time is quoted first."""
    answer = page.ask(question)
    assert (answer.method, answer.refused) == ("extractive", False)
    assert school in answer.citations[0].quote


def test_quotations_are_short_and_stand_in_the_document(page: KnowledgeBase) -> None:
    """TK-06: at most 55 words, each quotation the document's text at its span."""
    answer = page.ask("Which school employed Orla Venn from 1961 to 1968?")
    assert len(answer.answer.split()) <= 60
    for citation in answer.citations:
        assert PAGE.text[citation.start : citation.end] == citation.quote


def test_another_time_is_refused(page: KnowledgeBase) -> None:
    """TG-14: a page that tells nothing of the time asked for does not answer."""
    assert page.ask("Which school employed Orla Venn from 1921 to 1925?").refused
