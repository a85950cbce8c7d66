"""Word 3-grams (Broder: Syntactic clustering of the web, 1997), as sets and as stable 64-bit hashes."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence

import numpy as np

from timeweave.lexicon.lazy import lazily

SHINGLE = 3  # words

_WORD = lazily(r"\w+(?:[.,]\d+)*")
_REMEMBERED = 1 << 17  # words whose hash is kept in mind


def words_of(text: str) -> list[str]:
    """The words of a text; a figure with its points and commas is one."""
    return _WORD.findall(text)


def shingles(words: Sequence[str]) -> frozenset[tuple[str, ...]]:
    """Runs of three words, whatever their case; fewer words than three are one run, none at all none."""
    folded = [w.lower() for w in words]
    return frozenset(tuple(folded[i : i + SHINGLE]) for i in range(_runs(len(folded))))


def shingle_hashes(words: Sequence[str]) -> np.ndarray:
    """The distinct hashes (uint64, ascending) of `shingles`, the same on every machine; two different ones are taken
    for one by a chance of 2^-64.
    """
    if not words:
        return np.empty(0, np.uint64)
    hashed = np.fromiter((_word_hash(w.lower()) for w in words), np.uint64, len(words))
    runs = _runs(len(hashed))
    mixed = np.zeros(runs, np.uint64)
    for place in range(min(SHINGLE, len(hashed))):
        mixed = _mixed(mixed + hashed[place : place + runs])
    return np.unique(mixed)


def _runs(words: int) -> int:
    return min(words, max(1, words - SHINGLE + 1))


@functools.lru_cache(_REMEMBERED)
def _word_hash(word: str) -> int:
    # lone surrogates, which a damaged text may hold, have no UTF-8
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _mixed(values: np.ndarray) -> np.ndarray:
    """Each of 64 bits spread over all (the finaliser of SplitMix64); one to one, so that order of words tells."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(values ^ (values >> np.uint64(31)))
