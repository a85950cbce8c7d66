"""Quantities of a sentence: what is measured, how much, when, and what must not be confused with it (TG-03, TK-04)."""

import datetime as dt
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.extraction.amounts.quantities import find_measures
from timeweave.extraction.times.timing import expression_anchor, statement_interval
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

Q2 = Interval.quarter(2022, 2)
JUMBLE = re.split(" ", "revenue was $5 million up 10% from of to and , ; a year ago we expect 2,000 ( ) % $")
ASSUMED = {("kind", "value"), ("modality", "actual")}


def measures(sentence, period=Q2, date=None):
    expressions = find_expressions(sentence, expression_anchor(period, date))
    default = statement_interval(sentence, expressions, period=period, date=date)
    return find_measures(sentence, default=default, expressions=expressions, period=period)


def told(sentence, period=Q2, date=None):
    """Each measure as (relation, value, unit, valid), with the qualifiers that are not the usual ones, if any."""
    rows = []
    for m in measures(sentence, period, date):
        row = (m.relation, pytest.approx(m.quantity.value), m.quantity.unit, str(m.valid))
        rest = {k: v for k, v in m.qualifiers if (k, v) not in ASSUMED}
        rows.append((*row, rest) if rest else row)
    return rows


def test_a_value_and_its_two_changes_are_three_facts():
    """Down 10 % sequentially and 36 % year over year are two changes of the revenue, signed (TG-03)."""
    assert told("Revenue was $2.8 billion, down 10 % sequentially and 36 % year over year.") == [
        ("revenue", 2.8e9, "USD", "2022-Q2"),
        ("revenue", -10, "%", "2022-Q2", {"kind": "change", "change": "sequential"}),
        ("revenue", -36, "%", "2022-Q2", {"kind": "change", "change": "year-over-year"}),
    ]


@pytest.mark.parametrize(
    ("sentence", "value", "unit", "valid"),
    [
        ("Gross margin was 12.1%, compared to 9.8 % in the prior year.", 9.8, "%", "2021-Q2"),
        ("Gross margin was 12.1%, compared to 9.8% a year ago.", 9.8, "%", "2021-Q2"),
        ("Gross margin was 12.1%, versus 9.8% last quarter.", 9.8, "%", "2022-Q1"),
        ("Gross margin was 12.1%, up from 9.8% in Q2 of last year.", 9.8, "%", "2021-Q2"),
        ("Gross margin was 12.1% compared to 9.8% in the third quarter of 2020.", 9.8, "%", "2020-Q3"),
        ("Free cash flow was $52 million versus $82 million in the same quarter last year.", 82e6, "USD", "2021-Q2"),
        ("Free cash flow grew to $2 billion from $1.2 billion a year ago.", 1.2e9, "USD", "2021-Q2"),
        ("Net income was $9 million, or 3% of revenue, against $7 million in the prior year.", 7e6, "USD", "2021-Q2"),
    ],
)
def test_what_is_compared_with_holds_at_its_own_time(sentence, value, unit, valid):
    """A comparative is a fact of the earlier period, of the same measure (TK-04)."""
    facts = [(m.quantity.value, m.quantity.unit, str(m.valid)) for m in measures(sentence)]
    assert (pytest.approx(value), unit, valid) in facts
    assert len({m.relation for m in measures(sentence) if m.quantity.unit == unit and "share" not in m.relation}) == 1


def test_two_earlier_periods_in_one_comparison():
    """Each comparative of a list takes the period that follows it."""
    assert told("Utilization was 77.5%, compared to 75.1% in Q2 of last year and 76.8% in Q1 2024.") == [
        ("utilization", 77.5, "%", "2022-Q2"),
        ("utilization", 75.1, "%", "2021-Q2"),
        ("utilization", 76.8, "%", "2024-Q1"),
    ]


def test_movement_from_one_value_to_another():
    """Rising from A to B is the earlier and the present value."""
    assert told("Adjusted operating margin rose from 9.4% in the prior year to 27.3%.") == [
        ("operating margin", 9.4, "%", "2021-Q2", {"basis": "non-gaap"}),
        ("operating margin", 27.3, "%", "2022-Q2", {"basis": "non-gaap"}),
    ]


def test_respectively_deals_values_to_measures():
    """As many values as measures, "respectively", are dealt out in order."""
    assert told("Net sales, operating income and EPS were $10 million, $2 million and $0.35, respectively.") == [
        ("net sales", 10e6, "USD", "2022-Q2"),
        ("operating income", 2e6, "USD", "2022-Q2"),
        ("earnings per share", 0.35, "USD/share", "2022-Q2"),
    ]
    assert told("GAAP and non-GAAP gross margin were 31% and 33%, respectively.") == [
        ("gross margin", 31, "%", "2022-Q2", {"basis": "gaap"}),
        ("gross margin", 33, "%", "2022-Q2", {"basis": "non-gaap"}),
    ]


