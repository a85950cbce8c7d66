"""Time carried over the sentences of a story: the one told before, the gap until the next, the heading above."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document


def told(text: str, date: dt.date | None = None) -> list[str]:
    """When each statement of a document speaks of, in the order of the text."""
    document = Document(id="d", text=text, date=date)
    return [str(s.valid) for s in extract(document).statements]


def test_a_sentence_without_a_time_takes_the_one_told_before() -> None:
    """TK-04: what goes on in a paragraph happened when its last named time was; a new paragraph starts anew."""
    text = "He played for Port Lorne in 1991. He scored ten goals for the club.\nThe harbour lies in the north."
    assert told(text) == ["1991", "1991", "None"]


def test_what_moves_on_lies_before_the_next_time_told() -> None:
    """TK-04: "then" comes after what was told before, and before what is told next."""
    text = "He coached Brookfield until 1989. He then moved to Lorne for two seasons. In 1991 he retired at Ashby."
    assert told(text) == ["../1989", "1989/1990", "1991"]


def test_the_present_takes_no_time_of_the_story() -> None:
    """TK-04: how things are is no part of what happened in 1991."""
    assert told("The bridge was built in 1991. It is the longest bridge of the county.") == ["1991", "None"]


def test_a_time_holds_for_five_sentences() -> None:
    """TK-04: the farther from the time named, the less it says; a sixth sentence has none."""
    follow = " ".join(f"He painted the {n} house of Ashby." for n in ("first", "red", "old", "tall", "grey", "new"))
    assert told(f"She came to Ashby in 1871. {follow}") == ["1871"] * 6 + ["None"]


def test_what_began_held_until_the_story_goes_on() -> None:
    """TK-04: who bought a house in 1965 owned it until it was sold in 1976."""
    text = "In 1965 Ann Lee bought the house. In 1976 Bob Ray bought the house from Lee."
    assert told(text) == ["1965/1975", "1976"]


def test_over_a_long_gap_nothing_is_known() -> None:
    """TK-04: a start is drawn out by ten years at most."""
    assert told("In 1865 Ann Lee bought the house. In 1976 Bob Ray tore it down.")[0] == "1865/1875"


def test_a_heading_dates_what_stands_under_it() -> None:
    """TK-04: under "1998–2003: Brookfield" a sentence without a time speaks of those years, until the next heading."""
    text = "1998–2003 : Brookfield .\nShe captained the side for long.\nStyle of play .\nShe favoured the left."
    assert told(text) == ["1998/2003", "1998/2003", "None", "None"]


def test_the_following_season_is_a_season_later() -> None:
    """TK-03: seasons over two years are followed by seasons over two years."""
    text = "They were promoted in 1998–99. The following season they finished fifth in the league."
    assert told(text) == ["1998/1999", "1999/2000"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He was mayor of Ashby from 1998 to 2003 .", "1998/2003"),
        ("- Ann Lee , July 12 , 1994 – July 3 , 1995", "1994-07-12/1995-07-03"),
        ("Between 1963 and 1966 , ten more were built .", "1963/1966"),
        ("She has been president since 1993 .", "1993/.."),
        ("- 2017 - present - Ann Lee", "2017/.."),
        ("It was listed in 1964 and rebuilt in 1987 .", "1964/1987"),
        ("It carried more people than in 1964 when rebuilt in 1987 .", "1987"),
    ],
)
def test_what_a_sentence_tells_is_one_stretch(sentence: str, expected: str) -> None:
    """TK-03: ranges, open ends and several years of a sentence make the smallest stretch that holds them."""
    assert told(sentence) == [expected]


def test_facts_carry_the_time_of_the_story() -> None:
    """TK-04: a relation without a time of its own begins or happens when the story has come to."""
    text = "In 1999 Ann Lee joined Brookfield Bank. Lee then joined Ashby Museum."
    found = extract(Document(id="d", text=text))
    facts = [f for f in found.facts if f.relation == "joined"]
    assert [(f.object, str(f.valid)) for f in facts] == [("brookfield bank", "1999/.."), ("ashby museum", "1999/..")]
    sure = {s.fact: s.confidence for s in found.supports}
    assert sure[facts[0].id] > sure[facts[1].id]


def test_news_keeps_the_date_of_its_document() -> None:
    """TK-04: in a dated document what names no time is of its date."""
    text = "In 1999 Ann Lee joined Brookfield Bank. She painted the house."
    assert told(text, dt.date(2020, 5, 4)) == ["1999", "2020-05-04"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From 1933 to 1938 Ann Lee taught at the University of Vienna.", "1933/1938"),
        ("Ann Lee will become CEO of Acme Corp in March 2025.", "2025-03/.."),
        ("Bob Ray is set to take over as chief executive of Acme Corp on 1 May 2024.", "2024-05-01/.."),
        ("Ann Lee is acting CEO of Acme Corp since March 2021.", "2021-03/.."),
        ("Beta Systems Ltd was sold to Acme Corp in 1920.", "1920"),
    ],
)
def test_tenures_are_whole(text: str, expected: str) -> None:
    """TK-04: a range before the verb counts from its first year; what is announced begins on the day announced."""
    facts = extract(Document(id="d", text=text)).facts
    assert [str(f.valid) for f in facts] == [expected]


def test_what_is_to_come_without_a_day_has_none() -> None:
    """TK-04: "will become" does not begin on the day it is said."""
    document = Document(id="d", text="Ann Lee will become CEO of Acme Corp.", date=dt.date(2024, 5, 7))
    assert [f.valid for f in extract(document).facts] == [None]
