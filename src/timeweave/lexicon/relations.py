"""What predicates mean: the table of relations, and how predicates outside of it are read."""

from __future__ import annotations

import enum
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any


class Time(enum.Enum):
    """What a relation means for time."""

    BEGINS = "begins"
    ENDS = "ends"
    ONCE = "once"
    HOLDS = "holds"


class Values(enum.StrEnum):
    """How many objects a subject has of a relation."""

    EVER = "ever"  # one for ever: where somebody was born
    ONE = "one"  # one at a time: who holds an office
    MANY = "many"  # several side by side


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


@dataclass(frozen=True, slots=True)
class Row:
    """One ``[[relation]]`` of a table: a relation with the predicates and nouns that tell it.

    A row that nothing tells says how many values a relation has (``values``), and is for no reader of texts.
    """

    name: str
    time: Time = Time.HOLDS
    past: str = ""
    says: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    object: tuple[str, ...] = ()
    inverse: str = ""
    symmetric: bool = False
    values: str = ""
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Row:
        """The row as TOML has it, its keys and values being sound."""
        values: dict[str, Any] = {k: tuple(value) if isinstance(value, list) else value for k, value in written.items()}
        return cls(**{**values, "time": Time(written.get("time", Time.HOLDS))})

    @property
    def is_read(self) -> bool:
        """Whether texts tell it by predicates or nouns of its own."""
        return bool(self.says or self.turned or self.nouns)

    def meaning(self, *, turned: bool) -> Meaning:
        """What its predicates mean, or those whose subject is the object."""
        kinds = frozenset(self.subject), frozenset(self.object)
        return Meaning(self.name, self.time, self.past, turned, *kinds)


@dataclass(frozen=True, slots=True)
class Relations:
    """The table, by predicate and by the noun of an event with its preposition.

    ``added`` are the names of the relations of a user's rows, ``rows`` all rows by the name of their relation.
    """

    predicates: Mapping[str, Sequence[Meaning]]
    nouns: Mapping[str, Meaning]
    words: Mapping[str, frozenset[str]]
    added: frozenset[str] = frozenset()
    rows: Mapping[str, Row] = field(default_factory=dict)
    listed: Mapping[str, Values] = field(default_factory=dict)
    forms: re.Pattern[str] = re.compile(r"(?!)")
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def meanings(self, predicate: str) -> Sequence[Meaning]:
        """What a predicate may mean, by its lemmas; the first that fits its ends holds."""
        return self.predicates.get(predicate, ())

    def values(self, relation: str) -> Values | None:
        """How many values a relation is declared to have; ``None`` where the table says nothing of it."""
        if (listed := self.listed.get(relation)) is not None:
            return listed
        row = self.rows.get(relation)
        if row is not None and row.time is not Time.HOLDS:
            return Values.MANY  # what happens may happen again
        return Values.ONE if self.forms.fullmatch(relation) else None

    def ends_called(self, relation: str) -> tuple[frozenset[str], frozenset[str]]:
        """Nouns by which a question asks for the subject of a relation, and for its object: "Who is Ann's mother?"."""
        row = self.rows.get(relation)
        if row is None:
            return frozenset(), frozenset()
        subjects = frozenset((*row.subjects, *_of_which(row.name)))
        objects = frozenset((*row.objects, *_of_which(row.inverse)))
        return (subjects | objects, subjects | objects) if row.symmetric else (subjects, objects)

    def same_seat(self, relation: str) -> tuple[str, ...]:
        """The relations of one office by several names, ``relation`` among them: who chairs follows a chairman."""
        return self.seats.get(relation, (relation,))

    def is_one(self, word: str, family: str) -> bool:
        """Whether a lemma is of a family of words: ``verbs.holding``, ``nouns.empty``."""
        return word in self.words[family]


def _of_which(name: str) -> tuple[str, ...]:
    """What the subject of a relation is called whose name says so: the subject of "child of" is a child."""
    return (name.removesuffix(" of"),) if name.endswith(" of") else ()


_READ = ("name", "time", "past", "says", "turned", "nouns", "subject", "object", "inverse", "symmetric")
"""What of a row decides how texts are read."""

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
    """Eight letters and digits that tell how texts are read by these rows, in this order; none where by none."""
    read = [", ".join(f"{name}={getattr(row, name)!r}" for name in _READ) for row in rows if row.is_read]
    text = f"({', '.join(f'Row({row})' for row in read)}{',' if len(read) == 1 else ''})"
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest() if read else ""


@cache
def _packaged() -> Mapping[str, Any]:
    return tomllib.loads(files("timeweave.lexicon").joinpath("relations.toml").read_text("utf-8"))


@lru_cache(maxsize=8)
def _table(added: tuple[Row, ...]) -> Relations:
    """The packaged table behind the rows ``added``."""
    table = _packaged()
    predicates: dict[str, list[Meaning]] = {}
    nouns: dict[str, Meaning] = {}
    rows: dict[str, Row] = {}
    for row in (*added, *map(Row.of, table["relation"])):
        for name in filter(None, (row.name, row.past)):
            rows.setdefault(name, row)
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
    names = frozenset(name for row in added if row.is_read for name in (row.name, row.past) if name)
    told = table["values"]
    seats = {name: tuple(seat) for seat in told["seats"] for name in seat}
    forms = re.compile("|".join(told["forms"]))
    return Relations(predicates, nouns, words, names, rows, _listed(told, rows.values()), forms, seats)


def _listed(told: Mapping[str, Any], rows: Iterable[Row]) -> Mapping[str, Values]:
    """How many values relations have: those that no predicate tells, then those of the rows."""
    listed = {" ".join(name.split()): kind for kind in Values for name in told[kind].split(",")}
    listed |= {row.name: Values(row.values) for row in rows if row.values}
    return listed
