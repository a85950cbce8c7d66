"""Search against the size of the store: synthetic statements through the real store and the real index files.

    python benchmarks/scale.py --sizes 10000 100000 1000000 --out benchmarks/results/scale.json

Statements: one entity each (Zipf 1.1 over size / 50 entities), one day each (uniform over ten years), 12 terms (Zipf
1.07 over 50,000 words without the 100 most frequent, which indexes leave out as stop words), a vector of 384 dimensions
around one of 2,000 centres; 150 statements a document. They are loaded in bulk: documents go through
`Transaction.apply`, 200 to a transaction, and the index files are written as a rebuild writes them. Appends are single
documents, one transaction each, as `add` makes them. Beside it, on the same vectors in the same run: a flat scan of a
matrix in memory with the filter applied to its scores, and an HNSW index (usearch) of which the 1,000 nearest are
filtered.

Questions are embedded by the packaged model, which is part of every time given; the search itself then uses a vector
near one of the centres, since a real question is near to none of them. Each question is asked of days not asked about
before, so that its time includes reading and verifying what it touches; `search_again` is the same questions repeated.
"""

from __future__ import annotations

import argparse
import datetime as dt
import functools
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import machine
import numpy as np

from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder
from timeweave.indexes import Indexes
from timeweave.records import (
    Change,
    Chunk,
    ChunkId,
    Document,
    DocumentId,
    EntityId,
    Extraction,
    Mention,
    Prepared,
    Span,
    Statement,
)
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

P = ParamSpec("P")
T = TypeVar("T")

DIMENSIONS = 384
PER_DOCUMENT = 150
FIRST_DAY = dt.date(2015, 1, 1)
DAYS = 3652
CENTRES = 2_000
NOISE = 0.055  # per dimension; two statements of one centre then have a cosine of about 0.46
TOP = 20
RECORDED = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
QUESTION = "What was the operating margin of company number {} in the third quarter of 2019?"


