"""Who holds a role, asked now, of a year and as of a day, however the texts word it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

DOCUMENTS = [
    Document(name, text, date=dt.date.fromisoformat(day), source="the Gazette")
    for name, day, text in (
        ("chief-new", "2019-03-05", "Ann Lee took over as chief executive of Brightwater in March 2019."),
        ("chief-next", "2023-02-10", "Bob Ray succeeded Ann Lee as chief executive of Brightwater on 1 February 2023."),
        ("coach-old", "2018-01-10", "Kelmore Rovers are coached by Orla Venn."),
        ("coach-new", "2020-07-02", "Piet Moor took over as manager of Kelmore Rovers."),
        ("coach-gone", "2024-08-01", "Kelmore Rovers sacked Piet Moor as manager on 30 July 2024."),
        ("chair-old", "2018-05-01", "The Tarn Institute, chaired by Mara Ellison, met in London."),
        ("chair-new", "2022-05-01", "Lena Falk presides over the Tarn Institute."),
    )
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A company, a club and an institute, each with a change."""
    with timeweave.open(tmp_path_factory.mktemp("roles")) as opened:
        opened.add(DOCUMENTS, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "as_of", "holder"),
    [
        ("Who is the CEO of Brightwater?", None, "Bob Ray"),
        ("Who is the CEO of Brightwater?", "2022-01-01", "Ann Lee"),
        ("Who was the CEO of Brightwater in 2020?", None, "Ann Lee"),
        ("Who leads Brightwater?", None, "Bob Ray"),
        ("Who coaches Kelmore Rovers?", "2019-01-01", "Orla Venn"),
        ("Who was the manager of Kelmore Rovers in 2019?", None, "Orla Venn"),
        ("Who is the head coach of Kelmore Rovers?", "2023-01-01", "Piet Moor"),
        ("Who chairs the Tarn Institute?", None, "Lena Falk"),
        ("Who is the chairman of the Tarn Institute?", "2020-01-01", "Mara Ellison"),
    ],
)
def test_who_holds_a_role(kb: KnowledgeBase, question: str, as_of: str | None, holder: str) -> None:
    """TG-14, TK-05: by the role's name or its verb, now, in a year, and as of a day."""
    answer = kb.ask(question, as_of=as_of)
    assert (answer.answer, answer.method) == (holder, "computed")


def test_a_tenure_that_ended_is_not_now(kb: KnowledgeBase) -> None:
    """TG-14: who was dismissed and has no successor does not hold the office as a fact."""
    assert kb.ask("Who is the head coach of Kelmore Rovers?").method != "computed"


def test_a_successor_under_another_name_of_the_office_ends_a_tenure(kb: KnowledgeBase) -> None:
    """EK-06: a manager follows a head coach."""
    rows = {f.fact.object: str(f.valid) for f in kb.timeline("Kelmore Rovers").facts if f.fact.relation != "sacked"}
    assert rows["orla venn"] == "2018-01-10/2020-07-01"


def test_an_office_answers_no_question_on_many_other_things(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that the facts do not account for are asked of what was written, not of who holds an office."""
    question = "Who leads the choir of stokers that Brightwater pays to sing below the ovens on quiet winter nights?"
    assert kb.ask(question).answer != "Bob Ray"
    monkeypatch.setattr("timeweave.answering.answerers._LEFT", 99)
    assert kb.ask(question).answer == "Bob Ray"


def test_who_is_no_phrase(tmp_path: Path) -> None:
    """What was "charged by Quayside" is not who is in charge there."""
    text = (
        "The Company's process for estimating prices considers multiple factors that may vary depending upon the "
        "circumstances related to each obligation including, where applicable, prices charged by the Company."
    )
    given = Document("a", text, title="Quayside 10-K", date=dt.date(2024, 11, 1), entities=("Quayside",))
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([given], workers=1)
        assert kb.ask("Who is in charge of finance at Quayside?").refused


@pytest.mark.parametrize(
    "question",
    [
        "Who took over the chair of the Tarn Institute from Lena Falk?",
        "Who followed Lena Falk as chair of the Tarn Institute?",
    ],
)
def test_who_came_next_is_nobody_who_came_before(kb: KnowledgeBase, question: str) -> None:
    """Where nobody is known to have followed, another holder of the office is no answer."""
    assert "Mara Ellison" not in kb.ask(question).answer


def test_a_thing_asked_for_is_nobody_who_has_the_office(kb: KnowledgeBase) -> None:
    assert kb.ask("Which car does the chief executive of Brightwater drive?").answer != "Bob Ray"
