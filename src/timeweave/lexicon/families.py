"""Families of words: the forms of verbs, made from their lemmas, and patterns that any word of a family fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily

_HISSING = lazily(r"(?:s|x|z|ch|sh|o)$")
_CONSONANT_Y = lazily(r"(?<![aeiou])y$")
_CUT = lazily(r"^[^aeiou]+[aeiou][bdgmnprt]$")  # verbs such as "cut", which double what they end in
_SILENT_E = lazily(r"(?<![eo])e$")


@dataclass(frozen=True, slots=True)
class Verb:
    """The forms of a verb, each with its particle: "go up", "goes up", "went up", "gone up", "going up"."""

    base: str
    third: str
    past: str
    participle: str
    gerund: str

    def __iter__(self) -> Iterator[str]:
        yield from (self.base, self.third, self.past, self.participle, self.gerund)


def verbs(lemmas: str) -> tuple[Verb, ...]:
    """Verbs by their lemmas: "climb", or with past and participle "rise:rose:risen", or with a particle "work+out"."""
    return tuple(_verb(lemma) for lemma in lemmas.split())


def _verb(lemma: str) -> Verb:
    forms, _, particle = lemma.partition("+")
    base, past, participle = (*forms.split(":"), "", "")[:3]
    behind = f" {particle}" if particle else ""
    third = _CONSONANT_Y.sub("ies", base) if _CONSONANT_Y.search(base) else f"{base}{_ending(base)}"
    past = past or (f"{base}d" if base.endswith("e") else f"{_CONSONANT_Y.sub('i', base)}ed")
    doubled = past == f"{base}{base[-1]}ed" or (past == base and _CUT.search(base) is not None)
    gerund = f"{base}{base[-1]}ing" if doubled else f"{_SILENT_E.sub('', base)}ing"
    return Verb(base + behind, third + behind, past + behind, (participle or past) + behind, gerund + behind)


def _ending(base: str) -> str:
    return "es" if _HISSING.search(base) else "s"


def phrases(text: str) -> tuple[str, ...]:
    """Words and phrases that commas keep apart."""
    return tuple(phrase.strip() for phrase in text.split(","))


def words(text: str) -> tuple[str, ...]:
    """The words of ``text``."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of ``text``, each once and in no order."""
    return frozenset(text.split())


def forms(*families: Iterable[Verb]) -> tuple[str, ...]:
    """All forms of the verbs of some families, each once."""
    return tuple(dict.fromkeys(form for family in families for verb in family for form in verb))


def asked_by(*families: Iterable[Verb]) -> tuple[str, ...]:
    """The forms by which a question asks for a deed, after "did" and after "has"."""
    return tuple(dict.fromkeys(form for family in families for verb in family for form in (verb.base, verb.participle)))


def of_one_word(*families: Iterable[Verb]) -> frozenset[str]:
    """Those of the forms that are one word, for sets that single words are looked up in."""
    return frozenset(form for form in forms(*families) if " " not in form)


def any_of(*families: Iterable[str]) -> str:
    """An expression that any word of some families fits, the longest first, without regard to where words end."""
    every = sorted({word for family in families for word in family}, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(re.escape(word).replace(re.escape(' '), ' ') for word in every)})"


def matching(*families: Iterable[str]) -> re.Pattern[str]:
    """That, compiled: whole words, whatever their case."""
    return lazily(rf"\b{any_of(*families)}\b", re.IGNORECASE)
