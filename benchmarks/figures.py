"""Means with 95 % confidence intervals, by a bootstrap that keeps together what hangs together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

DRAWS = 2000


def mean(values: Sequence[float], groups: Sequence[Hashable] | None = None) -> dict:
    """The mean with its interval and ``n``. Whole groups are drawn: questions of one page are not independent."""
    if not values:
        return {"mean": None, "ci95": None, "n": 0}
    found = np.asarray(values, dtype=float)
    return {"mean": _rounded(found.mean()), "ci95": _interval(found, groups), "n": len(values)}


def difference(ours: Sequence[float], theirs: Sequence[float], groups: Sequence[Hashable] | None = None) -> dict:
    """The mean of the differences, question by question, with its interval."""
    return mean([a - b for a, b in zip(ours, theirs, strict=True)], groups)


def shown(figure: dict) -> str:
    """``0.912 [0.900, 0.923]``, for a line of a summary."""
    if figure["mean"] is None:
        return "-"
    low, high = figure["ci95"]
    return f"{figure['mean']:.3f} [{low:.3f}, {high:.3f}]"


def _interval(values: np.ndarray, groups: Sequence[Hashable] | None) -> list[float]:
    numbers: dict[Hashable, int] = {}
    of = np.array([numbers.setdefault(g, len(numbers)) for g in (groups or range(len(values)))])
    sums = np.bincount(of, weights=values)
    sizes = np.bincount(of)
    drawn = np.random.default_rng(0).integers(0, len(numbers), (DRAWS, len(numbers)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    return [_rounded(x) for x in np.quantile(means, [0.025, 0.975])]


def _rounded(x: float) -> float:
    return round(float(x), 4)
