"""Offices read from whole sentences: since when, until when, of whom."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document


def offices(text: str, title: str = "") -> set[tuple[str, str, str, str]]:
    found = extract(Document("d", text, title=title, date=dt.date(2024, 5, 7))).facts
    return {(f.subject, f.relation, f.object, str(f.valid)) for f in found}


def test_a_title_before_a_name_is_told_with_all_its_fields() -> None:
    text = "Assistant Superintendent of Operations, Facilities and Transportation Frank Camarda removed an item."
    held = "assistant superintendent of operations, facilities and transportation"
    assert ("frank camarda", "position held", held, "2024-05-07/..") in offices(text)
    body = offices("Prime Minister of Japan Fumio Kishida said that it rained.")
    assert ("japan", "prime minister", "fumio kishida", "2024-05-07/..") in body
    assert not any(relation == "position held" for _, relation, _, _ in body)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Chief Financial Officer Jenna Stahl presented the 2019-2020 unaudited actuals.", "2024-05-07/.."),
        ("Chief Financial Officer Jenna Stahl presented the 2019-2020 actuals and 2020-2021 budget.", "2024-05-07/.."),
        ("Chief Financial Officer Jenna Stahl spoke of the budget in 2021.", "2021"),
        ("Jenna Stahl, chief financial officer since 2019, spoke of the budget.", "2019/.."),
        ("Chief Financial Officer Jenna Stahl wrote to the board 1 March 2024.", "2024-03-01/.."),
        ("Chief Financial Officer Jenna Stahl effective 1 January 2020 has a deputy.", "2020-01-01/.."),
    ],
)
def test_years_that_say_which_thing_is_meant_date_no_office(text: str, when: str) -> None:
    assert ("jenna stahl", "position held", "chief financial officer", when) in offices(text)


@pytest.mark.parametrize(
    "text",
    [
        "Chair of Weald Parish Council Jill Carr spoke of the roof.",
        "Mayor of London Sadiq Khan spoke of the roof.",
        "Governor of South Dakota Kristi Noem spoke of the roof.",
    ],
)
def test_a_body_or_place_is_no_field_of_an_office(text: str) -> None:
    assert not any(" of " in office for _, _, office, _ in offices(text))


def test_a_bare_title_before_a_name_is_told_by_the_body_whose_document_it_is() -> None:
    text = "Superintendent Kent Korne thanked the staff for all that they did."
    assert ("kent korne", "position held", "superintendent", "2024-05-07/..") in offices(
        f"Holt School District\n\n{text}", "Board of Education Minutes"
    )
    assert not offices(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "John Smith, the former chief executive of Acme Corp, was arrested on Monday.",
            ("acme", "chief executive officer", "john smith", "../2024-05-06"),
        ),
        (
            "Acme Corp appointed Mary Jones as chief executive officer, replacing John Smith, who retired in March.",
            ("acme", "chief executive officer", "mary jones", "2024-05-07/.."),
        ),
        (
            "Acme Corp appointed Mary Jones as chief executive officer, replacing John Smith, who retired in March.",
            ("acme", "chief executive officer", "john smith", "../2024-05-07"),
        ),
        (
            "Lumen Works has named Sara Hale its new finance director, replacing Tom Pike.",
            ("sara hale", "succeeded", "tom pike", "2024-05-07"),
        ),
        (
            "Pia Lund was elected chair of Norwick Rowing Club, in succession to Olle Berg.",
            ("norwick rowing club", "chair", "olle berg", "../2024-05-07"),
        ),
        (  # whom the recogniser takes for a product
            "Corvel Ltd named Ines Calder as chief executive officer.",
            ("corvel", "chief executive officer", "ines calder", "2024-05-07/.."),
        ),
        (  # whom it takes for an organisation
            "Orla Finch took over from Dan Reed as mayor of Norwick in June 2023.",
            ("norwick", "mayor", "orla finch", "2023-06/.."),
        ),
        (
            "Mary Jones, 45, has been CEO of Acme Corp since May 2021.",
            ("acme", "chief executive officer", "mary jones", "2021-05/.."),
        ),
        (
            "John Smith, CEO of Acme Corp until 2019, joined a rival.",
            ("acme", "chief executive officer", "john smith", "../2019"),
        ),
        (
            "Mary Jones became the first female CEO of Acme Corp in 2021.",
            ("acme", "chief executive officer", "mary jones", "2021/.."),
        ),
        (
            "Acme Corp's chief financial officer John Smith has resigned with immediate effect.",
            ("acme", "chief financial officer", "john smith", "../2024-05-07"),
        ),
        (
            "Mary Jones has been appointed as head of research at Acme Robotics.",
            ("acme robotics", "head of research", "mary jones", "2024-05-07/.."),
        ),
        (
            "Mary Jones started as director of outreach at Acme Robotics in March 2024.",
            ("acme robotics", "director of outreach", "mary jones", "2024-03/.."),
        ),
        (
            "Acme Robotics welcomed Mary Jones as its new treasurer.",
            ("acme robotics", "treasurer", "mary jones", "2024-05-07/.."),
        ),
        (
            "We welcome Mary Jones as our new program manager.",
            ("mary jones", "position held", "program manager", "2024-05-07/.."),
        ),
        ("The mayor of Porto, Mary Jones, resigned on Monday.", ("porto", "mayor", "mary jones", "../2024-05-06")),
        (
            "Chairman Mary Jones resigned as a trustee of the Tate.",
            ("tate", "trustee", "mary jones", "../2024-05-07"),
        ),
        (
            "Mary Jones was elected Chair for the coming year.",
            ("mary jones", "position held", "chair", "2024-05-07/.."),
        ),
        ("Mary Jones stood down as Chair in April.", ("mary jones", "position held", "chair", "../2024-04")),
        ("Present: Mary Jones (Treasurer), Bob Ray.", ("mary jones", "position held", "treasurer", "2024-05-07/..")),
        ("Mary Jones was previously head of sales.", ("mary jones", "position held", "head of sales", "../2024-05-06")),
        (
            "Mary Jones succeeds John Smith, who has led Acme Corp since 2015.",
            ("mary jones", "succeeded", "john smith", "2024-05-07"),
        ),
    ],
)
def test_an_office_with_its_time(text: str, expected: tuple[str, str, str, str]) -> None:
    """TK-01, TK-03: the time is that of the office, not of what else the sentence tells of its holder."""
    facts = extract(Document(id="d", text=text, date=dt.date(2024, 5, 7))).facts
    assert expected in [(f.subject, f.relation, f.object, str(f.valid)) for f in facts]


def test_who_heads_what_was_formed_is_not_what_was_formed() -> None:
    """EK-07: in "a guard headed by Volk was formed" it is the guard that was."""
    text = "In February 1609 a national guard headed by Volk Corp was formed. In 1612 Volk Corp was founded."
    facts = extract(Document(id="d", text=text)).facts
    assert [f.object for f in facts if f.relation == "founded"] == ["1612"]


@pytest.mark.parametrize(
    "text",
    [
        "Acme Corp denied that Mary Jones is its chief executive.",
        "Reports that Mary Jones was named chief executive of Acme Corp were false.",
        "Mary Jones was not appointed chief executive of Acme Corp.",
        "Mary Jones was nominated as chairman of Acme Corp but lost.",
        "If the deal closes, Mary Jones will become chief operating officer of Acme Corp.",
    ],
)
def test_what_is_denied_or_hangs_on_a_condition_is_no_office(text: str) -> None:
    """EK-07: nobody holds an office by a denial, by a candidacy, or if something comes to pass."""
    facts = extract(Document(id="d", text=text, date=dt.date(2024, 5, 7))).facts
    held = [f.relation for f in facts if "mary jones" in (f.object, f.subject)]
    assert set(held) <= {"was nominated as"}


def test_an_office_is_called_the_same_when_it_is_said_to_be_of_now() -> None:
    """EK-05: "now" and the genitive before an office are no part of its name."""
    for text in (
        "Mary Jones, now chief executive of Acme Corp, spoke.",
        "Acme Corp's chief executive Mary Jones spoke.",
    ):
        facts = extract(Document(id="d", text=text, date=dt.date(2024, 5, 7))).facts
        held = {f.relation for f in facts if "chief executive" in f.relation or "chief executive" in f.object}
        assert held == {"chief executive officer"}


def test_an_office_ends_before_the_body_that_is_named_with_it() -> None:
    text = "Petra Lind became secretary of the Beekeepers' Association in May."
    facts = extract(Document(id="d", text=text, date=dt.date(2024, 5, 7))).facts
    assert not [f for f in facts if f.object.endswith((" of", " the"))]
