"""Concepts: what common nouns stand for ("photosynthesis", "host plant"), apart from whoever bears a name.

The key of a concept can never be that of a name, so that "apple" is not Apple, and what is looked up by a name finds no
concept where anything is called so. As a name's, it is decided by the words alone.
"""

from __future__ import annotations

import functools

from timeweave.lexicon.lazy import lazily
from timeweave.records import CONCEPT_MARK, EntityId

_WORD = lazily(r"[^\W_]+(?:[-.'’&+/][^\W_]+)*")
_DROPPED = frozenset({"the", "a", "an", "its", "their", "his", "her", "my", "our", "your"})
_OWNER = lazily(r"['’]s?$")


@functools.lru_cache(maxsize=1 << 14)
def concept_key(words: str) -> EntityId:
    """The identity of the concept that ``words`` mean: case, number and determiners do not count."""
    found = _WORD.findall(words.removeprefix(CONCEPT_MARK).casefold())
    return EntityId(CONCEPT_MARK + " ".join(_lemma(word) for word in found if word not in _DROPPED))


@functools.lru_cache(maxsize=1 << 14)
def _lemma(word: str) -> str:
    """The singular of a noun; other words as they are."""
    from lemminflect import getAllLemmas, getLemma

    plain = _OWNER.sub("", word)
    known = getAllLemmas(plain, upos="NOUN").get("NOUN", ())
    if known:
        return str(known[0])
    is_plural = plain.isalpha() and len(plain) > 3 and plain.endswith("s") and not plain.endswith(("ss", "us", "is"))
    return str(getLemma(plain, upos="NOUN")[0]) if is_plural and not getAllLemmas(plain) else plain
