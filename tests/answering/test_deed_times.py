"""Where a sentence tells of several deeds, each has its own time; what is planned is not what was done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

TEXTS = {
    "2019-11-04": "The organ, built in 1752, was taken apart in Ludlow on Thursday after a year of fund-raising.",
    "2020-03-02": "It was agreed to repair the north window with effect from 1 May 2020.",
    "2020-06-08": "The verger said that the north window had been repaired on 19 May 2020, later than hoped.",
    "2022-11-28": "The Christmas fair will be held on 10 December in the crypt.",
    "2021-02-01": "The scaffolding came down on Friday. The west door will be painted on 9 March.",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(Path(tmp_path_factory.mktemp("deeds")) / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in TEXTS.items()])
        yield kb


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was the organ built?", "1752"),
        ("When was the north window repaired?", "2020-05-19"),
        ("When is the Christmas fair?", "2022-12-10"),
        ("When will the west door be painted?", "2021-03-09"),
    ],
)
def test_the_time_is_that_of_the_deed(store: KnowledgeBase, question: str, answer: str) -> None:
    assert store.ask(question).answer.startswith(answer)


def test_what_was_done_to_other_things_alone_is_no_answer(store: KnowledgeBase) -> None:
    answer = store.ask("When was the pulpit repaired?")
    assert answer.refused
    assert any("pulpit" in warning for warning in answer.warnings)
