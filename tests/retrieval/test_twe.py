"""The equations of TWE-RAG, each with the numbers worked out by hand."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pytest
from matrices import sparse

from timeweave.errors import UsageError
from timeweave.records.sparse import SparseRows
from timeweave.retrieval.twe import (
    TweOptions,
    agreement,
    boost,
    cosine_normalised,
    decay,
    degree_centrality,
    halts,
    hybrid_score,
    margin,
    max_normalised,
    pagerank,
    pagerank_centrality,
    recency_amplitude,
    time_constant,
    unified_score,
)

SEED = TweOptions()
NOW = dt.date(2024, 6, 30).toordinal()


def graph(*edges: tuple[int, int, float], rows: int) -> SparseRows:
    """A symmetric matrix of weighted edges."""
    weights = np.zeros((rows, rows))
    for a, b, w in edges:
        weights[a, b] = weights[b, a] = w
    return sparse(weights)


def test_defaults() -> None:
    """TW-03, TW-04, TW-07, TW-08, TW-09: the parameters are those that the paper gives."""
    assert (
        TweOptions(
            alpha=1.0,
            beta=1.0,
            gamma=0.5,
            delta_base=2.5,
            tau_min=90.0,
            tau_max=730.0,
            theta_edge=0.05,
            theta_m=0.5,
            theta_a=0.8,
            stages=(30, 60, 100),
        )
        == SEED
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"alpha": float("nan")}, "alpha nan"),
        ({"gamma": -0.5}, r"gamma -0\.5"),
        ({"delta_base": float("inf")}, "delta_base inf"),
        ({"tau_min": 0.0}, "tau_min 0"),
        ({"tau_min": 900.0}, "tau_min 900 must be more than 0 and no more than tau_max 730"),
        ({"stages": ()}, r"stages \(\)"),
        ({"stages": (60, 30)}, r"stages \(60, 30\)"),
        ({"stages": (30, 30)}, r"stages \(30, 30\)"),
        ({"stages": (0, 30)}, r"stages \(0, 30\)"),
    ],
)
def test_parameters_without_meaning_are_refused(given: dict[str, Any], told: str) -> None:
    """What the equations say nothing of is named when it is set, not ranked by."""
    with pytest.raises(UsageError, match=told):
        TweOptions(**given)


def test_parameters_at_their_bounds_are_taken() -> None:
    """A weight of 0 leaves its part out, thresholds of 0 let all pass, and one τ for every question is one, too; an
    hour, 0.04 days, is a τ, and to read the first row alone is a stage.
    """
    assert TweOptions(tau_min=0.04, stages=(1,)).tau_min == 0.04
    weights = TweOptions(alpha=0.0, beta=0.0, gamma=0.0, delta_base=0.0, theta_edge=0.0, theta_m=0.0, theta_a=0.0)
    assert hybrid_score(np.array([0.5]), np.array([0.75]), weights).tolist() == [0.0]
    assert time_constant(0.3, TweOptions(tau_min=90.0, tau_max=90.0)) == 90.0


def test_bm25_over_the_best() -> None:
    """TW-01: 6, 3 and 0 over the best of them, 6: 6/6 = 1, 3/6 = 0.5, 0/6 = 0."""
    assert max_normalised(np.array([6.0, 3.0, 0.0])).tolist() == [1.0, 0.5, 0.0]


def test_the_best_is_1_however_low_it_is() -> None:
    """TW-01, TW-05: a rare overlap counts like a great one: 0.0625 and 0.03125 over 0.0625: 1, 0.5."""
    assert max_normalised(np.array([0.0625, 0.03125])).tolist() == [1.0, 0.5]


def test_bm25_without_any_word() -> None:
    """TW-01: where no row holds a word of the question the best is 0, and nothing is divided by it."""
    assert max_normalised(np.zeros(3)).tolist() == [0.0, 0.0, 0.0]
    assert max_normalised(np.zeros(0)).tolist() == []


def test_cosine_on_0_to_1() -> None:
    """TW-02: ½(1 + 1) = 1, ½(1 + 0) = 0.5, ½(1 - 0.5) = 0.25, ½(1 - 1) = 0; rounding never leaves [0, 1]."""
    assert cosine_normalised(np.array([1.0, 0.0, -0.5, -1.0])).tolist() == [1.0, 0.5, 0.25, 0.0]
    assert cosine_normalised(np.array([1.0000001])).tolist() == [1.0]


def test_hybrid_score() -> None:
    """TW-03: 1 · 0.5 + 1 · 0.75 = 1.25; with α = 2 and β = 0.5: 2 · 0.5 + 0.5 · 0.75 = 1.375."""
    bm25, dense = np.array([0.5]), np.array([0.75])
    assert hybrid_score(bm25, dense, SEED).tolist() == [1.25]
    assert hybrid_score(bm25, dense, TweOptions(alpha=2.0, beta=0.5)).tolist() == [1.375]


def test_degree_centrality() -> None:
    """TW-05: edges 0-1 of 0.25 and 0-2 of 0.5: sums 0.75, 0.25, 0.5, 0, over 0.75: 1, 1/3, 2/3, 0."""
    weights = graph((0, 1, 0.25), (0, 2, 0.5), rows=4)
    assert degree_centrality(weights).tolist() == pytest.approx([1.0, 1 / 3, 2 / 3, 0.0])


def test_degree_centrality_without_edges() -> None:
    """TW-05: nothing corroborates anything: all 0."""
    assert degree_centrality(graph(rows=2)).tolist() == [0.0, 0.0]
    assert degree_centrality(graph(rows=0)).tolist() == []


def test_pagerank_of_a_star() -> None:
    """TW-05: a centre c with two leaves, of weights 1 and 3, and a row without edges; N = 4, λ = 0.85.

    restart = 0.15 / 4 = 0.0375; c = 0.0375 + 0.85 (a + b), for each leaf passes on all it has;
    a = 0.0375 + 0.85 · ¼ c, b = 0.0375 + 0.85 · ¾ c, so a + b = 0.075 + 0.85 c.
    c = 0.0375 + 0.06375 + 0.7225 c = 0.10125 / 0.2775 = 0.364865;
    a = 0.0375 + 0.2125 · 0.364865 = 0.115034, b = 0.0375 + 0.6375 · 0.364865 = 0.270101.
    The row without edges keeps 0.0375: its share goes nowhere.
    """
    weights = graph((0, 1, 1.0), (0, 2, 3.0), rows=4)
    assert pagerank(weights).tolist() == pytest.approx([0.364865, 0.115034, 0.270101, 0.0375], abs=1e-6)


def test_pagerank_as_centrality() -> None:
    """TW-05: over the largest, 0.364865: 1, 0.315278, 0.740278, 0.102778."""
    weights = graph((0, 1, 1.0), (0, 2, 3.0), rows=4)
    assert pagerank_centrality(weights).tolist() == pytest.approx([1.0, 0.315278, 0.740278, 0.102778], abs=1e-6)


def test_pagerank_of_light_edges_and_of_none() -> None:
    """TW-05: two rows bound by the lightest of edges, 0.0625, pass on all they have: c = 0.05 + 0.85 c = 1/3, and a
    third row, which has none, keeps its 0.05. A row alone has 1 - 0.85 = 0.15. Nothing is divided by 0.
    """
    with np.errstate(all="raise"):
        assert pagerank(graph((0, 1, 0.0625), rows=3)).tolist() == pytest.approx([1 / 3, 1 / 3, 0.05])
        assert pagerank(graph(rows=1)).tolist() == pytest.approx([0.15])
        assert pagerank_centrality(graph(rows=0)).tolist() == []


def test_pagerank_of_an_even_ring() -> None:
    """TW-05: in a ring of equal edges all are alike: 1/3 each, for 0.05 + 0.85 · (½ · 1/3 + ½ · 1/3) = 1/3."""
    weights = graph((0, 1, 0.2), (1, 2, 0.2), (0, 2, 0.2), rows=3)
    assert pagerank(weights).tolist() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("recency", "delta", "tau"),
    [
        (1.0, 2.5, 90.0),  # 2.5 · 1; 730 - 640 · 1
        (0.3, 0.75, 538.0),  # 2.5 · 0.3; 730 - 640 · 0.3 = 730 - 192
        (0.0, 0.0, 730.0),  # 2.5 · 0; 730 - 0
    ],
)
def test_amplitude_and_time_constant(recency: float, delta: float, tau: float) -> None:
    """TW-07: δ = 2.5 · r and τ = 730 - 640 · r, as in the paper's table of dynamics."""
    assert recency_amplitude(recency, SEED) == pytest.approx(delta)
    assert time_constant(recency, SEED) == pytest.approx(tau)


