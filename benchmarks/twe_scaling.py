"""Latency of mode ``hybrid`` against the number of chunks, stage by stage, beside BM25 alone in the same run.

Texts: newswire items (Reuters-21578) and news articles (RealTimeQA) in pieces of at most 200 words, each a document of
one chunk, drawn in a seeded order; where there are no more of them, texts recombined of runs of eight words from random
pieces, of a real piece's length, and one in twenty a real piece with a tenth of its words left out. So words and
lengths are those of news at every size, while sentences are not beyond the real pieces; the recombined have next to no
edges but those of the near-duplicates. Vectors are random around 2,000 centres, since the time that a scan takes does
not depend on them. Documents go through the real store and the real index files, loaded in bulk as a rebuild does it;
``append`` takes in single documents, as `add` does. Questions are those of RealTimeQA, embedded by the packaged model.
"""

from __future__ import annotations

import datetime as dt
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import texts

from timeweave.embedding import get_embedder
from timeweave.indexes import Indexes
from timeweave.language.terms import index_terms
from timeweave.language.tokens import count_tokens
from timeweave.question.recency import learned_recency
from timeweave.records import Change, Chunk, ChunkId, Document, DocumentId, Extraction, Prepared, Span, Statement
from timeweave.retrieval import twe
from timeweave.retrieval.base import ChunkReader
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.hybrid.scores import centrality
from timeweave.retrieval.twe import TweOptions
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal import Interval

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
LONGEST, RUN = 200, 8  # words
COPIES = 20  # one recombined text in so many is a near-duplicate of a real one
FIRST_DAY, DAYS = dt.date(2022, 1, 1), 700
DIMENSIONS, CENTRES = 384, 2_000
ASKED, APPENDED, KEPT = 30, 10, 100
NOT_OF_CHUNKS = ("statements", "entities")  # index files that the ranking of chunks does not read
RECORDED = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)


def run(data: Path, sizes: Sequence[int]) -> dict:
    """Each size: seconds to build so far, milliseconds of each stage."""
    real = pieces(data)
    questions = asked(data)
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        growing = Growing(Path(folder) / "kb", real, max(sizes))
        for size in sorted(sizes):
            growing.grow_to(size)
            rows[str(size)] = {"recombined": max(0, size - len(real)), **growing.measure(questions)}
            print(size, rows[str(size)], flush=True)
        growing.store.close()
    return {"real pieces": len(real), "sizes": rows}


def pieces(data: Path) -> list[str]:
    """Real texts in a seeded order."""
    wire = texts.read_lines(data / "reuters21578" / "articles.jsonl.gz")
    items = [f"{a['title']}\n{a['body']}" for a in wire if a.get("body")]
    for year in ("2022H2", "2023"):
        news = texts.read_lines(data / "realtimeqa" / f"articles_{year}.jsonl.gz")
        items += [f"{a['title']}\n{a['text']}" for a in news if a.get("text")]
    found = []
    for item in items:
        words = item.split()
        found += [" ".join(words[i : i + LONGEST]) for i in range(0, len(words), LONGEST)]
    found = [text for text in dict.fromkeys(found) if len(text.split()) >= RUN]
    return [found[i] for i in np.random.default_rng(0).permutation(len(found))]


