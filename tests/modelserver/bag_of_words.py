"""Deterministic embeddings: each word in places and signs that its hash gives, so that shared words are nearness."""

from __future__ import annotations

import functools
import hashlib
import math

from modelserver.fields import telling_words

DIMENSIONS = 256
_PLACES = 4  # of a word


def embedding(text: str) -> list[float]:
    """A vector of unit length; of a text without a telling word, the same one for all."""
    vector = [0.0] * DIMENSIONS
    for word in sorted(telling_words(text)) or [""]:
        for place, sign in _hashed(word):
            vector[place] += sign
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector] if length else [1.0, *vector[1:]]


@functools.lru_cache(maxsize=1 << 14)
def _hashed(word: str) -> tuple[tuple[int, float], ...]:
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=2 * _PLACES).digest()
    pairs = zip(digest[::2], digest[1::2], strict=True)
    return tuple((place % DIMENSIONS, 1.0 if sign & 1 else -1.0) for place, sign in pairs)
