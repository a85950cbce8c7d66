"""Overlapping chunks of m sentences, c = (X_1..m, E', t), each text once with all its places and days (NE-03)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from timeweave.language.gazetteer import Gazetteer
from timeweave.language.shingles import shingles, words_of
from timeweave.prompts.fencing import unmarked
from timeweave.records import DocumentInfo, EntityId, Statement
from timeweave.store.base import View

RESEMBLANCE = 0.8
"""Jaccard's share of word trigrams from which on two chunks are one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chunk stands: the document version with its day, and the sentences."""

    info: DocumentInfo
    sentences: tuple[Statement, ...]

    @property
    def day(self) -> dt.date:
        """The day from which it counts."""
        return self.info.observed


@dataclass(frozen=True, slots=True)
class NewsChunk:
    """Sentences X_1..m as ``text``, the entities E' that they mention, and the ``places`` that say so, oldest first."""

    text: str
    entities: frozenset[EntityId]
    places: tuple[Place, ...]

    @property
    def day(self) -> dt.date:
        """The stamp t: the first day on which it was told."""
        return self.places[0].day


def chunks_of(info: DocumentInfo, view: View, m: int, overlap: int) -> Iterator[NewsChunk]:
    """The chunks of one document: m sentences each, of which the last ``overlap`` begin the next."""
    statements = view.statements_of(info.ordinal)
    layout = view.layout(info.ordinal)
    for start in range(0, max(1, len(statements) - overlap), m - overlap):
        sentences = tuple(statements[start : start + m])
        if not sentences:
            return
        text = " ".join(layout.words(view.text(info.ordinal, s.span), s.span.start).strip() for s in sentences)
        entities = frozenset(entity for s in sentences for entity in s.entities)
        yield NewsChunk(text, entities, (Place(info, sentences),))


def distinct(chunks: Iterable[NewsChunk]) -> list[NewsChunk]:
    """Chunks in order of time; of near-duplicates the first, with the places of all."""
    kept: list[NewsChunk] = []
    known: list[frozenset[tuple[str, ...]]] = []
    by_shingle: dict[tuple[str, ...], set[int]] = {}
    for chunk in sorted(chunks, key=lambda c: (c.day, c.places[0].info.id, c.places[0].sentences[0].index)):
        own = shingles(words_of(chunk.text))
        shared: dict[int, int] = {}
        for shingle in own:
            for row in by_shingle.get(shingle, ()):
                shared[row] = shared.get(row, 0) + 1
        alike = (row for row, count in sorted(shared.items()) if count / len(own | known[row]) >= RESEMBLANCE)
        copied = next(alike, None)
        if copied is not None:
            first = kept[copied]
            kept[copied] = replace(
                first, places=(*first.places, *chunk.places), entities=first.entities | chunk.entities
            )
            continue
        for shingle in own:
            by_shingle.setdefault(shingle, set()).add(len(kept))
        kept.append(chunk)
        known.append(own)
    return kept


def marked(chunk: NewsChunk, view: View) -> str:
    """The text with ``<e>…</e>`` around the names of its entities (NE-02)."""
    surfaces: dict[str, EntityId] = {}
    for entity in sorted(chunk.entities):
        info = view.entity(entity)
        if info is None:
            continue
        surfaces.setdefault(info.name, entity)
        if info.type == "PERSON" and " " in info.name:
            surfaces.setdefault(info.name.rpartition(" ")[2], entity)
    parts, position = [], 0
    for span, _ in Gazetteer(surfaces).find(chunk.text):
        parts.append(f"{unmarked(chunk.text[position : span.start])}<e>{chunk.text[span.start : span.end]}</e>")
        position = span.end
    return "".join((*parts, unmarked(chunk.text[position:])))


def sentence_of(place: Place, subject: EntityId, other: EntityId) -> Statement:
    """The sentence of a place that mentions both, else the first that mentions the subject, else the first."""
    both = [s for s in place.sentences if {subject, other} <= set(s.entities)]
    one = [s for s in place.sentences if subject in s.entities]
    return (both or one or list(place.sentences))[0]
