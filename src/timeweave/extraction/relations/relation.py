"""A relation as patterns find it in a sentence, before it has a time and is a fact."""

from __future__ import annotations

from typing import NamedTuple

from timeweave.extraction.times.validity import Aspect
from timeweave.language.parsing import LONGEST, parse
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import OCCASIONS
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval

_OCCASION = lazily(
    r"['’]? (?:(?!(?:as|at|in|on|for|from|to|last|this|next|the|an?|every|each|with|by|after|before)\b)"
    rf"\w+ )?{any_of(OCCASIONS)}\b"
)
_MOVED = lazily(r"\W*That (?:the|an?|[A-Z])")


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
    """Whether a name that ends at ``end`` only says which occasion is meant: "joined the Acme board call"."""
    return _OCCASION.match(text, end) is not None


def is_moved(text: str) -> bool:
    """Whether a sentence is what a motion says, which is not so yet: "That Cllr Lee is elected as chair".

    It is a clause and no more, by its parse: "That Cllr Lee was elected surprised nobody" tells what was so.
    """
    if _MOVED.match(text) is None or len(text) > LONGEST:
        return False
    doc = parse(text)
    return any(t.dep_ == "mark" and t.text == "That" and t.head.dep_ == "ROOT" for t in doc)
