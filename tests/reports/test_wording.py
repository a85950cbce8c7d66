"""Half sentences that analysts read."""

from __future__ import annotations

import dataclasses

import pytest

from timeweave.records import EntityId, Fact, FactId, Quantity
from timeweave.reports.wording import amount, at_period, listed, movement, outcome, period_in_words, sentence
from timeweave.temporal.interval import Interval


def fact(value: float, text: str, relation: str = "revenue", **qualifiers: str) -> Fact:
    marks = tuple(sorted(qualifiers.items()))
    interval = Interval.parse("2023-Q1")
    quantity = Quantity(value, "USD", text)
    return Fact(FactId("f"), EntityId("acme"), relation, text, False, interval, "", quantity, marks)


@pytest.mark.parametrize(
    ("period", "within", "words"),
    [
        ("2024", None, "2024"),
        ("2024-Q1", None, "Q1 2024"),
        ("2024-03", None, "March 2024"),
        ("2024-03-05", None, "5 March 2024"),
        ("2024-Q1", "2024", "Q1"),
        ("2024-03-05", "2024-Q1", "5 March"),
        ("2023-Q4", "2024", "Q4 2023"),
        ("2023-Q3/2024-Q1", None, "Q3 2023 to Q1 2024"),
        ("2024-02/..", None, "from February 2024 on"),
        ("../2021", None, "until 2021"),
    ],
)
def test_periods_as_people_say_them(period: str, within: str | None, words: str) -> None:
    """TK-02: no normal forms in sentences."""
    assert period_in_words(Interval.parse(period), Interval.parse(within) if within else None) == words


def test_days_are_on_and_longer_periods_in() -> None:
    """TG-06: the preposition follows the kind of period."""
    assert at_period(Interval.parse("2024-03-05"), Interval.parse("2024")) == "on 5 March"
    assert at_period(Interval.parse("2024-Q1")) == "in Q1 2024"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (fact(8e7, "$80 million"), "$80 million"),
        (fact(8e7, "$80 million", approx="about"), "about $80 million"),
        (fact(-8e7, "$80 million"), "−$80 million"),
        (fact(-8e7, "negative $80 million"), "negative $80 million"),
        (fact(1.03, "$1.03 per diluted share", "earnings per share"), "$1.03"),
    ],
)
def test_amounts_keep_sign_and_exactness(value: Fact, words: str) -> None:
    """TG-06: a loss is not told as a profit, an estimate not as a figure."""
    assert amount(value) == words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (fact(6, "6%", change="year-over-year"), "up 6% year over year"),
        (fact(-6, "-6%", change="sequential"), "down 6% on the period before"),
        (fact(6, "6%", approx="over", change="since 2019"), "up over 6% since 2019"),
        (fact(6, "6%", change="since 2022-Q1"), "up 6% since Q1 2022"),
    ],
)
def test_changes_have_a_direction(change: Fact, words: str) -> None:
    """TG-06: the sign of a change is said in words."""
    assert movement(change) == words


def test_a_measure_with_its_value_and_its_change() -> None:
    """TG-06: both in one clause, guidance as what is expected, and one number read twice told once."""
    value, change = fact(8e7, "$80 million"), fact(6, "6%", change="year-over-year")
    assert outcome("revenue", value, change) == "revenue of $80 million, up 6% year over year"
    assert outcome("revenue", None, change) == "revenue up 6% year over year"
    assert outcome("revenue", fact(8e7, "$80 million", modality="guidance"), None) == "revenue expected at $80 million"
    assert outcome("revenue", value, fact(8e7, "$80 million")) == "revenue of $80 million"
    people = dataclasses.replace(value, quantity=Quantity(412, "count", "412"))
    assert outcome("people employed", people, None) == "412 people employed"


def test_lists_and_sentences() -> None:
    """TG-06: commas, "and", one capital, one full stop."""
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [sentence("so it is"), sentence("Acme Inc."), sentence("“It is.”")] == ["So it is.", "Acme Inc.", "“It is.”"]
