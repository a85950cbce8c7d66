"""A relation as patterns find it in a sentence, before it has a time and is a fact."""

from __future__ import annotations

from typing import NamedTuple

from timeweave.extraction.times.validity import Aspect
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval


class Relation(NamedTuple):
    """A relation found in characters ``start`` to ``end`` of a masked sentence; ``object`` a key or a literal,
    ``valid`` its time where another sentence tells it.
    """

    subject: EntityId
    relation: str
    object: str
    object_is_entity: bool
    aspect: Aspect
    start: int
    end: int
    valid: Interval | None = None