def test_time_constant_of_the_papers_best() -> None:
    """TW-07: with τ_min = 365 a question of r = 1 has τ = 730 - 365 = 365."""
    assert time_constant(1.0, TweOptions(tau_min=365.0)) == 365.0


def test_decay() -> None:
    """TW-07: at age 0, τ, 2τ and 3τ: 1, e⁻¹ = 0.367879, e⁻² = 0.135335, e⁻³ = 0.049787."""
    days = np.array([NOW, NOW - 90, NOW - 180, NOW - 270], np.int32)
    assert decay(days, NOW, 90.0).tolist() == pytest.approx([1.0, 0.367879, 0.135335, 0.049787], abs=1e-6)


def test_what_is_later_than_now_decays_like_now() -> None:
    """TW-07: a day, or ten years, after t_now the age counts as 0: e⁰ = 1, never e^(+1/90) > 1."""
    assert decay(np.array([NOW + 1, NOW + 3650], np.int32), NOW, 90.0).tolist() == [1.0, 1.0]


def test_without_a_date_there_is_no_boost() -> None:
    """TW-07: a row without a date has neither decay nor boost: not even e^(-NOW/NOW) = e⁻¹, were 0 its day."""
    assert decay(np.array([0], np.int32), NOW, float(NOW)).tolist() == [0.0]
    assert boost(np.array([0], np.int32), NOW, 1.0, SEED).tolist() == [0.0]


