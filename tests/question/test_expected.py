"""What a statement must hold to answer a question."""

from __future__ import annotations

import pytest

from timeweave.question.expected import expected_by


@pytest.mark.parametrize(
    ("question", "number", "name"),
    [
        ("How many shops closed?", True, False),
        ("What percentage of voters disapprove?", True, False),
        ("When did the museum open?", True, False),
        ("Which country won?", False, True),
        ("Who won?", False, True),
        ("Did the museum open?", False, False),
    ],
)
def test_numbers_and_names_are_wanted(question, number, name):
    """A question for a number wants no name, a yes/no question neither."""
    wanted = expected_by(question)
    assert (wanted.number, wanted.name) == (number, name)


def test_what_holds_it():
    """Figures and number words are numbers; names count when the question does not give them, three at most."""
    assert expected_by("How many shops closed?").numbers("They closed seven shops.") == 1.0
    assert expected_by("How many shops closed?").numbers("They closed shops.") == 0.0
    assert expected_by("Who won?").numbers("They closed 7 shops.") == 0.0
    who = expected_by("Who beat Ines Calder?")
    assert who.names("In the end Ines Calder lost.") == 0.0
    assert who.names("The winner was Mara Ellison.") == pytest.approx(2 / 3)
    assert who.names("The winners were Mara Ellison, Tomas Reyk and Ada.") == 1.0


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Who were the four officers chosen in spring 2021?", 4),
        ("Which two organisations got money?", 2),
        ("What 12 new members joined?", 12),
        ("Name the three ships of the line.", 3),
        ("Which two people were put in charge?", 2),
        ("Who won the four by four race?", 0),
        ("Which of two trains is longer?", 0),
        ("Who scored in 3 of the games?", 0),
    ],
)
def test_how_many_things_are_asked_for(question: str, several: int) -> None:
    """TG-14: said in words or figures right behind what asks."""
    assert expected_by(question).several == several


@pytest.mark.parametrize(
    "question",
    [
        "Which books has Ann read?",
        "What areas of the county has she been to?",
        "Which people can the board bring?",
        "In what ways is Ann helping the club?",
        "Where has Ann camped?",
        "What does Ann do to unwind?",
        "What are Ann's plans?",
    ],
)
def test_some_are_asked_for_without_a_number(question: str) -> None:
    """TG-14: as many as there are."""
    assert expected_by(question).some


@pytest.mark.parametrize(
    "question",
    [
        "Which book did Ann read?",
        "What was the bus fare?",
        "Which two books has Ann read?",
        "How many books has Ann read?",
        "What status does the proposal have?",
        "What kind of tree has the club?",
        "How has the fee changed since 2020?",
        "What emotions did Ann feel during the feast?",
        "What did Ann do at the feast?",
        "Who won?",
    ],
)
def test_one_is_no_several(question: str) -> None:
    """TG-14: nor is a number that is said."""
    assert not expected_by(question).some


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("How did the number of members change from 2017 to 2020?", True),
        ("From what to what did the cap go in 2023?", True),
        ("By how much did the images cut their size?", True),
        ("How much quicker did the build get?", True),
        ("Which editor did she use before, and which does she use now?", True),
        ("How many members does the club have?", False),
        ("What took the place of the old office?", False),
        ("When did the museum open?", False),
        ("When was New Street first paved?", False),
        ("Which old member is now the president?", False),
    ],
)
def test_a_change_wants_both_its_ends(question: str, both: bool) -> None:
    """How something changed wants how it was and what it became."""
    assert expected_by(question).both_ends is both


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("The cap went from 20 to 100.", True),
        ("It now sends 303 instead of 302.", True),
        ("Sales reached 40 million, up from 30 million.", True),
        ("The cap is 100.", False),
    ],
)
def test_what_tells_both_ends(text: str, both: bool) -> None:
    assert expected_by("How did the cap change?").ends(text) is both
    assert not expected_by("What is the cap?").ends(text)
