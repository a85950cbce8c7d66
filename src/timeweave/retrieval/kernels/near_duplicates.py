"""Near-duplicates: text that says again, of the same, what an earlier text said (Broder: Syntactic clustering of the
web, 1997: shingles and their resemblance).

Where a single number or name differs it is another statement, however alike the words are.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property

from timeweave.language.shingles import shingles, words_of

RESEMBLANCE = 0.8  # of the sets of word trigrams, as Jaccard's share of those in common


class _Words:
    """The words of a text, and their shingles once they are needed."""

    def __init__(self, words: Sequence[str]) -> None:
        self.all = words

    @cached_property
    def shingles(self) -> frozenset[tuple[str, ...]]:
        """Runs of words, whatever their case."""
        return shingles(self.all)


class Seen:
    """The texts that were let through, to compare the next ones with."""

    def __init__(self) -> None:
        self._texts: dict[Hashable, list[_Words]] = {}

    def repeats(self, text: str, of: Hashable = None) -> bool:
        """Whether ``text`` is a near-duplicate of an earlier one that spoke ``of`` the same; else it is remembered."""
        words = _Words(words_of(text))
        marks = frozenset(w for place, w in enumerate(words.all) if w[0].isdigit() or (place and not w.islower()))
        earlier = self._texts.setdefault((of, marks), [])
        # few texts share all numbers and names with another, so that hardly any shingles are ever made
        if any(resemblance(words.shingles, known.shingles) >= RESEMBLANCE for known in earlier):
            return True
        earlier.append(words)
        return False


def resemblance(a: frozenset[tuple[str, ...]], b: frozenset[tuple[str, ...]]) -> float:
    """Jaccard's share of what two sets have in common; 1 for two empty ones."""
    return len(a & b) / len(a | b) if a or b else 1.0
