"""What a predicate is called in the graph, one form for all texts that tell it in one sense."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from timeweave.lexicon.relations import relations

if TYPE_CHECKING:
    from spacy.tokens import Token


@functools.lru_cache(maxsize=4096)
def inflected(lemma: str, tag: str) -> str:
    """A form of a verb by its tag: VBD the past, VBZ the present, VBN the participle."""
    from lemminflect import getInflection

    if lemma == "be":
        return {"VBD": "was", "VBZ": "is", "VBN": "been"}[tag]
    found = getInflection(lemma, tag)
    return str(found[0]) if found else lemma


def participle(verb: Token) -> str:
    """The participle of a verb: as the sentence has it, where it does."""
    return verb.lower_ if verb.tag_ == "VBN" else inflected(verb.lemma_.casefold(), "VBN")


@functools.lru_cache(maxsize=4096)
def is_verb(lemma: str) -> bool:
    """Whether a word that was read as a verb is one."""
    from lemminflect import getAllInflections

    return bool(getAllInflections(lemma, upos="VERB"))


@functools.lru_cache(maxsize=4096)
def can_be_noun(word: str) -> bool:
    """Whether a word is a noun in one of its senses; one that no dictionary knows may be."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(word)
    return not found or "NOUN" in found or "PROPN" in found


def holds(lemma: str) -> bool:
    """Whether what a verb tells lasts, rather than happens."""
    return relations().is_one(lemma, "verbs.holding")


def words(*parts: str) -> str:
    """The parts that are not empty, with blanks between."""
    return " ".join(part for part in parts if part)


def worded(base: str, *, lasts: bool) -> str:
    """A predicate of lemmas as relations are called: in the present where it lasts, else in the past."""
    lemma, _, rest = base.partition(" ")
    return f"{inflected(lemma, 'VBZ' if lasts else 'VBD')} {rest}".strip()
