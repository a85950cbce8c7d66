"""Expressions that mean nothing without the day they are said on, or what was spoken of before."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.temporal.expressions import find_expressions

FRIDAY = dt.date(2024, 5, 17)


def values(text: str, anchor: dt.date | None = FRIDAY) -> list[str]:
    return [f.value for f in find_expressions(text, anchor)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("today", "2024-05-17"),
        ("tomorrow", "2024-05-18"),
        ("the day before yesterday", "2024-05-15"),
        ("this week", "2024-W20"),
        ("last week", "2024-W19"),
        ("last year", "2023"),
        ("next fiscal year", "2025"),
        ("the current quarter", "2024-Q2"),
        ("next quarter", "2024-Q3"),
        ("last October", "2023-10"),
        ("last Oct. 23", "2023-10-23"),
        ("next March", "2025-03"),
        ("this summer", "2024-SU"),
        ("three days ago", "2024-05-14"),
        ("six weeks ago", "2024-W14"),
        ("five months ago", "2023-12"),
        ("three weeks ago today", "2024-04-26"),
        ("a fortnight ago today", "2024-05-03"),
        ("a year ago", "2023"),
        ("two decades ago", "2004"),
        ("10 years from now", "2034"),
        ("last night", "2024-05-16TNI"),
        ("last year's third quarter", "2023-Q3"),
        ("the third quarter of last year", "2023-Q3"),
        ("the week of March 4", "2024-W10"),
        ("last Friday", "2024-05-10"),
        ("next Friday", "2024-05-24"),
        ("several years ago", "PAST_REF"),
        ("two or three weeks ago", "PAST_REF"),
        ("during the summer", "2024-SU"),
    ],
)
def test_relative_to_the_anchor(text: str, value: str) -> None:
    """Relative expressions are counted from the anchor in their own unit (TK-03)."""
    assert values(text) == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The board met Wednesday.", "2024-05-15"),
        ("The board will meet Wednesday.", "2024-05-22"),
        ("The wall was handed over by the agency on Wednesday.", "2024-05-15"),
        ("The wall is to be handed over by Wednesday.", "2024-05-22"),
        ("It said Friday that profits would rise.", "2024-05-17"),
        ("The hearing is scheduled for Monday.", "2024-05-20"),
        ("In November it opened a plant.", "2023-11"),
        ("On Monday, when it set aside its plans for growth, shares fell.", "2024-05-13"),
        ("It agreed to sell the unit in November.", "2024-11"),
        ("It will open a plant in November.", "2024-11"),
        ("The dividend is payable Jan. 3.", "2025-01-03"),
        ("Revenue fell in the fourth quarter.", "2023-Q4"),
        ("We expect growth in the fourth quarter.", "2024-Q4"),
    ],
)
def test_verbs_tell_before_or_after(text: str, value: str) -> None:
    """An unfinished date lies where the verbs of its sentence look, else where it is nearest (TK-03)."""
    assert values(text) == [value]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("What is the last day to apply?", []),
        ("Her last day at work was hectic.", []),
        ("The last week of the course is hard.", []),
        ("It rained over the last day.", ["2024-05-16"]),
        ("Prices rose last month to 5 crowns.", ["2024-04"]),
    ],
)
def test_the_last_of_a_series_is_not_the_one_just_over(text: str, read: list[str]) -> None:
    """Yesterday is not called "the last day", and "the last week of the course" is none of the calendar (TK-03)."""
    assert values(text) == read


def test_without_a_verb_a_month_is_past() -> None:
    """News tells what happened: a month that no verb dates is the past one, if it is not far nearer ahead (TK-03)."""
    assert values("In January, a bombing in Birmingham.", dt.date(1998, 10, 25)) == ["1998-01"]
    assert values("The meeting in November.", dt.date(1998, 10, 25)) == ["1998-11"]


def test_last_years_quarter_follows_the_quarter_spoken_of() -> None:
    """Both "a year ago" and "the year-ago quarter" mean the quarter of the year before, again and again (TK-03)."""
    text = "Net rose in the third quarter of 2023 from $2 million a year ago. Sales in the year-ago quarter fell."
    assert values(text) == ["2023-Q3", "2022-Q3", "2022-Q3"]


def test_a_quarter_that_explains_another_is_of_its_year() -> None:
    """An apposition names the quarter of the year before, and the day on which that ended (TK-03)."""
    text = "In the year-ago quarter, the second quarter ended April 30, sales fell. Results for that quarter were low."
    assert values(text) == ["2023-Q2", "2023-Q2", "2023-04-30", "2023-Q2"]


def test_after_the_nine_months_a_year_earlier_is_a_year() -> None:
    """Behind the months of the year so far "a year earlier" is no quarter (TK-03)."""
    text = "Net rose in the third quarter. In the nine months it earned $3 million, against $2 million a year earlier."
    assert values(text, dt.date(1989, 10, 26)) == ["1989-Q3", "P9M", "1988"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It rose in the first quarter of 2024, against the 2023 period.", "2023-Q1"),
        ("It rose in the first quarter of 2024 from the like period last year.", "2023-Q1"),
        ("Net for the March quarter", "2024-Q1"),
    ],
)
def test_quarters_named_by_another_period(text: str, value: str) -> None:
    """A year's "period" is the quarter spoken of, a month's quarter the one that it ends (TK-03)."""
    assert values(text)[-1] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The day before last Tuesday's hearing he left.", "2024-05-13"),
        ("the day after Christmas 2023", "2023-12-26"),
        ("It struck on May 5, 2021. The next day it was gone.", "2021-05-06"),
        ("It struck on May 5, 2021. The day before, all was well.", "2021-05-04"),
        ("It struck at 10:35 a.m. (0735 GMT) Wednesday.", "2024-05-15"),
    ],
)
def test_days_beside_days(text: str, value: str) -> None:
    """A day may be told from another that stands beside it, or before it in the story (TK-03)."""
    assert values(text)[-1] == value


def test_a_time_takes_the_day_behind_its_zone() -> None:
    """A time of day has the day that follows, with the time of another zone between them (TK-03)."""
    assert values("It struck at 10:35 a.m. (0735 GMT) Wednesday.")[0] == "2024-05-15T10:35"


def test_a_year_said_far_before_does_not_date_a_day() -> None:
    """The year of a subordinate clause is not that of a date at the sentence's end (TK-03)."""
    text = (
        "Under a program that was approved by the board in 2021 and that did not specify any amount of shares to be "
        "bought by it, the company purchased 481,000 shares through April 29."
    )
    assert values(text) == ["2021", "2024-04-29"]


