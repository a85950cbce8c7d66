"""Entities from the rows of their visible mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from timeweave.records import DocumentInfo, EntityId, EntityInfo, Mention
from timeweave.store.canonical import entity_info, in_order_of_documents

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


def placed_mentions(
    mentions: Iterable[Mentioned], texts: Mapping[int, str], infos: Mapping[int, DocumentInfo]
) -> Mapping[EntityId, Sequence[tuple[int, Mention]]]:
    """These mentions by entity, each with the ordinal of its document."""
    placed = [(o, Mention(EntityId(texts[e]), texts[s], texts[t], count)) for e, o, s, t, count in mentions]
    return in_order_of_documents(placed, infos)
