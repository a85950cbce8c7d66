"""Temporal, generic and back-off retrieval of what was told of an entity (NE-07, NE-09, NE-10).

A tuple of the temporal datastore is (day, statement): the day of publication, and the words by which it is found. The
temporal strategy fills the top-k with the day asked for, then with the days around it, nearest first; what it lacks
comes, with back-off, from any day by similarity alone. Where no entity is meant, or a sentence asks, statements are
scored as in mode ``passages``, of the same days.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from timeweave.language.terms import index_terms
from timeweave.question.telegraphic import is_telegraphic
from timeweave.records import EntityInfo, StatementKey
from timeweave.retrieval.base import Finding, Request
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.kernels.fusion import scaled_to_best
from timeweave.retrieval.news.asked import AskedNews, asked_news
from timeweave.retrieval.news.options import NewsOptions
from timeweave.retrieval.passages.everywhere import score_everywhere
from timeweave.retrieval.passages.fused import PassageOptions, Ranking, ordered
from timeweave.retrieval.passages.passages import retrieve_passages
from timeweave.retrieval.reading import Reading

_DEPTH = 100
_RING = 4.0  # taken off for each ring, so that what a nearer one holds stands first


def retrieve_news(request: Request, options: NewsOptions, passages: PassageOptions) -> Finding:
    """What was told of the entity on the day asked for and around it, within the budget."""
    now = request.now or dt.datetime.now(dt.UTC).date()
    asked = asked_news(request.question, request.view, now)
    telegraphic = bool(asked.entities) and is_telegraphic(request.question)
    if not telegraphic and options.strategy == "back-off":
        return retrieve_passages(request, passages)
    search = _Search(request, asked, options, passages, Reading(request.view), telegraphic)
    ranking = search.ranking()
    evidence, tokens = pack_statements(ranking, search.reading, budget=request.budget, limit=request.limit)
    told = tuple(f"{office} of {body} on {asked.day}: {who}" for body, office, who in asked.holds)
    if not request.explain:
        return Finding(evidence, tokens, told)
    return Finding(evidence, tokens, told, {"news": search.explained(asked)})


@dataclass(frozen=True, slots=True)
class _Search:
    """One query over the days of one view."""

    request: Request
    asked: AskedNews
    options: NewsOptions
    passages: PassageOptions
    reading: Reading
    telegraphic: bool

    def ranking(self) -> Ranking:
        """Statements ring by ring, each once; the last ring is any day."""
        found: dict[StatementKey, float] = {}
        wanted = self.options.tuples if self.telegraphic else _DEPTH
        for number, ring in enumerate(self._rings()):
            if number and len(found) >= wanted and self.telegraphic:
                break
            for key, score in self._ranked(ring):
                found.setdefault(key, score - _RING * number)
        return list(found.items())

    def _rings(self) -> Iterator[np.ndarray | None]:
        """Documents (boolean by ordinal) of the day, of the days around it, nearest first; ``None`` is all."""
        if self.options.strategy != "generic":
            published = self._published()
            for away in range(self.options.days + 1):
                yield np.abs(published - self.asked.day.toordinal()) == away
        if self.options.strategy != "temporal":
            yield None

    def _published(self) -> np.ndarray:
        """The day of each document by ordinal; far off where it bears none."""
        infos = [(i.ordinal, i) for i in self.request.view.documents()]
        days = np.full(max((ordinal for ordinal, _ in infos), default=-1) + 1, -10_000_000, np.int64)
        for ordinal, info in infos:
            if info.published is not None:
                days[ordinal] = info.observed.toordinal()
        return days

    def _ranked(self, documents: np.ndarray | None) -> Ranking:
        if documents is not None and not documents.any():
            return []
        if not self.telegraphic:
            scored = score_everywhere(self.request, self.passages, self.reading, documents=documents)
            return ordered(scored.scores, self.reading)
        scores: dict[StatementKey, float] = {}
        for entity in self.asked.entities:
            for key, score in self._about(entity, documents).items():
                scores[key] = scores.get(key, 0.0) + score
        return ordered(scores, self.reading)

    def _about(self, entity: EntityInfo, documents: np.ndarray | None) -> dict[StatementKey, float]:
        """Statements that mention an entity: by meaning, by the other words of the query, by where they stand."""
        options, index = self.options, self.request.index
        vector = self.request.embed([self.asked.text])[0]
        near = {h.key: h.score for h in index.dense(vector, _DEPTH, entity=entity.id, documents=documents)}
        terms = self.asked.terms
        worded = index.lexical(terms, _DEPTH, entity=entity.id, documents=documents) if terms else ()
        called = [key for key in self._called(entity.name, documents) if key not in near]
        others = sorted({*called, *(h.key for h in worded)} - near.keys())
        cosines = {**near, **dict(zip(others, index.cosines(vector, others).tolist(), strict=True))}
        by_words = scaled_to_best({h.key: h.score for h in worded})
        return {
            key: options.dense * cosine + options.lexical * by_words.get(key, 0.0) + options.lead / (1.0 + key.index)
            for key, cosine in cosines.items()
        }

    def _called(self, name: str, documents: np.ndarray | None) -> Iterator[StatementKey]:
        """Statements that spell the name, whether or not it was read as one there."""
        hits = self.request.index.lexical(index_terms(name), _DEPTH, documents=documents)
        for key, statement in self.reading.statements(h.key for h in hits).items():
            if name.casefold() in self.reading.words(key.ordinal, statement.span).casefold():
                yield key

    def explained(self, asked: AskedNews) -> dict[str, object]:
        """How the query was read, as plain JSON values."""
        return {
            "query": asked.text,
            "day": asked.day.isoformat(),
            "entities": [e.name for e in asked.entities],
            "offices": [list(held) for held in asked.holds],
            "terms": sorted(asked.terms),
            "strategy": self.options.strategy,
            "days": self.options.days,
        }
