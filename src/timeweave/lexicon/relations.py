"""What predicates mean: the table of relations, and how predicates outside of it are read."""

from __future__ import annotations

import enum
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


class Time(enum.Enum):
    """What a relation means for time."""

    BEGINS = "begins"
    ENDS = "ends"
    ONCE = "once"
    HOLDS = "holds"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A canonical relation as one predicate tells it; ``turned`` where the predicate's subject is its object.

    ``subject`` and ``object`` are the kinds that its ends must have; empty where any will do.
    """

    name: str
    time: Time
    past: str = ""
    turned: bool = False
    subject: frozenset[str] = frozenset()
    object: frozenset[str] = frozenset()
    inverse: str = ""
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class Relations:
    """The table, by predicate and by the noun of an event with its preposition."""

    predicates: Mapping[str, Sequence[Meaning]]
    nouns: Mapping[str, Meaning]
    words: Mapping[str, frozenset[str]]

    def meanings(self, predicate: str) -> Sequence[Meaning]:
        """What a predicate may mean, by its lemmas."""
        return self.predicates.get(predicate, ())

    def is_one(self, word: str, family: str) -> bool:
        """Whether a lemma is of a family of words: ``verbs.holding``, ``nouns.empty``."""
        return word in self.words[family]


@cache
def relations() -> Relations:
    """The packaged table."""
    return _read(tomllib.loads(files("timeweave.lexicon").joinpath("relations.toml").read_text("utf-8")))


def _read(table: Mapping[str, Any]) -> Relations:
    predicates: dict[str, list[Meaning]] = {}
    nouns: dict[str, Meaning] = {}
    for row in table["relation"]:
        for turned, key in ((False, "says"), (True, "turned")):
            for predicate in row.get(key, ()):
                predicates.setdefault(predicate, []).append(_meaning(row, turned=turned))
        nouns |= dict.fromkeys(row.get("nouns", ()), _meaning(row, turned=False))
    words = {
        f"{section}.{family}": frozenset(text.split())
        for section in ("verbs", "nouns", "adjectives", "prepositions", "determiners")
        for family, text in table[section].items()
    }
    return Relations(predicates, nouns, words)


def _meaning(row: Mapping[str, Any], *, turned: bool) -> Meaning:
    return Meaning(
        row["name"],
        Time(row["time"]),
        row.get("past", ""),
        turned,
        frozenset(row.get("subject", ())),
        frozenset(row.get("object", ())),
        row.get("inverse", ""),
        row.get("symmetric", False),
    )
