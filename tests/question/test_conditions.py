"""What a question demands of the figures that it counts, picks or asserts."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.question.conditions import (
    IN_A_ROW,
    Comparison,
    Condition,
    Place,
    Ranking,
    find_condition,
    find_place,
)
from timeweave.records import Span
from timeweave.temporal.expressions import find_expressions


@pytest.mark.parametrize(
    ("question", "comparison", "value", "unit", "words"),
    [
        ("In how many quarters did revenue exceed $2 billion?", Comparison.ABOVE, 2e9, "USD", "exceed $2 billion"),
        ("Which quarters had a margin above 10 %?", Comparison.ABOVE, 10.0, "%", "above 10 %"),
        ("Which companies earned more than $1.20 per share?", Comparison.ABOVE, 1.2, "USD/share", None),
        ("Which companies employed no fewer than 100 people?", Comparison.AT_LEAST, 100.0, "", None),
        ("Was the margin at least 40%?", Comparison.AT_LEAST, 40.0, "%", "at least 40%"),
        ("In which quarters was the margin 40% or more?", Comparison.AT_LEAST, 40.0, "%", "40% or more"),
        ("In which quarters did it change by less than 200 basis points?", Comparison.BELOW, 200.0, "bp", None),
        ("Was revenue no more than RMB 5 billion?", Comparison.AT_MOST, 5e9, "CNY", "no more than RMB 5 billion"),
    ],
)
def test_bounds(question, comparison, value, unit, words):
    """A bound is read in base units, with the words that make it one."""
    found = find_condition(question)
    assert (found.comparison, found.value, found.unit) == (comparison, value, unit)
    assert words is None or question[found.span.start : found.span.end] == words


def test_between_has_both_bounds():
    """Both ends of a range are in it, in the same unit."""
    found = find_condition("Was revenue between $2 billion and $3 billion?")
    assert found == Condition(Comparison.BETWEEN, Span(12, 45), 2e9, "USD", 3e9)
    assert [found.holds(v) for v in (1.9e9, 2e9, 3e9, 3.1e9)] == [False, True, True, False]


@pytest.mark.parametrize(
    "question",
    [
        "What was revenue in 2023?",
        "What was revenue over the past three years?",
        "Which measures fell in more than two quarters?",
        "How much did revenue grow after 2021?",
    ],
)
def test_no_bound(question):
    """Times, counts of periods and plain questions bound no figure."""
    assert find_condition(question, find_expressions(question, dt.date(2024, 1, 1))) is None


def test_moves_compare_with_the_period_before():
    """Periods that are counted or picked by a fall are compared with the one before; without one nothing is said."""
    found = find_condition("In how many quarters did the gross margin fall?")
    assert found.comparison is Comparison.FELL
    assert found.holds(1.0, previous=2.0)
    assert not found.holds(2.0, previous=1.0)
    assert not found.holds(2.0)
    assert find_condition("In which quarter did revenue fall the most?") is None


@pytest.mark.parametrize(
    ("comparison", "held"),
    [
        (Comparison.ABOVE, [False, False, True]),
        (Comparison.AT_LEAST, [False, True, True]),
        (Comparison.BELOW, [True, False, False]),
        (Comparison.AT_MOST, [True, True, False]),
        (Comparison.EQUAL, [False, True, False]),
    ],
)
def test_holds(comparison, held):
    """A bound itself meets those that take it in."""
    assert [Condition(comparison, Span(0, 0), 10.0).holds(v) for v in (9.0, 10.0, 11.0)] == held


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Which company had the second highest revenue?", Place(2, Ranking.HIGHEST)),
        ("What was the third-lowest margin?", Place(3, Ranking.LOWEST)),
        ("What were the three highest revenues?", Place(3, Ranking.HIGHEST, several=True)),
        ("Which were the top 5 companies?", Place(5, Ranking.HIGHEST, several=True)),
        ("Who was the second president of Acme?", Place(2, Ranking.FIRST)),
        ("Who was the second to last chief executive?", Place(2, Ranking.LAST)),
        ("What was the highest revenue in the second quarter of 2023?", None),
        ("What was revenue in the third quarter of 2023?", None),
        ("What was revenue in the top 1 market?", None),
    ],
)
def test_places(question, place):
    """The n-th is told by a number before a superlative or an office; the second quarter is a time."""
    assert find_place(question) == place


def test_in_a_row():
    """Only unbroken runs count where the question says so."""
    assert IN_A_ROW.search("How many quarters in a row did revenue rise?")
    assert not IN_A_ROW.search("How many quarters did revenue rise?")


@given(st.text())
def test_any_text_is_read(text):
    """No text raises."""
    find_condition(text)
    find_place(text)
