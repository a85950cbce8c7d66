"""Small worlds of documents with chunks, drawn by hypothesis, and what their index must give, from the definition."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from index_worlds import DIMENSIONS, RECORDED, VECTORS
from storekit.memory import MemoryStore

from timeweave.indexes import Indexes
from timeweave.indexes.quantised import coded
from timeweave.language.terms import index_terms
from timeweave.records import (
    Change,
    Chunk,
    ChunkId,
    DateSource,
    Document,
    DocumentId,
    Extraction,
    Prepared,
    Span,
    Statement,
)

WORDS = ("margin", "profit", "plant", "lens", "tariff", "harbour", "2.8", "merger")


@dataclass(frozen=True)
class Article:
    """A document as its chunks, each a list of sentences with a vector; ``day`` is when it is observed."""

    id: str
    day: dt.date
    chunks: Sequence[Sequence[tuple[str, int]]]
    title: str = ""
    dated: bool = True


sentences = st.tuples(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), st.integers(0, len(VECTORS) - 1)
)
days = st.dates(dt.date(2024, 1, 1), dt.date(2024, 1, 9))


@st.composite
def worlds(draw: st.DrawFn, *, max_size: int = 10) -> list[Article]:
    """Articles of different ids, in an order of adding that says nothing."""
    ids = draw(st.permutations([f"d{i}" for i in range(draw(st.integers(0, max_size)))]))
    chunks = st.lists(st.lists(sentences, max_size=3), min_size=1, max_size=3)
    return [Article(id_, draw(days), draw(chunks), draw(st.sampled_from(["", "Lens news"]))) for id_ in ids]


def prepared(article: Article) -> Prepared:
    """A document whose chunks hold one sentence after the other; chunks do not overlap."""
    text, chunks, statements, vectors = "", [], [], []
    for index, held in enumerate(article.chunks):
        first = len(text)
        for sentence, vector in held:
            statements.append(Statement(len(statements), index, Span(len(text), len(text) + len(sentence)), None))
            vectors.append(VECTORS[vector])
            text += f"{sentence} "
        text += "\n"
        chunks.append(Chunk(ChunkId(f"{article.id}#{index}"), index, Span(first, len(text)), 1))
    source = DateSource.GIVEN if article.dated else DateSource.ADDED
    date = article.day if article.dated else None
    return Prepared(
        document=Document(article.id, text, title=article.title, date=date, date_source=source),
        digest=repr(article),
        extraction=Extraction(tuple(chunks), tuple(statements), (), (), (), ()),
        vectors=np.asarray(vectors, np.float32).reshape(-1, DIMENSIONS),
        entity_vectors=np.empty((0, DIMENSIONS), np.float32),
        terms=tuple(index_terms(text[s.span.start : s.span.end]) for s in statements),
        usage={},
    )


def put(store: MemoryStore, indexes: Indexes | None, article: Article) -> int:
    """Add a document, or a new version of one; without ``indexes`` as a program did that knew none of chunks."""
    with store.transaction() as transaction:
        older = [v.ordinal for v in transaction.versions(DocumentId(article.id))[-1:]]
        change = Change(
            kind="replace" if older else "add",
            document_id=DocumentId(article.id),
            recorded=RECORDED,
            added=prepared(article),
            ordinal=transaction.next_ordinal,
            observed=article.day,
            superseded=tuple((o, article.day) for o in older),
        )
        transaction.apply(change if indexes is None else indexes.added(transaction, change))
        assert change.ordinal is not None
        return change.ordinal


class Reference:
    """Scores of every chunk by (document id, index), worked out one by one."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self.chunks = {
            (a.id, i): (index_terms(f"{a.title}\n{' '.join(s for s, _ in held)}"), [VECTORS[v] for _, v in held])
            for a in sorted(articles, key=lambda a: a.id)
            for i, held in enumerate(a.chunks)
        }

    def lexical(self, terms: Mapping[str, float]) -> list[float]:
        """BM25 of each."""
        every = [held for held, _ in self.chunks.values()]
        total = sum(sum(held.values()) for held in every)
        average = total / len(every) if total else 1.0
        return [sum(self._bm25(t, terms[t], held, every, average) for t in sorted(terms)) for held in every]

    def dense(self, query: np.ndarray) -> list[float]:
        """Cosine of each to the mean of its sentences."""
        found = []
        for _, vectors in self.chunks.values():
            mean = np.mean(vectors, axis=0, dtype=float) if vectors else np.zeros(DIMENSIONS)
            direction = (mean / (np.linalg.norm(mean) or 1.0)).astype(np.float32)
            found.append(float(coded(direction[None]).vectors[0] @ query))
        return found

    @staticmethod
    def _bm25(
        term: str, weight: float, held: Mapping[str, int], every: Sequence[Mapping[str, int]], average: float
    ) -> float:
        if term not in held:
            return 0.0
        holding = sum(term in other for other in every)
        idf = math.log((len(every) - holding + 0.5) / (holding + 0.5) + 1)
        norm = 1.5 * (1 - 0.75 + 0.75 * (sum(held.values()) / average))
        return weight * idf * (held[term] * (1.5 + 1) / (held[term] + norm))
