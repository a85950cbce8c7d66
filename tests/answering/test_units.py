"""Which amounts can be compared, and how a computed one is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.answering.context.units import are_alike, comparable, difference, magnitude, same_unit, written
from timeweave.records import Quantity

UNITS = ("USD", "CNY", "EUR", "USD/share", "%", "bp", "pp", "x", "count", "tons")
quantities = st.builds(Quantity, st.floats(-1e13, 1e13, allow_nan=False), st.sampled_from(UNITS), st.just(""))


def q(value, unit):
    return Quantity(value, unit, "")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (2.8e9, "USD", "$2.8 billion"),
        (-9e8, "USD", "-$900 million"),
        (3.02, "USD/share", "$3.02 per share"),
        (180.0, "bp", "180 basis points"),
        (1.5, "pp", "1.5 percentage points"),
        (7.9e9, "CNY", "7.9 billion CNY"),
        (1240, "count", "1,240"),
        (5.1, "x", "5.1 times"),
    ],
)
def test_amounts_are_written_with_scale_and_unit(value, unit, text):
    """Millions and billions are words, the sign stands before the currency."""
    assert written(value, unit) == text


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (q(2e9, "USD"), q(7e9, "CNY"), True),
        (q(1.05e9, "count"), q(4e8, "USD"), True),
        (q(28, "%"), q(4e8, "USD"), False),
        (q(3, "USD/share"), q(4e8, "USD"), False),
        (q(28, "%"), q(150, "bp"), False),
        (q(12, "count"), q(4e8, "USD"), False),
        (q(12, "tons"), q(12, "feet"), False),
    ],
)
def test_only_alike_amounts_are_compared(one, other, alike):
    """A big bare number may be a sum of money; a percentage, an amount per share or a step never is."""
    assert are_alike(one, other) is alike


def test_differences_keep_their_unit():
    """Sums differ by a sum and a share, rates by percentage points or, below one, by basis points."""
    assert difference(q(2.8e9, "USD"), q(3.1e9, "USD"), "USD") == ("+$300 million", "+10.7%")
    assert difference(q(33.0, "%"), q(31.5, "%"), "%") == ("-1.5 percentage points", "")
    assert difference(q(14.2, "%"), q(14.5, "%"), "%") == ("+30 basis points", "")
    assert difference(q(-5e7, "USD"), q(1e7, "USD"), "USD") == ("+$60 million", "")


def test_a_sum_without_its_currency_has_that_of_the_other():
    """Only sums of one currency are subtracted."""
    assert same_unit([q(1.05e9, "count"), q(4e8, "USD")]) == "USD"
    assert same_unit([q(1e9, "CNY"), q(4e8, "USD")]) is None


def test_currencies_are_ranked_by_what_they_are_worth():
    """RMB 7.9 billion are more than $246 million, and RMB 1 billion less than $300 million."""
    assert magnitude(q(7.9e9, "CNY")) > magnitude(q(246e6, "USD"))
    assert magnitude(q(1e9, "CNY")) < magnitude(q(300e6, "USD"))


@given(st.lists(quantities, max_size=8))
def test_what_is_kept_can_be_compared_pairwise_with_the_lead(found):
    """One verdict each, and at least one is kept where there is any."""
    kept = comparable(found)
    assert len(kept) == len(found)
    assert any(kept) == bool(found)


@given(quantities, quantities)
def test_likeness_is_mutual(one, other):
    """Which of two amounts comes first makes no difference."""
    assert are_alike(one, other) == are_alike(other, one)


@given(st.floats(-1e15, 1e15, allow_nan=False), st.sampled_from(UNITS))
def test_a_written_amount_carries_its_sign(value, unit):
    """Any amount can be written; a minus stands before it exactly where it is negative."""
    assert written(value, unit).startswith("-") == (value < 0)
