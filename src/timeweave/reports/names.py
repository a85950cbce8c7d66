"""Names as people write them, and what is said to readers: read from the documents behind a report, nothing else.

The store's own names are the most frequent ones of all documents: a document about another year could change them, and
with them a report that it does not touch.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from timeweave.language.addressing import addressed
from timeweave.language.names import canonical_key
from timeweave.records import Document, DocumentInfo, EntityId, PlacedSupport, ResolvedFact, StatementKey
from timeweave.store.base import View
from timeweave.store.canonical import most_frequent

_MOST_PLACES = 8
_AROUND = 160  # characters on each side of a place that are looked at
_KEPT_DOCUMENTS = 256
_KEPT_SENTENCES = 1 << 16
_MOST_LETTERS = 6  # of an abbreviation
_CAPITALISED = re.compile(r"[^\W\d_][\w.&'’-]*(?:[ \t]+[\w.&'’-]+){0,7}")


class Names:
    """Looks names up in the documents that a view shows; keeps the last documents that it read."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._info = lru_cache(maxsize=None)(lambda ordinal: view.info([ordinal])[ordinal])
        self._document = lru_cache(maxsize=_KEPT_DOCUMENTS)(view.original)
        self._statements = lru_cache(maxsize=_KEPT_DOCUMENTS)(view.statements_of)
        self._is_said_at = lru_cache(maxsize=_KEPT_SENTENCES)(self._read_is_said_at)

    def document(self, support: PlacedSupport) -> Document:
        """The document that a place lies in."""
        return self._document(support.key.ordinal)

    def info(self, support: PlacedSupport) -> DocumentInfo:
        """What is known of the document that a place lies in, without its text."""
        return self._info(support.key.ordinal)

    def entity(self, key: EntityId, facts: Iterable[ResolvedFact]) -> str:
        """What the documents behind ``facts``, which are about the entity, call it most often.

        A name under which a document says that it is about the entity goes before one that is found in the text.
        """
        places = _places(facts)
        documents = [self.document(place) for place in places]
        about = (name for document in documents for name in (*document.entities, document.title))
        found = Counter(name for name in about if canonical_key(name) == key)
        if not found:
            found.update(surface for place in places for surface in _surfaces(key, self._around(place)))
        return most_frequent(found) or " ".join(word.capitalize() for word in key.split())

    def measure(self, relation: str, facts: Iterable[ResolvedFact]) -> str:
        """A measure or relation with its abbreviations in capitals, as the documents behind ``facts`` write them."""
        texts = [self._around(place) for place in _places(facts)]
        return " ".join(_as_written(word, texts) for word in relation.split())

    def sentence(self, place: PlacedSupport) -> str:
        """The sentence that a place lies in, on one line."""
        return " ".join(self._sentences(place.key)[-1].split())

    def is_said(self, resolved: ResolvedFact) -> bool:
        """Whether a source says a fact to its readers; not so where it only tells a model what to say."""
        return any(self._is_said_at(place.key) for place in resolved.supports)

    def _read_is_said_at(self, key: StatementKey) -> bool:
        return not addressed(self._sentences(key))[-1]

    def _sentences(self, key: StatementKey) -> list[str]:
        """The sentence before a statement, where there is one, and the statement's own."""
        text, layout = self._document(key.ordinal).text, self._view.layout(key.ordinal)
        near = (s.span for s in self._statements(key.ordinal)[max(0, key.index - 1) : key.index + 1])
        return [layout.words(text[span.start : span.end], span.start) for span in near]

    def _around(self, place: PlacedSupport) -> str:
        text = self.document(place).text
        return text[max(0, place.span.start - _AROUND) : place.span.end + _AROUND]


def _places(facts: Iterable[ResolvedFact]) -> list[PlacedSupport]:
    places = [(s.document_id, s.span.start, s.span.end, s) for r in facts for s in r.supports]
    return [place[-1] for place in sorted(places, key=lambda p: p[:3])[:_MOST_PLACES]]


def _surfaces(key: EntityId, text: str) -> Iterator[str]:
    found = [m[0] for m in _pattern(key).finditer(text) if m[0] != m[0].lower()]
    yield from found or _by_key(key, text)


@lru_cache(maxsize=4096)
def _pattern(key: EntityId) -> re.Pattern[str]:
    words = [r"\.?".join(map(re.escape, w)) if len(w) < 4 else re.escape(w) for w in key.split()]
    return re.compile(r"(?<!\w)" + r"[\s.,&-]{1,3}".join(words) + r"(?!\w)", re.IGNORECASE)


def _by_key(key: EntityId, text: str) -> Iterator[str]:
    """Runs of words that canonical spelling turns into the key: accents, ampersands, legal forms."""
    wanted = len(key.split())
    for run in _CAPITALISED.finditer(text):
        words = run[0].split()
        for size in range(wanted, min(len(words), wanted + 2) + 1):
            for first in range(len(words) - size + 1):
                surface = " ".join(words[first : first + size]).strip(".'’-")
                if surface != surface.lower() and canonical_key(surface) == key:
                    yield surface


def _as_written(word: str, texts: Iterable[str]) -> str:
    capitals = word.upper()
    if capitals == word or len(word) > _MOST_LETTERS:
        return word
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    forms = Counter(match[0] for text in texts for match in pattern.finditer(text))
    return capitals if forms[capitals] > forms[word] else word
