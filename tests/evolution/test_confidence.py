"""C(o), the confidence in a value among its candidates: its properties."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.errors import UsageError
from timeweave.evolution.confidence import FADING, LASTING, CandidateWeights, candidate_confidence

SHARES = st.floats(0, 1)
AGES = st.integers(0, 400_000).map(lambda days: dt.timedelta(days=days))
WEIGHTS = st.one_of(
    st.builds(CandidateWeights, st.floats(-50, 0), st.floats(0.01, 2)),
    st.builds(CandidateWeights, st.floats(0.001, 50), st.floats(0.01, 1)),
)


@given(SHARES, AGES, WEIGHTS)
def test_it_stays_between_nought_and_one(share: float, age: dt.timedelta, weights: CandidateWeights) -> None:
    """EK-04: whatever the sign of gamma."""
    assert 0 <= candidate_confidence(share, age, weights) <= 1


@given(SHARES, SHARES, AGES, WEIGHTS)
def test_it_rises_with_support(one: float, other: float, age: dt.timedelta, weights: CandidateWeights) -> None:
    """EK-04: the more of what was told tells it."""
    less, more = sorted((one, other))
    assert candidate_confidence(less, age, weights) <= candidate_confidence(more, age, weights)


@given(SHARES, AGES, AGES)
def test_it_rises_with_recency_by_default(share: float, one: dt.timedelta, other: dt.timedelta) -> None:
    """EK-04: gamma is below zero unless somebody asks for the paper's own sign, by which age counts for a value."""
    newer, older = sorted((one, other))
    assert candidate_confidence(share, newer) >= candidate_confidence(share, older)
    grown = CandidateWeights(gamma=0.5, delta=1.0)
    assert candidate_confidence(share, newer, grown) <= candidate_confidence(share, older, grown)


def test_what_was_told_today_counts_as_it_is_and_halves_in_five_years() -> None:
    """EK-04: delta is such that C = f today; what is for ever does not age."""
    today, later = dt.timedelta(0), dt.timedelta(days=round(5 * 365.25))
    assert candidate_confidence(0.6, today) == pytest.approx(0.6)
    assert candidate_confidence(0.6, later) == pytest.approx(0.3, abs=0.005)
    assert candidate_confidence(0.6, later, LASTING) == pytest.approx(0.6)
    assert FADING.gamma < 0 == LASTING.gamma


def test_a_delta_that_could_lead_out_of_bounds_is_refused() -> None:
    """EK-04: with gamma above zero C approaches delta * f, so that delta is 1 at most."""
    with pytest.raises(UsageError, match=r"delta 2.0 does not fit gamma 0.5: take more than 0, at most 1"):
        CandidateWeights(gamma=0.5, delta=2.0)