def asked(data: Path) -> list[str]:
    """Questions, spread over all."""
    every = [q["question_sentence"] for q in texts.read_lines(data / "realtimeqa" / "questions_2022_2023.jsonl.gz")]
    return every[:: max(1, len(every) // ASKED)][:ASKED]


def made(real: Sequence[str], size: int, seed: int) -> Iterator[str]:
    """Texts: real ones first, then recombined ones."""
    yield from real[:size]
    generator = np.random.default_rng(seed)
    words = [text.split() for text in real]
    for number in range(max(0, size - len(real))):
        like = words[int(generator.integers(len(words)))]
        if number % COPIES == 0:
            kept = generator.random(len(like)) > 0.1
            yield " ".join(itertools.compress(like, kept.tolist()))
            continue
        runs = []
        for _ in range(0, len(like), RUN):
            source = words[int(generator.integers(len(words)))]
            start = int(generator.integers(max(1, len(source) - RUN)))
            runs += source[start : start + RUN]
        yield " ".join(runs)


def prepared(texts_: Iterator[str], name: str, seed: int) -> Iterator[Prepared]:
    """Each as a document of one chunk and one statement."""
    generator = np.random.default_rng(seed)
    centres = _unit(np.random.default_rng(0).standard_normal((CENTRES, DIMENSIONS)))
    for number, text in enumerate(texts_):
        near = centres[int(generator.integers(CENTRES))] + 0.055 * generator.standard_normal((1, DIMENSIONS))
        day = FIRST_DAY + dt.timedelta(int(generator.integers(DAYS)))
        id_, whole = f"{name}-{number:06}", Span(0, len(text))
        yield Prepared(
            document=Document(id_, text, date=day),
            digest=id_,
            extraction=Extraction(
                chunks=(Chunk(ChunkId(f"{id_}#0"), 0, whole, count_tokens(text)),),
                statements=(Statement(0, 0, whole, Interval.day(day), ()),),
                mentions=(),
                aliases=(),
                facts=(),
                supports=(),
            ),
            vectors=_unit(near),
            entity_vectors=np.empty((0, DIMENSIONS), np.float32),
            terms=(index_terms(text),),
            usage={},
        )


class Growing:
    """A store that is loaded in bulk, size after size, as a rebuild writes it; the index of statements is left out."""

    def __init__(self, folder: Path, real: Sequence[str], largest: int) -> None:
        self.store = SqliteStore.open(folder)
        self._indexes = Indexes(self.store.folder)
        with self.store.transaction() as transaction:
            self._indexes.complete(transaction)  # an empty store has all kinds
        kinds = [kind for kind in self._indexes.kinds if kind.name not in NOT_OF_CHUNKS]
        self._writers = {kind.name: kind.writer() for kind in kinds}
        self._stream = prepared(made(real, largest, 1), "d", 2)
        self._new = prepared(iter(real), "n", 3)
        self._seconds = dict.fromkeys(["store", *self._writers], 0.0)
        self._size = 0

    def grow_to(self, size: int) -> None:
        """Load up to so many documents."""
        while batch := list(itertools.islice(self._stream, min(500, size - self._size))):
            with self.store.transaction() as transaction:
                for document in batch:
                    ordinal = transaction.next_ordinal
                    took, _ = _timed(lambda t=transaction, d=document, o=ordinal: t.apply(_change(d, o)))
                    self._seconds["store"] += took / 1000
                    self._take_in(ordinal, document)
            self._size += len(batch)
        with self.store.transaction() as transaction:
            for name, writer in self._writers.items():
                took, written = _timed(writer.finish)
                self._seconds[name] += took / 1000
                transaction.replace_segments(name, list(written))

    def measure(self, questions: Sequence[str]) -> dict:
        """All figures at the present size."""
        with self.store.view() as view:
            megabytes = sum(ref.bytes for name in self._writers for ref in view.segments(name)) / 1e6
        row = {"build_s": {n: round(s, 2) for n, s in self._seconds.items()}, "index_mb": round(megabytes, 1)}
        row |= measure_stages(self.store, questions)
        return row | {"append_ms_p50": round(statistics.median(self._append() for _ in range(APPENDED)), 2)}

    def _append(self) -> float:
        """Milliseconds to take in one document, from `Prepared` to durable."""
        document = next(self._new)
        started = time.perf_counter()
        with self.store.transaction() as transaction:
            ordinal = transaction.next_ordinal
            transaction.apply(self._indexes.added(transaction, _change(document, ordinal)))
        took = (time.perf_counter() - started) * 1000
        self._take_in(ordinal, document)
        return took

    def _take_in(self, ordinal: int, document: Prepared) -> None:
        for name, writer in self._writers.items():
            took, _ = _timed(lambda w=writer: w.add(ordinal, document))
            self._seconds[name] += took / 1000


def measure_stages(store: SqliteStore, questions: Sequence[str]) -> dict:
    """Milliseconds of each stage of a question (medians), and of what is done once for each view."""
    embedder, options, indexes = get_embedder(None), TweOptions(), Indexes(store.folder)
    embedder.embed(["warm"])
    ms: dict[str, list[float]] = {}
    with store.view() as view:
        open_ms, reader = _timed(lambda: indexes.chunks(view))
        first_ms, _ = _timed(lambda: reader.lexical(index_terms(questions[0])))
        graph_ms, graph = _timed(reader.evidence)
        degree_ms, _ = _timed(lambda: centrality(reader, HybridOptions()))
        pagerank_ms, _ = _timed(lambda: twe.pagerank_centrality(graph.weights))
        fit_ms, _ = _timed(lambda: reader.semantic(index_terms(questions[0])))
        for question in [questions[0], *questions]:
            for stage, took in stages(question, reader, embedder.embed, options).items():
                ms.setdefault(stage, []).append(took)
    return {
        "chunks": len(reader.keys),
        "edges_per_document": round(len(graph.weights.data) / 2 / max(1, len(reader.keys)), 3),
        "once_ms": {
            "open": round(open_ms, 1),
            "first read": round(first_ms, 1),
            "graph": round(graph_ms, 1),
            "degree": round(degree_ms, 1),
            "PageRank": round(pagerank_ms, 1),
            "SVD fit": round(fit_ms, 1),
        },
        "ms_p50": {stage: round(statistics.median(of[1:]), 3) for stage, of in ms.items()},
        "ms_p95": {stage: round(float(np.percentile(of[1:], 95)), 3) for stage, of in ms.items()},
    }


def stages(question: str, reader: ChunkReader, embed, options: TweOptions) -> dict[str, float]:
    """One question."""
    took: dict[str, float] = {}
    terms = index_terms(question)
    took["BM25 only"], _ = _timed(lambda: np.argsort(-reader.lexical(terms), kind="stable")[:KEPT])
    took["embedding"], vector = _timed(lambda: embed([question])[0])
    took["lexical"], words = _timed(lambda: twe.max_normalised(reader.lexical(terms)))
    took["dense"], dense = _timed(lambda: twe.cosine_normalised(reader.dense(vector)))
    took["dense, SVD"], _ = _timed(lambda: twe.cosine_normalised(reader.semantic(terms)))
    took["graph"], central = _timed(lambda: centrality(reader, HybridOptions()))

    def ranked() -> np.ndarray:
        now = (FIRST_DAY + dt.timedelta(DAYS)).toordinal()
        boosts = twe.boost(reader.days, now, learned_recency(question, dt.date.fromordinal(now)), options)
        scores = twe.unified_score(twe.hybrid_score(words, dense, options), central, boosts, options)
        return np.argsort(-scores, kind="stable")[:KEPT]

    took["decay, sum and rank"], _ = _timed(ranked)
    took["hybrid"] = sum(took[s] for s in ("embedding", "lexical", "dense", "graph", "decay, sum and rank"))
    took["hybrid, SVD"] = sum(took[s] for s in ("lexical", "dense, SVD", "graph", "decay, sum and rank"))
    return took


def _change(document: Prepared, ordinal: int) -> Change:
    id_ = DocumentId(document.document.id)
    return Change("add", id_, RECORDED, added=document, ordinal=ordinal, observed=document.document.date)


def _unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _timed(action):
    started = time.perf_counter()
    result = action()
    return (time.perf_counter() - started) * 1000, result