def documents(size: int, seed: int) -> Iterator[Prepared]:
    """Prepared documents, `size` statements in all."""
    generator = np.random.default_rng(seed)
    centres = unit(np.random.default_rng(0).standard_normal((CENTRES, DIMENSIONS)))
    entities = max(size // 50, 10)
    for number, start in enumerate(range(0, size, PER_DOCUMENT)):
        count = min(PER_DOCUMENT, size - start)
        days = generator.integers(0, DAYS, count).tolist()
        names = [EntityId(f"e{i}") for i in (generator.zipf(1.1, count) % entities).tolist()]
        terms = words(generator, count * 12).reshape(count, 12).tolist()
        yield prepared(
            f"s{seed}-{number:07}",
            [Interval.day(FIRST_DAY + dt.timedelta(day)) for day in days],
            names,
            [{f"t{t}": row.count(t) for t in row} for row in terms],
            around(centres[generator.integers(0, CENTRES, count)], generator),
        )


def words(generator: np.random.Generator, count: int) -> np.ndarray:
    """Numbers of words, the frequent ones small."""
    return np.searchsorted(word_shares(), generator.random(count))


@functools.cache
def word_shares() -> np.ndarray:
    """Cumulated."""
    shares = np.arange(101, 50_101) ** -1.07
    return np.asarray(np.cumsum(shares) / shares.sum())


def around(centres: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Unit vectors near `centres`."""
    return unit(centres + NOISE * generator.standard_normal(centres.shape))


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows of length one."""
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def prepared(
    id_: str, valid: list[Interval], names: list[EntityId], terms: list[dict[str, int]], vectors: np.ndarray
) -> Prepared:
    """A document of one-character statements."""
    text = "." * len(valid)
    statements = tuple(Statement(i, 0, Span(i, i + 1), v, (names[i],)) for i, v in enumerate(valid))
    mentioned = sorted(set(names))
    return Prepared(
        document=Document(id_, text, date=FIRST_DAY),
        digest=id_,
        extraction=Extraction(
            chunks=(Chunk(ChunkId(f"{id_}#0"), 0, Span(0, len(text)), len(text)),),
            statements=statements,
            mentions=tuple(Mention(name, name, "", names.count(name)) for name in mentioned),
            aliases=(),
            facts=(),
            supports=(),
        ),
        vectors=vectors,
        entity_vectors=vectors[: len(mentioned)],
        terms=tuple(terms),
        usage={},
    )


def change_for(document: Prepared, ordinal: int) -> Change:
    """That adds it."""
    id_ = DocumentId(document.document.id)
    return Change("add", id_, RECORDED, added=document, ordinal=ordinal, observed=FIRST_DAY)


def load(store: SqliteStore, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Fill the store in bulk; the vectors in order of ordinal and position, and the day of each."""
    indexes = Indexes(store.folder)
    writers = [kind.writer() for kind in indexes.kinds]
    vectors, days = np.empty((size, DIMENSIONS), np.float32), np.empty(size, np.int32)
    filled = 0
    stream = documents(size, seed=1)
    while batch := list(itertools.islice(stream, 200)):
        with store.transaction() as transaction:
            for document in batch:
                ordinal = transaction.next_ordinal
                transaction.apply(change_for(document, ordinal))
                for writer in writers:
                    writer.add(ordinal, document)
                end = filled + len(document.vectors)
                vectors[filled:end] = document.vectors
                days[filled:end] = [s.valid.start.toordinal() for s in document.extraction.statements if s.valid]
                filled = end
    with store.transaction() as transaction:
        for kind, writer in zip(indexes.kinds, writers, strict=True):
            transaction.replace_segments(kind.name, writer.finish())
    return vectors, days


def scope_of(share: float, generator: np.random.Generator) -> Interval:
    """Days that hold this share of the statements."""
    length = max(1, round(DAYS * share))
    start = FIRST_DAY + dt.timedelta(int(generator.integers(0, DAYS - length)))
    return Interval(start, start + dt.timedelta(length))


def p50(milliseconds: list[float]) -> float:
    """Rounded median."""
    return round(statistics.median(milliseconds), 2)


def p95(milliseconds: list[float]) -> float:
    """Rounded 95th percentile."""
    return round(float(np.percentile(milliseconds, 95)), 2)


def timed(action: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> tuple[float, T]:
    """Milliseconds, and what came of it."""
    start = time.perf_counter()
    result = action(*arguments, **options)
    return (time.perf_counter() - start) * 1000, result


def exact(vectors: np.ndarray, days: np.ndarray, query: np.ndarray, scope: Interval | None) -> list[int]:
    """Row numbers of the true nearest."""
    rows = np.arange(len(vectors))
    if scope is not None and scope.start and scope.end:
        rows = np.flatnonzero((days >= scope.start.toordinal()) & (days < scope.end.toordinal()))
    scores = vectors[rows] @ query
    return rows[np.argsort(-scores, kind="stable")[:TOP]].tolist()


def mean_recall(found: list[list[int]], true: list[list[int]]) -> float:
    """Of the true nearest."""
    shares = [len(set(a) & set(b)) / max(len(b), 1) for a, b in zip(found, true, strict=True)]
    return round(statistics.mean(shares), 4)


def measure_search(
    store: SqliteStore,
    vectors: np.ndarray,
    days: np.ndarray,
    shares: dict[str, float | None],
    rounds: int,
    *,
    graph: bool,
) -> dict[str, dict[str, float]]:
    """Each share of the days: milliseconds of a search, of its parts, and of the two others beside it."""
    embedder = get_embedder()
    embedder.embed([QUESTION])
    indexes = Indexes(store.folder)
    near, build_seconds = hnsw(vectors) if graph else (None, 0.0)
    results: dict[str, dict[str, float]] = {"hnsw_build": {"seconds": round(build_seconds, 1)}} if graph else {}
    for name, share in shares.items():
        asked = questions(vectors, share, rounds + 2)
        # one after the other, since the threads of one would go on spinning while the next is timed
        ours = [search_once(store, indexes, embedder, i, *question) for i, question in enumerate(asked)]
        again = [search_once(store, indexes, embedder, i, *question)[0] for i, question in enumerate(asked)]
        others = {"flat": [timed(flat_scan, vectors, days, query, scope) for query, _, scope in asked]}
        if near is not None:
            others["hnsw"] = [timed(graph_search, near, days, query, scope) for query, _, scope in asked]
        true = [exact(vectors, days, query, scope) for query, _, scope in asked]
        # the first two read what every search reads
        results[name] = {f"{key}_p50": p50([times[key] for times, _ in ours[2:]]) for key in ours[0][0]}
        results[name]["search_again_ms_p50"] = p50([times["search_ms"] for times in again[2:]])
        results[name]["search_ms_p95"] = p95([times["search_ms"] for times, _ in ours[2:]])
        results[name]["recall"] = mean_recall([rows for _, rows in ours], true)
        for other, found in others.items():
            results[name][f"{other}_ms_p50"] = p50([milliseconds for milliseconds, _ in found[2:]])
            results[name][f"{other}_recall"] = mean_recall([rows for _, rows in found], true)
    return results


def questions(
    vectors: np.ndarray, share: float | None, count: int
) -> list[tuple[np.ndarray, list[str], Interval | None]]:
    """A vector near a statement's, six words, and the days asked about."""
    generator = np.random.default_rng(11)
    asked = []
    for _ in range(count):
        scope = None if share is None else scope_of(share, generator)
        query = around(vectors[generator.integers(0, len(vectors), 1)], generator)[0]
        asked.append((query, [f"t{t}" for t in words(generator, 6).tolist()], scope))
    return asked


def search_once(
    store: SqliteStore,
    indexes: Indexes,
    embedder: Embedder,
    number: int,
    query: np.ndarray,
    terms: list[str],
    scope: Interval | None,
) -> tuple[dict[str, float], list[int]]:
    """One search, dense and lexical, in its parts."""
    within = [] if scope is None else [scope]
    start = time.perf_counter()
    embedded, _ = timed(embedder.embed, [QUESTION.format(number)])
    with store.view() as view:
        opened, reader = timed(indexes.reader, view)
        dense, hits = timed(reader.dense, query, TOP, scope=within)
        lexical, _ = timed(reader.lexical, terms, TOP, scope=within)
    whole = (time.perf_counter() - start) * 1000
    times = {"search_ms": whole, "embed_ms": embedded, "open_ms": opened, "dense_ms": dense, "lexical_ms": lexical}
    return times, [hit.key.ordinal * PER_DOCUMENT + hit.key.index for hit in hits]


def flat_scan(vectors: np.ndarray, days: np.ndarray, query: np.ndarray, scope: Interval | None) -> list[int]:
    """All scores, then the filter, then the best."""
    scores = vectors @ query
    if scope is not None and scope.start and scope.end:
        scores[(days < scope.start.toordinal()) | (days >= scope.end.toordinal())] = -2
    best = np.argpartition(-scores, min(TOP, len(scores) - 1))[:TOP]
    return best[np.argsort(-scores[best])].tolist()


def hnsw(vectors: np.ndarray) -> tuple[Any, float]:
    """An HNSW graph with usual settings, and the seconds that it took to build."""
    from usearch.index import Index

    graph = Index(ndim=DIMENSIONS, metric="ip", dtype="f32", connectivity=16, expansion_add=128, expansion_search=128)
    start = time.perf_counter()
    graph.add(np.arange(len(vectors)), vectors)
    return graph, time.perf_counter() - start


def graph_search(graph: Any, days: np.ndarray, query: np.ndarray, scope: Interval | None) -> list[int]:
    """The nearest; with a scope, those among the 1,000 nearest that lie in it."""
    keys = graph.search(query, TOP if scope is None else 1000).keys
    if scope is not None and scope.start and scope.end:
        keys = keys[(days[keys] >= scope.start.toordinal()) & (days[keys] < scope.end.toordinal())]
    return keys[:TOP].tolist()


def measure_appends(store: SqliteStore, rounds: int) -> dict[str, float]:
    """Milliseconds to take in one document of 150 statements, from `Prepared` to durable."""
    indexes = Indexes(store.folder)
    took = []
    for document in documents(rounds * PER_DOCUMENT, seed=2):
        start = time.perf_counter()
        with store.transaction() as transaction:
            change = change_for(document, transaction.next_ordinal)
            transaction.apply(indexes.added(transaction, change))
        took.append((time.perf_counter() - start) * 1000)
    return {"append_ms_p50": p50(took), "append_ms_p95": p95(took), "append_ms_max": round(max(took), 1)}


COLD = """
import time; start = time.perf_counter()
import json, sys, numpy as np
from pathlib import Path
from timeweave.embedding import get_embedder
from timeweave.indexes import Indexes
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval
scope = [Interval.parse(sys.argv[2])] if len(sys.argv) > 2 else []
store = SqliteStore.open(Path(sys.argv[1]), create=False)
vector = get_embedder().embed(["What was the operating margin in March 2019?"])[0]
indexes = Indexes(store.folder)
def ask():
    with store.view() as view:
        reader = indexes.reader(view)
        return reader.dense(vector, 20, scope=scope), reader.lexical(["t7", "t99"], 20, scope=scope)
ask()
seconds = time.perf_counter() - start
for _ in range(20): ask()
status = dict(l.split(":") for l in Path("/proc/self/status").read_text().splitlines())
kb = {k: int(status[k].split()[0]) for k in ("RssAnon", "RssFile")}
memory = {"rss_own_mb": kb["RssAnon"] // 1024, "rss_files_mb": kb["RssFile"] // 1024}
print(json.dumps({"seconds": round(seconds, 3), **memory}))
"""


EVICT = """
import os, sys
from pathlib import Path
for path in Path(sys.argv[1]).rglob("*"):
    if path.is_file():
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
"""


def measure_cold(folder: Path) -> dict[str, dict[str, float]]:
    """From the start of a process, its files not in the page cache, to the first result; and what it then holds."""
    results = {}
    for name, arguments in (("cold_scoped", ["2019-03"]), ("cold_unscoped", [])):
        runs = []
        for _ in range(3):
            # in a process of its own: closing a database's file drops the locks that SQLite holds on it in this one
            subprocess.run([sys.executable, "-c", EVICT, str(folder)], check=True)
            done = subprocess.run(
                [sys.executable, "-c", COLD, str(folder), *arguments], capture_output=True, text=True, check=True
            )
            runs.append(json.loads(done.stdout))
        results[name] = sorted(runs, key=lambda run: run["seconds"])[1]
    return results


def measure(size: int, rounds: int, folder: Path, *, graph: bool) -> dict[str, object]:
    """All figures at one size."""
    store = SqliteStore.open(folder)
    start = time.perf_counter()
    vectors, days = load(store, size)
    loaded = time.perf_counter() - start
    shares: dict[str, float | None] = {"scope_1_percent": 0.01, "scope_0.1_percent": 0.001, "unscoped": None}
    result: dict[str, object] = {"statements": size, "load_seconds": round(loaded, 1)}
    with store.view() as view:
        refs = [ref for kind in ("statements", "entities") for ref in view.segments(kind)]
    result["index_mb"] = round(sum(ref.bytes for ref in refs) / 1e6, 1)
    result["database_mb"] = round(sum(p.stat().st_size for p in folder.glob("*.db*")) / 1e6, 1)
    result["segments"] = len(refs)
    result.update(measure_search(store, vectors, days, shares, rounds, graph=graph))
    del vectors
    result.update(measure_cold(folder))
    result.update(measure_appends(store, 40))
    store.close()
    return result


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--folder", type=Path, help="where to put the stores while it runs; default: a temporary one")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "scale.json")
    parser.add_argument("--graph-up-to", type=int, default=1_000_000, help="larger sizes do without the HNSW index")
    options = parser.parse_args()
    known = json.loads(options.out.read_text())["sizes"] if options.out.exists() else {}
    for size in options.sizes:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            known[str(size)] = measure(size, options.rounds, Path(folder), graph=size <= options.graph_up_to) | {
                "date": dt.datetime.now(dt.UTC).date().isoformat(),
                "load_average": round(os.getloadavg()[0], 1),
            }
        report = {"machine": machine.describe(), "sizes": dict(sorted(known.items(), key=lambda item: int(item[0])))}
        options.out.write_text(json.dumps(report, indent=1) + "\n")
        print(json.dumps({size: known[str(size)]}, indent=1))


if __name__ == "__main__":
    main()
