"""The evidence graph (TWE-RAG, section 2.2): what exact linking costs, what bands find, which texts are one source.

    python benchmarks/evidence_graph.py --data DATA

DATA holds `realtimeqa/` (RealTimeQA, arXiv 2207.13332: dated news articles), `reuters21578/articles.jsonl.gz`
(Reuters-21578, one item a line: id, date, title, body) and `ect-qa/` (ECT-QA, arXiv 2510.13590: transcripts of
earnings calls). Writes `results/evidence_graph.json`.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import machine
import numpy as np
import texts
from rensa import RMinHash
from scipy.sparse import csr_array
from scipy.stats import spearmanr

from timeweave.chunking import chunk
from timeweave.indexes.chunk_words import chunk_words
from timeweave.indexes.evidence.bands import BANDS, MEETINGS
from timeweave.indexes.evidence.linking import THRESHOLD, Query, links, queries
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.evidence.source_groups import COPIED, copies, source_groups
from timeweave.records import Document
from timeweave.records.sparse import SparseRows
from timeweave.retrieval.kernels.corroboration import corroboration

SAMPLE = 10_000  # chunks of each corpus
SEGMENT = 8_192  # chunks
BINS = (0.05, 0.1, 0.2, 0.5, 1.0)
CHOICES = [(128, 1, 1), (64, 2, 1), (128, 2, 1), (64, 1, 2), (128, 1, 2), (128, 1, 3), (128, 1, 4), (256, 1, 4)]
"""How many bands of how many rows, and in how many of them a pair must meet."""
THRESHOLDS = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95)


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Chunks of texts as columns, the document of each (`documents`), and each document's publisher."""

    columns: ShingleColumns
    documents: np.ndarray
    publishers: Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Pairs of rows above θ_edge, each once."""

    rows: np.ndarray
    others: np.ndarray
    shared: np.ndarray
    weights: np.ndarray


def realtimeqa(data: Path) -> Iterator[Document]:
    for year in ("2022H2", "2023"):
        for article in texts.read_lines(data / "realtimeqa" / f"articles_{year}.jsonl.gz"):
            if article.get("text"):
                yield Document(article["url"], article["text"], source=article["url"])


def reuters(data: Path) -> Iterator[Document]:
    for item in texts.read_lines(data / "reuters21578" / "articles.jsonl.gz"):
        yield Document(item["id"], item.get("body") or "", source="Reuters")


def transcripts(data: Path) -> Iterator[Document]:
    for name in ("corpus_2024.jsonl.gz", "base_transcripts_partial.jsonl.gz"):
        for call in texts.read_lines(data / "ect-qa" / name):
            text = call.get("cleaned_content") or call["raw_content"]
            yield Document(f"{call['stock_code']} {call['year']} {call['quarter']}", text, source=call["stock_code"])


CORPORA = {"realtimeqa": realtimeqa, "reuters21578": reuters, "ect-qa": transcripts}


def gathered(documents: Iterator[Document], limit: int) -> tuple[Corpus, float]:
    """The corpus, and how many seconds its shingles and bands took."""
    parts, numbers, publishers, seconds, total = [], [], [], 0.0, 0
    for ordinal, document in enumerate(documents):
        chunks = chunk(document)
        started = time.process_time()
        parts.append(ShingleColumns.of_chunks(ordinal, document.id, chunks, chunk_words(document, chunks)))
        seconds += time.process_time() - started
        numbers += [ordinal] * len(chunks)
        publishers.append(publisher(document.source))
        total += len(chunks)
        if total >= limit:
            break
    return Corpus(ShingleColumns.merged(parts), np.asarray(numbers), publishers), seconds


def publisher(source: str) -> str:
    """The host of a URL, less "www."; else the source as it is named."""
    return (urlsplit(source).hostname or source).lower().removeprefix("www.")


def segments(columns: ShingleColumns) -> list[ShingleColumns]:
    """The columns as a store would keep them, in segments of `SEGMENT` rows."""
    cut = []
    for first in range(0, len(columns), SEGMENT):
        rows = np.arange(first, min(first + SEGMENT, len(columns)))
        cut.append(_rows(columns, rows))
    return cut


def _rows(columns: ShingleColumns, rows: np.ndarray) -> ShingleColumns:
    found = queries(columns, rows)
    local = np.arange(len(rows), dtype=np.int32)

    def by_value(values: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        flat = np.concatenate(values)
        holders = np.repeat(local, [len(v) for v in values])
        order = np.argsort(flat, kind="stable")
        return flat[order], holders[order]

    hashes, holders = by_value([q.hashes for q in found])
    bands, band_holders = by_value([q.bands for q in found])
    return ShingleColumns(
        (),
        columns.ordinals[rows],
        columns.indexes[rows],
        columns.sizes[rows],
        hashes,
        holders,
        np.argsort(holders, kind="stable").astype(np.int32),
        bands,
        band_holders,
    )


def exact_edges(corpus: Corpus) -> Edges:
    columns, documents = corpus.columns, corpus.documents
    found = []
    for part in np.array_split(np.arange(len(columns)), max(1, len(columns) // 500)):
        pairs = links(queries(columns, part), columns, exact=True)
        kept = (pairs.rows < pairs.others) & (documents[pairs.rows] != documents[pairs.others])
        found.append((pairs.rows[kept], pairs.others[kept], pairs.shared[kept]))
    rows, others, shared = (np.concatenate(column) for column in zip(*found, strict=True))
    return Edges(rows, others, shared, shared / (columns.sizes[rows] + columns.sizes[others] - shared))


def degree(edges: Edges, count: int, chosen: np.ndarray | None = None) -> np.ndarray:
    taken = np.ones(len(edges.rows), np.bool_) if chosen is None else chosen
    both = np.concatenate([edges.rows[taken], edges.others[taken]])
    return np.bincount(both, np.tile(edges.weights[taken], 2), minlength=count)


def linking(columns: ShingleColumns, sample: Sequence[Query]) -> dict:
    """What it costs to link a chunk to all of ``columns``, exactly and by bands."""
    parts = segments(columns)
    held = sum(getattr(columns, n).nbytes for n in ("hashes", "holders", "places", "bands", "band_holders"))
    figures: dict = {"chunks": len(columns), "bytes_per_chunk": round(held / len(columns))}
    for name, exact in (("exact", True), ("bands", False)):
        times = []
        for query in sample:
            started = time.process_time()
            for part in parts:
                links([query], part, exact=exact)
            times.append(1000 * (time.process_time() - started))
        figures[f"{name}_ms_per_chunk"] = {
            "mean": round(float(np.mean(times)), 2),
            "p95": round(float(np.quantile(times, 0.95)), 2),
        }
    return figures


def band_table(corpus: Corpus, edges: Edges) -> list[dict]:
    """What each choice of bands finds of the exact edges, and how many candidates it looks at."""
    columns = corpus.columns
    full = np.flatnonzero(columns.sizes)
    found = queries(columns, full)
    ends = np.cumsum([0, *(len(q.hashes) for q in found)]).astype(np.uint64)
    hashes = np.concatenate([q.hashes for q in found])
    count = len(columns)
    exact = degree(edges, count)
    table = []
    for bands, rows, meetings in CHOICES:
        started = time.process_time()
        signatures = RMinHash.digest_matrix_from_flat_token_hashes(hashes, ends, bands * rows, 20_110)
        values = np.zeros((count, bands * rows), np.uint32)
        values[full] = np.asarray(signatures.to_rows(), np.uint32)
        numbers = np.stack(
            [
                np.unique(values[:, b * rows : (b + 1) * rows], axis=0, return_inverse=True)[1].ravel()
                for b in range(bands)
            ],
            axis=1,
        )
        met = (numbers[edges.rows] == numbers[edges.others]).sum(axis=1) >= meetings
        candidates, postings = candidate_pairs(numbers[full], meetings)
        strong = np.digitize(edges.weights, BINS[1:-1])
        table.append(
            {
                "bands": bands,
                "rows": rows,
                "meetings": meetings,
                "recall": round(float(met.mean()), 4),
                "recall_by_similarity": {
                    f"{low}-{high}": round(float(met[strong == n].mean()), 4)
                    for n, (low, high) in enumerate(itertools.pairwise(BINS))
                    if (strong == n).any()
                },
                "share_of_weight": round(float(edges.weights[met].sum() / edges.weights.sum()), 4),
                "centrality_pearson": round(float(np.corrcoef(degree(edges, count, met), exact)[0, 1]), 4),
                "centrality_spearman": round(float(spearmanr(degree(edges, count, met), exact)[0]), 4),
                "candidates_per_chunk": round(candidates, 1),
                "postings_per_chunk": round(postings, 1),
                "seconds": round(time.process_time() - started, 1),
            }
        )
    return table


def candidate_pairs(numbers: np.ndarray, meetings: int) -> tuple[float, float]:
    """How many others each row meets in so many bands, and how many rows stand in its bands, on average."""
    count, bands = numbers.shape
    keys = numbers + np.arange(bands) * count
    _, flat, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    incidence = csr_array((np.ones(keys.size, np.int16), flat.ravel(), np.arange(0, keys.size + 1, bands)))
    across = incidence.T.tocsr()
    met = sum(int(((incidence[a : a + 500] @ across).data >= meetings).sum()) for a in range(0, count, 500))
    return met / count - 1, float((sizes.astype(np.float64) ** 2).sum()) / count


def folding(corpus: Corpus, edges: Edges) -> dict:
    """How many documents fold into a source group of several by each threshold, and what folding does to centrality."""
    columns, documents = corpus.columns, corpus.documents
    sizes, other_sizes = columns.sizes[edges.rows], columns.sizes[edges.others]
    count = len(columns)
    every = int(documents.max()) + 1
    by_threshold = {}
    for threshold in THRESHOLDS:
        chosen = edges.shared >= threshold * np.minimum(sizes, other_sizes)
        numbers = source_groups(documents, np.arange(len(documents)), edges.rows[chosen], edges.others[chosen])
        firsts = np.unique(documents, return_index=True)[1]
        heard = np.bincount(numbers[firsts])
        by_threshold[str(threshold)] = {
            "documents_folded": int((heard - 1).sum()),
            "voices_of_several": int((heard > 1).sum()),
            "largest": np.sort(heard)[::-1][:5].tolist(),
        }
    chosen = copies(edges.shared, sizes, other_sizes)
    numbers = source_groups(documents, np.arange(len(documents)), edges.rows[chosen], edges.others[chosen])
    both = np.concatenate([edges.rows, edges.others]), np.concatenate([edges.others, edges.rows])
    weights = SparseRows.of(np.tile(edges.weights, 2), *both, (count, count))
    plain = corroboration(weights, documents)
    started = time.process_time()
    by_voice = corroboration(weights, numbers)
    seconds = time.process_time() - started
    by_publisher = corroboration(
        weights, np.asarray(np.unique(np.asarray(corpus.publishers), return_inverse=True)[1])[documents]
    )
    return {
        "documents": every,
        "threshold": COPIED,
        "by_threshold": by_threshold,
        "publishers": len(set(corpus.publishers)),
        "voices_folded": changed(plain, by_voice),
        "publishers_folded": changed(plain, by_publisher),
        "folding_ms": round(1000 * seconds, 1),
    }


def changed(before: np.ndarray, after: np.ndarray) -> dict:
    """How a centrality differs from another."""
    top = [set(np.argsort(-c, kind="stable")[:100].tolist()) for c in (before, after)]
    return {
        "share_of_weight_left": round(float(after.sum() / before.sum()), 4),
        "chunks_with_any_before": int((before > 0).sum()),
        "chunks_with_any_after": int((after > 0).sum()),
        "pearson_of_normalised": round(float(np.corrcoef(before, after)[0, 1]), 4) if after.any() else 0.0,
        "of_the_100_greatest_left": len(top[0] & top[1]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=SAMPLE, help="chunks of each; figures of others are not kept")
    given = parser.parse_args()
    figures: dict = {"theta": THRESHOLD, "bands": BANDS, "meetings": MEETINGS, "corpora": {}}
    every = []
    for name, documents in CORPORA.items():
        corpus, seconds = gathered(documents(given.data), given.limit)
        every.append(corpus.columns)
        edges = exact_edges(corpus)
        strong = np.histogram(edges.weights, BINS)[0].tolist()
        figures["corpora"][name] = {
            "chunks": len(corpus.columns),
            "shingles_per_chunk": round(float(corpus.columns.sizes.mean()), 1),
            "shingling_ms_per_chunk": round(1000 * seconds / len(corpus.columns), 2),
            "edges": len(edges.rows),
            "edges_by_similarity": {f"{a}-{b}": n for (a, b), n in zip(itertools.pairwise(BINS), strong, strict=True)},
            "copies": folding(corpus, edges),
            "bands": band_table(corpus, edges),
        }
        print(name, len(corpus.columns), "chunks", flush=True)
    figures["linking"] = cost(every)
    figures["peak_memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if given.limit == SAMPLE:
        print(machine.write("evidence_graph", figures))
    else:
        print(figures["linking"])


def cost(every: Sequence[ShingleColumns]) -> list[dict]:
    """What linking costs at several sizes: the news articles, then all texts together."""
    chosen = np.random.default_rng(7).choice(len(every[0]), min(200, len(every[0])), replace=False)
    sample = queries(every[0], np.sort(chosen))
    sizes = [every[0]] if len(every[0]) <= SAMPLE else [_rows(every[0], np.arange(SAMPLE)), every[0]]
    numbered, ordinal = [], 0
    for columns in every:
        numbered.append(ShingleColumns(*((), columns.ordinals + ordinal, *(getattr(columns, n) for n in _AFTER))))
        ordinal += int(columns.ordinals.max(initial=0)) + 1
    return [linking(columns, sample) for columns in [*sizes, ShingleColumns.merged(numbered)]]


_AFTER = ("indexes", "sizes", "hashes", "holders", "places", "bands", "band_holders")

if __name__ == "__main__":
    main()
