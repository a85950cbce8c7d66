"""A relation as patterns find it in a sentence, before it has a time and is a fact."""

from __future__ import annotations

import re
from typing import NamedTuple

from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import OCCASIONS
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval

_OCCASION = lazily(rf"['’]s\b(?! [A-Z])|['’]? (?:\w+ )?{any_of(OCCASIONS)}\b", re.IGNORECASE)
_MOVED = lazily(r"\W*That (?:the|an?|(?:Cllr|Councillor|Mrs?|Ms|Dr)\.?|[\ue000-\uf8ff])(?: |$)")


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


def names_an_occasion(text: str, end: int) -> bool:
    """Whether what is named up to ``end`` only says whose or which occasion is meant: "joined the Acme board call"."""
    return _OCCASION.match(text, end) is not None


def is_moved(text: str) -> bool:
    """Whether a sentence is what a motion says, which is not so yet: "That Cllr Lee is elected as chair"."""
    return _MOVED.match(text) is not None
