"""Which holder of a role a question means: before or after another, who began or left in a time, who is no more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

DOCUMENTS = [
    Document(name, text, date=dt.date.fromisoformat(day), source="the Gazette")
    for name, day, text in (
        ("first", "2013-05-03", "Dale Pruitt was elected mayor of Elmford on 2 May 2013."),
        ("second", "2021-05-07", "Ruth Okafor was elected mayor of Elmford on 6 May 2021."),
        ("third", "2025-05-03", "Sam Whitlow was elected mayor of Elmford on 1 May 2025."),
        ("turnout", "2025-05-06", "Turnout in the Elmford mayoral election was low."),
        ("left", "2024-11-05", "Henrik Aas stepped down as chief executive of Virolex."),
        ("now", "2025-02-12", "Mei Tan, now chief executive of Virolex, spoke in Oslo."),
    )
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A town with three mayors, and a company whose chief left."""
    with timeweave.open(tmp_path_factory.mktemp("tenures")) as opened:
        opened.add(DOCUMENTS, now=dt.datetime(2025, 6, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who was mayor of Elmford before Ruth Okafor?", "Dale Pruitt"),
        ("Who was mayor of Elmford after Dale Pruitt?", "Ruth Okafor"),
        ("Who preceded Whitlow as mayor of Elmford?", "Ruth Okafor"),
        ("Who succeeded Ruth Okafor as mayor of Elmford?", "Sam Whitlow"),
        ("Who is the former mayor of Elmford?", "Ruth Okafor"),
        ("Who was elected mayor of Elmford in 2021?", "Ruth Okafor"),
        ("Who is the mayor of Elmford?", "Sam Whitlow"),
        ("Who was Virolex's chief executive before Mei Tan?", "Henrik Aas"),
        ("Who stepped down as chief executive of Virolex in 2024?", "Henrik Aas"),
        ("Who was the chief executive of Virolex in 2022?", "Henrik Aas"),
        ("Who is the chief executive of Virolex?", "Mei Tan"),
    ],
)
def test_who_is_meant(kb: KnowledgeBase, question: str, holder: str) -> None:
    """TG-14: the neighbour of who is named, who began or left in the time, and a later text that names no holder
    does not outdo who holds the office.
    """
    answer = kb.ask(question)
    assert (answer.answer, answer.method) == (holder, "computed")


@pytest.mark.parametrize(
    "question",
    [
        "Who was mayor of Elmford before Dale Pruitt?",
        "Who was elected mayor of Elmford in 2023?",
        "Who stepped down as chief executive of Virolex in 2023?",
        "Who was the chief executive of Virolex in 2010?",
        "Which mayor was sacked by Elmford?",
    ],
)
def test_nobody_is_meant_whom_nothing_tells(kb: KnowledgeBase, question: str) -> None:
    """TG-14: who is named is not the answer, nor one who held the office but did not begin, or leave, then; and a
    tenure of unknown beginning does not reach back for ever.
    """
    assert kb.ask(question).method != "computed"


def test_a_time_is_that_of_who_is_named(kb: KnowledgeBase) -> None:
    """TG-14: not of all who held the office."""
    assert "2025" not in kb.ask("When did Ruth Okafor become mayor of Elmford?").answer.replace("2025-04-30", "")


def test_a_day_is_no_amount_and_an_election_no_mayor(kb: KnowledgeBase) -> None:
    """TG-14: "on 1 May 2025" says no figure, and "mayoral" asks for nobody."""
    answer = kb.ask("What was the turnout in the Elmford mayoral election?")
    assert (answer.method, answer.answer.removeprefix("- ").split(".")[0]) == (
        "extractive",
        "Turnout in the Elmford mayoral election was low",
    )
