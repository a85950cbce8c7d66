"""What an entity is called by the mentions of it."""

from __future__ import annotations

from timeweave.records import EntityId
from timeweave.store.canonical import entity_info


def test_what_an_entity_is_called_for_short_is_not_its_name() -> None:
    """EK-03: "the Parish Council" of two villages would be one name of both, by which they would be taken for one."""
    counts = [
        (1, "Parish Council", "ORG", 9),
        (1, "Holt Parish Council", "ORG", 2),
        (2, "Holt parish Council", "ORG", 1),
    ]
    assert entity_info(EntityId("holt parish council"), counts).name == "Holt Parish Council"


def test_an_entity_that_is_never_named_in_full_has_its_most_frequent_name() -> None:
    counts = [(1, "Parish Council", "ORG", 9), (2, "the Council", "ORG", 1)]
    found = entity_info(EntityId("holt parish council"), counts)
    assert (found.name, found.mentions, found.documents) == ("Parish Council", 10, 2)
