"""Weights learned by Bayesian optimisation, and what they are worth on questions that they were not learned from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from timeweave.errors import MissingExtraError
from timeweave.tuning.judging import Bench, Quality
from timeweave.tuning.weights import DIMENSIONS, Weights, point_of, weights_at, weights_of

if TYPE_CHECKING:
    from sklearn.gaussian_process import GaussianProcessRegressor

_SEED = 20_240_501
_NAMES = [f"x{n}" for n in range(DIMENSIONS)]
_SPREAD_SHARE = 2 / 3  # of the trials stand evenly in the space, the same for every fold; the others are suggested
_ROUGHNESS = 1e-2  # of the objective, a step function, as a share of its variance
_LEAST_GAIN = 1e-3
_CANDIDATES = 2_000  # points among which each suggestion is looked for
_DOUBT = 1.5  # of 0 to 3, measured on halves of RealTimeQA and MultiHop-RAG: below 1.5 other questions lose by it
_STEPS = 20  # from the defaults to the best

Point = tuple[float, ...]
Steps = Callable[[int, int], None]
"""Called with how many choices of weights have been made, and of how many."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A part of the questions: how the defaults rank it, and weights that were learned from the other parts."""

    questions: int
    defaults: Quality
    tuned: Quality
    weights: Weights


@dataclass(frozen=True, slots=True)
class Learned:
    """``weights`` learned from all questions, beginning at the defaults ``start``, and how well both rank these; the
    folds tell what to expect of other questions.

    ``held_out`` is over all questions, each ranked by weights learned without its fold; ``spread`` is the standard
    deviation of that between folds, ``error`` the standard error of what it gains over the defaults (paired by
    question).
    """

    start: Weights
    weights: Weights
    defaults: Quality
    tuned: Quality
    held_out: Quality
    spread: float
    error: float
    folds: tuple[Fold, ...]

    @property
    def is_better(self) -> bool:
        """Whether tuned weights rank questions that they have not seen no worse than the defaults do."""
        return self.held_out.mean >= self.defaults.mean

    @property
    def is_other(self) -> bool:
        """Whether the weights are others than the defaults."""
        return self.weights != self.start


def learn(bench: Bench, folds: int, trials: int, steps: Steps | None = None) -> Learned:
    """Weights for the questions of ``bench``, which has at least as many as there are ``folds``.

    The same questions in any order give the same weights.

    Raises:
        MissingExtraError: the extra ``tune`` is not installed.
    """
    require_extra()
    everything = np.arange(len(bench))
    parts = [everything[first::folds] for first in range(folds)]
    defaults = weights_of(bench.options)
    spread_out = _spread_out(max(1, round(trials * _SPREAD_SHARE)))
    found: list[Fold] = []
    held_out = np.zeros((len(bench), 2))
    for number, part in enumerate(parts):
        _tell(steps, number, folds)
        weights = _choose(bench, np.setdiff1d(everything, part), spread_out, trials)
        held_out[part] = bench.table(weights)[part]
        found.append(Fold(len(part), _quality(bench.table(defaults)[part]), _quality(held_out[part]), weights))
    _tell(steps, folds, folds)
    weights = _choose(bench, everything, spread_out, trials)
    _tell(steps, folds + 1, folds)
    gains = held_out.mean(axis=1) - bench.means(defaults)
    return Learned(
        start=defaults,
        weights=weights,
        defaults=_quality(bench.table(defaults)),
        tuned=_quality(bench.table(weights)),
        held_out=_quality(held_out),
        spread=float(np.std([fold.tuned.mean for fold in found], ddof=1)),
        error=float(gains.std(ddof=1) / np.sqrt(len(gains))),
        folds=tuple(found),
    )


def require_extra() -> None:
    """Raises MissingExtraError where the extra ``tune`` is not installed."""
    try:
        import bayes_opt  # noqa: F401
        import tomlkit  # noqa: F401
    except ImportError:
        raise MissingExtraError("tuning", "tune") from None


def _tell(steps: Steps | None, done: int, folds: int) -> None:
    if steps is not None:
        steps(done, folds + 1)


def _spread_out(count: int) -> list[Point]:
    from scipy.stats import qmc

    sample = qmc.LatinHypercube(DIMENSIONS, rng=np.random.default_rng(_SEED)).random(count)
    return [tuple(map(float, row)) for row in sample]


def _choose(bench: Bench, rows: np.ndarray, spread_out: Sequence[Point], trials: int) -> Weights:
    """The weights for the questions ``rows``: on the way from the defaults to the best ones, the first that are within
    `_DOUBT` standard errors of these (paired by question), so that chance alone leads nowhere.
    """
    defaults = weights_of(bench.options)
    start = point_of(defaults)
    best = _best(bench, rows, [start, *spread_out], trials)
    wanted = bench.means(weights_at(best))[rows]
    for step in range(_STEPS):
        weights = defaults if step == 0 else weights_at(_between(start, best, step / _STEPS))
        lost = wanted - bench.means(weights)[rows]
        if lost.mean() <= _DOUBT * lost.std(ddof=1) / np.sqrt(len(rows)):
            return weights
    return weights_at(best)


def _between(start: Point, end: Point, share: float) -> Point:
    return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))


def _best(bench: Bench, rows: np.ndarray, known: Sequence[Point], trials: int) -> Point:
    """The point of highest mean for the questions ``rows`` among ``known`` ones and those that are suggested."""
    from bayes_opt.acquisition import ExpectedImprovement
    from bayes_opt.target_space import TargetSpace

    space = TargetSpace(None, dict.fromkeys(_NAMES, (0.0, 1.0)), random_state=_SEED, allow_duplicate_points=True)
    model, improvement, rng = _model(), ExpectedImprovement(xi=_LEAST_GAIN), np.random.RandomState(_SEED)
    tried: dict[Point, float] = {}

    def tell(point: Point) -> None:
        tried[point] = float(bench.means(weights_at(point))[rows].mean())
        space.register(np.array(point), tried[point])

    for point in known:
        tell(point)
    for _ in range(trials - len(known) + 1):
        # the surface is rough: looking for its very top takes long and gains nothing
        suggested = improvement.suggest(model, space, n_random=_CANDIDATES, n_smart=0, random_state=rng)
        tell(tuple(map(float, suggested)))
    return max(tried, key=tried.__getitem__)


def _model() -> GaussianProcessRegressor:
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import Matern

    return GaussianProcessRegressor(
        Matern(nu=2.5, length_scale_bounds=(0.05, 10.0)), alpha=_ROUGHNESS, normalize_y=True, random_state=_SEED
    )


def _quality(table: np.ndarray) -> Quality:
    mrr, recall = table.mean(axis=0)
    return Quality(float(mrr), float(recall))
