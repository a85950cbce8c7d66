"""Entities from the rows of their visible mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from timeweave.records import EntityId, EntityInfo
from timeweave.store.canonical import entity_info

Mentioned = tuple[int, int, int, int, int]
"""A row of `queries.MENTIONS`: the keys of entity, surface and type around the ordinal, and how often."""


def keys_of(mentions: Iterable[Mentioned]) -> set[int]:
    """The symbol keys in these rows."""
    return {key for entity, _, surface, type_, _ in mentions for key in (entity, surface, type_)}


def entities_mentioned(mentions: Iterable[Mentioned], texts: Mapping[int, str]) -> dict[EntityId, EntityInfo]:
    """What these mentions say of each entity; ``texts`` has all their symbols."""
    grouped: dict[EntityId, list[tuple[int, str, str, int]]] = defaultdict(list)
    for entity, ordinal, surface, type_, count in mentions:
        grouped[EntityId(texts[entity])].append((ordinal, texts[surface], texts[type_], count))
    return {entity: entity_info(entity, counts) for entity, counts in grouped.items()}
