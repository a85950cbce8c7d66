"""How long the transcripts of one year take from file to durable, searchable store, and where the time goes.

    python benchmarks/ingest.py --data PATH/TO/ect-qa [--runs 3]

Everything is included: reading, chunking, extraction, embedding, evolution, indexes, commits. Each run is a process
of its own with a new knowledge base. Beside it, in the same run, the floor: embedding the same sentences and
nothing else, which any system that retrieves by meaning pays.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ect_qa_data as data
import machine


def ingest(folder: Path) -> dict:
    """Add all transcripts to a new knowledge base; seconds, peak memory of this process and its children."""
    started = time.perf_counter()
    import timeweave

    documents = [d for d in data.corpus(folder).values() if d.id.split("-")[-2] == "2024"]
    with tempfile.TemporaryDirectory() as scratch, timeweave.open(Path(scratch) / "kb") as kb:
        sampler = PeakMemory()
        result = kb.add(documents)
        seconds = time.perf_counter() - started
        stats = kb.stats()
        return {
            "seconds": round(seconds, 2),
            "documents": result.added,
            "words": sum(len(d.text.split()) for d in documents),
            "peak_memory_mb": sampler.stop(),
            "counts": dict(stats.counts),
            "bytes": stats.bytes,
            "worker_seconds_by_stage": {stage: round(u.seconds, 2) for stage, u in result.usage.items()},
        }


class PeakMemory:
    """The largest sum of resident sets (proportional, so shared pages count once) of this process tree."""

    def __init__(self) -> None:
        import threading

        self._peak, self._running = 0, True
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        self._running = False
        self._thread.join()
        return max(self._peak, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)

    def _watch(self) -> None:
        import os

        while self._running:
            self._peak = max(self._peak, sum(_resident_mb(pid) for pid in _tree(os.getpid())))
            time.sleep(0.25)


def _tree(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(p for child in children for p in _tree(int(child)))]


def _resident_mb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("Pss:")), 0)


def embedding_floor(folder: Path) -> float:
    """Seconds to embed the same statements on all cores, and nothing else."""
    from timeweave.embedding import get_embedder
    from timeweave.extraction.pipeline import extract
    from timeweave.preparation import description

    documents = [d for d in data.corpus(folder).values() if d.id.split("-")[-2] == "2024"][:12]
    texts = [[description(d, s) for s in extract(d).statements] for d in documents]
    embedder = get_embedder(None)
    embedder.embed(texts[0][:8])
    started = time.perf_counter()
    for batch in texts:
        embedder.embed(batch)
    return round((time.perf_counter() - started) * 96 / len(documents), 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.once:
        print(json.dumps(ingest(args.data)))
        return
    command = [sys.executable, __file__, "--data", str(args.data), "--once"]
    runs = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])
        for _ in range(args.runs)
    ]
    seconds = [r["seconds"] for r in runs]
    figures = {
        "seconds_median": statistics.median(seconds),
        "seconds_min": min(seconds),
        "seconds_max": max(seconds),
        "peak_memory_mb": max(r["peak_memory_mb"] for r in runs),
        "embedding_alone_seconds": embedding_floor(args.data),
        "last_run": runs[-1],
    }
    print(json.dumps(figures, indent=2))
    print(machine.write("ingest", figures))


if __name__ == "__main__":
    main()
