"""Quotations of documents with structure: clean in the answer, verbatim in the citation, with what introduces them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.extractive.lists import propose_lists
from timeweave.answering.relevance import Relevance
from timeweave.embedding import get_embedder
from timeweave.indexes import Indexes
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document, Markup
from timeweave.store.sqlite import SqliteStore

PAGES = [
    Document(
        "directors.md",
        "The board was elected.\n\nThe new **directors** of the Harbour Trust are:\n\n"
        "* [Ines Marlow](https://example.org/~ines)\n* Tobias Renn\n* *Odile Brandt*\n\nThey take office in May.\n",
        title="New directors of the Harbour Trust",
        date=dt.date(2024, 4, 3),
        markup=Markup.MARKDOWN,
    ),
    Document(
        "fares.md",
        "# Ferry fares\n\n| Route | Single | Return |\n|---|---|---|\n| Quay to Island | £4.20 | £7.00 |\n"
        "| Quay to Point | £3.10 | £5.60 |\n",
        title="Ferry fares",
        date=dt.date(2024, 1, 15),
        markup=Markup.MARKDOWN,
    ),
    Document("other", "The harbour was dredged in 2023. Ships returned in June.", date=dt.date(2023, 7, 1)),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("harbour")


@pytest.fixture(scope="module")
def harbour(folder: Path) -> Iterator[KnowledgeBase]:
    with timeweave.open(folder) as kb:
        kb.add(PAGES)
        yield kb


def test_a_list_is_proposed_whole_with_the_words_that_introduce_it(harbour: KnowledgeBase, folder: Path) -> None:
    question = "Who are the new directors of the Harbour Trust?"
    with SqliteStore.open(folder, create=False, read_only=True) as store, store.view(None) as view:
        relevance = Relevance(Indexes(store.folder).reader(view), get_embedder(None).embed([question])[0])
        proposed = [p.answer for p in propose_lists(prepare(harbour.search(question), view, relevance))]
    assert [a.answer for a in proposed] == [
        "The new directors of the Harbour Trust are: Ines Marlow; Tobias Renn; Odile Brandt"
    ]
    assert [v.text for v in proposed[0].values] == ["Ines Marlow", "Tobias Renn", "Odile Brandt"]


def test_what_is_cited_stands_in_the_document_verbatim(harbour: KnowledgeBase) -> None:
    texts = {page.id: page.text for page in PAGES}
    for question in ("Who are the new directors of the Harbour Trust?", "What is the fare from Quay to Island?"):
        answer = harbour.ask(question, min_confidence=0.0)
        assert answer.citations
        for c in answer.citations:
            assert texts[c.document_id][c.start : c.end] == c.quote
        for e in answer.search.evidence:
            assert texts[e.document_id][e.start : e.end] == e.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did the Harbour Trust say of its new directors?", "Tobias Renn"),
        ("What is the return fare to Point?", "5.60"),
    ],
)
def test_items_and_rows_are_told_with_what_they_are_to_be_read_with(
    harbour: KnowledgeBase, question: str, told: str
) -> None:
    said = harbour.ask(question, min_confidence=0.0).answer
    assert "- The new directors of the Harbour Trust are:\n" not in said
    assert told in said
