"""Articles of the evidence as stories: syndicated copies, updates, and reports of one event by several (NE-04).

Two articles are one story where their texts resemble each other by word trigrams, as copies and updates do, or where,
within a few days, headline and opening share the words that few others have.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from timeweave.answering.context.reading import Line
from timeweave.language.shingles import shingles, words_of
from timeweave.language.terms import index_terms
from timeweave.lexicon.headlines import is_commentary
from timeweave.records import DocumentInfo, Span
from timeweave.retrieval.base import IndexReader
from timeweave.retrieval.kernels.near_duplicates import resemblance
from timeweave.store.base import View

COPIES = 0.3
"""Resemblance of the first characters of two articles from which on one is a copy, or an update, of the other."""
ALIKE = 0.3
"""Cosine of the weighted terms of two openings from which on they tell of one event."""
APART = dt.timedelta(days=2)
"""The most that may lie between two reports of one event."""

_OPENING, _COMPARED = 400, 3_000  # characters
_SIMILAR = 20  # statements that share words with the line of a story


@dataclass(frozen=True, eq=False)
class Article:
    """An article with its lines in the evidence, the best first; a copy whose lines others have has none."""

    info: DocumentInfo
    lines: tuple[Line, ...]
    text: str

    @cached_property
    def shingles(self) -> frozenset[tuple[str, ...]]:
        """The word trigrams of how it begins."""
        return shingles(words_of(self.text))

    @cached_property
    def opening(self) -> frozenset[str]:
        """The index terms of its headline and opening."""
        return frozenset(index_terms(f"{self.info.title} {self.text[:_OPENING]}"))

    @property
    def is_commentary(self) -> bool:
        """Whether it comments on what happened."""
        return is_commentary(self.info.title, self.info.source or self.info.id)


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """Articles that tell the same, the one that is quoted first."""

    articles: tuple[Article, ...]

    @property
    def line(self) -> Line:
        """The line that tells it."""
        return self.articles[0].lines[0]

    @property
    def day(self) -> dt.date:
        """The day of the newest of its articles."""
        return max(a.info.observed for a in self.articles)

    @property
    def first(self) -> dt.date:
        """The day of the oldest."""
        return min(a.info.observed for a in self.articles)

    @property
    def is_commentary(self) -> bool:
        """Whether all that there is of it is commentary."""
        return all(a.is_commentary for a in self.articles)


def stories_of(
    lines: Sequence[Line], view: View, index: IndexReader, beside: frozenset[str] = frozenset()
) -> list[Story]:
    """The stories that ``lines``, the best first, tell; the terms ``beside`` are in all of them and tell none apart."""
    by_document: dict[str, list[Line]] = {}
    for line in lines:
        by_document.setdefault(line.info.id, []).append(line)
    articles = [Article(own[0].info, tuple(own), _beginning(own[0].info, view)) for own in by_document.values()]
    articles += _copies(articles, view, index)
    weights = index.idf({term for article in articles for term in article.opening} - beside)
    groups: list[list[Article]] = []
    for article in articles:
        known = next((g for g in groups if any(_same(article, other, weights) for other in g)), None)
        if known is None:
            groups.append([article])
        else:
            known.append(article)
    return [Story(tuple(sorted(group, key=lambda a: (not a.lines, a.is_commentary)))) for group in groups]


def _copies(articles: Sequence[Article], view: View, index: IndexReader) -> list[Article]:
    """Further articles that copy one of these: evidence holds no sentence twice, a story names all who print it."""
    known = {article.info.ordinal for article in articles}
    found: dict[int, Article] = {}
    for article in articles:
        hits = index.lexical(article.lines[0].terms, _SIMILAR)
        near = {h.key.ordinal for h in hits} - known - found.keys()
        for ordinal, info in sorted(view.info(near).items()):
            other = Article(info, (), _beginning(info, view))
            if resemblance(article.shingles, other.shingles) >= COPIES:
                found[ordinal] = other
    return list(found.values())


def _beginning(info: DocumentInfo, view: View) -> str:
    return view.text(info.ordinal, Span(0, min(_COMPARED, info.length)))


def _same(one: Article, other: Article, weights: Mapping[str, float]) -> bool:
    if resemblance(one.shingles, other.shingles) >= COPIES:
        return True
    if abs(one.info.observed - other.info.observed) > APART or one.is_commentary != other.is_commentary:
        return False
    return _cosine(one.opening, other.opening, weights) >= ALIKE


def _cosine(one: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> float:
    def square(terms: Iterable[str]) -> float:
        return sum(weights.get(term, 0.0) ** 2 for term in sorted(terms))

    together = math.sqrt(square(one) * square(other))
    return square(one & other) / together if together else 0.0
