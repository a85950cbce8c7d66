"""What is told at several times, asked for without a number: each time that tells of one is quoted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.extractive.collected import propose_collected
from timeweave.answering.relevance import Relevance
from timeweave.documents import read
from timeweave.embedding import get_embedder
from timeweave.embedding.reader import Reader
from timeweave.indexes import Indexes
from timeweave.results import Answer
from timeweave.store.sqlite import SqliteStore

TALKS = {
    "2023-02-03": """\
Ines: Hi Odo! How was your week?
Odo: Quite busy. I planted a pear tree behind the shed, which took all of Sunday. Do you like pears?
Ines: I do! I planted tulips last autumn, nothing else.
Odo: Lovely. The shed needs a new roof, by the way.
Ines: Ask my brother, he is a roofer.
Odo: Will do, thanks.""",
    "2023-05-12": """\
Ines: Hi Odo, any news from the garden?
Odo: Good news! We had rain at last. I planted some beans along the fence.
Ines: Beans are easy. My sister is coming on Friday.
Odo: Say hello to her from me.
Ines: She will stay for a week.
Odo: How nice. As I said, I planted some beans along the fence, too.""",
    "2023-09-30": """\
Ines: You look happy today!
Odo: Guess what I did. I finally planted a quince in the corner by the gate!
Ines: A quince! Will you make jelly?
Odo: Yes. Have you not seen the plum which I planted by the pond? The path is dry now.
Ines: Save one for me.
Odo: Of course.""",
}
BOUGHT = """\
The allotment club bought these plants:

- plants of lavender for the club
- plants of sage bought by the gate
"""
QUESTION = "What has Odo planted?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("garden")


@pytest.fixture(scope="module")
def garden(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    page = tmp_path_factory.mktemp("pages") / "2023-04-01-bought.md"
    page.write_text(BOUGHT)
    with timeweave.open(folder) as kb:
        kb.add([Document(f"talk-{d}", text, date=dt.date.fromisoformat(d)) for d, text in TALKS.items()], workers=1)
        kb.add([d for d in read(page) if isinstance(d, Document)], workers=1)
        yield kb


@pytest.fixture(scope="module")
def collected(garden: KnowledgeBase, folder: Path) -> Callable[[str], Answer | None]:
    reader = Reader(threads=1)

    def collect(question: str) -> Answer | None:
        with SqliteStore.open(folder, create=False, read_only=True) as store, store.view(None) as view:
            vector = get_embedder(None).embed([question])[0]
            relevance = Relevance(Indexes(store.folder).reader(view), vector, question, reader)
            context = prepare(garden.search(question), view, relevance)
            return next((proposal.answer for proposal in propose_collected(context)), None)

    return collect


Collected = Callable[[str], Answer | None]


def test_each_time_is_quoted(collected: Collected) -> None:
    """TG-14: of three talks the sentence of each, after the name of who says it, and none of what another planted."""
    answer = collected(QUESTION)
    assert answer is not None
    assert all(word in answer.answer for word in ("pear tree", "beans", "quince"))
    assert "tulips" not in answer.answer
    assert "Odo: I finally planted a quince" in answer.answer
    assert {c.document_id for c in answer.citations} == {f"talk-{day}" for day in TALKS}
    assert len(answer.answer.split()) <= 60


def test_citations_hold_what_is_quoted(collected: Collected) -> None:
    """TG-14: sentences within turns are cited where they stand."""
    answer = collected(QUESTION)
    assert answer is not None
    for citation in answer.citations:
        text = TALKS[citation.document_id.removeprefix("talk-")]
        assert text[citation.start : citation.end] == citation.quote
        assert citation.quote.removeprefix("Odo: ") in answer.answer


def test_what_is_only_asked_or_announced_is_not_told(collected: Collected) -> None:
    """TG-14: questions back are no items."""
    answer = collected(QUESTION)
    assert answer is not None
    assert "pond" not in answer.answer


def test_only_the_time_asked_for_is_told(collected: Collected) -> None:
    """TG-14: what was told before a time is left out where that time on is asked for."""
    answer = collected("What has Odo planted since May 2023?")
    assert answer is not None
    assert "beans" in answer.answer
    assert "pear tree" not in answer.answer


@pytest.mark.parametrize(
    "question", ["Which tree did Odo plant?", "How many trees has Odo planted?", "What are his plants now?"]
)
def test_one_thing_is_not_collected(collected: Collected, question: str) -> None:
    """TG-14: nor what is counted."""
    assert collected(question) is None


def test_it_is_given_as_of_a_day(garden: KnowledgeBase) -> None:
    """TG-14: before a sentence alone that is hardly likelier; as of June the autumn is unknown."""
    answer = garden.ask(QUESTION, as_of="2023-06-01")
    assert "pear tree" in answer.answer
    assert "beans" in answer.answer
    assert "quince" not in answer.answer


def test_nothing_is_told_twice(collected: Collected) -> None:
    """TG-14: a sentence of which most words were told is left out."""
    answer = collected(QUESTION)
    assert answer is not None
    assert answer.answer.count("beans along the fence") == 1


def test_items_of_lists_do_not_stand_alone(collected: Collected) -> None:
    """TG-14: an item without what introduces it says little."""
    answer = collected("What plants has the allotment club bought?")
    assert answer is None or not any("bought" in c.document_id for c in answer.citations)
