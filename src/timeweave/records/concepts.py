"""Which entities are concepts, by their keys: what common nouns stand for, apart from whoever bears a name."""

from __future__ import annotations

CONCEPT = "CONCEPT"
"""The type of an entity that is a concept."""

CONCEPT_MARK = "concept:"
"""What the key of a concept begins with, and that of no name does."""


def is_concept(entity: str) -> bool:
    """Whether the key of an entity is that of a concept."""
    return entity.startswith(CONCEPT_MARK)


def key_in_words(entity: str) -> str:
    """The key of an entity as a text shows it: a concept by its words alone."""
    return entity.removeprefix(CONCEPT_MARK)