def test_guidance_is_kept_apart_and_a_range_is_two_bounds():
    """Guidance has its own modality and period; both bounds carry the text of the range (TK-04)."""
    found = measures("We expect third quarter revenue between $2.5 and $2.7 billion.")
    assert [(m.relation, m.quantity.value, str(m.valid), dict(m.qualifiers)["bound"]) for m in found] == [
        ("revenue", 2.5e9, "2022-Q3", "low"),
        ("revenue", 2.7e9, "2022-Q3", "high"),
    ]
    assert all(("modality", "guidance") in m.qualifiers for m in found)
    assert {m.quantity.text for m in found} == {"$2.5 and $2.7 billion"}


def test_guidance_after_an_actual_does_not_turn_it():
    """An actual value before the turn to what is expected stays actual."""
    found = measures("Revenue was $4.3 billion, and we expect revenue of $4.5 billion in the third quarter.")
    assert [(m.quantity.value, dict(m.qualifiers)["modality"], str(m.valid)) for m in found] == [
        (4.3e9, "actual", "2022-Q2"),
        (4.5e9, "guidance", "2022-Q3"),
    ]


@pytest.mark.parametrize(
    ("sentence", "relation", "value"),
    [
        ("We had a loss of $0.35 per share.", "earnings per share", -0.35),
        ("We reported a net loss of $12 million.", "net income", -12e6),
        ("Free cash flow was a use of cash of $304 million.", "free cash flow", -304e6),
        ("Free cash flow was an outflow of $240 million.", "free cash flow", -240e6),
        ("Free cash flow was negative $11 million.", "free cash flow", -11e6),
        ("Comparable sales were flat at negative 0.3%.", "comparable sales", -0.3),
    ],
)
def test_losses_and_outflows_are_negative(sentence, relation, value):
    """What is lost or flows out is a negative value of the measure it is lost from."""
    (found,) = measures(sentence)
    assert (found.relation, found.quantity.value) == (relation, pytest.approx(value))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We generated $2.3 billion of free cash flow.", ("free cash flow", 2.3e9, "USD", "2022-Q2")),
        (
            "We ended the quarter with $5 million in cash and cash equivalents.",
            ("cash and cash equivalents", 5e6, "USD", "2022-Q2"),
        ),
        (
            "Net debt to adjusted EBITDA was 3.1 times.",
            ("net debt to ebitda", 3.1, "x", "2022-Q2", {"basis": "non-gaap"}),
        ),
        ("Our effective tax rate came in at 26.3%.", ("effective tax rate", 26.3, "%", "2022-Q2")),
        (
            "Operating cash flow, excluding working capital, was $2.7 billion.",
            ("operating cash flow", 2.7e9, "USD", "2022-Q2"),
        ),
        ("The company serves 310,000 customers.", ("customers", 310_000, "count", "2022-Q2")),
        ("Subscribers in North America were 5 million.", ("subscribers in north america", 5e6, "count", "2022-Q2")),
        ("Current RPO was $3.5 billion.", ("current rpo", 3.5e9, "USD", "2022-Q2")),
        ("We repurchased 3 million shares.", ("shares repurchased", 3e6, "count", "2022-Q2")),
        (
            "We returned $2 billion to shareholders in the form of share repurchases.",
            ("share repurchases", 2e9, "USD", "2022-Q2"),
        ),
        (
            "Margins expanded 110 basis points year over year.",
            ("margin", 110, "bp", "2022-Q2", {"kind": "change", "change": "year-over-year"}),
        ),
        ("We delivered 49% revenue growth.", ("revenue", 49, "%", "2022-Q2", {"kind": "change"})),
        (
            "Voters rejected a proposal to raise taxes to 60%.",
            ("taxes", 60, "%", "2022-Q2", {"modality": "guidance"}),
        ),
        ("Occupancy was nearly 88%.", ("occupancy", 88, "%", "2022-Q2", {"approx": "under"})),
        ("Operating costs were $5.50 per barrel.", ("operating costs", 5.5, "USD/barrel", "2022-Q2")),
    ],
)
def test_forms_of_stating_a_value(sentence, expected):
    """The measure is found before and after its amount, through verbs, "of", "in" and "at" (TG-03)."""
    assert told(sentence) == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The death toll rose to 41.", ("death toll", 41, "count", "2023-02-03")),
        ("The city had a population of 1.2 million in 2010.", ("population", 1.2e6, "count", "2010")),
        ("Twelve people were killed.", ("people killed", 12, "count", "2023-02-03")),
        ("Unemployment fell to 3.5% in January 2023.", ("unemployment", 3.5, "%", "2023-01")),
        (
            "The quake destroyed more than 5,600 buildings.",
            ("buildings destroyed", 5600, "count", "2023-02-03", {"approx": "over"}),
        ),
    ],
)
def test_quantities_of_news(sentence, expected):
    """The same rules read counts, tolls and populations in any text (TG-03)."""
    assert told(sentence, None, dt.date(2023, 2, 3)) == [expected]


