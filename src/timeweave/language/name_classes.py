"""What the names of a document are names of, and which of them are none: what the recogniser says, judged again.

The recogniser sees a few words to each side and was trained on news: of other text a quarter of what it finds is no
name, and of the rest three types in seven are wrong (`benchmarks/names.py`). A multinomial logistic regression reads
what it says beside the signs of `timeweave.language.name_signs` and the meaning of the name by itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypedDict

import numpy as np

from timeweave.language.joined_names import Recognised
from timeweave.language.name_signs import Sighting, sightings, signs
from timeweave.language.name_types import TOLD, ends_as_a_body, ends_as_a_place
from timeweave.lexicon.lazy import lazily

Meanings = Callable[[Sequence[str]], np.ndarray]
"""Texts to their meanings: one float32 row of unit length for each."""

NO_NAME = frozenset({"NONE", "CUT"})
"""The classes of what is no name, and of what holds one and is wrongly cut."""
LEAST, PROTECTED = 0.75, 0.95
"""How probable it must be that something is no name for it to be passed over; the latter of a title, which is made of
common words, of a firm by its "&" or its legal form, and of what says or does something.
"""
_ACTS = frozenset(f"behind: {group}" for group in ("says", "trades", "appoints", "works", "has", "runs", "who"))
_NEARLY = 0.6  # as probable as the likeliest class, for the recogniser's word to count
_PLACES = frozenset({"GPE", "LOC", "NORP"})
_JOINT = lazily(r",? (?:and|&) ")
_HARDLY = 0.4  # how probable it may be that one name is none


class ModelJson(TypedDict):
    """The shipped file: for each class its bias, a weight for each sign, and one for each number of a meaning, in
    thousandths; ``made_from`` is the digest of what was judged.
    """

    made_from: str
    classes: list[str]
    bias: list[int]
    signs: dict[str, list[int]]
    meaning: list[list[int]]


WEIGHT_UNIT = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class NameModel:
    """``bias`` is classes, ``signs`` classes for each sign, ``meaning`` numbers × classes."""

    made_from: str
    classes: Sequence[str]
    bias: np.ndarray
    signs: Mapping[str, np.ndarray]
    meaning: np.ndarray

    def probabilities(self, found: Sequence[Mapping[str, float]], meanings: np.ndarray) -> np.ndarray:
        """How probable each class is, for each name (names × classes); a sign that is not known counts nothing."""
        scores = self.bias + meanings @ self.meaning
        for row, values in enumerate(found):
            for name, value in values.items():
                if (weights := self.signs.get(name)) is not None:
                    scores[row] += value * weights
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A supposed name, the type that it most probably has, how probably it is no name, from which probability on it is
    passed over, and how often it was found.
    """

    surface: str
    kind: str
    doubt: float
    bound: float
    count: int


def classified(text: str, found: Counter[Recognised], lower: Set[str], meanings: Meanings) -> Counter[Recognised]:
    """``found`` without what is probably no name, each of the type that it most probably has; ``lower`` are the words
    that ``text`` writes small. Two persons with "and" between them, of whom one is found alone, are two; so are a body
    and a person or another body, each named in full.
    """
    judged = _judged(sightings(text, found, lower), meanings)
    persons = {j.surface for j in judged if _is_surely(j, "PERSON")}
    joined = {j.surface: _JOINT.split(j.surface) for j in judged if _JOINT.search(j.surface)}
    pairs = {
        whole: parts
        for whole, parts in joined.items()
        if len(parts) == 2
        and (
            not persons.isdisjoint(parts)
            or (whole in persons and all(" " in part for part in parts))
            or any(map(_is_called_a_body, parts))
        )
    }
    new = {part for parts in pairs.values() for part in parts if part[:1].isupper()} - {j.surface for j in judged}
    members = _judged(sightings(text, Counter({Recognised(part, ""): 1 for part in new}), lower), meanings)
    persons |= {j.surface for j in members if _is_surely(j, "PERSON")}
    bodies = {j.surface for j in (*judged, *members) if _is_surely(j, "ORG") and _is_called_a_body(j.surface)}
    named = bodies | {person for person in persons if " " in person}  # no "Victoria and Albert Museum"
    apart = {whole: parts for whole, parts in pairs.items() if persons.issuperset(parts) or named.issuperset(parts)}
    shown = {part for parts in apart.values() for part in parts}
    kept = [j for j in judged if j.doubt <= j.bound and j.surface not in apart]
    kept += [j for j in members if j.surface in shown]
    return Counter({Recognised(j.surface, j.kind): j.count for j in kept})


def _is_surely(verdict: Verdict, kind: str) -> bool:
    return verdict.kind == kind and verdict.doubt <= _HARDLY


def _is_called_a_body(name: str) -> bool:
    return " " in name and ends_as_a_body(name)


def by_meaning(names: Sequence[str], meanings: Meanings) -> list[str]:
    """The class of each name by its meaning alone, where no document tells more: one of ``shipped().classes``."""
    if not names:
        return []
    model = shipped()
    rows = model.probabilities([{}] * len(names), np.asarray(meanings(names), np.float64))
    return [model.classes[int(place)] for place in rows.argmax(axis=1)]


def _judged(seen: Sequence[Sighting], meanings: Meanings) -> list[Verdict]:
    if not seen:
        return []
    return judge(shipped(), seen, [signs(s) for s in seen], meanings([s.surface for s in seen]))


def judge(
    model: NameModel, seen: Sequence[Sighting], found: Sequence[Mapping[str, float]], meanings: np.ndarray
) -> list[Verdict]:
    """What ``model`` says of each name, by its signs ``found`` and its meaning; the type that the recogniser gave most
    often counts where it is nearly the likeliest, and of what is no place the one that the text tells. What ends
    as land and water do is no body, unless the text tells it.
    """
    names = {kind: place for place, kind in enumerate(model.classes) if kind not in NO_NAME}
    judged = []
    for sighting, told, row in zip(seen, found, model.probabilities(found, meanings).tolist(), strict=True):
        voted = max(sighting.votes, key=lambda kind: (sighting.votes[kind], kind))
        likeliest = max(names, key=lambda kind: row[names[kind]])
        nearly = voted in names and row[names[voted]] >= _NEARLY * row[names[likeliest]]
        # a field that an office is read by is no name, and is told with it: "Director of Curriculum"
        doubt = 0.0 if "of an office" in told else 1 - sum(row[place] for place in names.values())
        is_firm = voted == "ORG" and ("legal form" in told or "has &" in told)
        acts = not _ACTS.isdisjoint(told)
        bound = PROTECTED if is_firm or acts or voted == "WORK" else LEAST
        kind = voted if nearly else likeliest
        if kind not in _PLACES:
            kind = next((t for t in TOLD if f"told {t}" in told), kind)
        if kind == "ORG" and "told ORG" not in told and ends_as_a_place(sighting.surface):
            kind = "LOC"
        judged.append(Verdict(sighting.surface, kind, doubt, bound, sum(sighting.votes.values())))
    return judged


@cache
def shipped() -> NameModel:
    """The model that the package ships, read when it is first asked."""
    return from_json(json.loads(files("timeweave.language").joinpath("name_classes.json").read_text("utf-8")))


def from_json(model: ModelJson) -> NameModel:
    """The model that a file holds."""
    return NameModel(
        model["made_from"],
        model["classes"],
        WEIGHT_UNIT * np.array(model["bias"], np.float64),
        {name: WEIGHT_UNIT * np.array(weights, np.float64) for name, weights in model["signs"].items()},
        WEIGHT_UNIT * np.array(model["meaning"], np.float64),
    )
