"""How much of a question a path explains: the share of its words, by weight, that its edges tell (ER-04)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.language.terms import index_terms
from timeweave.lexicon import reasoning as table
from timeweave.lexicon.deeds import LIGHT
from timeweave.lexicon.wikidata import ALIASES
from timeweave.question import Question
from timeweave.question.logical.form import ChainStep, Succession
from timeweave.retrieval.base import IndexReader
from timeweave.retrieval.reason.relevance import alike

Told = Mapping[str, float]
"""Words of the question, each with how well something tells it, from 0 to 1."""

_ALIAS = 0.8  # how well another word for a relation tells it
_LITTLE = 0.3  # of the weight of a word, for a verb that tells little


@functools.cache
def _scaffold() -> frozenset[str]:
    words = (*table.FIRST, *table.LAST, *table.BEFORE, *table.AFTER, *table.UNITS, *table.COUNT, *table.SCAFFOLD)
    return frozenset(term for word in words for term in index_terms(word))


@functools.cache
def _light() -> frozenset[str]:
    return frozenset(term for word in LIGHT for term in index_terms(word))


@dataclass(frozen=True, eq=False)
class Asked:
    """The words of a question that something must tell, with their weights; of a route with subgoals ``hops`` holds the
    words of each ``subgoal``, which a relation of that hop alone tells, and ``weights`` all of them under its number;
    ``succession`` says which of several facts of that relation leads on.
    """

    weights: Mapping[str, float]
    hops: tuple[Asked, ...] = ()
    subgoal: str = ""
    succession: Succession = Succession.ANY

    @property
    def whole(self) -> float:
        """The weight of all of them."""
        return sum(self.weights.values())

    def told_by(self, text: str, hop: int | None = None) -> Told:
        """Which of the words a text tells; of a route as the relation of one ``hop``, from 0 on, or as any name."""
        if self.hops:
            parts = [(n, words) for n, words in enumerate(self.hops) if hop is None or hop == n]
            return {_of_hop(n, term): how for n, words in parts for term, how in words.told_by(text).items()}
        key = (text, tuple(self.weights))
        return _told(*key)

    def least(self, told: Told) -> float:
        """The share that is told of the subgoal that is told least; 1 where there are none."""
        own = ({t: told.get(_of_hop(n, t), 0.0) for t in words.weights} for n, words in enumerate(self.hops))
        return min((words.share(of) for words, of in zip(self.hops, own, strict=True)), default=1.0)

    def meant_by(self, hop: int, how: float) -> Told:
        """The words of the subgoal of a hop, as what means it as well as ``how`` tells them."""
        return {_of_hop(hop, term): how for term in self.hops[hop].weights}

    def succession_at(self, hop: int) -> Succession:
        """Which of several facts leads on at a hop."""
        return self.hops[hop].succession if hop < len(self.hops) else Succession.ANY

    def names(self, text: str) -> bool:
        """Whether the question holds all words of a name."""
        own = index_terms(text)
        return bool(own) and any(all(t in words.weights for t in own) for words in self.hops or (self,))

    def share(self, told: Told) -> float:
        """The share of the weight that is told."""
        whole = self.whole
        return sum(self.weights[t] * how for t, how in told.items()) / whole if whole else 0.0


@functools.lru_cache(maxsize=1 << 14)
def _told(text: str, terms: tuple[str, ...]) -> Told:
    own = index_terms(text.replace("_", " "))
    found = {term: max((alike(term, other) for other in own), default=0.0) for term in terms}
    for other in _also(text):
        found |= {term: _ALIAS for term, how in found.items() if how < _ALIAS and alike(term, other) == 1.0}
    return {term: how for term, how in found.items() if how}


@functools.cache
def _also(relation: str) -> tuple[str, ...]:
    """The terms of other words for a relation of Wikidata."""
    return tuple(dict.fromkeys(t for word in ALIASES.get(relation, ()) for t in index_terms(word)))


def asked_words(question: Question, index: IndexReader) -> Asked:
    """The words of a question without its times and what picks and asks; those that are rarer weigh more."""
    times = {t for e in question.scope.expressions for t in index_terms(e.text)}
    return _weighted([t for t in question.terms if t not in times], index)


def _weighted(words: Iterable[str], index: IndexReader) -> Asked:
    terms = [t for t in words if t not in _scaffold() and len(t) > 1]
    idf = index.idf(terms)
    return Asked({t: (_LITTLE if t in _light() else 1.0) * (1.0 + 0.25 * float(idf.get(t, 0.0))) for t in terms})


def _all_weighted(words: Sequence[str], index: IndexReader) -> Asked:
    """As `_weighted`; where all words are such as usually only ask ("succeed"), these."""
    found = _weighted(words, index)
    return found if found.weights else Asked(dict.fromkeys(words, 1.0))


def subgoal_words(steps: Iterable[ChainStep], start: str, index: IndexReader) -> Asked:
    """The words of subgoals, without the name that they begin at; a subgoal that leaves none is no hop."""
    own = frozenset(index_terms(start))
    each = ((_all_weighted([t for t in index_terms(s.words) if t not in own], index), s) for s in steps)
    hops = tuple(replace(words, subgoal=s.words, succession=s.succession) for words, s in each if words.weights)
    return Asked({_of_hop(n, t): w for n, words in enumerate(hops) for t, w in words.weights.items()}, hops)


def _of_hop(hop: int, term: str) -> str:
    return f"{hop} {term}"


def together(parts: Iterable[Told]) -> Told:
    """What several things tell together."""
    found: dict[str, float] = {}
    for part in parts:
        for term, how in part.items():
            found[term] = max(found.get(term, 0.0), how)
    return found


def faintly(told: Told, share: float) -> Told:
    """The same, worth less."""
    return {term: how * share for term, how in told.items()}
