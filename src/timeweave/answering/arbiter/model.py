"""How probable it is that an answer is correct, by a small model that is shipped as data.

Gradient-boosted trees (Friedman, 2001) over the features of an answer; their sum is turned into a probability by a
logistic curve fitted to questions of data sets that the trees had not seen (Platt, 1999). `benchmarks/arbiter.py` makes
``model.json``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict


class TreeJson(TypedDict):
    """A tree, a number for each node: the ``feature`` that it asks for (its number; -1 at a leaf), the ``threshold`` up
    to which it goes ``left``, else ``right``, and the ``value`` of a leaf in ten-thousandths.
    """

    feature: list[int]
    threshold: list[float]
    left: list[int]
    right: list[int]
    value: list[int]


class ModelJson(TypedDict):
    """The shipped file. ``curve`` is the slope and the intercept that turn the sum of ``bias`` and trees into log-odds;
    ``made_from`` is the digest of the proposals and settings that gave them.
    """

    version: int
    made_from: str
    features: list[str]
    bias: float
    curve: tuple[float, float]
    trees: list[TreeJson]
    about: NotRequired[str]


VALUE_UNIT = 1e-4
_Node = tuple[str, float, int, int, float]


@dataclass(frozen=True, slots=True, eq=False)
class ConfidenceModel:
    """Trees over named features; one that is not among an answer's features is 0."""

    version: int
    made_from: str
    bias: float
    curve: tuple[float, float]
    trees: Sequence[Sequence[_Node]]

    def probability(self, features: Mapping[str, float]) -> float:
        """That an answer of these features is correct: from 0 to 1, to three places."""
        slope, intercept = self.curve
        return round(1 / (1 + math.exp(-(slope * self.score(features) + intercept))), 3)

    def score(self, features: Mapping[str, float]) -> float:
        """The sum of the trees."""
        return self.bias + sum(_leaf(tree, features) for tree in self.trees)


def _leaf(tree: Sequence[_Node], features: Mapping[str, float]) -> float:
    feature, threshold, left, right, value = tree[0]
    while feature:
        feature, threshold, left, right, value = tree[left if features.get(feature, 0.0) <= threshold else right]
    return value


@cache
def shipped() -> ConfidenceModel:
    """The model that the package ships, read when it is first asked."""
    return from_json(json.loads(files("timeweave.answering.arbiter").joinpath("model.json").read_text("utf-8")))


def from_json(data: ModelJson) -> ConfidenceModel:
    """A model from its file."""
    slope, intercept = data["curve"]
    trees = [_tree(tree, data["features"]) for tree in data["trees"]]
    return ConfidenceModel(data["version"], data["made_from"], data["bias"], (slope, intercept), trees)


def _tree(tree: TreeJson, names: Sequence[str]) -> list[_Node]:
    rows = zip(tree["feature"], tree["threshold"], tree["left"], tree["right"], tree["value"], strict=True)
    return [("" if f < 0 else names[f], t, left, right, v * VALUE_UNIT) for f, t, left, right, v in rows]
