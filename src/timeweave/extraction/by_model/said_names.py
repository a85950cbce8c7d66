"""Which entity a model means by a name, and whether the words around a quotation carry it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from timeweave.extraction.by_model.quoting import QuotedText
from timeweave.language.names import canonical_key
from timeweave.language.proper_nouns import lower_words
from timeweave.lexicon.lazy import lazily
from timeweave.records import Document, EntityId, Extraction, Span, Statement

_OURSELVES = lazily(
    r"(?:we|us|our|ours|(?:the|our|this) (?:company|corporation|firm|group|bank|club|organi[sz]ation|university|band))",
    re.IGNORECASE,
)
_PRONOUN = frozenset(
    ["i", "you", "he", "she", "it", "they", "them", "him", "her", "this", "that", "these", "those", "who", "which"]
)
_FIRST_PERSON = ("we", "our", "us", "the company")
_AGENTS = frozenset({"ORG", "PERSON"})
_LONGEST_NAME = 10  # words
TYPES: Mapping[str, str] = {
    "person": "PERSON", "people": "PERSON", "organization": "ORG", "organisation": "ORG", "company": "ORG",
    "institution": "ORG", "place": "GPE", "location": "LOC", "geo": "GPE", "country": "GPE", "city": "GPE",
    "facility": "FAC", "product": "PRODUCT", "event": "EVENT", "work": "WORK", "law": "LAW",
}  # fmt: skip
"""Kinds of entities as people name them, and the signs that rules give them."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity, its name as written, and where the words around the quotation name it (``None``: they refer to it).

    ``near`` is false where only words further off in the piece name it.
    """

    entity: EntityId
    surface: str
    place: Span | None
    near: bool = True


class SaidNames:
    """The names of a document as rules know them."""

    def __init__(self, document: Document, extraction: Extraction) -> None:
        self._entities: dict[EntityId, EntityId] = {}
        self._surfaces: dict[EntityId, set[str]] = {}
        self.types: dict[EntityId, str] = {}
        for alias in extraction.aliases:
            self._entities[alias.alias] = alias.entity
            self._surfaces.setdefault(alias.entity, set()).add(alias.alias)
        for mention in sorted(extraction.mentions, key=lambda m: m.count):
            self._entities[canonical_key(mention.surface)] = mention.entity
            self._surfaces.setdefault(mention.entity, set()).add(mention.surface)
            if mention.type:
                self.types[mention.entity] = mention.type
        for entity in self._surfaces:
            self._entities[entity] = entity
        self._lower = lower_words(document.text)
        self._subject = canonical_key(document.entities[0]) if document.entities else None
        self._subject_name = document.entities[0] if document.entities else ""

    def resolved(
        self, name: str, words: QuotedText, sentences: Span, nearby: Span, statements: Sequence[Statement]
    ) -> Named | None:
        """The entity called ``name``, if the ``sentences`` around the quotation, or else what stands nearby, name it.

        ``statements`` are those sentences as rules read them: what their pronouns refer to is named by them too.
        """
        key = canonical_key(name)
        if not key or key in _PRONOUN or len(key.split()) > _LONGEST_NAME or not any(c.isalpha() for c in key):
            return None
        if _OURSELVES.fullmatch(name.strip()):
            return self._own(words, sentences, name)
        meant = {e for s in statements for e in s.entities}
        entity = self._entities.get(key) or self._part(key, meant) or key
        names = [name, *sorted(self._surfaces.get(entity, ()), key=lambda n: (-len(n), n))]
        place = _first_place(words, names, sentences)
        if place is not None or self._is_meant(entity, meant, words, sentences):
            return Named(entity, name.strip() if place is None else words.at(place), place)
        further = _first_place(words, names, nearby)
        return None if further is None else Named(entity, words.at(further), None, near=False)

    def knows(self, entity: EntityId) -> bool:
        """Whether rules met the entity."""
        return entity in self._surfaces

    def is_written_as_name(self, surface: str) -> bool:
        """Whether new words are a name: a capital first, no figure, and not one word that the text writes small too."""
        if not surface[:1].isupper() or any(c.isdigit() for c in surface):
            return False
        return " " in surface or surface.casefold() not in self._lower

    def _is_meant(self, entity: EntityId, meant: Set[EntityId], words: QuotedText, sentences: Span) -> bool:
        """Whether sentences that do not name an entity speak of it.

        Rules count a document's subject among those of every sentence; it is meant by one that says "we", or that is
        not about another body or person.
        """
        if entity != self._subject:
            return entity in meant
        if any(words.names(own, sentences) for own in _FIRST_PERSON):
            return True
        others = (e for e in meant - {entity} if self.types.get(e) in _AGENTS)
        return all(_first_place(words, sorted(self._surfaces.get(e, ())), sentences) is None for e in others)

    def _own(self, words: QuotedText, sentences: Span, name: str) -> Named | None:
        if not self._subject:
            return None
        return Named(self._subject, self._subject_name, words.place_of(name, sentences))

    def _part(self, key: str, meant: Iterable[EntityId]) -> EntityId | None:
        """The one entity of the sentence of whose name ``key`` is a word: "Rees" of Andrew Rees."""
        found = {e for e in meant if key in e.split()}
        return found.pop() if len(found) == 1 else None


def _first_place(words: QuotedText, names: Iterable[str], within: Span) -> Span | None:
    return next((place for name in names if (place := words.place_of(name, within)) is not None), None)