@pytest.mark.parametrize(
    "sentence",
    [
        "Doors open at 6:30 p.m.",
        "Texas 45, Miami 37",
        "Please see our Form 10-K and slide 5 for Q3 details.",
        "John Smith, 57, won the race 3-1 on March 5, 2023.",
        "He dies at 81.",
        "It is the 3rd of its kind since 1987.",
        "He wore number 23 for two years.",
    ],
)
def test_numbers_that_measure_nothing(sentence):
    """Times, scores, ages, forms and ordinals are not quantities."""
    assert told(sentence, None, dt.date(2023, 3, 6)) == []


def test_spans_cover_measure_and_value():
    """The span of a measure holds its name and its amount as they stand in the sentence (TK-06)."""
    sentence = "Moving on, our GAAP gross margin for the quarter was 33.5%, up 10 basis points."
    value, change = measures(sentence)
    assert sentence[value.span.start : value.span.end] == "our GAAP gross margin for the quarter was 33.5%"
    assert sentence[change.span.start : change.span.end].endswith("up 10 basis points")


def test_whose_measure_and_which_segment():
    """A possessor is told apart from the measure, a segment that the sentence opens with is a qualifier."""
    (assets,) = measures("PGIM's assets under management were $1.4 trillion.")
    assert (assets.relation, assets.holder) == ("assets under management", "PGIM")
    (sales,) = measures("In North America, sales were $3 billion.")
    assert dict(sales.qualifiers)["segment"] == "north america"


@given(st.text(max_size=300))
@settings(max_examples=200)
def test_any_text_is_read(text):
    """No text raises; every span lies in the sentence and holds the amount's text."""
    for found in find_measures(text, default=None, expressions=[]):
        assert 0 <= found.span.start < found.span.end <= len(text)
        assert found.quantity.text in text


@given(
    st.lists(
        st.sampled_from(
            [
                "revenue",
                "was",
                "$5",
                "million",
                "up",
                "10%",
                "from",
                "of",
                "to",
                "and",
                ",",
                ";",
                "a",
                "year",
                "ago",
                "we",
                "expect",
                "2,000",
                "(",
                ")",
                "%",
                "$",
            ]
        ),
        max_size=40,
    )
)
def test_any_jumble_of_its_own_words_is_read(words):
    """No order of the words that the rules look for raises."""
    text = " ".join(words)
    assert all(m.quantity.text in text for m in find_measures(text, default=Q2, expressions=[]))


@pytest.mark.parametrize(
    "unit",
    [
        "revenue was $5 million up 10% from $4 million a year ago, ",
        "and the of in for to ",
        "compared to compared to versus ",
        "1 2 3 4 5 6 7 8 9 ",
        "1,1,1,1,1,1,1,",
        "one hundred and one thousand and ",
        "revenue, ",
        "((((($(((((",
        "we expect we expect ",
    ],
)
def test_cost_grows_with_length_only(unit):
    """Reading a text four times as long takes about four times as long: no pattern blows up."""

    def cost(repeats):
        text = unit * repeats + "5%"
        best = float("inf")
        for _ in range(3):
            start = time.thread_time()
            statement_interval(text, [], period=Q2, date=None)
            find_measures(text, default=Q2, expressions=[])
            best = min(best, time.thread_time() - start)
        return best

    base = 2_000 // len(unit)
    assert cost(4 * base) < 10 * cost(base) + 0.01


def test_what_is_expected_of_a_measure():
    """The measure is found between "expect" and "to be"; a proposal to do something is not a measure."""
    found = measures("We anticipate full-year revenue to be approximately $50 million.")
    assert [(m.relation, m.quantity.value, str(m.valid)) for m in found] == [("revenue", 50e6, "2022")]
    assert measures("They made a proposal to be paid at 60%.") == []


def test_each_value_takes_the_time_beside_it():
    """Values of several times in one sentence are facts of those times (TK-04)."""
    assert told("The company employed 5,000 people in 2020 and 6,200 in 2021.", None, dt.date(2023, 1, 1)) == [
        ("people employed", 5000, "count", "2020"),
        ("people employed", 6200, "count", "2021"),
    ]
