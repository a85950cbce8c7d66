"""A question for a time is answered by the time of the deed that it asks of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.records import Markup

TEXTS = {
    "2022-02-08": "Harrow Optics plc opened its second plant, in Brno. Harrow Optics was founded in Leeds in 1974.",
    "2024-02-20": "The plant in Brno will close on 30 June 2024; 165 jobs will be lost.",
    "2024-06-03": "Anna Brill moved to Lisbon in May 2024. The County Council introduced a 20 mph limit in Church"
    " Lane on 2 April 2024.",
    "2024-07-01": "Ingrid Solheim has been chief executive of Corvane Group since 2015. Tobias Renn will become chief"
    " executive of Corvane Group on 1 August 2024.",
}


DIARY = """# Log

## 2024-09-12
The lodger moved in with us today.

## 2024-12-09
Stopped smoking on 1 December, day nine!
"""


JOINED = {
    "2018-03-01": "Lori Vane joined the Ludlow Guild in February 2018.",
    "2019-06-02": "Bert Amos joined the Ludlow Guild in May 2019.",
    "2020-09-03": "The foundry is now part of the Ludlow Guild.",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(Path(tmp_path_factory.mktemp("when")) / "kb") as kb:
        kb.add([Document(day, text, date=dt.date.fromisoformat(day)) for day, text in TEXTS.items()])
        kb.add([Document("log", DIARY, date=dt.date(2026, 11, 23), markup=Markup.MARKDOWN)])
        yield kb


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was Harrow Optics founded?", "1974"),
        ("When did Anna Brill move to Lisbon?", "May 2024"),
        ("When was the 20 mph limit in Church Lane introduced?", "2024-04-02"),
        ("When will the plant in Brno close?", "2024-06-30"),
        ("When did the lodger move in?", "2024-09-12"),
        ("When did I stop smoking?", "2024-12-01"),
    ],
)
def test_the_time_comes_first(store: KnowledgeBase, question: str, answer: str) -> None:
    assert store.ask(question, min_confidence=0.3).answer.startswith(answer)


def test_who_is_to_take_an_office_does_not_hold_it_yet(store: KnowledgeBase) -> None:
    question = "Who is chief executive of Corvane Group?"
    assert store.ask(question, as_of="2024-07-15").answer == "Ingrid Solheim"
    assert store.ask(question, as_of="2024-08-02").answer == "Tobias Renn"


def test_the_times_at_which_others_did_the_same_settle_nothing(tmp_path: Path) -> None:
    """TK-05: "when did Lori Vane join" is one time; when the foundry did is not told by when two people did."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in JOINED.items())
        assert kb.ask("When did Lori Vane join the Ludlow Guild?").answer == "February 2018"
        asked = kb.ask("When did the foundry join the Ludlow Guild?")
        assert asked.refused or asked.method == "extractive"


def test_the_day_on_which_a_thing_was_not_yet_done_is_not_when_it_was(tmp_path: Path) -> None:
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("n", "The second season of Harbour Lights is not out yet.", date=dt.date(2021, 2, 3))])
        assert (
            "2021"
            not in kb.ask("When was the second season of Harbour Lights released?", min_confidence=0.0).answer[:16]
        )
