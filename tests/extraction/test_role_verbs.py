"""Roles that a text tells by a verb."""

from __future__ import annotations

import pytest

from timeweave.extraction.relations.role_verbs import roles_asked, says_by_verb


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the head coach of Tarn United?", "Tarn United are coached by Mara Ellison."),
        ("Who is the chair of Tarn Council?", "Mara Ellison presides over Tarn Council."),
        ("Who is the owner of the Gazette?", "The Gazette belongs to Brightwater."),
        ("Which team does Piet Moor play for?", "Piet Moor signed for Kelmore Rovers."),
        ("Where is the headquarters of Brightwater?", "Brightwater is based in Port Alden."),
    ],
)
def test_a_verb_in_the_present_says_who_holds_a_role(question: str, text: str) -> None:
    """TG-14: the words of the question need not stand in its answer."""
    assert says_by_verb(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the head coach of Tarn United?", "Tarn United were once coached by Mara Ellison."),
        ("Who is the head coach of Tarn United?", "Tarn United is owned by Mara Ellison."),
        ("Who is the owner of the Gazette?", "The Gazette was owned by Mara Ellison."),
        ("Who is the president?", "Mara Ellison gave the neighbours a heads up."),
    ],
)
def test_neither_the_past_nor_the_verb_of_another_role_does(question: str, text: str) -> None:
    """TG-14: what was is not now, and who owns a club does not coach it."""
    assert not says_by_verb(question, text)


@pytest.mark.parametrize("office", ["vice-chair", "vice chair", "Vice-Chair"])
def test_the_second_is_asked_for_as_it_is_told(office: str) -> None:
    """TG-14: "vice-chair" is no chair."""
    assert roles_asked(f"Who was the {office} of Acme in 2018?") == {"vice chair"}


def test_who_is_second_to_an_office_holds_another() -> None:
    """TG-14: the deputy to the chair does not chair."""
    assert roles_asked("Who was deputy to the chair of Holt Council in 2018?") == {"deputy chair"}


@pytest.mark.parametrize("body", ["the council's", "our board’s", "the parish council's"])
def test_an_office_is_asked_for_without_the_body_of_all_documents(body: str) -> None:
    """TG-14: "the council's treasurer" asks for a treasurer."""
    assert roles_asked(f"Who was {body} treasurer in 2018?") == {"treasurer"}


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Who holds the captaincy at the moment?", "captain"),
        ("Who has the chairmanship now?", "chairman"),
        ("Who is chairing the rowing club these days?", "chair"),
        ("Who was presiding over the council in 2012?", "chair"),
        ("Who is managing the team?", "manager"),
    ],
)
def test_an_office_is_asked_for_by_its_seat_and_by_what_is_being_done(question: str, role: str) -> None:
    """Who chairs a body is chairing it, and has its chair."""
    assert role in roles_asked(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who is heading to Freedonia?",
        "Who was training for the marathon?",
        "Who is managing to keep up?",
        "Who was there during the presidency of Ann Lee?",
    ],
)
def test_what_is_but_done_asks_for_no_office(question: str) -> None:
    """A verb that leads nobody, and a seat that nobody is asked to hold."""
    assert roles_asked(question) == frozenset()
