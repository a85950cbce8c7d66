"""The time that a statement speaks of (TK-04)."""

import datetime as dt

import pytest

from timeweave.extraction.times.timing import expression_anchor, looks_ahead, shifted, statement_interval
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.interval import Interval

Q2 = Interval.quarter(2022, 2)


def when(sentence, period=Q2, date=None):
    expressions = find_expressions(sentence, expression_anchor(period, date))
    found = statement_interval(sentence, expressions, period=period, date=date)
    return None if found is None else str(found)


def test_relative_terms_of_a_report_count_from_its_period():
    """A report's anchor is the last day of what it reports on; a document without a period has its date (TK-04)."""
    published = dt.date(2022, 8, 3)
    assert expression_anchor(Q2, published) == dt.date(2022, 6, 30)
    assert expression_anchor(None, published) == published
    assert expression_anchor(Interval.parse("2022/.."), published) == published
    assert expression_anchor(None, None) is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Revenue grew strongly.", "2022-Q2"),
        ("In the quarter, revenue was $5 million.", "2022-Q2"),
        ("Revenue for full year 2021 was $5 million.", "2021"),
        ("Revenue was $5 million, compared to $4 million in the third quarter of 2021.", "2022-Q2"),
        ("Revenue was $5 million versus $4 million in the same quarter last year.", "2022-Q2"),
        ("EMEA revenues declined 10% over last year's first quarter to $67 million.", "2022-Q2"),
        ("Compared to the second quarter of 2019, earnings from operations increased 81%.", "2022-Q2"),
        ("Revenue was above the guidance provided in January 2022.", "2022-Q2"),
        ("Free cash flow was $5 million in 2020 and $6 million in 2021.", "2020/2021"),
    ],
)
def test_own_times_decide_and_comparisons_do_not(sentence, expected):
    """A statement's own expressions are its time, except those in a comparison; else its period is (TK-04)."""
    assert when(sentence) == expected


def test_far_times_are_not_joined():
    """Times more than a year apart do not make one long interval: the first in the main clause is kept."""
    sentence = "He was born in May 1950 and was elected in 2003."
    assert when(sentence, None, dt.date(2020, 1, 1)) == "1950-05"


def test_without_a_period_the_day_of_publication_counts():
    """A statement of a news item without expressions holds on its day; without any date at all, at no known time."""
    assert when("The mayor resigned.", None, dt.date(2023, 2, 3)) == "2023-02-03"
    assert when("The mayor resigned.", None, None) is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We expect revenue to be in the range of $4.25 billion to $4.45 billion.", "2022-Q2/2022-Q3"),
        ("We expect revenue of $5 million in fiscal 2023.", "2023"),
        ("Our full-year guidance is $5 million.", "2022"),
        ("Results were in line with what we expected.", "2022-Q2"),
    ],
)
def test_statements_that_look_ahead(sentence, expected):
    """Guidance without a time covers the period and the unit after it; guidance with a time has that time (TK-04)."""
    assert when(sentence) == expected


def test_a_quarter_without_a_year_ahead_is_the_next_one():
    """In guidance a quarter without a year that was read as past is moved into the year ahead."""
    sentence = "Operating costs are projected to be $4.95 in the second quarter."
    past = TimeExpression(44, 62, "the second quarter", TimexType.DATE, "2023-Q2", Interval.quarter(2023, 2))
    found = statement_interval(sentence, [past], period=Interval.quarter(2024, 1), date=None)
    assert found == Interval.quarter(2024, 2)


def test_vague_expressions_do_not_decide():
    """Present-time words and bare durations say nothing about when."""
    assert when("We currently have 5 stores and plan for five years.") == "2022-Q2"


def test_shifting_keeps_units_whole():
    """A unit moves to a unit; what would fall between units, or has an open end, does not move."""
    assert shifted(Q2, -12) == Interval.quarter(2021, 2)
    assert shifted(Interval.quarter(2022, 1), -3) == Interval.quarter(2021, 4)
    assert shifted(Interval.day(dt.date(2024, 2, 29)), -12) == Interval.day(dt.date(2023, 2, 28))
    assert shifted(Interval.year(2022), -3) is None
    assert shifted(Interval.parse("2022/.."), -12) is None
    assert shifted(Interval.year(1), -12) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "It was $267 million or $0.92 a share, up $76 million and $0.26, respectively, from the first quarter of 2021.",
        "Our effective tax rate was 27.3%, on par with the first quarter of 2021.",
    ],
)
def test_what_a_figure_is_compared_with(sentence: str) -> None:
    """TK-03: a time to compare with is not when the figure was."""
    expressions = find_expressions(sentence, dt.date(2022, 3, 31))
    assert str(statement_interval(sentence, expressions, period=Interval.quarter(2022, 1), date=None)) == "2022-Q1"


@pytest.mark.parametrize(
    "sentence",
    [
        "We EXPECT sales of $5 million.",
        "We anticipate growth.",
        "The company projects a loss.",
        "Analysts forecast a rise.",
        "We estimate costs of $3.",
        "It targets 5%.",
        "We plan to grow.",
        "They are guiding to $4.",
        "Our outlook is $2.",
        "Raising our range, we go on.",
        "It will be higher.",
        "It should be lower.",
        "Costs are going to increase.",
        "It is likely to rise.",
        "It is set to rise.",
        "Sales are slated to rise.",
        "We see sales to be in the range of $5.",
    ],
)
def test_every_word_that_looks_ahead_is_noticed(sentence: str):
    """TK-04: the cheap check before the patterns passes over none of what they find, in capitals or not."""
    assert looks_ahead(sentence) is not None
    assert looks_ahead(sentence.upper()) is not None
