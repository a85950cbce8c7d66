"""What documents say of who bears a name: the context by which two bearers are told apart (EK-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.language.terms import index_terms
from timeweave.records import EntityId, Fact, Statement

PLACES = frozenset(["GPE", "LOC", "FAC", "NORP"])
_LONGEST_YEARS = 12  # of a statement's time: what lasts longer tells no year


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Who bears a name, as some statements tell it.

    ``others`` and ``places`` are named beside it, ``years`` are those that are told of, ``roles`` the relations of its
    facts, with their other end too; ``terms`` the other words. ``meaning`` is the mean of the statements' vectors less
    what is the name's own, of unit length, or zero where nothing is told.
    """

    key: EntityId
    name: str
    type: str
    others: frozenset[str]
    places: frozenset[str]
    years: frozenset[int]
    roles: frozenset[str]
    terms: frozenset[str]
    meaning: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What is said of a name in one place: the statements that name it with their words and vectors, and their facts;
    ``published`` are the years in which that was, which tell nothing of whom it is about.
    """

    statements: Sequence[Statement]
    words: Sequence[str]
    vectors: np.ndarray
    facts: Sequence[Fact]
    published: frozenset[int] = frozenset()


def profile(
    key: EntityId, name: str, kind: str, name_vector: np.ndarray, types: Mapping[EntityId, str], told: Told
) -> Profile:
    """The profile of ``key``; ``types`` are those of the names beside it, ``name_vector`` is what its name means."""
    named = {e for s in told.statements for e in s.entities if e != key}
    own = set(index_terms(f"{name} {key}"))
    terms = {term for text in told.words for term in index_terms(text) if term not in own and not term.isdigit()}
    return Profile(
        key=key,
        name=name,
        type=kind,
        others=frozenset(e for e in named if types.get(e, "") not in PLACES),
        places=frozenset(e for e in named if types.get(e, "") in PLACES),
        years=frozenset(y for s in told.statements for y in _years(s)) - told.published,
        roles=frozenset(role for fact in told.facts if key in fact.endpoints for role in _roles(key, fact)),
        terms=frozenset(terms),
        meaning=_less(told.vectors, name_vector),
    )


def _years(statement: Statement) -> range:
    valid = statement.valid
    if valid is None or valid.start is None or valid.end is None:
        return range(0)
    years = range(valid.start.year, valid.end.year + (valid.end.month > 1 or valid.end.day > 1))
    return years if len(years) <= _LONGEST_YEARS else range(0)


def _roles(key: EntityId, fact: Fact) -> tuple[str, str]:
    if fact.subject == key:
        return (fact.relation, f"{fact.relation}: {fact.object}")
    return (f"{fact.relation} of", f"{fact.relation} of: {fact.subject}")


def _less(vectors: np.ndarray, name: np.ndarray) -> np.ndarray:
    """The mean direction of ``vectors`` without the part that lies along ``name``."""
    if not len(vectors):
        return np.zeros_like(name)
    mean = vectors.astype(np.float64).mean(axis=0)
    rest: np.ndarray = mean - (mean @ name) * name
    length = float(np.linalg.norm(rest))
    meaning: np.ndarray = (rest / length if length > 1e-9 else np.zeros_like(rest)).astype(np.float32)
    return meaning
