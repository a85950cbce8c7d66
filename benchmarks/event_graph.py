"""A whole graph of dated events: what importing it costs, what it weighs, and how fast it answers; no model.

    python benchmarks/event_graph.py --data FOLDER [--facts N] [--questions N] [--kb DIR]

FOLDER holds ``icews14`` (whole, as numbers with their names) and ``icews0515`` ("test" and "valid" of the usual split);
events in both count once. Import is `KnowledgeBase.add` of one TSV file, in a process of its own, with the memory of
that process and of those that it started at their peak. A neighbourhood is all facts about an entity within a month,
the entity drawn as often as events name it. Questions are those of ``reason_events.py``, in the wordings that the
reading was built on, answered as mode ``reason`` answers. Results go to ``benchmarks/results/event_graph.json``.
"""

from __future__ import annotations

import argparse
import datetime as dt
import gzip
import multiprocessing
import random
import resource
import statistics
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import machine
import reason
import reason_events

import timeweave
from timeweave.errors import UndatedDocumentWarning
from timeweave.language.names import canonical_key
from timeweave.retrieval.searching import Sources
from timeweave.temporal.interval import Granularity, Interval

FIRST_DAY = dt.date(2014, 1, 1)
"""The day that ICEWS-14 counts from."""
DRAWN = 500


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--facts", type=int, help="import no more than these")
    arguments.add_argument("--questions", type=int, default=300)
    arguments.add_argument("--kb", type=Path, help="keep the store here, and take it if it is there")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "icews.tsv"
        rows = list(dict.fromkeys((*icews14(given.data / "icews14"), *icews0515(given.data / "icews0515"))))
        rows = rows[: given.facts]
        table.write_text(reason.HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
        home = given.kb or Path(folder) / "kb"
        figures: dict[str, object] = {"facts": len(rows), "file_mb": megabytes(table.stat().st_size)}
        if not home.exists():
            figures["import"] = imported(home, table, len(rows))
        with reason.store(home, table) as sources:
            figures["neighbourhood"] = neighbourhoods(sources, rows)
            figures["questions"] = answered(sources, table, given.questions)
    print(machine.write("event_graph", figures, sample=given.facts))


def icews14(folder: Path) -> Iterator[str]:
    """The events of ICEWS-14, their numbers read by its tables, as rows of a triple file."""
    names, relations = (numbered(folder / f"{kind}2id.txt.gz") for kind in ("entity", "relation"))
    for part in ("train", "valid", "test"):
        for line in lines_of(folder / f"{part}.txt.gz"):
            subject, relation, object_, day = line.split("\t")[:4]
            yield row(names[subject], relations[relation], names[object_], FIRST_DAY + dt.timedelta(int(day)))


def icews0515(folder: Path) -> Iterator[str]:
    """The events of ICEWS-0515 that are at hand, as rows of a triple file."""
    for part in ("test", "valid"):
        for line in lines_of(folder / f"{part}.txt.gz"):
            subject, relation, object_, day = line.split("\t")
            yield row(subject, relation, object_, dt.date.fromisoformat(day))


def row(subject: str, relation: str, object_: str, day: dt.date) -> str:
    return "\t".join([subject, relation, object_, day.isoformat(), day.isoformat()])


def numbered(path: Path) -> dict[str, str]:
    return {number: name.strip() for name, number in (line.split("\t") for line in lines_of(path))}


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def imported(home: Path, table: Path, facts: int) -> dict[str, float]:
    """What importing costs; what the store weighs when the command has ended."""
    asked, told = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=import_alone, args=(home, table, told))
    process.start()
    seconds, processor, own, started = asked.recv()
    process.join()
    size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
    return {
        "seconds": round(seconds, 1),
        "processor_seconds": round(processor, 1),
        "facts_per_second": round(facts / seconds),
        "memory_mb": round(own / 1024),
        "memory_of_largest_worker_mb": round(started / 1024),
        "store_mb": megabytes(size),
        "store_per_file": round(size / table.stat().st_size, 2),
    }


def import_alone(home: Path, table: Path, told: multiprocessing.connection.Connection) -> None:
    warnings.simplefilter("ignore", UndatedDocumentWarning)
    started = time.perf_counter()
    with timeweave.open(home) as kb:
        kb.add(table)
    seconds = time.perf_counter() - started
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    processor = sum(usage.ru_utime + usage.ru_stime for usage in (own, workers))
    told.send((seconds, processor, own.ru_maxrss, workers.ru_maxrss))


def neighbourhoods(sources: Sources, rows: Sequence[str]) -> dict[str, float]:
    """Milliseconds for all facts about an entity in a month."""
    draw, times, found = random.Random(5), [], []
    for drawn in draw.sample(rows, DRAWN):
        subject, _, object_, day, _ = drawn.split("\t")
        name = canonical_key(draw.choice((subject, object_)))
        month = Interval.unit(dt.date.fromisoformat(day), Granularity.MONTH)
        started = time.perf_counter()
        found.append(len(sources.view.facts_about([name], within=month)))
        times.append((time.perf_counter() - started) * 1000)
    return {"facts_p50": statistics.median(found), "facts_most": max(found), **percentiles(times)}


def answered(sources: Sources, table: Path, count: int) -> dict[str, object]:
    """Accuracy and milliseconds of a question, all told and by type."""
    times: dict[str, list[float]] = {}
    hits = []
    for question in reason_events.questions(table, count, "wordings"):
        given, took = reason.answer(question.text, sources, reason.FULL)
        hits.append(reason_events.right(given, question.gold))
        times.setdefault(question.kind, []).append(took)
    return {
        "questions": len(hits),
        "accuracy": round(sum(hits) / len(hits), 3),
        **percentiles([t for of_kind in times.values() for t in of_kind]),
        "by type": {kind: percentiles(of_kind) for kind, of_kind in times.items()},
    }


def percentiles(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50_ms": round(statistics.median(ordered), 1), "p95_ms": round(ordered[int(0.95 * len(ordered))], 1)}


def megabytes(size: int) -> float:
    return round(size / 2**20, 1)


if __name__ == "__main__":
    main()
