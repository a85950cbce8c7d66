"""The space in which weights are looked for."""

from __future__ import annotations

import pytest

from timeweave.retrieval.twe import TweOptions
from timeweave.tuning.weights import Weights, point_of, weights_at, weights_of


def test_the_corners_of_the_space() -> None:
    """α + β stays 2; γ and δ grow as squares, times by factors."""
    assert weights_at((0, 0, 0, 0, 0)) == Weights(2.0, 0.0, 0.0, 0.0, 10.0, 10.0)
    assert weights_at((1, 1, 1, 1, 1)) == Weights(0.0, 2.0, 2.0, 5.0, 3650.0, 109_500.0)
    # γ = 2 · 0.5² = 0.5; δ = 5 · 0.2² = 0.2; τ_min = 10 · 365^½ = 191.05; τ_max = 191.05 · 30^½ = 1046.4
    assert weights_at((0.5, 0.5, 0.2, 0.5, 0.5)) == Weights(1.0, 1.0, 0.5, 0.2, 191.0, 1046.0)


def test_weights_are_told_apart() -> None:
    """Each is taken from, and put into, the parameter of its name; the others stay."""
    options = TweOptions(0.8, 1.2, 0.1, 1.5, 200.0, 900.0, theta_m=0.25)
    found = weights_of(options)
    assert found == Weights(alpha=0.8, beta=1.2, gamma=0.1, delta_base=1.5, tau_min=200.0, tau_max=900.0)
    assert found.within(TweOptions(theta_m=0.25)) == options


@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_a_point_leads_back_to_its_weights(scale: float) -> None:
    """The defaults have a point, whatever α, β, γ and δ are multiplied by: only their ratios rank."""
    given = weights_of(TweOptions())
    scaled = Weights(
        given.alpha * scale, given.beta * scale, given.gamma * scale, given.delta_base * scale, 90.0, 730.0
    )
    assert weights_at(point_of(scaled)) == given


def test_weights_replace_nothing_else() -> None:
    """The thresholds of halting stay what they were."""
    options = TweOptions(theta_m=0.1, stages=(3, 5))
    changed = weights_at((0.5, 0.5, 0.2, 0.5, 0.5)).within(options)
    assert (changed.theta_m, changed.stages, changed.delta_base) == (0.1, (3, 5), 0.2)


def test_weights_from_outside_have_the_nearest_point() -> None:
    """Settings may be anything that the equations have a meaning for: each coordinate stays on [0, 1]."""
    assert point_of(Weights(0.0, 0.0, 50.0, 50.0, 1.0, 1e9)) == (0.0, 1.0, 1.0, 0.0, 1.0)
    assert point_of(Weights(0.0, 2.0, 0.0, 0.0, 1e6, 1e6)) == (1.0, 0.0, 0.0, 1.0, 0.0)
