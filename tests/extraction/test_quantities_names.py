"""The normal names of measures: the same measure has the same name, in documents and questions (TG-03)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.extraction.amounts.measures import normal_measure


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("Our total revenues", "revenue"),
        ("diluted EPS", "earnings per share"),
        ("Diluted earnings per share", "earnings per share"),
        ("capex", "capital expenditures"),
        ("the second-quarter gross margins", "gross margin"),
        ("Q2 organic revenue", "organic revenue"),
        ("fiscal 2024 net sales", "net sales"),
        ("cash flow from operations", "operating cash flow"),
        ("Same-store sales", "comparable sales"),
        ("net income attributable to ordinary shareholders", "net income"),
        ("net loss", "net income"),
        ("it", ""),
        ("the quarter", ""),
    ],
)
def test_names(phrase, name):
    """Spellings and abbreviations fold into one name; articles, periods and empty nouns fall away."""
    assert normal_measure(phrase).name == name


def test_measures_that_can_differ_stay_apart():
    """Sales, net sales and revenue are three names, for a company may report all of them."""
    assert len({normal_measure(p).name for p in ("sales", "net sales", "revenue")}) == 3


def test_what_a_phrase_says_beside_the_name():
    """Basis, change and loss are told apart from the name."""
    adjusted = normal_measure("Adjusted operating margin")
    assert (adjusted.name, adjusted.basis) == ("operating margin", "non-gaap")
    assert normal_measure("GAAP operating margin").basis == "gaap"
    growth = normal_measure("revenue growth")
    assert (growth.name, growth.change) == ("revenue", 1)
    decline = normal_measure("a decline in net sales")
    assert (decline.name, decline.change) == ("net sales", -1)
    assert normal_measure("net loss").negative
    assert normal_measure("AFFO per share guidance range").guidance


@given(st.text(max_size=80))
def test_a_name_is_its_own_normal_form(text):
    """Any phrase has a name or none, and no phrase raises."""
    assert isinstance(normal_measure(text).name, str)
