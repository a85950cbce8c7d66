"""The equations of TWE-RAG (sections 2.1 to 2.5), over the rows of a corpus: pure functions of arrays.

One row is one document of the paper, which here is a chunk. Days are ordinals (`datetime.date.toordinal`), 0 where a
row bears no date.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from timeweave.errors import UsageError
from timeweave.records.sparse import SparseRows

DAMPING = 0.85  # λ of PageRank
_TOLERANCE = 1e-12  # of the sum of absolute differences between two iterations
_MAX_ITERATIONS = 1000


@dataclass(frozen=True, slots=True)
class TweOptions:
    """The parameters by the paper's names, with its defaults: times in days, ``stages`` in rows.

    The paper's own grid found ``tau_min = 365`` best (section 4.3) and gives 90 as the default (section 2.3).
    """

    alpha: float = 1.0
    beta: float = 1.0
    gamma: float = 0.5
    delta_base: float = 2.5
    tau_min: float = 90.0
    tau_max: float = 730.0
    theta_edge: float = 0.05
    theta_m: float = 0.5
    theta_a: float = 0.8
    stages: tuple[int, ...] = (30, 60, 100)

    def __post_init__(self) -> None:
        """Refuse what the equations have no meaning for.

        Raises:
            UsageError: naming the parameter.
        """
        for name in ("alpha", "beta", "gamma", "delta_base", "tau_max", "theta_edge", "theta_m", "theta_a"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise UsageError(f"{name} {getattr(self, name)!r} does not fit: give a number of 0 or more")
        if not 0.0 < self.tau_min <= self.tau_max:
            raise UsageError(
                f"tau_min {self.tau_min:g} must be more than 0 and no more than tau_max {self.tau_max:g}: set both"
            )
        if not self.stages or self.stages[0] < 1 or any(a >= b for a, b in itertools.pairwise(self.stages)):
            raise UsageError(f"stages {self.stages!r} do not fit: give rising numbers of rows, such as (30, 60, 100)")


def max_normalised(scores: np.ndarray) -> np.ndarray:
    """BM25_norm (section 2.1): scores over the best of them; all 0 where none is above 0."""
    best = float(scores.max(initial=0.0))
    return scores / best if best > 0.0 else np.zeros(len(scores))


def cosine_normalised(cosines: np.ndarray) -> np.ndarray:
    """Dense_norm (section 2.1): ½ · (1 + cosine), from [-1, 1] to [0, 1]."""
    return np.asarray(np.clip(0.5 * (1.0 + cosines), 0.0, 1.0))


def hybrid_score(bm25: np.ndarray, dense: np.ndarray, options: TweOptions) -> np.ndarray:
    """s_hybrid (section 2.1): α · BM25_norm + β · Dense_norm."""
    return np.asarray(options.alpha * bm25 + options.beta * dense)


def degree_centrality(weights: SparseRows) -> np.ndarray:
    """c_degree (section 2.2): the sum of each row's edges, over the largest; all 0 where there is no edge."""
    return max_normalised(weights.sums())


def pagerank(weights: SparseRows, damping: float = DAMPING) -> np.ndarray:
    """PR (section 2.2): (1 - λ) / N + λ · Σ_j w_ji · PR(j) / Σ_k w_jk.

    As written there a row without edges passes nothing on, so that the values add up to 1 only where every row has one.
    (`kernels.pagerank` hands that share round and knows no weights.)
    """
    rows = weights.shape[0]
    restart = (1.0 - damping) / max(1, rows)
    sums = weights.sums()
    share = np.divide(1.0, sums, out=np.zeros(rows), where=sums > 0.0)
    rank = np.full(rows, 1.0 / max(1, rows))
    for _ in range(_MAX_ITERATIONS):
        following = restart + damping * (weights.transposed_times(rank * share))
        change = float(np.abs(following - rank).sum())
        rank = following
        if change < _TOLERANCE:
            break
    return rank


def pagerank_centrality(weights: SparseRows, damping: float = DAMPING) -> np.ndarray:
    """PageRank in place of the degree: over the largest, so that γ means the same for both."""
    return max_normalised(pagerank(weights, damping))


def recency_amplitude(recency: float, options: TweOptions) -> float:
    """δ(q) = δ_base · r(q) (section 2.3)."""
    return options.delta_base * recency


def time_constant(recency: float, options: TweOptions) -> float:
    """τ(q) = τ_max - (τ_max - τ_min) · r(q), in days (section 2.3)."""
    return options.tau_max - (options.tau_max - options.tau_min) * recency


def decay(days: np.ndarray, now: int, tau: float) -> np.ndarray:
    """exp(-(t_now - t) / τ) (section 2.3). What is later than ``now`` counts as of ``now``; 0 without a date."""
    ages = np.maximum(now - days.astype(np.float64), 0.0)
    return np.where(days > 0, np.exp(-ages / tau), 0.0)


def boost(days: np.ndarray, now: int, recency: float, options: TweOptions) -> np.ndarray:
    """boost_time = δ(q) · decay (section 2.3), in [0, δ_base]."""
    return recency_amplitude(recency, options) * decay(days, now, time_constant(recency, options))


def unified_score(hybrid: np.ndarray, centrality: np.ndarray, boosts: np.ndarray, options: TweOptions) -> np.ndarray:
    """S (section 2.4): s_hybrid + γ · centrality + boost_time."""
    return np.asarray(hybrid + options.gamma * centrality + boosts)


def margin(ranked: np.ndarray, k: int) -> float:
    """m_k = S(d_1) - S(d_k) (section 2.5) of scores in descending order; of fewer than ``k`` the last is d_k."""
    return float(ranked[0] - ranked[min(k, len(ranked)) - 1]) if len(ranked) else 0.0


def agreement(corroborates: np.ndarray, k: int) -> float:
    """agree(k) = 1/k · Σ_{j=1..k} 1[d_j corroborates d_1] (section 2.5), of marks in order of rank.

    The sum begins with d_1 itself, which resembles itself wholly: the first mark counts whatever it is. Of fewer than
    ``k`` rows it is the share of those that there are.
    """
    marks = corroborates[:k].astype(np.float64)
    if not len(marks):
        return 0.0
    marks[0] = 1.0
    return float(marks.sum() / len(marks))


def halts(margin_at_k: float, agreement_at_k: float, options: TweOptions) -> bool:
    """(m_k > θ_m) ∧ (agree(k) > θ_a) (section 2.5)."""
    return margin_at_k > options.theta_m and agreement_at_k > options.theta_a
