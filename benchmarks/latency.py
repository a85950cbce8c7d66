"""Milliseconds of `search` and `ask` by the number of cells, (entity, period) pairs, that a question names.

    python benchmarks/latency.py --kb PATH/TO/KB [--beside OTHER/src] [--each 20] [--rounds 3]
    python benchmarks/latency.py --data PATH/TO/ect-qa

The questions are made from what the knowledge base holds: entities that documents of a quarter are about, and the
quarters that they report on, "What was A's net income in each quarter from 2022-Q1 to 2023-Q4?" or the same of several
entities; kept are those that the search itself reads as the wanted number of cells. With ``--data`` the knowledge base
is built from the ECT-QA corpus first.

Each round is a process of its own that asks three other questions first and then each question once: ``first`` is that.
It then asks them all again: ``again``. With ``--beside`` the rounds alternate with rounds of other source code over the
same files and questions. ``cpu`` is the process's own time over all its threads, which other work on the machine
disturbs less than the clock. Figures are medians over questions of the least that a question took in any round, and the
95th percentile of all.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import ect_qa_data
import machine
import numpy as np

import timeweave
from timeweave.temporal import Granularity

SHAPES = {1: [(1, 1)], 2: [(1, 2), (2, 1)], 4: [(1, 4), (2, 2)], 8: [(1, 8), (2, 4), (4, 2)], 16: [(4, 4), (2, 8)]}
MEASURES = ["net income", "gross margin", "free cash flow", "operating expenses", "capital expenditures", "revenue"]
COLD = "import sys, timeweave; timeweave.open(sys.argv[1], read_only=True).search(sys.argv[2])"

Asked = dict[str, list[str]]
"""Questions by number of cells."""


def quarters_of(kb: timeweave.KnowledgeBase) -> dict[str, list[str]]:
    """The quarters that are reported on of each entity that documents are about, in order."""
    found: dict[str, set[str]] = {}
    for info in kb.documents():
        if info.entities and info.period is not None and info.period.granularity == Granularity.QUARTER:
            found.setdefault(info.title.split(str(info.period.start.year))[0].strip(), set()).add(str(info.period))
    return {name: sorted(quarters) for name, quarters in sorted(found.items()) if name}


def made_up(kb: timeweave.KnowledgeBase, cells: int) -> Iterator[str]:
    """Questions of so many cells, in an order that is always the same."""
    held = quarters_of(kb)
    generator = random.Random(cells)
    for shape in itertools.cycle(SHAPES[cells]):
        count, length = shape
        able = [name for name, quarters in held.items() if len(quarters) >= min(length, 4)]
        names = generator.sample(able, count)
        first = generator.choice(held[names[0]])
        year, quarter = int(first[:4]), int(first[-1])
        last = (year * 4 + quarter - 1) + length - 1
        when = f"in each quarter from {first} to {last // 4}-Q{last % 4 + 1}" if length > 1 else f"in {first}"
        who = f"{', '.join(names[:-1])} and {names[-1]}" if count > 1 else names[0]
        yield f"What was the {generator.choice(MEASURES)} of {who} {when}?"


def choose(kb: timeweave.KnowledgeBase, each: int) -> Asked:
    """Questions that the search reads as having the wanted number of cells."""
    chosen: Asked = {}
    for cells in SHAPES:
        kept = []
        for question in itertools.islice(made_up(kb, cells), each * 6):
            found = kb.search(question, mode="passages", explain=True).explanation or {}
            if len({(c["entity"], c["period"]) for c in found.get("cells", [])}) == cells:
                kept.append(question)
        chosen[str(cells)] = list(dict.fromkeys(kept))[:each]
    return chosen


def one_round(folder: Path, asked: Asked) -> dict:
    """Milliseconds by action, pass and number of cells; this process's memory."""
    with timeweave.open(folder, read_only=True) as kb:
        actions = {"search": kb.search, "ask": kb.ask}
        for question in (
            "What was revenue in 2020?",
            "Who is the chief executive?",
            "What grew in each quarter of 2021?",
        ):
            kb.ask(question)
        figures: dict = {}
        for name, again in itertools.product(actions, ("first", "again")):
            row = figures[f"{name}_{again}"] = {}
            for cells, questions in asked.items():
                row[cells] = []
                for question in questions:
                    wall, cpu = time.perf_counter(), time.process_time()
                    actions[name](question)
                    row[cells].append([(time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000])
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {"figures": figures, "rss_own_mb": int(status["RssAnon"].split()[0]) // 1024}


def summary(rounds: list[dict]) -> dict:
    """Of several rounds of the same code."""
    result: dict = {"rss_own_mb": max(r["rss_own_mb"] for r in rounds)}
    for name, by_cells in rounds[0]["figures"].items():
        result[name] = {}
        for cells in by_cells:
            taken = np.asarray([r["figures"][name][cells] for r in rounds])  # rounds × questions × (wall, cpu)
            if taken.size:
                least = np.median(taken.min(axis=0), axis=0)
                result[name][cells] = {
                    "questions": taken.shape[1],
                    "ms_p50": round(float(least[0]), 1),
                    "ms_p95": round(float(np.percentile(taken[..., 0], 95)), 1),
                    "cpu_ms_p50": round(float(least[1]), 1),
                }
    return result


def in_process(source: Path, folder: Path, asked: Path) -> dict:
    """A round with the code at ``source``."""
    command = [sys.executable, __file__, "--kb", str(folder), "--round", str(asked)]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def cold(source: Path, folder: Path, question: str) -> float:
    """Seconds from the start of a process to the end of its first search."""
    took = []
    for _ in range(3):
        started = time.perf_counter()
        environment = {**os.environ, "PYTHONPATH": str(source)}
        subprocess.run([sys.executable, "-c", COLD, str(folder), question], env=environment, check=True)
        took.append(time.perf_counter() - started)
    return round(statistics.median(took), 2)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kb", type=Path, help="a knowledge base with documents on quarters")
    parser.add_argument("--data", type=Path, help="the ECT-QA data, to build one from")
    parser.add_argument("--beside", type=Path, help="the src folder of other code, measured in turn")
    parser.add_argument("--each", type=int, default=20, help="questions for each number of cells")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--round", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.round is not None:
        print(json.dumps(one_round(options.kb, json.loads(options.round.read_text()))))
        return
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = options.kb or Path(scratch) / "kb"
        with timeweave.open(folder) as kb:
            if options.kb is None:
                kb.add(ect_qa_data.corpus(options.data).values())
            asked = choose(kb, options.each)
            documents = len(kb.documents())
        file = Path(scratch) / "questions.json"
        file.write_text(json.dumps(asked))
        sources = {"timeweave": Path(timeweave.__file__).parent.parent, "beside": options.beside}
        measured: dict[str, list[dict]] = {name: [] for name, source in sources.items() if source}
        for _ in range(options.rounds):
            for name, rounds in measured.items():
                rounds.append(in_process(sources[name], folder, file))
        figures = {name: summary(rounds) for name, rounds in measured.items()}
        for name, row in figures.items():
            row["cold_search_seconds"] = cold(sources[name], folder, asked["1"][0])
    load = round(os.getloadavg()[0], 1)
    report = {"documents": documents, "rounds": options.rounds, "load_average": load, "systems": figures}
    print(json.dumps(report, indent=1))
    print(machine.write("latency", report))


if __name__ == "__main__":
    main()
