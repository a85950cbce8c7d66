"""Who holds a role, in the wordings of news and encyclopaedias: since when, until when, of whom (TG-03, TK-01)."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.relations.relating import relation_facts
from timeweave.extraction.times.timing import statement_interval
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.mentions import NamedMention
from timeweave.records import EntityId, Span
from timeweave.temporal.expressions import find_expressions

DAY = dt.date(2024, 5, 7)
KNOWN = {
    "Ann Lee": "PERSON",
    "Bob Ray": "PERSON",
    "Acme": "ORG",
    "Beta": "ORG",
    "Tarn United": "ORG",
    "Ulm": "GPE",
    "Ohio": "GPE",
    "Tarn Prize": "EVENT",
}
STATED = 0.8


def facts(text: str) -> set[str]:
    """What a sentence of the seventh of May 2024 states, as "subject | relation | object | valid"."""
    mentions = [
        NamedMention(Span(at, at + len(name)), EntityId(name.casefold()), kind, name)
        for at in range(len(text))
        for name, kind in KNOWN.items()
        if text.startswith(name, at)
    ]
    found = find_expressions(text, DAY)
    time = SentenceTime(text, found, statement_interval(text, found, period=None, date=DAY), DAY)
    rows = relation_facts(text, Span(0, len(text)), time, mentions, None)
    return {
        f"{r.fact.subject} | {r.fact.relation} | {r.fact.object} | {r.fact.valid}"
        for r in rows
        if r.confidence == STATED
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Tarn United are coached by Ann Lee.", "tarn united | head coach | ann lee | 2024-05-07/.."),
        ("Tarn United, coached by Ann Lee, won the cup.", "tarn united | head coach | ann lee | 2024-05-07/.."),
        ("Ann Lee coaches Tarn United.", "tarn united | head coach | ann lee | 2024-05-07/.."),
        ("Ann Lee manages Tarn United.", "tarn united | manager | ann lee | 2024-05-07/.."),
        ("Tarn United is managed by Ann Lee.", "tarn united | manager | ann lee | 2024-05-07/.."),
        ("Tarn United have improved under head coach Ann Lee.", "tarn united | head coach | ann lee | 2024-05-07/.."),
        ("Tarn United play under Ann Lee.", "tarn united | head coach | ann lee | 2024-05-07/.."),
        ("Tarn United's manager, Ann Lee, praised the fans.", "tarn united | manager | ann lee | 2024-05-07/.."),
        ("Tarn United manager Ann Lee praised the fans.", "tarn united | manager | ann lee | 2024-05-07/.."),
        ("Ann Lee presides over Acme.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Acme, chaired by Ann Lee, met.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Acme is chaired by Ann Lee.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee chairs Acme.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee, who chairs Acme, spoke.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee, who heads Acme, spoke.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Ann Lee heads Acme.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Acme, led by Ann Lee, grew.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Acme is headed by Ann Lee.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Acme, run by Ann Lee, grew.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Ann Lee, who runs Acme, spoke.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Acme is led by chief executive Ann Lee.", "acme | chief executive officer | ann lee | 2024-05-07/.."),
        ("Ann Lee is at the helm of Acme.", "acme | leader | ann lee | 2024-05-07/.."),
        ("Ulm is governed by Ann Lee.", "ulm | head of government | ann lee | 2024-05-07/.."),
        ("Acme has Ann Lee as its president.", "acme | president | ann lee | 2024-05-07/.."),
        ("The chair of Acme, Ann Lee, spoke to reporters.", "acme | chair | ann lee | 2024-05-07/.."),
        ("The chair of Acme is Ann Lee.", "acme | chair | ann lee | 2024-05-07/.."),
        ("As chair of Acme, Ann Lee said the plan was sound.", "acme | chair | ann lee | 2024-05-07/.."),
        ("In her role as chair of Acme, Ann Lee has signed the deal.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Questions were put to Ann Lee, chair of Acme.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee, who is chair of Acme, spoke.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee, the chair of Acme, spoke.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee currently serves as chair of Acme.", "acme | chair | ann lee | 2024-05-07/.."),
        ("Ann Lee holds the post of chair of Acme.", "acme | chair | ann lee | 2024-05-07/.."),
        ("The head of the government of Ulm, Ann Lee, spoke.", "ulm | head of government | ann lee | 2024-05-07/.."),
        ("Ann Lee is the head of the state of Ulm.", "ulm | head of state | ann lee | 2024-05-07/.."),
        ("Ann Lee plays for Tarn United.", "ann lee | plays for | tarn united | 2024-05-07/.."),
        ("Ann Lee, who plays for Tarn United, spoke.", "ann lee | plays for | tarn united | 2024-05-07/.."),
        ("Ann Lee plays as a midfielder for Tarn United.", "ann lee | plays for | tarn united | 2024-05-07/.."),
        ("Tarn United striker Ann Lee scored twice.", "tarn united | striker | ann lee | 2024-05-07/.."),
        ("Ann Lee works for Acme.", "ann lee | works for | acme | 2024-05-07/.."),
        ("Ann Lee is employed by Acme.", "ann lee | works for | acme | 2024-05-07/.."),
        ("Ann Lee, who works at Acme, spoke.", "ann lee | works for | acme | 2024-05-07/.."),
        ("Acme employs Ann Lee.", "ann lee | works for | acme | 2024-05-07/.."),
        ("Ann Lee belongs to Acme.", "ann lee | member of | acme | 2024-05-07/.."),
        ("Acme belongs to Beta.", "beta | owns | acme | 2024-05-07/.."),
        ("Acme, owned by Ann Lee, grew.", "ann lee | owns | acme | 2024-05-07/.."),
        ("Acme, a subsidiary of Beta, grew.", "acme | part of | beta | 2024-05-07/.."),
        ("The owner of Acme, Ann Lee, spoke.", "acme | owner | ann lee | 2024-05-07/.."),
    ],
)
def test_what_is_said_in_the_present_holds_from_the_day_of_the_document(text: str, fact: str) -> None:
    """TK-01, TK-03: a verb, an apposition or a form of words in the present tells who holds a role on the day."""
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Ann Lee took over as chief executive of Acme in March 2024.",
            "acme | chief executive officer | ann lee | 2024-03/..",
        ),
        (
            "Ann Lee succeeded Bob Ray as chief executive of Acme in 2022.",
            "acme | chief executive officer | ann lee | 2022/..",
        ),
        (
            "Ann Lee, who succeeded Bob Ray as chief executive of Acme in 2022, spoke.",
            "acme | chief executive officer | ann lee | 2022/..",
        ),
        (
            "Ann Lee replaced Bob Ray as head coach of Tarn United.",
            "tarn united | head coach | ann lee | 2024-05-07/..",
        ),
        (
            "Bob Ray was replaced by Ann Lee as head coach of Tarn United.",
            "tarn united | head coach | ann lee | 2024-05-07/..",
        ),
        ("Ann Lee was sworn in as mayor of Ulm on 3 May 2024.", "ulm | mayor | ann lee | 2024-05-03/.."),
        ("Acme hired Ann Lee as its finance director.", "acme | finance director | ann lee | 2024-05-07/.."),
        ("Ann Lee takes office as mayor of Ulm on 3 May 2024.", "ulm | mayor | ann lee | 2024-05-03/.."),
        ("Ann Lee was appointed head nurse of Acme in 2023.", "acme | head nurse | ann lee | 2023/.."),
        ("Beta confirmed Ann Lee as chief justice of Ulm in 2023.", "ulm | chief justice | ann lee | 2023/.."),
        ("Ann Lee took over the captaincy of Tarn United in 2023.", "tarn united | captain | ann lee | 2023/.."),
        ("Ann Lee follows Bob Ray as dean of Acme.", "acme | dean | ann lee | 2024-05-07/.."),
        ("Bob Ray handed over to Ann Lee as dean of Acme in 2023.", "acme | dean | ann lee | 2023/.."),
        (
            "Bob Ray resigned as treasurer of Acme in 2023 and Ann Lee was elected treasurer.",
            "acme | treasurer | ann lee | 2023/..",
        ),
        (
            "Acme plays under Ann Lee, its principal conductor since 2023.",
            "acme | principal conductor | ann lee | 2023/..",
        ),
        ("Ann Lee took charge of Tarn United in 2023.", "tarn united | manager | ann lee | 2023/.."),
        ("Ann Lee took the helm of Acme in 2023.", "acme | leader | ann lee | 2023/.."),
        ("Ann Lee assumed office as governor of Ohio in January 2023.", "ohio | governor | ann lee | 2023-01/.."),
        ("Ann Lee signed for Tarn United in 2023.", "ann lee | joined | tarn united | 2023/.."),
        ("Tarn United signed Ann Lee in 2023.", "ann lee | joined | tarn united | 2023/.."),
    ],
)
def test_who_takes_a_role_up_holds_it_from_then_on(text: str, fact: str) -> None:
    """TK-01, EK-06: a start is read with its time; who is succeeded held it until then."""
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Ann Lee succeeded Bob Ray as chief executive of Acme in 2022.",
            "acme | chief executive officer | bob ray | ../2022",
        ),
        (
            "Ann Lee replaced Bob Ray as head coach of Tarn United.",
            "tarn united | head coach | bob ray | ../2024-05-07",
        ),
        (
            "Ann Lee stepped down as chief executive of Acme in March 2024.",
            "acme | chief executive officer | ann lee | ../2024-03",
        ),
        (
            "Ann Lee, who stepped down as chief executive of Acme in March 2024, spoke.",
            "acme | chief executive officer | ann lee | ../2024-03",
        ),
        ("Acme sacked Ann Lee as head coach on 3 May 2024.", "acme | head coach | ann lee | ../2024-05-03"),
        (
            "Ann Lee was sacked as head coach of Tarn United on 3 May 2024.",
            "tarn united | head coach | ann lee | ../2024-05-03",
        ),
        ("Ann Lee resigned as chair of Acme.", "acme | chair | ann lee | ../2024-05-07"),
        ("Ann Lee has resigned as chair of Acme.", "acme | chair | ann lee | ../2024-05-07"),
        ("Previous head of Acme Ann Lee was arrested.", "acme | head | ann lee | ../2024-05-06"),
        ("Ann Lee, a previous head of Acme, was arrested.", "acme | head | ann lee | ../2024-05-06"),
        ("Former Acme chief executive Bob Ray spoke.", "acme | chief executive officer | bob ray | ../2024-05-06"),
        ("Ex-Tarn United manager Bob Ray spoke.", "tarn united | manager | bob ray | ../2024-05-06"),
        ("The former chair of Acme, Bob Ray, spoke.", "acme | chair | bob ray | ../2024-05-06"),
        ("Bob Ray, who formerly chaired Acme, spoke.", "acme | chair | bob ray | ../2024-05-06"),
        ("Bob Ray, who used to run Acme, spoke.", "acme | leader | bob ray | ../2024-05-06"),
        ("Acme, formerly led by Bob Ray, grew.", "acme | leader | bob ray | ../2024-05-06"),
        ("As the former chair of Acme, Bob Ray said the plan was sound.", "acme | chair | bob ray | ../2024-05-06"),
        ("Acme was chaired by Bob Ray from 2003 to 2008.", "acme | chair | bob ray | 2003/2008"),
        ("Bob Ray chaired Acme from 2003 to 2008.", "acme | chair | bob ray | 2003/2008"),
        ("Bob Ray coached Tarn United from 2003 to 2008.", "tarn united | head coach | bob ray | 2003/2008"),
        ("Ann Lee played for Tarn United.", "ann lee | played for | tarn united | ../2024-05-06"),
    ],
)
def test_what_is_over_has_an_end(text: str, fact: str) -> None:
    """TK-01: a former holder, one who left, and a tenure with both its ends."""
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Ann Lee leads Bob Ray in the polls.", "leader"),
        ("Ann Lee leads Acme in goals this season.", "leader"),
        ("Ann Lee led Tarn United to victory.", "leader"),
        ("Ann Lee ran Acme down.", "leader"),
        ("Ann Lee heads to Ulm on Monday.", "leader"),
        ("A group led by Ann Lee bought Acme.", "leader"),
        ("A study led by Ann Lee at Acme was published.", "leader"),
        ("An investor group headed by Bob Ray bought Acme.", "leader"),
        ("Ann Lee manages to beat Tarn United.", "manager"),
        ("Ann Lee would like to play for Tarn United.", "plays for"),
        ("Ann Lee could chair Acme.", "chair"),
        ("Ann Lee wants to lead Acme.", "leader"),
        ("The funding round was led by Acme.", "leader"),
        ("If Ann Lee becomes chair of Acme, Bob Ray will leave.", "chair"),
        ("Ann Lee is not the chair of Acme.", "chair"),
        ("Ann Lee no longer plays for Tarn United.", "plays for"),
        ("Tarn United are no longer coached by Ann Lee.", "head coach"),
        ("Ann Lee was once the favourite to become chair of Acme.", "chair"),
        ("Ann Lee heads Acme's sales team.", "leader"),
        ("Ann Lee leads Ohio.", "leader"),
        ("Ann Lee runs the Tarn Prize.", "leader"),
        ("The chief factor at Acme, Ann Lee said, is cost.", "chief factor"),
        ("Ann Lee followed Bob Ray to Acme.", "succeeded"),
        ("The team at Acme, led by Ann Lee, won.", "leader"),
        ("Acme, led by Ann Lee's brother, grew.", "leader"),
    ],
)
def test_what_only_sounds_like_a_role_is_none(text: str, relation: str) -> None:
    """EK-07: leading in goals, a wish, a condition, a team within a body."""
    assert not any(f" | {relation} | " in fact and not fact.split(" | ")[3].startswith("..") for fact in facts(text))


def test_a_name_that_only_bodies_bear_is_no_person() -> None:
    """TG-03: a club that the recogniser took for a person still has a coach."""
    text = "Halden Rovers are coached by Ann Lee."
    club = NamedMention(Span(0, 13), EntityId("halden rovers"), "PERSON", "Halden Rovers")
    coach = NamedMention(Span(29, 36), EntityId("ann lee"), "PERSON", "Ann Lee")
    rows = relation_facts(text, Span(0, len(text)), SentenceTime(text, [], None, DAY), [club, coach], None)
    assert ("halden rovers", "head coach", "ann lee") in {
        (r.fact.subject, r.fact.relation, r.fact.object) for r in rows
    }


def test_a_role_told_by_a_verb_is_one_fact() -> None:
    """TG-03: who coached a club from when to when is its head coach of those years, and not "led" beside it."""
    assert {f.split(" | ")[1] for f in facts("Bob Ray coached Tarn United from 2003 to 2008.")} == {"head coach"}


def test_an_office_said_of_one_is_not_of_who_is_named_next() -> None:
    """EK-07: a comma after an office that was said of someone opens a new clause."""
    assert {f.split(" | ")[2] for f in facts("Ann Lee is chair of Acme, Bob Ray is a driver.")} == {"ann lee"}
