"""Sentences put forward as answers: by what they say, in whatever words (TG-14)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave.answering.answerers import put_forward
from timeweave.answering.context.answer_context import prepare
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document
from timeweave.retrieval import Query

PAGES = [
    Document(
        "lido-closed",
        "There is no swimming this week. Out of caution, we drained the pool for roughly nine days. Families with "
        "season cards were written to. The café stays open, and so does the terrace above it.",
        title="Notice",
        date=dt.date(2021, 6, 7),
    ),
    Document(
        "lido-hedge",
        "The hedge along the lido was cut. Volunteers brought flasks of tea. A blackbird had nested in it, and was "
        "left in peace. The gate was painted green. Two benches were mended. "
        "The path was raked, and the lido looked tidy. A plaque was put up for the gardener. Cake was sold.",
        title="The hedge of the lido",
        date=dt.date(2021, 6, 4),
    ),
]


@pytest.fixture(scope="module")
def lido(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder: Path = tmp_path_factory.mktemp("lido")
    with timeweave.open(folder / "kb") as kb:
        kb.add(PAGES)
        yield kb


def _put_forward(question: str, kb: KnowledgeBase, answerer: str) -> list[str]:
    with kb._store.view(None) as view:
        result, relevance = kb._inquiries.find(Query(question), view, kb._clients("ask"))
        found = put_forward(prepare(result, view, relevance)).proposals
    return [p.answer.answer for p in found if p.answerer == answerer]


def test_a_sentence_in_other_words_is_put_forward(lido: KnowledgeBase) -> None:
    """TG-14: that a sentence has no word of the question is for the reader to judge, and no reason to leave it out."""
    told = _put_forward("how long was the lido kept shut, early June 2021?", lido, "sentence")
    assert told[0] == "Out of caution, we drained the pool for roughly nine days.", told


@pytest.mark.parametrize(
    "asked",
    [
        "The bench at the lido was named after members of which band?",
        "The lido would have been closed for how long, had the pump not been mended?",
        "The old lido has been rebranded as what?",
    ],
)
def test_a_quiz_answers_none_of_its_questions(tmp_path: Path, asked: str) -> None:
    """TG-14: what is asked in the place of its answer is a question, too, with a number before it or without."""
    quiz = f"How well do you know the town? 3. {asked} 4. Which cake was sold at the fair by the lido?"
    told = (
        "The bench at the lido bears the names of the Quarry Folk. It has been rebranded. The pump was mended in time."
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("quiz", quiz, date=dt.date(2022, 5, 1)), Document("news", told, date=dt.date(2022, 4, 20))])
        for said in _put_forward(asked, kb, "sentence"):
            assert not said.endswith("?"), said
