"""What predicates mean: the table of relations, and how predicates outside of it are read."""

from __future__ import annotations

import enum
import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
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
class Row:
    """One ``[[relation]]`` of a table: a relation with the predicates and nouns that tell it."""

    name: str
    time: Time
    past: str = ""
    says: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    object: tuple[str, ...] = ()
    inverse: str = ""
    symmetric: bool = False

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Row:
        """The row as TOML has it, its keys and values being sound."""
        values: dict[str, Any] = {k: tuple(value) if isinstance(value, list) else value for k, value in written.items()}
        return cls(**{**values, "time": Time(written["time"])})

    def meaning(self, *, turned: bool) -> Meaning:
        """What its predicates mean, or those whose subject is the object."""
        kinds = frozenset(self.subject), frozenset(self.object)
        return Meaning(self.name, self.time, self.past, turned, *kinds, self.inverse, self.symmetric)


@dataclass(frozen=True, slots=True)
class Relations:
    """The table, by predicate and by the noun of an event with its preposition.

    ``added`` are the names of the relations of a user's rows.
    """

    predicates: Mapping[str, Sequence[Meaning]]
    nouns: Mapping[str, Meaning]
    words: Mapping[str, frozenset[str]]
    added: frozenset[str] = frozenset()

    def meanings(self, predicate: str) -> Sequence[Meaning]:
        """What a predicate may mean, by its lemmas; the first that fits its ends holds."""
        return self.predicates.get(predicate, ())

    def is_one(self, word: str, family: str) -> bool:
        """Whether a lemma is of a family of words: ``verbs.holding``, ``nouns.empty``."""
        return word in self.words[family]


_IN_FORCE: ContextVar[Relations | None] = ContextVar("relations", default=None)


def relations() -> Relations:
    """The table in force: the packaged one, with the rows of a user where `adding` says so."""
    return _IN_FORCE.get() or _table(())


@contextmanager
def adding(rows: Sequence[Row]) -> Iterator[None]:
    """Meanwhile ``rows`` stand before those of the packaged table, so that the first of them that fits holds."""
    token = _IN_FORCE.set(_table(tuple(rows)))
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def digest_of(rows: Sequence[Row]) -> str:
    """Eight letters and digits that tell these rows, in this order, from others; none for no rows."""
    return hashlib.blake2b(repr(tuple(rows)).encode(), digest_size=4).hexdigest() if rows else ""


@cache
def _packaged() -> Mapping[str, Any]:
    return tomllib.loads(files("timeweave.lexicon").joinpath("relations.toml").read_text("utf-8"))


@lru_cache(maxsize=8)
def _table(added: tuple[Row, ...]) -> Relations:
    """The packaged table behind the rows ``added``."""
    table = _packaged()
    predicates: dict[str, list[Meaning]] = {}
    nouns: dict[str, Meaning] = {}
    for row in (*added, *map(Row.of, table["relation"])):
        for turned, told in ((False, row.says), (True, row.turned)):
            for predicate in told:
                predicates.setdefault(predicate, []).append(row.meaning(turned=turned))
        for noun in row.nouns:
            nouns.setdefault(noun, row.meaning(turned=False))
    words = {
        f"{section}.{family}": frozenset(text.split())
        for section in ("verbs", "nouns", "adjectives", "prepositions", "determiners")
        for family, text in table[section].items()
    }
    names = frozenset(name for row in added for name in (row.name, row.past) if name)
    return Relations(predicates, nouns, words, names)
