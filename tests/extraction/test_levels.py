"""Levels that are set and stand until the next is set: which sentences set one, of what, from when."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.amounts.levels import LEVEL
from timeweave.extraction.pipeline import extract
from timeweave.records import Document

DAY = dt.date(2024, 5, 6)

SET = {
    "The committee decided to raise the membership fee by $5 to $25.": "membership fee: level $25 [2024-05-06/..]",
    "The council voted to keep the hourly rate at $20.": "hourly rate: level $20 [2024-05-06/..]",
    "The board voted to lower the funds rate to 4 percent.": "funds rate: level 4 percent [2024-05-06/..]",
    "Membership dues were set at $40.": "membership dues: level $40 [2024-05-06/..]",
    "The minimum wage was increased to $15 an hour.": "minimum wage: level $15 an hour [2024-05-06/..]",
    "The loan limit remains at 5 books.": "loan limit: level 5 books [2024-05-06/..]",
    "We have reduced the minimum order to 10 pieces.": "minimum order: level 10 pieces [2024-05-06/..]",
    "The trustees approved an increase in the entry fee to $30.": "entry fee: level $30 [2024-05-06/..]",
    "They agreed that the key deposit would be raised to $75.": "key deposit: level $75 [2024-05-06/..]",
    "Acme left its dividend unchanged at 12 cents.": "acme dividend: level 12 cents [2024-05-06/..]",
    "At its meeting on March 16, 2023, the bank cut the base rate to 2 percent.": "base rate: level 2 percent "
    "[2023-03-16/..]",
    "The prime rate is lowered by 25 basis points to 1 1/4 percent.": "prime rate: level 1-1/4 percent [2024-05-06/..]",
    "The day rate goes up by $2 to $12 from June.": "day rate: level $12 [2024-06/..]",
    "The late fee will be raised to $30 from 1 January 2025.": "late fee: level $30 [2025-01-01/..]",
    "The committee will maintain the target range at 0 to 1/4 percent.": "target range: level 0 to 1/4 percent "
    "[2024-05-06/..]",
    "The membership fee was raised to $25 for students and later more.": "membership fee for students: level $25 "
    "[2024-05-06/..]",
    "The membership fee rises to $30 on January 1, 2025.": "membership fee: level $30 [2025-01-01/..]",
    "The board raised the membership fee to $30 and will review it on 1 June 2024.": "membership fee: level $30 "
    "[2024-05-06/..]",
    "The speed limit on Mill Lane is lowered to 30 km/h at night.": "speed limit on mill lane at night: level 30 km/h "
    "[2024-05-06/..]",
    "The request limit was changed to 60 requests per second.": "request limit: level 60 requests per second "
    "[2024-05-06/..]",
    "The committee kept the target range for the funds rate at 5-1/4 to 5-1/2 percent.": "target range for the funds "
    "rate: level 5-1/4 to 5-1/2 percent [2024-05-06/..]",
    "The membership fee will be £15 from April 2025.": "membership fee: level £15 [2025-04/..]",
    "It was resolved that the membership fee be increased to £15.": "membership fee: level £15 [2024-05-06/..]",
    "The meeting approved a membership fee of £15.": "membership fee: level £15 [2024-05-06/..]",
    "The council set the precept at £12,500.": "precept: level £12,500 [2024-05-06/..]",
    "The board voted on 1 May to raise the membership fee to $30.": "membership fee: level $30 [2024-05-01/..]",
    "On March 1, 2024 the club abolished the membership fee.": "membership fee: level none [2024-03-01/..]",
    "The motion to raise the bridge toll to $4 was carried.": "bridge toll: level $4 [2024-05-06/..]",
}


@pytest.mark.parametrize("sentence", SET)
def test_what_is_set_has_its_level_from_the_day_that_is_told(sentence: str) -> None:
    """EK-06: a level is an edge of its own time, open until another closes it."""
    assert _levels(sentence) == [SET[sentence]]


@pytest.mark.parametrize(
    "sentence",
    [
        "The board proposed to raise the membership fee to $25.",
        "The committee did not raise the membership fee to $25.",
        "They discussed whether to raise the late fee to $30.",
        "If the late fee is raised to $30, many will leave.",
        "Mr. Lee, who preferred to raise the base rate to 3 percent, voted against.",
        "The late fee could be cut to $20.",
        "The motion to raise the bridge toll to $4 was discussed.",
        "The late fee will be raised to $30.",
        "The fee was raised to $30.",
        "She cut the cake at 5 pm and raised the flag to 10 metres.",
        "We held the meeting at 7 and kept the bill to $50.",
        "Acme raised $5 million in 2023.",
        "Ms. Lee voted to lower the funds rate to 4 percent.",
        "Those who voted to raise the late fee to $30 lost.",
        "Mr. Fisher, who voted to lower the parking fee to $4, left.",
        "Only 3 members voted to raise the membership fee to $30.",
        "The motion to raise the membership fee to $25 was not carried.",
        "The motion to raise the annual dues to $40 failed; the minutes were approved.",
        "The union voted to authorize a strike to raise the hourly wage to $20.",
        "They agreed to ask the board to raise the membership fee to $25.",
        "Senator Lee introduced a bill with an increase in the minimum wage to $15.",
        "Is it true that the club raised the membership fee to $90?",
        "The court struck down the law that raised the minimum wage to $15.",
        "The bank denied that it raised the policy rate to 5%.",
        "The bill raises the minimum wage to $15.",
        "Analysts predict the mortgage rate falls to 6%.",
        "The unemployment rate fell to 5%.",
        "The membership fee is now $25 higher than in 2019.",
        "The late fee will rise to $30 in July 2024 if members approve the budget.",
        "They cut the ticket price to $25 for one day.",
        "The council voted 2-5 to raise the parking fee to $3.",
        "The House voted to raise the federal minimum wage to $15, but the Senate has yet to act.",
        "They agreed in principle to raise the parking fee to $3.",
        "The board raised the parking fee to $3, pending approval by the members.",
        "The board raised the annual fee to $30 but reversed the decision a week later.",
        "The drug cut the death rate to 4%.",
        "A year ago the membership fee was raised to $30.",
        "In a neighbouring town, the council raised the parking fee to £3.",
        "The membership and boat fees were raised to $30 and $50 respectively.",
        "The service raised the price of its standard plan to $15.49 a month.",
        "Free cash flow increased to $318 million.",
        "I tripled revenue to $7,200.",
        "Use of memory is reduced by 10% to 20%.",
        "My rent went up to $1,500.",
        "The city set a record at 30 km/h.",
    ],
)
def test_what_is_proposed_denied_or_no_level_sets_none(sentence: str) -> None:
    assert _levels(sentence) == []


def test_an_increase_that_is_effective_at_once_is_not_to_come() -> None:
    told = "The Board approved an increase in the discount rate from 3 percent to 3-1/2 percent, effective immediately."
    assert _levels(told) == [
        "discount rate: level 3-1/2 percent [2024-05-06/..]",
        "discount rate: level 3 percent [2024-05-05]",
    ]


def test_the_level_before_is_told_with_the_unit_of_the_one_after() -> None:
    assert _levels("In March 2021 the city lowered the speed limit from 50 to 30 km/h.") == [
        "speed limit: level 30 km/h [2021-03/..]",
        "speed limit: level 50 km/h [2021-02]",
    ]


def test_what_was_decided_is_no_plan() -> None:
    told = (
        "The Elmford Council decided today to lower its target for the council tax rate 25 basis points to 2 percent."
    )
    (fact,) = extract(Document("d", told, date=DAY)).facts
    assert fact.text == "elmford council target for the council tax rate: level 2 percent [2024-05-06/..]"


def test_a_sentence_of_many_times_is_read_at_once() -> None:
    times = ", ".join(f"in {year}" for year in range(2001, 2040))
    assert _levels(f"The board agreed {times}, as the minutes show, the annual fee would be raised to $5.") == []


def test_one_sentence_may_tell_two_levels() -> None:
    assert _levels("The membership fee was raised to $25 in 2019 and to $30 in 2021.") == [
        "membership fee: level $25 [2019/..]",
        "membership fee: level $30 [2021/..]",
    ]
    assert _levels("The bank raised the policy rate from 5 to 5½ percent.")[1] == (
        "policy rate: level 5 percent [2024-05-05]"
    )


def _levels(sentence: str) -> list[str]:
    found = extract(Document("d", sentence, date=DAY))
    return sorted((f.text for f in found.facts if f.relation == LEVEL), key=lambda text: "/..]" not in text)
