"""Which holder of a role a question means: before or after another, who began or left in a time, who is no more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.question.holders import read_holders

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


def test_whoever_is_called_alike_is_of_another_body(tmp_path: Path) -> None:
    told = (
        ("a", "2021-03-01", "Johnson has been the mayor of Harlow since 2019."),
        ("b", "2022-03-01", "Boris Johnson was the mayor of London from 2008 to 2016."),
        ("c", "2022-03-02", "Joe Biden has been president of the United States since 2021. The chess club had tea."),
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document(id_, text, date=dt.date.fromisoformat(day)) for id_, day, text in told], workers=1)
        assert "Johnson (since 2019)" in kb.ask("Who is the mayor?").answer
        assert all(kb.ask(f"Who is the {body} president?").refused for body in ("club", "company", "board"))


def test_a_day_is_no_amount_and_an_election_no_mayor(kb: KnowledgeBase) -> None:
    """TG-14: "on 1 May 2025" says no figure, and "mayoral" asks for nobody."""
    answer = kb.ask("What was the turnout in the Elmford mayoral election?")
    assert (answer.method, answer.answer.removeprefix("- ").split(".")[0]) == (
        "extractive",
        "Turnout in the Elmford mayoral election was low",
    )


OFFICERS = {
    "2019-12-16": "- Ann Lee was elected as Security Officer\n- Jo Kay was elected as Documentation Officer",
    "2021-12-03": "Bo Ek was elected as the Security Officer.",
    "2022-10-20": "We thank Bo Ek as Security Officer and Jo Kay as Documentation Officer for their work.",
    "2023-01-12": "We welcome the new documentation officer, Ida Roe.",
    "2024-02-28": "Then Ida Roe, the Documentation Officer, spoke. The documentation was praised.",
}


@pytest.fixture(scope="module")
def posts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The posts of one project, which never say whose the offices are."""
    folder = tmp_path_factory.mktemp("posts")
    for day, text in OFFICERS.items():
        (folder / f"{day}-news.md").write_text(f"# News\n\n{text}\n")
    with timeweave.open(tmp_path_factory.mktemp("officers")) as opened:
        opened.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who is the documentation officer?", "Ida Roe"),
        ("Who was the documentation officer in 2021?", "Jo Kay"),
        ("Who was security officer in 2020?", "Ann Lee"),
        ("Who was the security officer in 2022?", "Bo Ek"),
        ("Who succeeded Jo Kay as documentation officer?", "Ida Roe"),
        ("Who was documentation officer before Ida Roe?", "Jo Kay"),
        ("After Ann Lee, who took over the post of security officer?", "Bo Ek"),
        ("Who got the job of security officer when Ann Lee gave it up?", "Bo Ek"),
        ("When Ann Lee stepped down, who became security officer?", "Bo Ek"),
    ],
)
def test_officers_of_no_body_follow_each_other(posts: KnowledgeBase, question: str, holder: str) -> None:
    """TG-14: who holds an office that texts tell without its body gives way to the next of whom they tell."""
    answer = posts.ask(question)
    assert (answer.answer, answer.method) == (holder, "computed")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who have been the documentation officers?", "Jo Kay (2019 to 2023); Ida Roe (since 2023)"),
        ("List the security officers since 2020", "Ann Lee (2019 to 2021); Bo Ek (since 2021)"),
        ("How many security officers have there been?", None),
        ("How many security officers were there?", "2: Ann Lee (2019 to 2021); Bo Ek (since 2021)"),
        (
            "How many different people have served as documentation officer?",
            "2: Jo Kay (2019 to 2023); Ida Roe (since 2023)",
        ),
    ],
)
def test_all_who_held_an_office(posts: KnowledgeBase, question: str, answer: str | None) -> None:
    """TG-14: in order of time, each once, and how many they were."""
    assert posts.ask(question).answer == (answer or posts.ask("How many security officers were there?").answer)


def test_two_of_one_surname_are_two(tmp_path: Path) -> None:
    """TG-14: whose first names differ; "Mrs A Lee" may be Ann Lee."""
    folder = tmp_path / "posts"
    folder.mkdir()
    for day, holder in (("2019-01-03", "Ann Lee"), ("2020-01-03", "Mrs A Lee"), ("2021-01-03", "Bo Lee")):
        (folder / f"{day}-news.md").write_text(f"# News\n\n- Treasurer: {holder}\n")
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        assert kb.ask("How many people have served as treasurer?").answer.startswith("2: ")


@pytest.mark.parametrize(
    "question",
    [
        "How many officers does the project have?",
        "How many terms has the chair served?",
        "Name the security officers' plans",
        "Who were the winners?",
    ],
)
def test_other_numbers_and_lists_are_no_holders(question: str) -> None:
    assert read_holders(question) is None


def test_bodies_that_are_called_alike_for_short_are_several(tmp_path: Path) -> None:
    """EK-03: "the Parish Council" of the minutes of two is neither's name."""
    folder = tmp_path / "minutes"
    folder.mkdir()
    for body, chairs in (
        ("Holt", ("Ann Lee", "Bo Ek")),
        ("Marden", ("Jo Kay", "Ida Roe")),
        ("Upper Dene", ("Al Dow", "Cy Orr")),
    ):
        for year, chair in zip((2019, 2021), chairs, strict=True):
            text = f"Present: {chair} (Chairman), Mrs E Hay (Clerk)\n\nThe Parish Council thanked all who had come. "
            text += "The Parish Council will mend the fence. It was agreed that the Parish Council would write again."
            (folder / f"{year}-05-0{len(body) % 7 + 1}-{body.lower()}.md").write_text(
                f"# {body} Parish Council meeting May\n\n{text}\n"
            )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        assert {e.name for e in kb.entities.most_mentioned().entities if "Council" in e.name} == {
            "Holt Parish Council",
            "Marden Parish Council",
            "Upper Dene Parish Council",
        }
        assert kb.ask("Who was chairman of Holt Parish Council in 2022?").answer == "Bo Ek"
        assert kb.ask("Who chaired Marden Parish Council in 2020?").answer == "Jo Kay"
