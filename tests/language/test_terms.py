"""Statements and questions meet in the same terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.language.terms import index_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Revenues and revenue", {"revenu": 2}),
        ("$2.8 billion, down 10 %", {"2.8": 1, "10": 1, "billion": 1, "down": 1}),
        ("1,234.5 and 1,234", {"1234": 1, "1234.5": 1}),
        ("the 10-K of COVID-19", {"10": 1, "10-k": 1, "19": 1, "covid": 1, "covid-19": 1, "k": 1}),
        ("year-over-year", {"over": 1, "year": 2}),
        ("Nestlé's U.S. plants", {"nestl": 1, "plant": 1, "u.s": 1}),
        ("AT&T and I.B.M.", {"at&t": 1, "ibm": 1}),
        ("It is not what they didn't want", {"not": 1, "want": 1}),
        ("the of and", {}),
        ("", {}),
    ],
)
def test_terms_of(text, terms):
    """Stems, numbers, compounds, acronyms and accents as the docstring says."""
    assert index_terms(text) == terms


@given(st.text())
def test_any_text_has_terms_in_order(text):
    """No text is an error; terms are sorted, counted, and hold no capital."""
    terms = index_terms(text)
    assert list(terms) == sorted(terms)
    assert all(count > 0 for count in terms.values())
    assert index_terms(text) == terms
