"""Dates, periods, times, durations and sets as they are written."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.temporal.expressions import TimexType, find_expressions
from timeweave.temporal.interval import Interval

ANCHOR = dt.date(2024, 5, 17)  # a Friday


def only(text: str, anchor: dt.date | None = ANCHOR) -> tuple[str, str, str | None]:
    """Text, value and interval of the one expression in ``text``."""
    found = find_expressions(text, anchor)
    assert len(found) == 1, [f.text for f in found]
    return found[0].text, found[0].value, None if found[0].interval is None else str(found[0].interval)


@pytest.mark.parametrize(
    ("text", "value", "interval"),
    [
        ("2024-05", "2024-05", "2024-05"),
        ("May 2024", "2024-05", "2024-05"),
        ("2024/05/17", "2024-05-17", "2024-05-17"),
        ("05/17/2024", "2024-05-17", "2024-05-17"),
        ("17.05.2024", "2024-05-17", "2024-05-17"),
        ("02.11.2023", "2023-11-02", "2023-11-02"),
        ("11.17.2023", "2023-11-17", "2023-11-17"),
        ("02/11/2023", "2023-02-11", "2023-02-11"),
        ("2024-05-17T10:00:00Z", "2024-05-17T10:00:00", "2024-05-17"),
        ("H1 2024", "2024-H1", "2024-Q1/2024-Q2"),
        ("2024-W20", "2024-W20", "2024-05-13/2024-05-19"),
        ("second quarter of 2024", "2024-Q2", "2024-Q2"),
        ("2019-2021", "2019/2021", "2019/2021"),
        ("FY2024", "2024", "2024"),
        ("last quarter", "2024-Q1", "2024-Q1"),
        ("last month", "2024-04", "2024-04"),
        ("yesterday", "2024-05-16", "2024-05-16"),
        ("two years ago", "2022", "2022"),
    ],
)
def test_forms_that_other_calendars_misread(text: str, value: str, interval: str) -> None:
    """Forms that a published time graph is known to misread are read whole and right (TK-03)."""
    assert only(text) == (text, value, interval)


@pytest.mark.parametrize(
    "text",
    [
        "$1200 million",
        "it cost $2021 in all",
        "2024 million shares",
        "1,998 people",
        "2000 employees",
        "page 1998",
        "12.2023.1999.4",
        "model A2020",
        "1998%",
        "the 4500 units",
    ],
)
def test_amounts_are_no_years(text: str) -> None:
    """Money, counts, page numbers and codes are never taken for years (TK-03)."""
    assert find_expressions(text, ANCHOR) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("March 5, 2023", "2023-03-05"),
        ("5 March 2023", "2023-03-05"),
        ("the 5th of March 2023", "2023-03-05"),
        ("Sunday, March 5, 2023", "2023-03-05"),
        ("Mar. 5th, 2023", "2023-03-05"),
        ("05/06/2024", "2024-05-06"),
        ("13/06/2024", "2024-06-13"),
        ("March 3-5, 2023", "2023-03-03/2023-03-05"),
        ("Q3 2023", "2023-Q3"),
        ("Q3 of 2023", "2023-Q3"),
        ("Q3'23", "2023-Q3"),
        ("3Q23", "2023-Q3"),
        ("2023Q3", "2023-Q3"),
        ("2023-Q3", "2023-Q3"),
        ("Q1 FY24", "2024-Q1"),
        ("third-quarter 2023", "2023-Q3"),
        ("the third quarter of fiscal 2023", "2023-Q3"),
        ("the last quarter of 2023", "2023-Q4"),
        ("fiscal year 2024", "2024"),
        ("fiscal 2024", "2024"),
        ("the second half of 2023", "2023-H2"),
        ("the winter of 1994", "1994-WI"),
        ("the summer of nineteen ninety-four", "1994-SU"),
        ("the year two thousand", "2000"),
        ("the 1990s", "199"),
        ("the '90s", "199"),
        ("the nineties", "199"),
        ("the nineteen eighties", "198"),
        ("Easter Sunday 2024", "2024-03-31"),
        ("the 20th century", "19"),
        ("the twenty-first century", "20"),
        ("Christmas Eve 2023", "2023-12-24"),
        ("Thanksgiving 2023", "2023-11-23"),
        ("Easter 2024", "2024-03-31"),
        ("may 2023", "2023-05"),
        ("dec 1981", "1981-12"),
        ("5 march 2020", "2020-03-05"),
        ("2023-q3", "2023-Q3"),
        ("3q23", "2023-Q3"),
        ("fy24", "2024"),
        ("the year 9998", "9998"),
        ("0001-01-01", "0001-01-01"),
    ],
)
def test_explicit_dates_need_no_anchor(text: str, value: str) -> None:
    """What names its year has the same value with and without an anchor (TK-03)."""
    assert only(text)[:2] == only(text, None)[:2] == (text, value)


@pytest.mark.parametrize(
    "text", ["February 30, 2024", "2023-02-29", "99th quarter", "31/31/2024", "2024-W54", "Q5 2024x"]
)
def test_dates_that_do_not_exist_are_not_found(text: str) -> None:
    """A day, week or quarter that the calendar does not have is left alone, not mended (TK-03)."""
    assert all(f.text != text for f in find_expressions(text, ANCHOR))


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("mid-May 2021", "2021-05-11/2021-05-21"),
        ("early 2021", "2021-01/2021-04"),
        ("late 2021", "2021-09/2021-12"),
        ("the end of 2023", "2023-12"),
        ("the beginning of 2023", "2023-01"),
        ("year-end 2023", "2023-12"),
        ("the early 1990s", "1990-01/1993-04"),
        ("the early nineteen nineties", "1990-01/1993-04"),
        ("the last week of October 2023", "2023-10-22/2023-10-31"),
    ],
)
def test_fuzzy_periods_are_parts_of_periods(text: str, interval: str) -> None:
    """A modifier ("early", "end of") narrows the days and keeps the value of the whole, as in TIMEX3 (TK-03)."""
    assert only(text)[2] == interval


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("for three years", TimexType.DURATION, "P3Y"),
        ("a 10-year note", TimexType.DURATION, "P10Y"),
        ("two hours", TimexType.DURATION, "PT2H"),
        ("several days", TimexType.DURATION, "PXD"),
        ("two and a half years", TimexType.DURATION, "P2.5Y"),
        ("half a year", TimexType.DURATION, "P6M"),
        ("half a century", TimexType.DURATION, "P50Y"),
        ("a half-hour", TimexType.DURATION, "PT30M"),
        ("about 5 1/2 hours", TimexType.DURATION, "PT5H30M"),
        ("a year and a half", TimexType.DURATION, "P1.5Y"),
        ("two-and-a-half years", TimexType.DURATION, "P2.5Y"),
        ("five business days", TimexType.DURATION, "P5D"),
        ("the first hours of the war", TimexType.DURATION, "PTXH"),
        ("the last decade", TimexType.DURATION, "P10Y"),
        ("in future quarters", TimexType.DATE, "FUTURE_REF"),
        ("at 4 in the morning", TimexType.TIME, "2024-05-17T04:00"),
        ("over a decade", TimexType.DURATION, "P10Y"),
        ("$2 million a year", TimexType.SET, "P1Y"),
        ("every month", TimexType.SET, "P1M"),
        ("every two weeks", TimexType.SET, "P2W"),
        ("each quarter", TimexType.SET, "P1Q"),
        ("daily flights", TimexType.SET, "P1D"),
        ("every Monday", TimexType.SET, "XXXX-WXX-1"),
        ("at 10:35 a.m.", TimexType.TIME, "2024-05-17T10:35"),
        ("at 14:30", TimexType.TIME, "2024-05-17T14:30"),
        ("tonight", TimexType.TIME, "2024-05-17TNI"),
        ("10 p.m. Wednesday", TimexType.TIME, "2024-05-15T22:00"),
        ("late Wednesday night", TimexType.TIME, "2024-05-15TNI"),
        ("at 0530 GMT", TimexType.TIME, "2024-05-17T05:30"),
        ("Wednesday at 10 p.m.", TimexType.TIME, "2024-05-15T22:00"),
        ("currently", TimexType.DATE, "PRESENT_REF"),
        ("recently", TimexType.DATE, "PAST_REF"),
        ("in the future", TimexType.DATE, "FUTURE_REF"),
    ],
)
def test_types_and_values(text: str, kind: TimexType, value: str) -> None:
    """Durations, sets, times of day and vague references have their TIMEX3 type and value (TK-03)."""
    (found,) = find_expressions(text, ANCHOR)
    assert (found.type, found.value) == (kind, value)


@pytest.mark.parametrize(
    "text",
    [
        "15 million instructions per second",
        "open 24 hours a day",
        'ABC\'s "This Week" With David Brinkley',
        "It changed from a fiscal year to another.",
        "for the third consecutive year",
        "He soon became rich.",
    ],
)
def test_what_names_no_time_is_left_alone(text: str) -> None:
    """Rates of measure, titles, nameless years and a "soon" of the past are no dates or durations (TK-03)."""
    assert find_expressions(text, ANCHOR) == []


def test_an_age_is_no_duration() -> None:
    """An age tells how old somebody is, not how long something took (TK-03)."""
    assert find_expressions("the 48-year-old chairman", ANCHOR) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("from 2019 to 2021", ["2019", "2021"]),
        ("from 1805 to 1827", ["1805", "1827"]),
        ("between Q1 2022 and Q3", ["2022-Q1", "2022-Q3"]),
        ("Q1, Q2 and Q3 2023", ["2023-Q1", "2023-Q2", "2023-Q3"]),
        ("the first and second quarters of 2023", ["2023-Q1", "2023-Q2"]),
        ("from November to February 2021", ["2020-11", "2021-02"]),
        ("from November 2020 to February", ["2020-11", "2021-02"]),
        ("on April 24 and 25, 2024", ["2024-04-24", "2024-04-25"]),
    ],
)
def test_joined_dates_share_their_year(text: str, values: list[str]) -> None:
    """A year said once holds for every date it is joined to; a range may cross into the next year (TK-03)."""
    assert [f.value for f in find_expressions(text, ANCHOR)][: len(values)] == values


def test_a_duration_that_ends_on_a_day_has_its_days() -> None:
    """Three months ended March 31 are the first quarter, a year ended June 30 begins on July 1 (TK-03)."""
    quarter = find_expressions("in the three months ended March 31, 2024", ANCHOR)[0]
    assert (quarter.value, quarter.interval) == ("P3M", Interval.parse("2024-Q1"))
    year = find_expressions("for the year ended June 30, 2023", ANCHOR)[0]
    assert (year.value, year.interval) == ("P1Y", Interval.parse("2022-Q3/2023-Q2"))


def test_the_opening_months_of_a_year() -> None:
    """The first nine months of a year last from January to September (TK-03)."""
    found = find_expressions("the first nine months of 2023", ANCHOR)
    assert [(f.text, f.value, str(f.interval)) for f in found] == [
        ("the first nine months", "P9M", "2023-01/2023-09"),
        ("2023", "2023", "2023"),
    ]


def test_a_set_within_a_year_has_its_days() -> None:
    """Each quarter of 2022 recurs quarterly within 2022 (TK-03)."""
    assert only("in each quarter of 2022") == ("each quarter of 2022", "P1Q", "2022")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Did revenue fall in 2024?", ["2024"]),
        ("prices rise and fall in 2024", ["2024"]),
        ("in the fall of 2023", ["the fall of 2023"]),
        ("shipped last fall", ["last fall"]),
        ("Fall 2024", ["Fall 2024"]),
    ],
)
def test_fall_is_a_season_where_no_verb_is_meant(text: str, found: list[str]) -> None:
    """TK-01: what falls in a year does not do so in its autumn."""
    assert [f.text for f in find_expressions(text)] == found
