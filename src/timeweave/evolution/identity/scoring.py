"""The contextual score s in [0, 1] of two profiles: how probable it is that one entity bears both names (EK-03).

Logistic regression over features of the names and of the contexts, one for two bearers of one name and one for two
names; `benchmarks/alignment.py` learns what the package ships as ``model.json``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeVar

from timeweave.evolution.identity.names import contradict, kind_features, name_features
from timeweave.evolution.identity.profiles import Profile
from timeweave.language.names import canonical_key

T = TypeVar("T", bound=str)

ONE_NAME, TWO_NAMES = "one name", "two names"
CONTEXT_AT_MOST = "context at most"
"""Under this name among the weights: what a context adds at most, of those that were learned from."""
THETA = 0.5
"""The threshold: from this score on two are one, below it they are two."""
JOINED = 0.9
"""From this score on two names are read as one: far from θ, as an answer that mixes two is worse than one that knows
half.
"""
_ALIKE = 0.4  # cosine of two contexts that speak of the same
TOGETHER = 0.12
"""From this score on two groups of documents may mean one by a name: below it they are read as two."""


@dataclass(frozen=True, slots=True)
class Score:
    """``s``, and the features that moved it most, with their signs: the reason in words."""

    s: float
    why: tuple[str, ...]


Weights = Mapping[str, Mapping[str, float]]
"""For one name and for two the weight of each feature, the one that is always there (``bias``) among them."""


def score(a: Profile, b: Profile, weights: Weights | None = None) -> Score:
    """How probable it is that one entity bears both names; the same either way round, and of these two alone."""
    model = (weights or shipped())[model_of(a, b)]
    parts = {name: value * model.get(name, 0.0) for name, value in features(a, b).items()}
    logit = math.fsum(parts.values())
    told = sorted((n for n in parts if n != "bias" and abs(parts[n]) >= 0.1), key=lambda n: (-abs(parts[n]), n))[:3]
    return Score(_logistic(logit), tuple(_said(n, parts[n]) for n in told))


def components(told: Mapping[T, Profile], least: float) -> list[list[T]]:
    """The connected components over those whose score is ``least`` or more, each in order, by their first."""
    left: list[T] = sorted(told)
    groups = []
    while left:
        group: list[T] = []
        waiting = [left.pop(0)]
        while waiting:
            one = waiting.pop()
            group.append(one)
            linked = [other for other in left if score(told[one], told[other]).s >= least]
            waiting += linked
            left = [other for other in left if other not in linked]
        groups.append(sorted(group))
    return groups


def is_borne_out(a: Profile, b: Profile) -> bool:
    """Whether what is told of two bearers has anything in common: names alone make nobody one."""
    told = a.others & b.others or a.places & b.places or a.roles & b.roles
    return bool(told) or float(a.meaning @ b.meaning) >= _ALIKE


def upper_bound(a: str, a_type: str, b: str, b_type: str) -> float:
    """The score that two names could have at most, whatever is told of their bearers; none where they contradict."""
    if contradict(a, a_type, b, b_type):
        return 0.0
    model = shipped()[TWO_NAMES]
    parts = (value * model.get(name, 0.0) for name, value in of_names(a, a_type, b, b_type).items())
    return _logistic(math.fsum(parts) + model.get(CONTEXT_AT_MOST, 0.0))


def of_names(a: str, a_type: str, b: str, b_type: str) -> dict[str, float]:
    """The features of two names and their types alone."""
    single = {"one word": 1.0} if " " not in canonical_key(a) or " " not in canonical_key(b) else {}
    return {"bias": 1.0, **name_features(a, a_type, b, b_type), **single, **kind_features(a_type, b_type)}


def _logistic(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, logit))))


def model_of(a: Profile, b: Profile) -> str:
    """Which of the two models speaks of these profiles."""
    return ONE_NAME if a.key == b.key else TWO_NAMES


def features(a: Profile, b: Profile) -> dict[str, float]:
    """Of the names, where there are two, of the types, and of the contexts."""
    (a, b) = sorted((a, b), key=lambda p: (p.key, p.name, sorted(p.terms)))
    said = of_names(a.name, a.type, b.name, b.type)
    if a.key == b.key:
        said = {
            name: value for name, value in said.items() if name in ("bias", "one word", *kind_features(a.type, b.type))
        }
    return {**said, **_context(a, b)}


def _context(a: Profile, b: Profile) -> dict[str, float]:
    roles = a.roles & b.roles
    words, names = common()
    shared = words.weight(a.terms & b.terms)
    weights = math.sqrt(words.weight(a.terms) * words.weight(b.terms))
    others, places = names.weight(a.others & b.others), names.weight(a.places & b.places)
    meaning = max(0.0, float(a.meaning @ b.meaning))
    told = math.log1p(min(len(a.terms), len(b.terms)))
    found = {
        "meaning": meaning,
        "shared names": math.log1p(others + places),
        "no shared name": float(bool(a.others and b.others) and not others),
        "no shared place": float(bool(a.places and b.places) and not places),
        "shared roles": math.log1p(len(roles)),
        "shared words": math.log1p(shared),
        "share of their words": shared / weights if weights else 0.0,
        "much told": told,
        "much told apart": told * (1.0 - meaning) / (1.0 + shared) * (0.5 if others + places else 1.0),
        **_times(a.years, b.years),
    }
    return {name: value for name, value in found.items() if value}


def _times(a: frozenset[int], b: frozenset[int]) -> dict[str, float]:
    if not a or not b:
        return {}
    gap = 0 if a & b else max(0, max(min(a) - max(b), min(b) - max(a)))
    return {"shared years": math.log1p(len(a & b)), "years apart": min(math.log1p(gap) / 3.0, 1.7)}


def _said(name: str, part: float) -> str:
    return f"{'+' if part > 0 else '-'} {name}"


@dataclass(frozen=True, slots=True)
class Common:
    """Which share of contexts hold an item, of those that more than ``RARE`` hold; a shared one tells the less."""

    shares: Mapping[str, float]

    def weight(self, items: Iterable[str]) -> float:
        """The sum of the squared weights of items, of which the rarest weighs 1."""
        return math.fsum((math.log(self.shares.get(item, RARE)) / math.log(RARE)) ** 2 for item in items)


RARE = 0.004
"""The share of contexts up to which an item is as rare as any."""


@cache
def common() -> tuple[Common, Common]:
    """The common words and the common names, of the contexts that were learned from."""
    data = json.loads(files("timeweave.evolution.identity").joinpath("common.json").read_text("utf-8"))
    return Common(data["words"]), Common(data["names"])


@cache
def shipped() -> Weights:
    """The weights that the package ships, read when they are first needed."""
    data = json.loads(files("timeweave.evolution.identity").joinpath("model.json").read_text("utf-8"))
    return {kind: dict(data[kind]) for kind in (ONE_NAME, TWO_NAMES)}
