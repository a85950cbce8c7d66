"""What Timeweave is compared with: BM25, MiniLM and both, with no notion of time but the filter of ``as_of``.

`PlainRetrieval` ranks chunks of 300 tokens, which is what most systems do. `SentenceRetrieval` ranks Timeweave's own
units, sentences headed by what their document is about, so that what is left is the difference that time, cells and
the graph make. All get the same budget of tokens, counted by the same tokenizer, and fill it: the last chunk is cut.
"""

from __future__ import annotations

import collections
import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import timeweave
from timeweave.chunking import chunk
from timeweave.embedding import get_embedder
from timeweave.indexes import Indexes
from timeweave.language.terms import index_terms
from timeweave.language.tokens import count_tokens, token_spans
from timeweave.records import Span, StatementKey
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.reading import Reading
from timeweave.store.sqlite import SqliteStore

SIZE, OVERLAP = 300, 30
DEPTH = 200  # sentences that each of the two rankings contributes
K1, B = 1.5, 0.75
RANKINGS = ("bm25", "dense", "bm25 + dense")


class Found(NamedTuple):
    """A stretch of a document that was returned."""

    document_id: str
    start: int
    end: int
    text: str


Results = dict[str, dict[int, list[Found]]]
"""Name of the system → budget → what it returned."""


def chunks_of(document: timeweave.Document) -> list[Span]:
    """Stretches of 300 tokens."""
    return [c.span for c in chunk(document, size=SIZE, overlap=OVERLAP)]


class PlainRetrieval:
    """Chunks, as ``cut`` makes them. ``vectors`` is a folder in which embeddings are kept for the next run."""

    def __init__(
        self,
        documents: Iterable[timeweave.Document],
        vectors: Path | None = None,
        cut: Callable[[timeweave.Document], Iterable[Span]] = chunks_of,
    ) -> None:
        self.chunks: list[Found] = []
        days = []
        for d in documents:
            for span in cut(d):
                self.chunks.append(Found(d.id, span.start, span.end, d.text[span.start : span.end]))
                days.append((d.date or dt.date.min).toordinal())
        self.days = np.array(days)
        self.embedder = get_embedder(None)
        self.vectors = self._embedded([c.text for c in self.chunks], vectors)
        postings: dict[str, list[tuple[int, int]]] = collections.defaultdict(list)
        lengths = []
        for row, c in enumerate(self.chunks):
            terms = index_terms(c.text)
            lengths.append(sum(terms.values()))
            for term, count in terms.items():
                postings[term].append((row, count))
        self.postings = {term: np.array(found, dtype=np.int32).T for term, found in postings.items()}
        self.lengths = np.array(lengths, dtype=float)

    def find_all(self, question: str, budgets: Sequence[int], as_of: dt.date | None = None) -> Results:
        """What each ranking returns for each budget, of documents published by ``as_of``."""
        visible = np.ones(len(self.chunks), bool) if as_of is None else self.days <= as_of.toordinal()
        lexical = self.bm25(question, visible)
        cosines = self.vectors @ self.embedder.embed([question])[0]
        scores = {"bm25": lexical, "dense": cosines, "bm25 + dense": fused(cosines, lexical)}
        found: Results = {}
        for name in RANKINGS:
            order = np.argsort(np.where(visible, -scores[name], np.inf), kind="stable")[: int(visible.sum())]
            found[name] = {budget: self.take(order, budget) for budget in budgets}
        return found

    def bm25(self, question: str, visible: np.ndarray) -> np.ndarray:
        """BM25 with the statistics of the visible chunks alone."""
        scores, n = np.zeros(len(self.chunks)), int(visible.sum())
        average = self.lengths[visible].mean() if n else 1.0
        for term in index_terms(question):
            if term not in self.postings:
                continue
            rows, counts = self.postings[term]
            rows, counts = rows[visible[rows]], counts[visible[rows]]
            idf = np.log(1 + (n - len(rows) + 0.5) / (len(rows) + 0.5))
            norm = K1 * (1 - B + B * self.lengths[rows] / average)
            scores[rows] += idf * counts * (K1 + 1) / (counts + norm)
        return scores

    def take(self, order: Iterable[int], budget: int) -> list[Found]:
        """Chunks in order up to the budget, the last one cut to what is left."""
        taken = []
        for row in order:
            whole = self.chunks[row]
            tokens = count_tokens(whole.text)
            if tokens > budget:
                end = token_spans(whole.text)[budget - 1][1] if budget else 0
                return [*taken, Found(whole.document_id, whole.start, whole.start + end, whole.text[:end])]
            taken.append(whole)
            budget -= tokens
        return taken

    def _embedded(self, texts: list[str], folder: Path | None) -> np.ndarray:
        name = hashlib.blake2b("\0".join([self.embedder.name, *texts]).encode(), digest_size=12).hexdigest()
        kept = folder / f"{name}.npy" if folder else None
        if kept is not None and kept.exists():
            return np.load(kept)
        vectors = self.embedder.embed(texts)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            np.save(kept, vectors)
        return vectors


class SentenceRetrieval:
    """The sentences of a knowledge base, as it describes and embeds them, ranked as a whole."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore.open(folder, create=False, read_only=True)
        self.indexes = Indexes(self.store.folder)
        self.embedder = get_embedder(None)

    def find_all(self, question: str, budgets: Sequence[int], as_of: dt.date | None = None) -> Results:
        """What each ranking returns for each budget, of documents published by ``as_of``."""
        with self.store.view(as_of) as view:
            index, reading = self.indexes.reader(view), Reading(view)
            near = {h.key: h.score for h in index.dense(self.embedder.embed([question])[0], DEPTH)}
            worded = {h.key: h.score for h in index.lexical(tuple(index_terms(question)), DEPTH)}
            rankings = {"bm25": worded, "dense": near, "bm25 + dense": fused_hits(near, worded)}
            found: Results = {}
            for name, scores in rankings.items():
                ranked = sorted(scores.items(), key=lambda hit: (-hit[1], hit[0].ordinal, hit[0].index))
                found[f"{name}, sentences"] = {
                    budget: [
                        Found(e.document_id, e.start, e.end, e.text)
                        for e in pack_statements(ranked, reading, budget=budget)[0]
                    ]
                    for budget in budgets
                }
        return found


def fused(cosines: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Both scores on one scale, half and half: cosine, and BM25 over the best BM25."""
    best = lexical.max(initial=0.0)
    return cosines + (lexical / best if best else 0.0)


def fused_hits(near: Mapping[StatementKey, float], worded: Mapping[StatementKey, float]) -> dict[StatementKey, float]:
    """As `fused`, for two lists of hits; what only one list holds has the least score of the other."""
    keys = sorted({*near, *worded}, key=lambda k: (k.ordinal, k.index))
    far, rare = min(near.values(), default=0.0), min(worded.values(), default=0.0)
    cosines = np.array([near.get(k, far) for k in keys])
    lexical = np.array([worded.get(k, rare) for k in keys])
    return dict(zip(keys, fused(cosines, lexical).tolist(), strict=True))
