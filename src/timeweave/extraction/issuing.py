"""The body that brings a document out, as its title tells: "Kestrel Row Housing Co-operative: general meeting"."""

from __future__ import annotations

import re
from typing import NamedTuple

from timeweave.language.names import canonical_key
from timeweave.lexicon.bodies import LAST_OF_NAMES
from timeweave.lexicon.documents import GATHERED, OUTLETS, PUBLISHED_REGULARLY, WRITTEN
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.states import BODIES_AT_LARGE
from timeweave.records import EntityId

_LED = lazily(r"\W*(?P<body>[^:–—|]{3,70}?)\s*(?::|\s[–—|-])\s+\w")
_KINDS = frozenset((*WRITTEN, *OUTLETS, *GATHERED, *PUBLISHED_REGULARLY))
_JOINING = frozenset(["of", "the", "and", "&", "for", "de", "la", "du", "der", "van", "von", "in", "at", "on"])
_BODY = lazily(rf"(?:{any_of((*BODIES_AT_LARGE, *LAST_OF_NAMES))})s?", re.IGNORECASE)
_MOST_WORDS = 8


class Issuer(NamedTuple):
    """A body with the name that the title gives it."""

    entity: EntityId
    surface: str


def issuing_body(title: str) -> Issuer | None:
    """The body named before a colon or dash of a ``title``, where it is one by the noun that it ends with, or by the
    kind of document named behind it ("Pale Lantern devblog"); ``None`` where the title begins with something else.
    """
    led = _LED.match(title)
    words = [] if led is None else led["body"].split()
    kinds = 0
    while words and (words[-1].islower() or words[-1].casefold() in _KINDS) and words[-1] not in _JOINING:
        kinds += words[-1].casefold() in _KINDS
        words.pop()
    if not 0 < len(words) <= _MOST_WORDS or not all(_is_part(word) for word in words) or not words[-1][:1].isupper():
        return None
    if not kinds and (len(words) < 2 or not _BODY.fullmatch(words[-1])):
        return None
    name = " ".join(words)
    return Issuer(canonical_key(name), name)


def _is_part(word: str) -> bool:
    return (word[:1].isupper() or word in _JOINING) and not any(c.isdigit() for c in word)
