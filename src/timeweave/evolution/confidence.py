"""How sure the visible sources make us of a fact, and of a value among the candidates for it (EK-04)."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from dataclasses import dataclass

from timeweave.errors import UsageError
from timeweave.records import PlacedSupport

_CEILING = 0.99  # however many repeat it, a fact that was read by rules is not certain
_A_YEAR = 365.25
_STEEPEST = 700.0  # above which the exponential is no number any more


def pooled_confidence(supports: Iterable[PlacedSupport]) -> float:
    """The noisy-or of independent sources, each counted once with its best support; in [0, 0.99]."""
    best: dict[str, float] = {}
    for support in supports:
        source = support.source or support.document_id
        best[source] = max(best.get(source, 0.0), min(support.confidence, _CEILING))
    doubt = 1.0
    for source in sorted(best):
        doubt *= 1.0 - best[source]
    return min(1.0 - doubt, _CEILING)


@dataclass(frozen=True, slots=True)
class CandidateWeights:
    """The parameters of C(o) = delta * f(o) / (1 + exp(-gamma * dt)), ``dt`` in years since ``o`` was last observed.

    The paper calls this temporal decay, yet with gamma > 0 its value *grows* with dt. ``gamma`` is signed here: below
    zero, as by default, C falls the longer a value was not observed; at zero time does not count; above zero an old
    value counts more. ``delta`` scales: with 2 and gamma <= 0 a value that was observed today has C = f.

    Raises:
        UsageError: with such a delta C could leave [0, 1].
    """

    gamma: float = -0.22
    delta: float = 2.0

    def __post_init__(self) -> None:
        """Check that C stays in [0, 1]."""
        most = 2.0 if self.gamma <= 0 else 1.0
        if not (math.isfinite(self.gamma) and 0 < self.delta <= most):
            raise UsageError(
                f"delta {self.delta!r} does not fit gamma {self.gamma!r}: take more than 0, at most {most:g}"
            )


FADING = CandidateWeights()
"""For what has one value at a time: C has fallen to a half after five years without a word."""

LASTING = CandidateWeights(gamma=0.0)
"""For what has one value for ever, and no age."""


def candidate_confidence(frequency: float, unseen: dt.timedelta, weights: CandidateWeights = FADING) -> float:
    """C(o) of a value with the normalised ``frequency`` f(o), last observed ``unseen`` ago; in [0, 1]."""
    years = max(unseen.days, 0) / _A_YEAR
    exponent = min(max(-weights.gamma * years, -_STEEPEST), _STEEPEST)
    return min(max(weights.delta * frequency / (1.0 + math.exp(exponent)), 0.0), 1.0)
