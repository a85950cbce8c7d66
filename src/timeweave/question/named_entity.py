"""What a question names: entities as the visible documents know them, and the port that tells of those."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from timeweave.language.names import distinct_names
from timeweave.question.named_spans import NamedSpan
from timeweave.question.subjects import Subject
from timeweave.records import EntityId, EntityInfo, Span


class EntityLookup(Protocol):
    """What the reading of a question needs to know of the entities of a store."""

    def named(self, keys: Iterable[EntityId]) -> Mapping[EntityId, Sequence[EntityInfo]]:
        """The entities that bear each of some names (`canonical_key`), the most mentioned first."""

    def mentioned(self, text: str) -> bool:
        """Whether a visible statement holds all words of ``text``: then it is no unknown name."""

    def is_subject(self, entity: EntityId) -> bool:
        """Whether a visible document is mainly about ``entity``."""

    def near(self, text: str) -> Sequence[EntityInfo]:
        """A few entities that ``text`` may be short for."""

    def subjects(self, text: str) -> Sequence[Subject]:
        """What the documents are about whose statements hold ``text``."""

    def asked_about(self, text: str) -> Sequence[Subject]:
        """What the documents are about whose statements come near the question ``text``."""

    def introduced_by(self, entity: EntityId) -> Sequence[Subject]:
        """What the documents are about that name ``entity`` where they begin."""


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity that a question names at ``span``; ``others`` bear the same name and were not taken."""

    id: EntityId
    name: str
    type: str
    span: Span
    surface: str
    others: tuple[str, ...] = ()

    def shares_name_with(self, other: str) -> bool:
        """Whether ``other`` may be meant too: not where the question says this one's whole name, with which the other's
        only begins ("Rust", "Rust Belt").
        """
        is_whole = self.surface.casefold() == self.name.casefold()
        begins = other.casefold().startswith(f"{self.name} ".casefold())
        return not (is_whole and begins) or other[len(self.name) + 1 :].startswith("(")


def each_once(entities: Iterable[NamedEntity]) -> tuple[NamedEntity, ...]:
    """Each entity at its first mention."""
    first: dict[EntityId, NamedEntity] = {}
    return tuple(e for e in entities if first.setdefault(e.id, e) is e)


@dataclass(frozen=True, slots=True)
class Names:
    """The entities of a question in order of position, its names that nothing visible bears, and those that are short
    for several others, with their names; ``misspelt`` are those of ``known`` that nothing is called, but for a letter;
    ``unheard`` are names with a number ("Python 3.20") where nothing visible has any of their numbers.
    """

    known: tuple[NamedEntity, ...]
    unknown: tuple[NamedSpan, ...]
    unclear: tuple[tuple[str, tuple[str, ...]], ...] = ()
    misspelt: tuple[NamedEntity, ...] = ()
    unheard: tuple[NamedSpan, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader should know about how names were read."""
        told = [
            f"{e.surface!r} is read as {e.name!r}; others bear that name: {', '.join(others)}"
            for e in self.known
            if (others := distinct_names(filter(e.shares_name_with, e.others), e.name))
        ]
        told += [f"{text!r} may be any of: {', '.join(names)}; say which" for text, names in self.unclear]
        told += [f"{e.surface!r} is read as {e.name!r}: nothing visible is so called" for e in self.misspelt]
        told += [f"unknown name {u.text!r}: no visible document mentions it" for u in (*self.unknown, *self.unheard)]
        return tuple(dict.fromkeys(told))
