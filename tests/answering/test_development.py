"""How something developed: what is told of each time asked about, in order of time, each with its place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import timeweave
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.extractive.development import propose_development
from timeweave.answering.proposals import Proposal
from timeweave.answering.relevance import Relevance
from timeweave.embedding import get_embedder
from timeweave.indexes import Indexes
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document
from timeweave.results import Answer
from timeweave.store.sqlite import SqliteStore


def _page(day: str, title: str, text: str) -> Document:
    return Document(f"{day}.md", text, title=title, date=dt.date.fromisoformat(day))


PAGES = [
    _page("2018-02-01", "Reader survey 2017: results", "The reader survey had 1,204 replies. Half of them read daily."),
    _page("2019-01-20", "Reader survey 2018: results", "We received 1,518 replies to the reader survey. Thank you!"),
    _page("2020-02-11", "Reader survey 2019: results", "The reader survey drew 1,391 replies, from 40 countries."),
    _page("2016-05-02", "The annual report", "The library had an annual budget of $210,000 and six staff in May 2016."),
    _page("2019-11-05", "A busy autumn", "Today the library runs on an annual budget of about $340,000."),
    _page("2018-06-01", "Lending", "The library lends books through a paper catalogue, kept by hand."),
    _page("2021-09-01", "Lending again", "The library lends books through a web catalogue that readers search."),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[KnowledgeBase]:
    with timeweave.open(folder) as kb:
        kb.add(PAGES)
        yield kb


def _proposed(library: KnowledgeBase, folder: Path, question: str) -> Sequence[Answer]:
    return [p.answer for p in _proposals(library, folder, question)]


def _proposals(library: KnowledgeBase, folder: Path, question: str) -> Sequence[Proposal]:
    with SqliteStore.open(folder, create=False, read_only=True) as store, store.view(None) as view:
        relevance = Relevance(Indexes(store.folder).reader(view), get_embedder(None).embed([question])[0])
        context = prepare(library.search(question), view, relevance)
        return list(propose_development(context))


def test_the_figure_of_each_year_is_told_in_order_by_the_year_that_a_title_names(
    library: KnowledgeBase, folder: Path
) -> None:
    question = "How did the number of replies to the reader survey change from 2017 to 2019?"
    figures = _proposed(library, folder, question)[0]
    assert [v.period for v in figures.values] == ["2017", "2018", "2019"]
    assert [v.value for v in figures.values] == [1204, 1518, 1391]
    assert figures.answer == "2017: 1,204 replies; 2018: 1,518 replies; 2019: 1,391 replies"
    assert [c.document_id for c in figures.citations] == ["2018-02-01.md", "2019-01-20.md", "2020-02-11.md"]


def test_amounts_of_a_measure_that_is_no_count_are_those_in_its_unit(library: KnowledgeBase, folder: Path) -> None:
    figures = _proposed(library, folder, "How has the library's annual budget moved from 2016 to 2019?")[0]
    assert [(v.period, v.value, v.unit) for v in figures.values] == [
        ("2016-05", 210_000, "USD"),
        ("2019-11-05", 340_000, "USD"),
    ]


def test_what_has_no_figure_is_told_by_a_sentence_of_each_time(library: KnowledgeBase, folder: Path) -> None:
    question = "How did the way the library lends books change between 2018 and 2021?"
    told = next(a for a in _proposed(library, folder, question) if "paper catalogue" in a.answer)
    assert "1 June 2018: The library lends books through a paper catalogue" in told.answer
    assert "1 September 2021: The library lends books through a web catalogue" in told.answer
    for citation in told.citations:
        text = next(p.text for p in PAGES if p.id == citation.document_id)
        assert text[citation.start : citation.end] == citation.quote


def test_the_ends_of_a_change_are_two_sentences_of_one_thing(library: KnowledgeBase, folder: Path) -> None:
    """What both sentences have in common puts the two on the catalogue before other pairs."""
    question = "How did the way the library lends books change between 2018 and 2021?"
    pairs = [p for p in _proposals(library, folder, question) if "ends alike" in p.features]
    assert len(pairs) > 1
    assert "paper catalogue" in pairs[0].answer.answer
    assert "web catalogue" in pairs[0].answer.answer
    assert pairs[0].features["ends alike"] == max(p.features["ends alike"] for p in pairs)


@pytest.mark.parametrize("question", ["How many replies did the reader survey of 2018 have?", "Who runs the library?"])
def test_a_question_of_one_time_has_no_development(library: KnowledgeBase, folder: Path, question: str) -> None:
    assert not _proposed(library, folder, question)
