"""Who came to a body or left it in a time, and when somebody did, by all facts of belonging."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

DOCUMENTS = {
    "2019-06-10": "Lori Vane left the Ludlow Guild in May 2019. We are happy to welcome Bert Amos to the parser team.",
    "2020-03-01": "Ann Lee joined the parser team in 2018. Cy Mott is stepping down from the parser team.",
    "2020-09-01": "Dee Lark has joined the finance committee. Bert Amos left the parser team on 20 August 2020.",
    "2021-09-01": "We announce a new member of the finance committee - Ed Poole joined us as treasurer. He is tall.",
    "2021-10-07": "Una Moss is a member of the parser team. She wrote most of it.",
    "2022-01-05": "Maria Holt is our technical director. Gus Ray has been chief financial officer since 2020.",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("bodies")) as opened:
        opened.add(
            (Document(day, text, date=dt.date.fromisoformat(day)) for day, text in DOCUMENTS.items()),
            now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC),
            workers=1,
        )
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who joined the parser team in 2019?", "Bert Amos (2019-06-10)"),
        ("Who was welcomed to the parser team in 2019?", "Bert Amos (2019-06-10)"),
        ("Who left the parser team in 2020?", "Cy Mott (2020-03-01); Bert Amos (2020-08-20)"),
        ("Who joined the committee in 2020?", "Dee Lark (2020-09-01)"),
        (
            "Who joined the finance committee between 2020 and 2021?",
            "Dee Lark (2020-09-01); Ed Poole (2021-09-01)",
        ),
        ("When did Bert Amos leave the parser team?", "2020-08-20"),
        ("When did Bert Amos join the parser team?", "2019-06-10"),
        ("When did Lori Vane leave the Ludlow Guild?", "May 2019"),
        ("When did Ann Lee join?", "2018"),
    ],
)
def test_turns_are_told_with_their_days(kb: KnowledgeBase, question: str, told: str) -> None:
    """TG-14, EK-05: of a state the beginning and the end are asked for as the events that they are."""
    answer = kb.ask(question)
    assert (answer.answer, answer.method) == (told, "computed")
    assert answer.citations


@pytest.mark.parametrize(
    "question",
    [
        "Who joined the parser team in 2015?",
        "Who joined the parser team in 2021?",
        "When did Una Moss join the parser team?",
        "When did Zed Zorn join the parser team?",
        "Who joined the rowing team in 2019?",
        "Who did not leave the parser team in 2020?",
        "When did Bert Amos leave the park?",
        "Who left a note for the parser team in 2020?",
    ],
)
def test_nobody_is_made_up(kb: KnowledgeBase, question: str) -> None:
    answer = kb.ask(question)
    assert answer.refused or answer.method != "computed"


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who is the technical director?", "Maria Holt"),
        ("Who was CFO in 2021?", "Gus Ray"),
        ("Who is the chief executive officer?", None),
    ],
)
def test_an_office_of_no_body_is_that_of_whoever_is_told_to_hold_it(
    kb: KnowledgeBase, question: str, holder: str | None
) -> None:
    """EK-01: in what one publisher writes the body goes without saying."""
    answer = kb.ask(question)
    assert answer.refused or answer.method != "computed" if holder is None else answer.answer == holder


def test_an_office_in_the_words_of_several_publishers_is_nobodys(tmp_path: Path) -> None:
    """EK-01: where two papers each have a technical director, it is not said of which of them the question is."""
    with timeweave.open(tmp_path) as kb:
        for number, name in enumerate(("Maria Holt", "Hal Ives")):
            text = f"{name} is our technical director. {name} likes ships."
            kb.add(Document(name, text, source=f"https://paper{number}.example/a", date=dt.date(2022, 1, 1 + number)))
        answer = kb.ask("Who is the technical director?")
        assert answer.refused or answer.method != "computed"