def test_the_same_quarter_of_the_previous_year() -> None:
    """The phrase "the same quarter of the previous year" steps back from the quarter named before (TK-03)."""
    assert values("in Q3 2023 against the same quarter of the previous year") == ["2023-Q3", "2022-Q3"]
    assert values("in Q3 2023 and in the same quarter last year") == ["2023-Q3", "2022-Q3"]


def test_since_then_is_what_was_named_last() -> None:
    """The phrase "then" takes the date before it, and is nothing where there is none (TK-03)."""
    assert values("The list began in 1950. Since then it has grown.") == ["1950", "1950"]
    assert values("Since then it has grown.") == []


def test_earlier_counts_from_the_date_before() -> None:
    """The phrase "three months earlier" counts from the date named before, else from the anchor (TK-03)."""
    assert values("It fell in May 2021; three months earlier it rose.") == ["2021-05", "2021-02"]
    assert values("Three months earlier it rose.") == ["2024-02"]


def test_the_quarter_of_a_report_is_the_one_that_ended() -> None:
    """The phrase "the quarter" in a report means the last one to end, also on its own last day (TK-03)."""
    assert values("Sales rose in the quarter.", dt.date(1989, 11, 2)) == ["1989-Q3"]
    assert values("Sales rose in the quarter.", dt.date(2024, 3, 31)) == ["2024-Q1"]


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("the last three years", "2021-05-18/2024-05-17"),
        ("the past two weeks", "2024-05-04/2024-05-17"),
        ("the next ten days", "2024-05-18/2024-05-27"),
        ("the last two quarters", "2023-Q4/2024-Q1"),
    ],
)
def test_spans_beside_the_anchor(text: str, interval: str) -> None:
    """A span of "the last N" ends with the anchor, "the next N" begins after it (TK-03)."""
    (found,) = find_expressions(text, FRIDAY)
    assert str(found.interval) == interval


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Friday", "XXXX-WXX-5"),
        ("in March", "XXXX-03"),
        ("the third quarter", "XXXX-Q3"),
        ("yesterday", "XXXX-XX-XX"),
        ("last year", "XXXX"),
    ],
)
def test_without_an_anchor_the_unknown_is_marked(text: str, value: str) -> None:
    """Without an anchor the value says what is known and X for the rest, and no days are claimed (TK-03)."""
    (found,) = find_expressions(text, None)
    assert (found.value, found.interval) == (value, None)


def test_names_are_no_dates() -> None:
    """Words that are also names or verbs count only where they are dates (TK-03)."""
    assert values("Jan Kavan of Sun Microsystems may march; USA Today said so. May I?") == []


def test_a_story_without_a_date_goes_on_from_what_it_told() -> None:
    """TK-03: without an anchor "two years later", a bare month and a bare day count from the time told last."""
    text = (
        "In 2006 she left the town of Ashby. " + "Nothing else happened there. " * 8 + "Two years later she came back."
    )
    assert values(text, None) == ["2006", "2008"]
    assert values("He left in September 1998. In March he returned. On 5 June he died.", None) == [
        "1998-09",
        "1999-03",
        "1999-06-05",
    ]


def test_old_years_before_a_name_that_ends_in_s() -> None:
    """TK-03: "in 1671 Thomas" is a year, "in 1671 ships" a number."""
    assert values("In 1671 Thomas came. The treaty of 1684 held. In 1671 ships sailed.", None) == ["1671", "1684"]


@pytest.mark.parametrize(
    ("text", "day", "read"),
    [
        ("last summer", "2022-06-10", "2021-06/2021-08"),
        ("last summer", "2022-09-15", "2022-06/2022-08"),
        ("last winter", "2022-02-10", "2020-12/2021-02"),
        ("last spring", "2022-04-15", "2021-03/2021-05"),
        ("this summer", "2022-06-10", "2022-06/2022-08"),
    ],
)
def test_the_last_season_is_one_that_is_over(text: str, day: str, read: str) -> None:
    """TK-03: in June "last summer" is that of the year before."""
    found = find_expressions(f"We moved {text}.", dt.date.fromisoformat(day))
    assert [str(e.interval) for e in found] == [read]
