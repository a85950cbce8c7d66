"""Fusing several scored rankings into one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def scaled_to_best(scores: Mapping[Key, float]) -> dict[Key, float]:
    """Scores divided by the best of them, so that it is 1; empty or without a positive score: all 0."""
    best = max(scores.values(), default=0.0)
    return {key: score / best if best > 0 else 0.0 for key, score in scores.items()}


def weighted_sum(parts: Sequence[tuple[float, Mapping[Key, float]]]) -> dict[Key, float]:
    """Σ weight · score over what holds a key (CombSUM: Fox and Shaw, TREC-2, 1994), in order of first sight."""
    total: dict[Key, float] = {}
    for weight, scores in parts:
        for key, score in scores.items():
            total[key] = total.get(key, 0.0) + weight * score
    return total
