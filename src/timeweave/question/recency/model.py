"""How fast the answer to a question changes, by a small model that is shipped as data (TW-06).

Multinomial logistic regression over words, pairs of words and signs of tense, horizon and topic;
`benchmarks/recency.py` makes ``model.json``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict

import numpy as np

from timeweave.question.recency.features import features

PERIODS: Mapping[str, float] = {
    "An-Hour": 1 / 24,
    "A-Few-Hours": 1 / 8,
    "A-Day": 1.0,
    "A-Few-Days": 3.0,
    "A-Week": 7.0,
    "A-Few-Weeks": 21.0,
    "A-Month": 30.0,
    "A-Few-Months": 90.0,
    "A-Year": 365.0,
    "A-Few-Years": 1095.0,
    "Many-Years": 3650.0,
    "Never": 36500.0,
}
"""The classes of change, fastest first, with the days after which an answer of each is expected to differ."""

STEPS_PER_UNIT = 100
"""Weights are shipped as whole numbers of hundredths."""


class ModelJson(TypedDict):
    """The shipped file. ``bias`` and ``weights`` (by feature) have one number for each of ``labels``; ``made_from``
    is the digest of the questions, labels and settings that gave them.
    """

    version: int
    made_from: str
    labels: list[str]
    bias: list[int]
    weights: Mapping[str, list[int]]
    about: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Change:
    """How likely the answer changes within each of `PERIODS` (sums to 1)."""

    shares: tuple[float, ...]

    @property
    def recency(self) -> float:
        """The expected r: 1 for an answer that changes within a day or sooner, 0 for one that never does."""
        return sum(share * r for share, r in zip(self.shares, RECENCIES, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class RecencyModel:
    """Weights (a row for each feature) and biases over the classes of `PERIODS`."""

    version: int
    made_from: str
    rows: Mapping[str, int]
    weights: np.ndarray
    bias: np.ndarray

    def changes(self, found: Sequence[str]) -> Change:
        """How fast the answer changes to a question of these features; those that are not known do not count."""
        rows = [self.rows[name] for name in found if name in self.rows]
        logits = (self.bias + self.weights[rows].sum(axis=0)) / STEPS_PER_UNIT
        shares = np.exp(logits - logits.max())
        return Change(tuple((shares / shares.sum()).tolist()))


def recency_of(days: float) -> float:
    """The r of an answer that changes every so many days: linear in their logarithm, 1 at a day and 0 at a century."""
    return min(max(1.0 - math.log(days) / math.log(PERIODS["Never"]), 0.0), 1.0)


RECENCIES = tuple(recency_of(days) for days in PERIODS.values())


def changes(question: str) -> Change:
    """How fast the answer to ``question`` changes, by the shipped model."""
    return shipped().changes(features(question))


@cache
def shipped() -> RecencyModel:
    """The model that the package ships, read when it is first asked."""
    return from_json(json.loads(files("timeweave.question.recency").joinpath("model.json").read_text("utf-8")))


def from_json(data: ModelJson) -> RecencyModel:
    """A model from its file."""
    rows = {name: row for row, name in enumerate(data["weights"])}
    weights = np.array(list(data["weights"].values()), dtype=np.int64).reshape(len(rows), len(data["labels"]))
    return RecencyModel(data["version"], data["made_from"], rows, weights, np.array(data["bias"], dtype=np.int64))