def test_boost() -> None:
    """TW-07: r = 1: 2.5 · e^(-45/90) = 2.5 · 0.606531 = 1.516327; r = 0.3: 0.75 · e^(-269/538) = 0.454898."""
    assert boost(np.array([NOW - 45], np.int32), NOW, 1.0, SEED)[0] == pytest.approx(1.516327, abs=1e-6)
    assert boost(np.array([NOW - 269], np.int32), NOW, 0.3, SEED)[0] == pytest.approx(0.454898, abs=1e-6)


def test_unified_score() -> None:
    """TW-08: (1 · 0.5 + 1 · 0.75) + 0.5 · 0.4 + 1.5 = 1.25 + 0.2 + 1.5 = 2.95."""
    hybrid = hybrid_score(np.array([0.5]), np.array([0.75]), SEED)
    assert unified_score(hybrid, np.array([0.4]), np.array([1.5]), SEED)[0] == pytest.approx(2.95)


def test_the_later_of_two_wins_now() -> None:
    """TW-08: two rows alike in words (1 + 0.9), one of today and one five years old, for "current":
    1.9 + 2.5 · 1 = 4.4 over 1.9 + 2.5 · e^(-1826/90) = 1.9 + 2.5 · 1.5e-9 = 1.9.
    """
    days = np.array([NOW - 1826, NOW], np.int32)
    alike = hybrid_score(np.array([1.0, 1.0]), np.array([0.9, 0.9]), SEED)
    scores = unified_score(alike, np.zeros(2), boost(days, NOW, 1.0, SEED), SEED)
    assert scores.tolist() == pytest.approx([1.9, 4.4], abs=1e-6)


def test_margin() -> None:
    """TW-09: of 3.0, 2.5 and 2.25: m_2 = 3 - 2.5 = 0.5, m_3 = 0.75; of fewer than k the last is d_k: m_30 = 0.75."""
    ranked = np.array([3.0, 2.5, 2.25])
    assert [margin(ranked, k) for k in (1, 2, 3, 30)] == [0.0, 0.5, 0.75, 0.75]
    assert margin(np.zeros(0), 30) == 0.0


def test_agreement() -> None:
    """TW-09: d_1 corroborates itself; marks 1, 1, 0, 1: agree(2) = 2/2, agree(3) = 2/3, agree(4) = 3/4 = agree(30)."""
    marks = np.array([False, True, False, True])
    assert [agreement(marks, k) for k in (1, 2, 3, 4, 30)] == pytest.approx([1.0, 1.0, 2 / 3, 0.75, 0.75])
    assert agreement(np.zeros(0, np.bool_), 30) == 0.0


@pytest.mark.parametrize(
    ("margin_at_k", "agreement_at_k", "expected"),
    [(0.51, 0.81, True), (0.5, 0.81, False), (0.51, 0.8, False), (0.0, 0.0, False)],
)
def test_halting_needs_both(margin_at_k: float, agreement_at_k: float, expected: bool) -> None:
    """TW-09: both lie *above* their thresholds 0.5 and 0.8; at them it goes on."""
    assert halts(margin_at_k, agreement_at_k, SEED) is expected
