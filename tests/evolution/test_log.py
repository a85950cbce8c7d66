"""The log of changes narrowed."""

from __future__ import annotations

import pytest

from timeweave.errors import UsageError
from timeweave.evolution.log import Wanted
from timeweave.records import Event, FactEvent, FactId


def event(kind: Event, text: str) -> FactEvent:
    return FactEvent(kind, FactId("f"), text, "why")


CLOSED = event(Event.CLOSED, "quillon instruments: chief executive officer marta ibsen [2017-04-01/2024-05-31]")


@pytest.mark.parametrize(
    ("entity", "relation", "kind", "has"),
    [
        (None, None, None, True),
        ("Quillon Instruments", None, None, True),
        ("Marta Ibsen", None, None, True),
        ("Marta", "chief executive", "closed", True),
        ("Quill", None, None, False),
        (None, "revenue", None, False),
        (None, None, "added", False),
    ],
)
def test_events_are_found_by_name_relation_and_kind(
    entity: str | None, relation: str | None, kind: str | None, *, has: bool
) -> None:
    """TK-08: by whole words of a name, by how a relation begins, by what happened."""
    assert Wanted.of(entity, relation, kind).has(CLOSED) is has


def test_an_unknown_kind_names_those_there_are() -> None:
    """One clear error."""
    with pytest.raises(UsageError, match="'lost' is none of added, merged"):
        Wanted.of(None, None, "lost")
