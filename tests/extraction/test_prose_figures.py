"""Figures of texts that are no reports: whose they are, what of and when, as the clause that tells them says."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.extraction.pipeline import extract
from timeweave.records import Document, Fact

DAY = dt.date(2024, 5, 1)
Told = tuple[str, str, float, str, str | None]


def figures(text: str, date: dt.date | None = DAY) -> list[Fact]:
    return [f for f in extract(Document("d", text, date=date)).facts if f.quantity is not None]


def told(text: str, date: dt.date | None = DAY) -> list[Told]:
    """Bearer, measure, value, unit and time of each figure of a text."""
    return [
        (f.subject, f.relation, round(f.quantity.value, 1), f.quantity.unit, None if f.valid is None else str(f.valid))
        for f in figures(text, date)
        if f.quantity is not None
    ]


TOLD: dict[str, list[Told]] = {
    "In 2011 Leipzig had 502,979 inhabitants.": [("leipzig", "inhabitants", 502979, "count", "2011")],
    "Between 1990 and 2010 Leipzig lost 60,000 residents.": [
        ("leipzig", "residents lost", 60000, "count", "1990/2010")
    ],
    "Tokyo's population fell to 13.9 million in 2021, from 14 million in 2020.": [
        ("tokyo", "population", 13.9e6, "count", "2021"),
        ("tokyo", "population", 14e6, "count", "2020"),
    ],
    "Porto's population grew from 231,000 in 2021 to 249,000 in 2023.": [
        ("porto", "population", 231000, "count", "2021"),
        ("porto", "population", 249000, "count", "2023"),
    ],
    "Unemployment in Spain fell to 11.6 % in 2023, compared with 12.9 % a year earlier.": [
        ("spain", "unemployment", 11.6, "%", "2023"),
        ("spain", "unemployment", 12.9, "%", "2022"),
    ],
    "Measles cases in Europe rose to 42,200 in 2023, compared with 941 in 2022.": [
        ("europe", "measles cases", 42200, "count", "2023"),
        ("europe", "measles cases", 941, "count", "2022"),
    ],
    "The vaccine reduced hospital admissions in Scotland by 91 %.": [
        ("scotland", "hospital admissions", -91, "%", "2024-05-01")
    ],
    "GitHub had 100 million users in January 2023, up from 73 million in 2021.": [
        ("github", "users", 100e6, "count", "2023-01"),
        ("github", "users", 73e6, "count", "2021"),
    ],
    "Vienna owns about 220 000 flats.": [("vienna", "flats", 220000, "count", "2024-05-01")],
    "Between 10 and 12 million people live in Lagos.": [
        ("lagos", "people live", 10e6, "count", "2024-05-01"),
        ("lagos", "people live", 12e6, "count", "2024-05-01"),
    ],
    "Oslo University Hospital plans to hire 250 nurses in 2025.": [
        ("oslo university hospital", "nurses hire", 250, "count", "2025")
    ],
    "Copenhagen has 385 kilometres of cycle tracks.": [("copenhagen", "cycle tracks", 385, "kilometres", "2024-05-01")],
    "A third of Malta's electricity comes from Sicily.": [
        ("malta", "share of electricity comes from sicily", 33.3, "%", "2024-05-01")
    ],
    "The Gotthard Base Tunnel is 57 km long.": [("gotthard base tunnel", "length", 57, "km", "2024-05-01")],
    "Rotterdam opened four metro stations in 2019.": [("rotterdam", "metro stations opened", 4, "count", "2019")],
    "Her best season came in 2012, when Henry Park had 15 goals.": [("henry park", "goals", 15, "count", "2012")],
}


@pytest.mark.parametrize("sentence", TOLD)
def test_a_figure_is_of_what_its_clause_says_and_of_its_time(sentence: str) -> None:
    """TG-02: bearer, measure, value, unit and time of sentences about cities, medicine, sport and software."""
    assert told(sentence) == TOLD[sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "The ferry carried 400 passengers.",
        "It has 12 rooms.",
        "We sold 300 tickets.",
        "Python 3.12 was released on 2 October 2023.",
        "Eliud Kipchoge ran the 2022 Berlin Marathon in 2:01:09.",
        "Argentina won the shootout 4–2 after a 3–3 draw.",
        "Call Riga Dental on +371 6733 2200 or visit 14 Elizabetes Street.",
        "Ann Berg works at 218 SE 24th Street in Riga.",
        "See bug #187654 of Firefox and CVE-2024-1234.",
        "The official number of the ship Rangatira was 118405.",
        "If Malmö wins, it will earn 40 points.",
        "Did Bergen open 14 schools in 2019?",
        "Bergen did not open 14 schools in 2019.",
        "Norwich City no longer employs 500 people.",
        "Zurich could open 12 tram stops.",
        "The project in Geneva had two goals: speed and safety.",
        "Leeds has a fleet, of which 40 are electric.",
        "The last two trams left Basel.",
        "About half the 4,761 residents of Basel were told to leave.",
    ],
)
def test_what_its_clause_leaves_open_is_no_fact(sentence: str) -> None:
    """TG-02: nobody's figure, a name with digits, and what is asked, denied or supposed."""
    assert told(sentence) == []


def test_a_figure_of_another_clause_lends_no_time() -> None:
    """TK-04: an injury of 2012 does not date the games of a player, and an undated text stamps nothing."""
    text = "Derek Stone played only 17 games due to his ankle injury from the 2012 final."
    assert told(text, date=None) == [("derek stone", "games played", 17, "count", None)]


def test_what_is_planned_is_marked() -> None:
    [fact] = figures("Oslo University Hospital plans to hire 250 nurses in 2025.")
    assert dict(fact.qualifiers)["modality"] == "guidance"
    [fact] = figures("Vienna owns about 220 000 flats.")
    assert dict(fact.qualifiers) == {"kind": "value", "modality": "actual", "approx": "about"}


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2009", "\u202f"])
def test_thousands_may_stand_apart(space: str) -> None:
    """A number grouped by any space is one number; the digits of a name or of a call number are not."""
    assert [a.value for a in find_amounts(f"Basel counted 3{space}700 visitors.")] == [3700]
    assert 737800 not in [a.value for a in find_amounts("Boeing 737 800 jets serve Lisbon.")]
    assert all(a.value < 10000 for a in find_amounts("Call 555 123 4567 today."))


def test_shares_and_rates_are_worded() -> None:
    [fact] = figures("Janet Howe averaged 6.6 rebounds and 1.7 steals per game in 2019.")[:1]
    assert (fact.relation, str(fact.valid)) == ("rebounds averaged per game", "2019")
