"""What Timeweave costs beside a plain pipeline: chunks of 300 tokens, the same MiniLM, LanceDB with its text index.

    python -m venv .rag && .rag/bin/pip install dist/*.whl lancedb
    .rag/bin/python benchmarks/plain_rag.py CORPUS.jsonl.gz... [--documents 200] [--runs 5]

A corpus is JSON Lines with a text in each line, of which as many documents are taken as wanted, spread evenly, and no
more than `--megabytes` of text. Each side adds it in a process of its own and answers questions, each in a new process:
opened, asked, ended. Processor time is that of the process and of all that it started.
"""

from __future__ import annotations

import argparse
import datetime as dt
import gzip
import importlib.metadata
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import machine
from ingest import PeakMemory

CHUNK, OVERLAP, FOUND = 300, 30, 10
_TEXT, _DAY = ("text", "raw_content", "body"), ("date", "publish_date", "published")


def read(corpus: Path, most: int, megabytes: float) -> list[dict]:
    """Documents with id, title, day and text, spread evenly over the corpus."""
    opened = gzip.open if corpus.suffix == ".gz" else open
    with opened(corpus, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines if line.strip()]
    records = [record for record in records if any(record.get(key) for key in _TEXT)]
    documents = [_document(record, number) for number, record in enumerate(records)]
    typical = sum(len(d["text"].encode()) for d in documents) / len(documents)
    count = max(1, min(most, len(documents), int(megabytes * 1e6 / typical)))
    return documents[:: len(documents) // count][:count]


def _document(record: dict, number: int) -> dict:
    text = next(record[key] for key in _TEXT if record.get(key))
    day = next((str(record[key])[:10].replace("/", "-") for key in _DAY if record.get(key)), "2024-01-01")
    return {"id": str(number), "title": record.get("title", ""), "date": day, "text": text}


def questions(documents: list[dict], count: int) -> list[str]:
    """One for each of some documents: what the words that it begins with are about."""
    chosen = documents[:: max(1, len(documents) // count)][:count]
    return [f"When was {' '.join((d['title'] or d['text']).split()[:8])}?" for d in chosen]


def _made(document: dict):
    import timeweave

    day = dt.date.fromisoformat(document["date"])
    return timeweave.Document(id=document["id"], text=document["text"], title=document["title"], date=day)


# -- each side, in a process of its own --


def timeweave_adds(documents: list[dict], store: Path) -> Iterator[None]:
    import timeweave

    with timeweave.open(store) as kb:
        kb.add([_made(d) for d in documents])
        yield


def plain_adds(documents: list[dict], store: Path) -> Iterator[None]:
    import lancedb

    from timeweave.chunking import chunk
    from timeweave.embedding import get_embedder

    rows = []
    for document in map(_made, documents):
        for c in chunk(document, size=CHUNK, overlap=OVERLAP):
            text = document.text[c.span.start : c.span.end]
            rows.append({"document": document.id, "date": str(document.date), "text": text})
    vectors = get_embedder(None).embed([row["text"] for row in rows])
    for row, vector in zip(rows, vectors, strict=True):
        row["vector"] = vector
    table = lancedb.connect(store).create_table("chunks", rows)
    table.create_fts_index("text")
    yield
    table.optimize(cleanup_older_than=dt.timedelta(0))


def timeweave_searches(question: str, store: Path) -> int:
    import timeweave

    with timeweave.open(store, read_only=True) as kb:
        return len(kb.search(question).evidence)


def timeweave_asks(question: str, store: Path) -> int:
    import timeweave

    with timeweave.open(store, read_only=True) as kb:
        return len(kb.ask(question).citations)


def plain_searches(question: str, store: Path) -> int:
    import lancedb
    from lancedb.rerankers import RRFReranker

    from timeweave.embedding import get_embedder

    vector = get_embedder(None).embed([question])[0]
    asked = lancedb.connect(store).open_table("chunks").search(query_type="hybrid").vector(vector)
    worded = "".join(c if c.isalnum() else " " for c in question)
    return len(asked.text(worded).rerank(RRFReranker()).limit(FOUND).to_list())


ADDING: dict[str, Callable[[list[dict], Path], Iterator[None]]] = {"timeweave": timeweave_adds, "plain": plain_adds}
ASKING: dict[str, Callable[[str, Path], int]] = {
    "timeweave search": timeweave_searches,
    "timeweave ask": timeweave_asks,
    "plain search": plain_searches,
}


def add_once(side: str, documents: Path, store: Path) -> None:
    """Add, and say what it took; run as a process."""
    given = json.loads(documents.read_text())
    sampler = PeakMemory()
    adding = ADDING[side](given, store)
    next(adding)
    at_once = size(store)
    for _ in adding:
        pass
    print(json.dumps({"bytes_right_after": at_once, "peak_memory_mb": sampler.stop()}))


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# -- all together --


def run(*arguments: object) -> tuple[str, float, float]:
    """What a process prints, its processor time with that of all that it started, and the time by the clock."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, __file__, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    after, elapsed = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - started
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, elapsed


def measure(corpus: Path, most: int, megabytes: float, runs: int) -> dict:
    documents = read(corpus, most, megabytes)
    text = sum(len(d["text"].encode()) for d in documents)
    figures: dict = {"documents": len(documents), "text_bytes": text}
    with tempfile.TemporaryDirectory() as scratch:
        given = Path(scratch) / "documents.json"
        given.write_text(json.dumps(documents))
        for side in ADDING:
            store = Path(scratch) / side
            told, cpu, elapsed = run("--add", side, given, store)
            added = json.loads(told)
            figures[side] = {
                "add_cpu_s": round(cpu, 1),
                "add_s": round(elapsed, 1),
                "store_to_text_right_after": round(added["bytes_right_after"] / text, 2),
                "store_to_text": round(size(store) / text, 2),
                "peak_memory_mb": added["peak_memory_mb"],
            }
        for way in ASKING:
            store = Path(scratch) / way.split()[0]
            taken = [
                [run("--ask", way, question, store)[1:] for _ in range(runs)] for question in questions(documents, 4)
            ]
            figures[way] = {
                "cold_cpu_s": round(statistics.median(min(cpu for cpu, _ in one) for one in taken), 2),
                "cold_s": round(statistics.median(min(elapsed for _, elapsed in one) for one in taken), 2),
            }
    for key in ("add_cpu_s", "store_to_text", "peak_memory_mb"):
        figures[f"{key}: timeweave to plain"] = round(figures["timeweave"][key] / figures["plain"][key], 2)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="*")
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--add", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--ask", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.add:
        side, documents, store = args.add
        return add_once(side, Path(documents), Path(store))
    if args.ask:
        way, question, store = args.ask
        return print(ASKING[way](question, Path(store)))
    if not args.corpus:
        parser.error("name a corpus: JSON Lines with a text in each line")
    if importlib.util.find_spec("lancedb") is None:
        sys.exit(
            "lancedb is missing: install it beside Timeweave in an environment of its own, as the head of this says"
        )
    figures = {
        path.name.split(".")[0]: measure(path, args.documents, args.megabytes, args.runs) for path in args.corpus
    }
    load = round(os.getloadavg()[0], 1)
    packages = {name: importlib.metadata.version(name) for name in ("lancedb", "onnxruntime", "numpy")}
    written = machine.write("plain_rag", {"packages": packages, "load": load, "runs": args.runs, "corpora": figures})
    print(written.read_text())
    return None


if __name__ == "__main__":
    main()
