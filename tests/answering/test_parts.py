"""Several things asked for at once, and things asked for in order: each by its line, told together."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

import timeweave
from timeweave.answering.answerers import put_forward
from timeweave.answering.context.answer_context import AnswerContext, prepare
from timeweave.answering.extractive.ordered import propose_order
from timeweave.answering.extractive.parts import propose_parts
from timeweave.answering.proposals import Proposal
from timeweave.answering.relevance import Relevance
from timeweave.embedding import get_embedder
from timeweave.embedding.reader import Reader
from timeweave.indexes import Indexes
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document
from timeweave.results import Answer
from timeweave.store.sqlite import SqliteStore

PAGES = {
    "1950-01-01": "The smithy fire was in May 1911, the lock keeper's cottage was built in June 1908.",
    "2018-02-01": "The harbour board has chosen Ines Calder as its first dredging officer.",
    "2018-09-14": "The survey of the breakwater was carried out by Corvel Marine. Nobody was hurt.",
    "2018-10-02": "In the breakwater, the survey found 14 cracks, all below the waterline.",
    "2019-06-20": "The new fish market opened on 18 June 2019 with a brass band.",
    "2020-03-05": "The harbour's ice house is open at last.",
    "2021-05-11": "The rowing club opened its boat shed today. The ice house, opened last spring, is full.",
    "2022-01-07": "Visitors to the fish market like the brass band.",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("harbour")


@pytest.fixture(scope="module")
def harbour(folder: Path) -> Iterator[KnowledgeBase]:
    with timeweave.open(folder) as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in PAGES.items())
        yield kb


Propose = Callable[[AnswerContext], Iterable[Proposal]]


@pytest.fixture(scope="module")
def proposed(harbour: KnowledgeBase, folder: Path) -> Callable[[Propose, str], Sequence[Answer]]:
    reader = Reader(threads=1)

    def propose(how: Propose, question: str) -> Sequence[Answer]:
        with SqliteStore.open(folder, create=False, read_only=True) as store, store.view(None) as view:
            vector = get_embedder(None).embed([question])[0]
            relevance = Relevance(Indexes(store.folder).reader(view), vector, question, reader)
            return [p.answer for p in how(prepare(harbour.search(question), view, relevance))]

    return propose


Proposed = Callable[[Propose, str], Sequence[Answer]]


def test_a_line_for_each_part(proposed: Proposed) -> None:
    question = "Which firm carried out the survey of the breakwater, and how many cracks did the survey find?"
    told = proposed(propose_parts, question)
    assert any("Corvel Marine" in a.answer and "14 cracks" in a.answer for a in told)
    for answer in told:
        for citation in answer.citations:
            assert PAGES[citation.document_id][citation.start : citation.end] == citation.quote


def test_a_figure_settles_no_question_for_several_things(proposed: Proposed) -> None:
    def ways(question: str) -> list[str]:
        told: list[str] = []
        proposed(lambda context: told.extend(p.answerer for p in put_forward(context).proposals) or (), question)
        return told

    alone = ways("How many rowers did the survey find in 2018?")
    both = ways("Which firm carried out the survey, and how many rowers did the survey find in 2018?")
    assert ("parts" in alone, "parts" in both) == (False, True), (alone, both)


def test_the_time_of_a_thing_is_the_one_that_stands_by_it(proposed: Proposed) -> None:
    told = proposed(propose_order, "Which came first, the smithy fire or the lock keeper's cottage?")
    assert [a.answer for a in told] == ["the lock keeper's cottage (June 1908), then the smithy fire (May 1911)"]


def test_when_is_answered_by_the_day_of_a_line_that_tells_no_time(proposed: Proposed) -> None:
    question = "Who was chosen as the first dredging officer of the harbour, and when did that become known?"
    assert any(
        a.answer.startswith("2018-02-01: ") and "Ines Calder" in a.answer for a in proposed(propose_parts, question)
    )


def test_one_thing_is_asked_for_alone(proposed: Proposed) -> None:
    assert proposed(propose_parts, "Who carried out the survey of the breakwater?") == []


def test_things_stand_in_the_order_of_their_times(proposed: Proposed) -> None:
    question = "In what order did these open: the boat shed, the fish market, the ice house?"
    told = [a.answer for a in proposed(propose_order, question)]
    assert (
        "the fish market (2019-06-18), then the ice house (March – May 2020), then the boat shed (2021-05-11)" in told
    )


def test_nothing_is_ordered_with_a_thing_that_no_line_is_on(proposed: Proposed) -> None:
    assert proposed(propose_order, "Which opened first, the fish market or the lighthouse?") == []


ELECTIONS = {
    "2019-12-16": "Some figures of the vote:\n\n- Total number of registered voters: 831\n- Total number of votes: 343",
    "2021-12-03": "This year we had 81 registered voters and 59 actual votes in the elections.",
}
ASKED = "How many voters were registered for the 2019 elections, and how many votes were there?"


def test_what_answers_beside_is_of_the_time_asked_for(tmp_path: Path) -> None:
    """TG-14: the numbers of another year, told in one sentence, are no part of the answer."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(
            Document(day, text, date=dt.date.fromisoformat(day), title="Elections") for day, text in ELECTIONS.items()
        )
        answer = kb.ask(ASKED, min_confidence=0).answer
    assert "831" in answer
    assert "343" in answer
    assert "81 " not in answer
