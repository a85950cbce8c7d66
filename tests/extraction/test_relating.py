"""Relations read by patterns, with when they held (TG-03, TK-03)."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.extraction.relations.relating import relation_facts
from timeweave.extraction.times.timing import statement_interval
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.mentions import NamedMention
from timeweave.records import Document, EntityId, Span
from timeweave.temporal.expressions import find_expressions

KNOWN = {
    "Ann Lee": "PERSON",
    "Bob Ray": "PERSON",
    "Acme": "ORG",
    "Beta": "ORG",
    "Ulm": "GPE",
    "Ohio": "GPE",
    "German": "NORP",
}


def facts(text: str, date: str | None = None, subject: str | None = None) -> set[str]:
    """The stated facts of one sentence as "subject | relation | object | valid"."""
    mentions = sorted(
        (
            NamedMention(Span(at, at + len(name)), EntityId(name.casefold()), kind, name)
            for name, kind in KNOWN.items()
            for at in range(len(text))
            if text.startswith(name, at)
        ),
        key=lambda m: m.span.start,
    )
    day = dt.date.fromisoformat(date) if date else None
    found = find_expressions(text, day)
    time = SentenceTime(text, found, statement_interval(text, found, period=None, date=day), day)
    context = EntityId(subject) if subject else None
    rows = relation_facts(text, Span(0, len(text)), time, mentions, context)
    return {f"{r.fact.subject} | {r.fact.relation} | {r.fact.object} | {r.fact.valid}" for r in rows}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ann Lee was appointed CEO of Acme in May 2019.", "acme | chief executive officer | ann lee | 2019-05/.."),
        (
            "Acme named Ann Lee as its chief executive on 3 May 2019.",
            "acme | chief executive officer | ann lee | 2019-05-03/..",
        ),
        ("Ann Lee served as mayor of Ulm from 2003 to 2008.", "ulm | mayor | ann lee | 2003/2008"),
        ("Ann Lee has been chairwoman of Acme since 2019.", "acme | chairwoman | ann lee | 2019/.."),
        ("Ann Lee resigned as president of Acme in March 2022.", "acme | president | ann lee | ../2022-03"),
        ("In 1990, Ann Lee became head coach of Beta.", "beta | head coach | ann lee | 1990/.."),
        ("Ann Lee succeeded Bob Ray as president of Acme in 2004.", "ann lee | succeeded | bob ray | 2004"),
        ("Ann Lee succeeded Bob Ray as president of Acme in 2004.", "acme | president | ann lee | 2004/.."),
        ("Ann Lee succeeded Bob Ray as president of Acme in 2004.", "acme | president | bob ray | ../2004"),
        ("Ann Lee was a professor.", "ann lee | position held | professor | None"),
        ("Acme acquired Beta in 2010.", "acme | acquired | beta | 2010"),
        ("Beta was bought by Acme in June 2010.", "acme | acquired | beta | 2010-06"),
        ("Acme is headquartered in Ulm.", "acme | headquartered in | ulm | None"),
        ("Ulm-based Acme grew.", "acme | headquartered in | ulm | None"),
        ("Ann Lee was born on 4 May 1950 in Ulm.", "ann lee | born in | ulm | 1950-05-04"),
        ("Ann Lee was born on 4 May 1950 in Ulm.", "ann lee | born | 1950-05-04 | 1950-05-04"),
        ("Ann Lee died in 1999.", "ann lee | died | 1999 | 1999"),
        ("Ann Lee married Bob Ray in 1975.", "ann lee | married | bob ray | 1975"),
        ("Ann Lee played for Beta from 1990 until 1994.", "ann lee | played for | beta | 1990/1994"),
        ("Ann Lee graduated from Acme in 1970.", "ann lee | educated at | acme | 1970"),
        ("Ann Lee joined Acme in 2001.", "ann lee | joined | acme | 2001/.."),
        ("Ann Lee is a member of Acme.", "ann lee | member of | acme | None"),
        ("Acme was founded in 1931 by Ann Lee.", "ann lee | founded | acme | 1931"),
        ("Acme was founded in 1931.", "acme | founded | 1931 | 1931"),
        ("Acme praised Beta in 2012.", "acme | praised | beta | 2012"),
    ],
)
def test_relation_and_when_it_held(text: str, fact: str):
    """TG-03, TK-01: who, what, whom, and the interval that the sentence gives."""
    assert fact in facts(text)


def test_a_present_office_holds_from_the_day_of_the_document():
    """TK-01: a state seen on a day holds from then on, its end open; a former one held before."""
    assert "acme | chief financial officer | ann lee | 2024-05-07/.." in facts(
        "Ann Lee, chief financial officer of Acme, spoke.", "2024-05-07"
    )
    assert "acme | chief financial officer | ann lee | ../2024-05-06" in facts(
        "Ann Lee, former chief financial officer of Acme, spoke.", "2024-05-07"
    )


def test_a_turn_of_a_transcript_names_an_officer_of_the_company():
    """The head of a turn gives every office of the speaker."""
    assert facts("Ann Lee\n--\nChairman and CEO", "2024-05-07", "acme") == {
        "acme | chairman | ann lee | 2024-05-07/..",
        "acme | chief executive officer | ann lee | 2024-05-07/..",
    }


def test_an_analyst_is_no_officer_of_the_company_that_she_asks():
    """Outsiders in a call are not its officers."""
    assert facts("Ann Lee\n--\nAnalyst", "2024-05-07", "acme") == {"ann lee | position held | analyst | 2024-05-07/.."}


def test_a_nationality_has_no_offices():
    """The words "German president Ann Lee" does not make her president of the adjective."""
    assert not any(f.startswith("german | president") for f in facts("German president Ann Lee spoke."))


@pytest.mark.parametrize(
    "text", ["Ann Lee, Bob Ray, Acme, Beta, Ulm and Ohio.", "Ann Lee spoke at length in Ulm, where Acme was.", "Acme"]
)
def test_what_is_only_named_together_is_no_fact(text: str):
    """TG-03: that names stand in one sentence says nothing of them."""
    assert facts(text) == set()


@pytest.mark.parametrize(
    ("text", "not_said"),
    [
        ("Bob Ray told the president he would see Acme.", "position held"),
        ("The Ohio supreme court blocked former President Bob Ray.", "ohio | president"),
        ("He met Acme assistant coach, Bob Ray's son.", "assistant coach"),
        ("Bob Ray was named Quarterback of the Year.", "position held"),
        ("Bob Ray was President Ann Lee's spokesman.", "position held | president | ../"),
        ("Bob Ray became the first quarterback to hear it.", "position held"),
        ("Bob Ray became the first coach in the game to win it.", "position held"),
        ("Bob Ray was the secretary of Ohio's council.", "secretary of ohio"),
        ("Acme bought German maker Beta.", "acquired | german"),
        ("Acme is a maker, the German unit of Beta.", "part of"),
        ("Acme owns the Beta market.", "owns | beta |"),
        ("Acme owns the Beta shopping center.", "owns | beta |"),
        ("Beta was founded by Acme\nBrothers.", "founded"),
        ("Ann Lee joined Acme Field Guides.", "joined | acme"),
        ("Acme signed Ann Lee's sister.", "joined"),
        ("Acme bought half of Beta.", "acquired"),
        ("They want Ann Lee to replace Bob Ray.", "succeeded"),
        ("Ann Lee led Acme on a long drive.", "led | acme | ../"),
    ],
)
def test_what_the_words_beside_a_name_deny_is_no_fact(text: str, not_said: str) -> None:
    """EK-07: an office of somebody else, an award, and a name that only describes another give nobody a role."""
    assert not [found for found in facts(text, "2024-05-07") if not_said in found]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Acme, which owns Beta, was sued in 2015.", "acme | owns | beta | 2024-05-07/.."),
        ("Beta, a former unit of Acme, grew.", "beta | part of | acme | ../2024-05-06"),
        ("Ann Lee will replace Bob Ray.", "ann lee | succeeded | bob ray | None"),
        ("Ann Lee, who replaced Bob Ray, spoke.", "ann lee | succeeded | bob ray | None"),
        ("Acme was founded by Ann Lee.", "ann lee | founded | acme | None"),
        ("Acme was founded by Ann Lee in 2019.", "ann lee | founded | acme | 2019"),
        ("It changed when Ann Lee was named CEO of Acme.", "acme | chief executive officer | ann lee | None"),
        ("Acme bought Beta using the cash of Ann Lee in 2012.", "acme | acquired | beta | 2012"),
        ("They blamed President Ann Lee.", "ann lee | position held | president | 2024-05-07/.."),
        ("While in Ohio, Ann Lee joined Acme.", "ann lee | joined | acme | None"),
        ("It changed after Ann Lee joined Acme in 2019.", "ann lee | joined | acme | 2019/.."),
        (
            "CEO Ann Lee said Acme will grow by December 2024.",
            "ann lee | position held | chief executive officer | 2024-05-07/..",
        ),
    ],
)
def test_a_time_nearby_is_not_that_of_every_fact(text: str, fact: str) -> None:
    """TK-03: what holds in the present did not end then, and what is told in passing is no news of the day."""
    assert fact in facts(text, "2024-05-07")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Acme said Ann Lee will become chief executive on June 1.",
            "acme | chief executive officer | ann lee | 2024-06-01/..",
        ),
        ("Acme said Ann Lee will become chief executive.", "acme | chief executive officer | ann lee | None"),
        ("Ann Lee was named chairman, Acme said.", "acme | chairman | ann lee | 2024-05-07/.."),
        (
            "Ann Lee joined Acme as chief financial officer in March.",
            "acme | chief financial officer | ann lee | 2024-03/..",
        ),
        ("They met Deputy Ohio Governor Ann Lee.", "ohio | deputy governor | ann lee | 2024-05-07/.."),
        ("They met Acme Minister Ann Lee.", "ann lee | position held | acme minister | 2024-05-07/.."),
    ],
)
def test_the_body_of_an_office_is_read_from_around_it(text: str, fact: str) -> None:
    """TK-01: whoever announces a change makes it; what stands before a minister is a field, not a body."""
    assert fact in facts(text, "2024-05-07")


def test_the_press_that_tells_of_a_change_does_not_make_it() -> None:
    """TK-01: the news agency is not whose chairman somebody becomes."""
    text = "Ann Lee will become chairman, Acme News said."
    mentions = (
        NamedMention(Span(0, 7), EntityId("ann lee"), "PERSON", "Ann Lee"),
        NamedMention(Span(30, 39), EntityId("acme news"), "ORG", "Acme News"),
    )
    rows = relation_facts(text, Span(0, len(text)), SentenceTime(text, [], None, None), mentions, None)
    assert [r.fact.subject for r in rows if "chairman" in (r.fact.relation, r.fact.object)] == ["ann lee"]


@pytest.mark.parametrize(
    "text",
    [
        "The bus shelter in Mill Street was demolished on 21 August.",
        "The old school in the High Street was founded in 1880.",
        "The library of Porto was abolished in 2010.",
    ],
)
def test_what_stands_in_a_place_is_not_the_place(text: str) -> None:
    facts = extract(Document("d", text, date=dt.date(2023, 9, 14))).facts
    assert not [f for f in facts if f.relation in {"founded", "dissolved"}]


def test_the_founding_of_a_company_is_told_once() -> None:
    facts = extract(Document("d", "Corvane Ltd was founded in 1990.", date=dt.date(2023, 9, 14))).facts
    assert [f.relation for f in facts if f.object == "1990"] == ["founded"]


def test_a_headline_with_an_infinitive_tells_of_a_plan() -> None:
    text = "Harrow Optics to acquire Lumenforge"
    facts = extract(Document("d", text, date=dt.date(2023, 9, 14))).facts
    assert [(f.relation, f.valid) for f in facts] == [("plans to acquire", None)]


def test_the_bank_where_something_lies_is_not_who_was_named_before() -> None:
    text = "Apologies came from Cllr Susan Tranter.\n\nThe balance at the bank on 31 December 2022 was £14,206."
    assert not extract(Document("d", text, date=dt.date(2023, 9, 14))).facts
