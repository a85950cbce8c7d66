"""How well the name of a relation tells what a clause asks: s_rel, by concepts and by meaning (ER-04)."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from timeweave.evolution.synonyms.forms import are_opposed
from timeweave.language.dictionary import bases_of_irregular
from timeweave.language.terms import index_terms
from timeweave.lexicon.deeds import CONCEPTS, LIGHT, PHRASES, REFUSING, SUPPORTING
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily

_BRACKETS = lazily(r"\([^)]*\)")
_GROUPS = lazily(r"\s*,\s*(?:or\s+)?|\s+or\s+|/")
_LIGHT_SHARE = 0.15  # of a word's weight that a light word keeps: "sign" beside "signed an agreement"
_OPPOSITE = 0.6  # of s_rel, where only one of the two is the refusal of a deed, or its opposite
_MEANS = 0.4  # of the weight of a word of a relation, for what is only its means: "fight with small arms"
_SAME, _MOST = 0.6, 0.55  # the cosine, or the share of the words, from which a relation tells a clause
_KEPT = 4096

_TELLS_LITTLE = LIGHT | SUPPORTING

Embed = Callable[[Sequence[str]], np.ndarray]


@dataclass(slots=True)
class Meanings:
    """Compares clauses with the names of relations; what was embedded is kept for the length of a question."""

    embed: Embed
    _vectors: dict[str, np.ndarray] = field(default_factory=dict)

    def of(self, words: str, relation: str) -> float:
        """s_rel in [0, 1] of a relation for the words of a clause."""
        words = in_plain_words(words)
        if not words.strip():
            return 0.5
        shared = shared_concepts(words, relation)
        cosine = float(self._vector(words) @ self._vector(relation))
        told = min(1.0, max(0.0, 0.55 * shared + 0.45 * cosine))
        return _OPPOSITE * told if _stands_against(words, relation) else told

    def of_each(self, words: str, relations: Iterable[str]) -> list[tuple[str, float]]:
        """Each relation with its s_rel; what is not yet embedded is embedded at once."""
        asked = list(relations)
        plain = in_plain_words(words)
        if plain.strip():
            _keep(self.embed, [plain, *asked])
        return [(relation, self.of(words, relation)) for relation in asked]

    def tells(self, words: str, relation: str) -> bool:
        """Whether a relation tells most of what the words of a clause ask for."""
        words = in_plain_words(words)
        if _stands_against(words, relation):
            return False
        whole = sum(weight for _, weight in _terms(words))
        if not whole or float(self._vector(words) @ self._vector(relation)) >= _SAME:
            return True
        others = [term for group in _groups(relation) for term, _ in group]
        met = sum(w * max((alike(t, other) for other in others), default=0.0) for t, w in _terms(words))
        return met / whole >= _MOST

    def _vector(self, text: str) -> np.ndarray:
        if text not in self._vectors:
            self._vectors[text] = _kept(self.embed, text)
        return self._vectors[text]


_cache: dict[tuple[str, str], np.ndarray] = {}


def _kept(embed: Embed, text: str) -> np.ndarray:
    """A vector, kept over questions for an embedder with a name: the relations of a graph are few."""
    name = getattr(getattr(embed, "__self__", None), "name", "")
    if not name:
        vector: np.ndarray = embed([text])[0]
        return vector
    key = (str(name), text)
    kept = _cache.get(key)
    if kept is None:
        kept = embed([text])[0]
        if len(_cache) >= _KEPT:
            _cache.clear()
        _cache[key] = kept
    return kept


def _keep(embed: Embed, texts: Iterable[str]) -> None:
    """Have vectors at hand, those that are missing made at once."""
    name = getattr(getattr(embed, "__self__", None), "name", "")
    missing = [text for text in dict.fromkeys(texts) if name and (str(name), text) not in _cache]
    if not missing or len(missing) > _KEPT:
        return
    if len(_cache) + len(missing) > _KEPT:
        _cache.clear()
    _cache.update(zip(((str(name), text) for text in missing), embed(missing), strict=True))


@functools.cache
def _concepts() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(CONCEPTS):
        for word in line:
            for term in index_terms(word):
                found.setdefault(term, set()).add(number)
    return {term: frozenset(numbers) for term, numbers in found.items()}


@functools.cache
def _phrases() -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(PHRASES)}\b")


def in_plain_words(text: str) -> str:
    """A phrase with one word for each of its verbs of several words."""
    return _phrases().sub(lambda match: PHRASES[match[0]], text)


@functools.lru_cache(maxsize=_KEPT)
def _terms(text: str) -> tuple[tuple[str, float], ...]:
    """The terms of a phrase with their weights, those of light verbs low."""
    found: dict[str, float] = {}
    for word in re.findall(r"[\w'-]+", text.casefold()):
        for term in index_terms(word):
            found[term] = max(found.get(term, 0.0), _LIGHT_SHARE if word in _TELLS_LITTLE else 1.0)
    return tuple(found.items())


@functools.lru_cache(maxsize=_KEPT)
def _groups(relation: str) -> tuple[tuple[tuple[str, float], ...], ...]:
    """The words of a relation, those that it gives to choose from together: "praise or endorse"."""
    bare = _BRACKETS.sub(" ", relation.replace("_", " "))
    parts = [p.strip() for p in _GROUPS.split(bare) if p.strip()]
    if len(parts) == 1:
        deed, _, means = parts[0].partition(" with ")
        told = (*_terms(deed), *((term, _MEANS * weight) for term, weight in _terms(means)))
        return tuple(((term, weight),) for term, weight in told)
    head = _terms(parts[0])
    alternatives = [head[-1:], *(_terms(p)[:1] for p in parts[1:])]
    rest = [(pair,) for pair in (*head[:-1], *_terms(parts[-1])[1:])]
    return (*rest, tuple(pair for group in alternatives for pair in group))


def _refuses(text: str) -> bool:
    """Whether a deed is refused that is told behind the refusal: "refuse to visit"; "reject" alone is a deed itself."""
    words = text.casefold().split()
    first = next((place for place, word in enumerate(words) if word in REFUSING), len(words))
    return any(index_terms(word) for word in words[first + 1 :])


def _stands_against(words: str, relation: str) -> bool:
    """Whether of a clause and a relation one alone refuses, or one tells the opposite: "sell" and "bought"."""
    return _refuses(words) != _refuses(relation) or are_opposed(words, relation)


def shared_concepts(words: str, relation: str) -> float:
    """The share of what two phrases tell that both tell, by stems and by concepts (an F-measure)."""
    asked, groups = _terms(words), _groups(relation)
    whole = sum(weight for _, weight in asked)
    told = sum(max(weight for _, weight in group) for group in groups if group)
    if not whole or not told:
        return 0.0
    met_asked = sum(w * max((alike(t, u) for group in groups for u, _ in group), default=0.0) for t, w in asked)
    met_told = sum(
        max(weight for _, weight in group) * max(alike(t, u) for t, _ in asked for u, _ in group)
        for group in groups
        if group
    )
    precision, recall = met_told / told, met_asked / whole
    return 0.0 if precision + recall == 0 else 2 * precision * recall / (precision + recall)


@functools.lru_cache(maxsize=_KEPT)
def _bases(term: str) -> frozenset[str]:
    return frozenset(stem for base in bases_of_irregular(term) for stem in index_terms(base))


def alike(one: str, other: str) -> float:
    """How well one term tells another: the same, or a form of the same verb, or a word for the same concept."""
    if one == other or other in _bases(one) or one in _bases(other):
        return 1.0
    concepts = _concepts()
    return 0.9 if concepts.get(one, frozenset()) & concepts.get(other, frozenset()) else 0.0
