"""Words of English that are no names by themselves, by two lists of lemmas: spaCy's model's, and lemminflect's."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from timeweave.language import spacy_models

_PARTS = ("noun", "verb", "adj", "adv")
_Endings = Sequence[tuple[str, str]]


@functools.lru_cache(maxsize=1 << 14)
def parts_of_speech(word: str) -> frozenset[str]:
    """What a word, in lower case, can be: of "noun", "verb", "adj" and "adv"; empty where the index has it not.

    Nouns of the index are the names of well-known places and people, too.
    """
    index, rules, exceptions = _tables()
    return frozenset(
        part
        for part in _PARTS
        if word in index[part]
        or word in exceptions[part]
        or any(
            word.endswith(ending) and word[: len(word) - len(ending)] + lemma in index[part]
            for ending, lemma in rules[part]
        )
    )


@functools.lru_cache(maxsize=1 << 14)
def is_word(word: str) -> bool:
    """Whether a word, in lower case, is one of English; names of places and people are none."""
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


@functools.lru_cache(maxsize=1 << 12)
def bases_of_irregular(word: str) -> frozenset[str]:
    """The verbs of which a word, in lower case, is an irregular form: "bought" of "buy"."""
    _, _, exceptions = _tables()
    return frozenset(map(str, exceptions["verb"].get(word, ())))  # type: ignore[call-overload]


@functools.cache
def _tables() -> tuple[Mapping[str, frozenset[str]], Mapping[str, _Endings], Mapping[str, Mapping[str, object]]]:
    found = spacy_models.folder() / "lemmatizer" / "lookups"
    from spacy.lookups import Lookups

    lookups = Lookups().from_disk(found)
    index, rules, exceptions = (lookups.get_table(f"lemma_{name}") for name in ("index", "rules", "exc"))
    return (
        {part: frozenset(index[part]) for part in _PARTS},
        {part: [(ending, lemma) for ending, lemma in rules.get(part, ())] for part in _PARTS},
        {part: exceptions.get(part, {}) for part in _PARTS},
    )
