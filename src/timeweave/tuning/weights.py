"""The weights that are learned, and the space in which they are looked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from timeweave.retrieval.twe import TweOptions

DIMENSIONS = 5
_SUM = 2.0  # of α and β: what the defaults add up to, so that θ_m keeps its meaning
_MOST_GAMMA, _MOST_DELTA = 2.0, 5.0
_TAU_MIN = (10.0, 3_650.0)  # days
_TAU_RATIO = (1.0, 30.0)  # τ_max over τ_min
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of the unified score (section 2.4) and of its decay (section 2.3); times in days."""

    alpha: float
    beta: float
    gamma: float
    delta_base: float
    tau_min: float
    tau_max: float

    def within(self, options: TweOptions) -> TweOptions:
        """``options`` with these weights."""
        return replace(options, **asdict(self))


def weights_of(options: TweOptions) -> Weights:
    """The weights among ``options``."""
    return Weights(options.alpha, options.beta, options.gamma, options.delta_base, options.tau_min, options.tau_max)


def weights_at(point: Sequence[float]) -> Weights:
    """The weights at a point of the unit cube, as they are written: to three digits.

    Only ratios of α, β, γ and δ rank, so α + β stays what it is and the first coordinate is β's share. γ and δ are
    squares, since what is near 0 differs most; times are on a logarithmic scale.
    """
    share, gamma, delta, shortest, ratio = point
    beta = _rounded(_SUM * share)
    tau_min = _on_log(shortest, _TAU_MIN)
    tau_max = tau_min * _on_log(ratio, _TAU_RATIO)
    return Weights(
        alpha=_rounded(_SUM - beta),
        beta=beta,
        gamma=_rounded(_MOST_GAMMA * gamma**2),
        delta_base=_rounded(_MOST_DELTA * delta**2),
        tau_min=float(round(tau_min)),
        tau_max=float(round(tau_max)),
    )


def point_of(weights: Weights) -> tuple[float, ...]:
    """The point of the unit cube that is nearest to ``weights``."""
    scale = _SUM / ((weights.alpha + weights.beta) or _SUM)
    point = (
        weights.beta * scale / _SUM,
        math.sqrt(weights.gamma * scale / _MOST_GAMMA),
        math.sqrt(weights.delta_base * scale / _MOST_DELTA),
        _from_log(weights.tau_min, _TAU_MIN),
        _from_log(weights.tau_max / weights.tau_min, _TAU_RATIO),
    )
    return tuple(min(1.0, max(0.0, x)) for x in point)


def _on_log(x: float, bounds: tuple[float, float]) -> float:
    least, most = bounds
    return least * math.exp(x * math.log(most / least))


def _from_log(value: float, bounds: tuple[float, float]) -> float:
    least, most = bounds
    return math.log(value / least) / math.log(most / least)


def _rounded(value: float) -> float:
    return round(value, _DIGITS)
