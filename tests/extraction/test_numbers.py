"""Amounts in text: what is one, what it is worth, and what only looks like one (TG-03)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.extraction.amounts.numbers import find_amounts, may_hold_amounts
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.interval import Interval


def read(text, expressions=()):
    return [(a.value, a.unit) for a in find_amounts(text, expressions)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$2.8 billion", 2.8e9, "USD"),
        ("5-1/2 percent", 5.5, "%"),
        ("1 1/4 percent", 1.25, "%"),
        ("1/2 percentage point", 0.5, "pp"),
        ("2½ miles", 2.5, "miles"),
        ("RMB 6.2 billion", 6.2e9, "CNY"),
        ("€3bn", 3e9, "EUR"),
        ("€1.2\u202fbillion", 1.2e9, "EUR"),  # a narrow space that does not break
        ("1.2\u00a0million people", 1.2e6, ""),
        ("5\u202fMW", 5, "mw"),
        ("£40k", 40_000, "GBP"),
        ("¥1,500", 1500, "JPY"),
        ("Rs 500 crore", 5e9, "INR"),
        ("three lakh rupees", 3e5, "INR"),
        ("1.2 million pesos", 1.2e6, "MXN"),
        ("15 cents per share", 0.15, "USD/share"),
        ("$0.90 on a per share basis", 0.9, "USD/share"),
        ("$3.16 per diluted share", 3.16, "USD/share"),
        ("$5.70 per the filing", 5.7, "USD"),
        ("$5.50 per barrel", 5.5, "USD/barrel"),
        ("9.8 percent", 9.8, "%"),
        ("36 %", 36, "%"),
        ("180 basis points", 180, "bp"),
        ("a 72-bps expansion", 72, "bp"),
        ("5.6 percentage points", 5.6, "pp"),
        ("2.3x", 2.3, "x"),
        ("five times", 5, "x"),
        ("310,000 customers", 310_000, ""),
        ("five million people", 5e6, ""),
        ("two hundred fifty thousand", 250_000, ""),
        ("half a million", 5e5, ""),
        ("30.5 million square feet", 30.5e6, "square feet"),
        ("negative 4.8%", -4.8, "%"),
        ("-0.3%", -0.3, "%"),
        ("($12 million)", -12e6, "USD"),
    ],
)
def test_value_and_unit(text, value, unit):
    """An amount is worth its value in the base unit, with its sign and what it is counted per (TG-03)."""
    assert read(text) == [(pytest.approx(value), unit)]


@pytest.mark.parametrize(
    "text",
    [
        "Q3",
        "Form 10-K",
        "on March 5",
        "the 3rd of the series",
        "in 2010",
        "COVID-19",
        "a Boeing 737-800",
        "won 3-1",
        "at 10:30",
        "a 9-year-old girl",
        "for 12 years",
        "1. First things first",
        "Super Bowl 57",
        "call 555-1234",
        "nine in 10 practices",
        "per 100,000 births",
        "age 23",
        "Round 2 of the talks",
        "90 mm guns",
    ],
)
def test_what_only_looks_like_an_amount(text):
    """Dates, periods, names, scores, ordinals, list marks and rates' bases are not amounts (TG-03)."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("between $2.5 and $2.7 billion", 2.5e9, 2.7e9, "USD"),
        ("$740 million to $760 million", 740e6, 760e6, "USD"),
        ("1.5 to 3%", 1.5, 3, "%"),
        ("5-7% growth", 5, 7, "%"),
        ("a range from $3.70 to $3.82", 3.70, 3.82, "USD"),
    ],
)
def test_ranges_have_two_bounds(text, low, high, unit):
    """A range is one amount with both bounds at the scale and unit of the second."""
    (amount,) = find_amounts(text)
    assert (amount.value, amount.high, amount.unit) == (pytest.approx(low), pytest.approx(high), unit)


def test_two_ends_of_a_movement_are_not_a_range():
    """Moving from A to B, or by A to B, is two amounts."""
    assert read("grew from $0.22 to $1.49") == [(0.22, "USD"), (1.49, "USD")]
    assert read("rose $3 to $15") == [(3, "USD"), (15, "USD")]


def test_a_second_currency_in_parentheses_is_not_negative():
    """Parentheses negate an accounting figure, not the conversion of the one before."""
    assert read("RMB 1.1 billion ($175 million)") == [(1.1e9, "CNY"), (175e6, "USD")]


def test_numbers_inside_times_are_times():
    """A bare number inside a time expression is no amount; money there is."""
    inside = TimeExpression(4, 12, "48 weeks", TimexType.DURATION, "P48W", None)
    assert read("the 48 weeks", [inside]) == []
    year = TimeExpression(0, 5, "2,010", TimexType.DATE, "2010", Interval.year(2010))
    assert read("2,010 and $5", [year]) == [(5, "USD")]


@pytest.mark.parametrize(
    ("text", "approx"),
    [("nearly $1.3 billion", "under"), ("approximately 488 million", "about"), ("more than 300", "over"), ("$5", "")],
)
def test_hedges_are_kept(text, approx):
    """What the text hedges is marked as about, over or under."""
    assert find_amounts(text)[0].approx == approx


@given(st.text(max_size=200))
def test_no_text_raises(text):
    """Any text is read without an exception, and amounts are slices of it in order."""
    amounts = find_amounts(text)
    assert all(text[a.start : a.end].endswith(a.text[-1:]) for a in amounts)
    assert all(a.end <= b.start for a, b in pairwise(amounts))


@given(st.integers(1, 999), st.sampled_from(["million", "billion", "trillion"]))
def test_scaled_dollars_round_trip(number, scale):
    """What is written as dollars with a scale is read back as that many dollars."""
    factor = {"million": 1e6, "billion": 1e9, "trillion": 1e12}[scale]
    assert read(f"It cost ${number} {scale}.") == [(number * factor, "USD")]


def test_cheap_check_never_hides_an_amount():
    """A sentence that the cheap check skips has no amounts."""
    assert not may_hold_amounts("Revenue grew strongly across all regions.")
    assert may_hold_amounts("Twelve people were hurt.")


def test_a_range_between_bounds_in_either_order() -> None:
    """Guidance such as "down between 19% to 17%" is one range."""
    (amount,) = find_amounts("revenue to be down between 19% to 17%")
    assert (amount.value, amount.high) == (17.0, 19.0)
