"""Reasoning over the graph (ER-08, ER-09): accuracy by type, ablations, width × depth, baselines, latency.

    python benchmarks/reason.py events --data icews0515/test.txt.gz [--facts 30000] [--questions 1000] [--kb DIR]
    python benchmarks/reason.py timequestions --data timequestions [--questions N] [--kb DIR]
    python benchmarks/reason.py two-hops --data pat-questions [--questions N] [--kb DIR]
    python benchmarks/reason.py SET --data … --llm PROVIDER:MODEL [--llm-url URL] [--samples 5] [--few 300]

``events`` asks questions in the manner of MultiTQ (Chen et al., 2023), made of the events with gold answers by
exhaustive search (``reason_events.py``), in the wordings that the reading was built on and in others. ICEWS-0515 is
the half of it that "test" and "valid" of the usual split hold. ``timequestions`` asks TimeQuestions (Jia et al., 2021)
over facts of Wikidata that the retriever of TimeR4 verbalised, and counts the questions of which a gold answer occurs
in the facts. ``two-hops`` asks the questions of two hops of PAT-Questions (Meem et al., 2024), of December 2021, over
a graph made of them: of each the value that holds, or held before, and what is told of it, so that there is little
else to mistake it for. With ``--llm`` a model breaks questions down into routes, and answers as IO, CoT, SC, RAG, 1-hop
KG and RAG + 1-hop KG do, over the same questions and scored alike; passages and facts are sent to it. Results go to
``benchmarks/results/reason_SET.json``.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import re
import statistics
import tempfile
import time
import unicodedata
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import machine
import reason_events
import texts

import timeweave
from timeweave.errors import UndatedDocumentWarning
from timeweave.lexicon.wikidata import PROPERTIES
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.retrieval.reason.baselines import BASELINES
from timeweave.retrieval.reason.options import ReasonOptions
from timeweave.retrieval.reason.prompted import PROMPTED, SAMPLES, Prompted
from timeweave.retrieval.reason.reasoning import answer_text, reason
from timeweave.retrieval.searching import Query, Sources, pose

HEAD = "subject\trelation\tobject\tvalid_from\tvalid_until\n"
FULL = ReasonOptions()
ABLATIONS = {
    "whole": FULL,
    "without routes": replace(FULL, routes=1),
    "without global initialisation": replace(FULL, initialisation=False),
    "without temporal rerank": replace(FULL, rerank=False),
    "without operators over all facts": replace(FULL, exact=False),
    "without times": replace(FULL, exact=False, temporal=False),
}
GRID = [(w, d) for w in (1, 5, 10) for d in (1, 2, 3)]


@dataclass(frozen=True)
class Asked:
    kind: str
    text: str
    gold: tuple[str, ...]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("set", choices=list(MEASURES))
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--facts", type=int, default=30_000, help="events that are imported")
    arguments.add_argument("--questions", type=int, default=1_000)
    arguments.add_argument("--others", type=int, default=1_000, help="questions in each set of other wordings")
    arguments.add_argument("--few", type=int, default=300, help="questions that ablations and grids are measured on")
    arguments.add_argument("--kb", type=Path, help="keep the store here, and take it if it is there")
    arguments.add_argument("--plain", action="store_true", help="no ablations, grid and baselines")
    arguments.add_argument("--llm", help="measure with this model, too: PROVIDER:MODEL, local:FILE.gguf")
    arguments.add_argument("--llm-url", help="the address of an openai:MODEL that is not OpenAI's")
    arguments.add_argument("--samples", type=int, default=SAMPLES, help="of self-consistency")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = given.kb or Path(folder) / "kb"
        figures = MEASURES[given.set](given, home)
    machine.write(f"reason_{given.set.replace('-', '_')}", figures)


def events(given: argparse.Namespace, home: Path) -> dict:
    with gzip.open(given.data, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines][: given.facts]
    table = home.with_suffix(".events") / "icews.tsv"
    table.parent.mkdir(parents=True, exist_ok=True)
    unique = dict.fromkeys("\t".join([s, r, o, day, day]) for s, r, o, day in rows)
    table.write_text(HEAD + "".join(f"{row}\n" for row in unique), encoding="utf-8")
    sets = {
        name: [Asked(q.kind, q.text, q.gold) for q in reason_events.questions(table, count, name)]
        for name, count in zip(reason_events.SETS, (given.questions, given.others, given.others), strict=True)
    }
    with store(home, table) as sources:
        figures = {name: scored(asked, sources, FULL, reason_events.right) for name, asked in sets.items()}
        every = [q for asked in sets.values() for q in asked]
        figures |= with_model(every[:: max(1, len(every) // given.few)], sources, given, reason_events.right)
    return {"facts": len(unique), **figures}


def timequestions(given: argparse.Namespace, home: Path) -> dict:
    facts = gzip.decompress((given.data / "facts.tsv.gz").read_bytes()).decode()
    table = home.with_suffix(".facts") / "facts.tsv"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(facts, encoding="utf-8")
    asked = list(answerable(given.data / "questions_dev.jsonl.gz", plain(facts)))
    few = asked[:: max(1, len(asked) // given.few)]
    part = asked[:: max(1, round(len(asked) / given.questions))]
    with store(home, table) as sources:
        figures = {"whole": scored(part, sources, FULL, named)}
        if not given.plain:
            figures["ablations"] = {n: scored(few, sources, o, named) for n, o in ABLATIONS.items()}
            figures["baselines"] = {n: scored(few, sources, o, named) for n, o in BASELINES.items()}
            figures["width x depth"] = {
                f"w={w} d={d}": scored(few, sources, replace(FULL, width=w, depth=d), named)["accuracy"]
                for w, d in GRID
            }
            figures["routes"] = {
                f"N={n}": scored(few, sources, replace(FULL, routes=n), named)["accuracy"] for n in (1, 3, 12, 24)
            }
        figures |= with_model(few, sources, given, named)
    return {"facts": facts.count("\n") - 1, "answerable": len(asked), **figures}


def two_hops(given: argparse.Namespace, home: Path) -> dict:
    rows: dict[str, None] = {}
    asked = []
    for q in texts.read_lines(given.data / "Dec2021_multihop.jsonl.gz"):
        first, second = (PROPERTIES[p] for p in q["relations"])
        valid = "\t2019" if "previous" in q["question"] or " before " in q["question"] else "2020\t"
        for middle in q["intermediate entities"]:
            rows[f"{q['subject']['subLabel']}\t{first}\t{middle['Label']}\t{valid}"] = None
            rows |= {f"{middle['Label']}\t{second}\t{a}\t\t": None for a in q["text answers"]}
        asked.append(Asked("two hops", q["question"], tuple(g for a in q["text answers"] if (g := plain(a)))))
    table = home.with_suffix(".facts") / "facts.tsv"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    part = [q for q in asked if q.gold][:: max(1, len(asked) // given.questions)]
    with store(home, table) as sources:
        return {"facts": len(rows), "whole": scored(part, sources, FULL, named)}


MEASURES: dict[str, Callable[[argparse.Namespace, Path], dict]] = {
    "events": events,
    "timequestions": timequestions,
    "two-hops": two_hops,
}


def answerable(path: Path, facts: str) -> Iterator[Asked]:
    """The questions of which a gold answer occurs in the facts."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            q = json.loads(line)
            gold = tuple(plain(g) for g in gold_of(q) if plain(g))
            if any(f" {g} " in facts for g in gold):
                yield Asked((q["Temporal question type"] or ["?"])[0], q["Question"], gold)


def gold_of(question: dict) -> Iterator[str]:
    for a in question["Answer"]:
        if a.get("WikidataLabel"):
            yield a["WikidataLabel"]
        elif a.get("AnswerArgument"):
            year = re.match(r"-?\d+", a["AnswerArgument"])
            yield year[0].lstrip("0") if a.get("AnswerType") == "Value" and year else a["AnswerArgument"]


def plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", folded).split())


def named(given: str, gold: Sequence[str]) -> bool:
    """Whether a short answer holds one of the gold answers as whole words."""
    words = f" {plain(given)} "
    return len(words.split()) <= 40 and any(f" {g} " in words for g in gold)


@contextmanager
def store(home: Path, table: Path) -> Iterator[Sources]:
    """What questions are answered from: the store in ``home``, with the triples of ``table``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndatedDocumentWarning)
        with timeweave.open(home) as kb:
            kb.add(table)
            with kb._store.view() as view:
                chunks = functools.partial(kb._indexes.chunks, view)
                yield Sources(view, kb._indexes.reader(view), kb._embedder.get(), chunks=chunks)


def answer(text: str, sources: Sources, options: ReasonOptions) -> tuple[str, float]:
    """The answer, and the milliseconds that reading the question and answering it took."""
    started = time.perf_counter()
    found = reason(pose(Query(text, mode="reason" if sources.client else "auto"), sources).request, options)
    return ("" if found is None else answer_text(found)), (time.perf_counter() - started) * 1000


def with_model(asked: Sequence[Asked], sources: Sources, given: argparse.Namespace, right) -> dict:
    """The routes of a model, and the baselines that ask one; nothing where none is given."""
    if not given.llm:
        return {}
    client = ModelClient(open_model(given.llm, given.llm_url))
    # samples of self-consistency differ by chance
    sampled = Prompted(ModelClient(open_model(given.llm, given.llm_url, temperature=0.7)), given.samples)

    def prompted(name: str) -> Callable[[str], tuple[str, float]]:
        asking = sampled if name == "SC" else Prompted(client)

        def put(text: str) -> tuple[str, float]:
            started = time.perf_counter()
            said = PROMPTED[name](asking, pose(Query(text), sources).request)
            return "; ".join(said), (time.perf_counter() - started) * 1000

        return put

    led = scored(asked, replace(sources, client=client), FULL, right)
    baselines = {name: measured(asked, prompted(name), right) for name in PROMPTED}
    tokens = sum(u.prompt_tokens + u.completion_tokens for c in (client, sampled.client) for u in c.usage().values())
    return {"model": given.llm, "with routes of a model": led, "baselines with a model": baselines, "tokens": tokens}


def scored(asked: Iterable[Asked], sources: Sources, options: ReasonOptions, right) -> dict:
    return measured(asked, lambda text: answer(text, sources, options), right)


def measured(asked: Iterable[Asked], answering: Callable[[str], tuple[str, float]], right) -> dict:
    by_kind, times, whole = defaultdict(list), [], []
    for question in asked:
        given, took = answering(question.text)
        by_kind[question.kind].append(right(given, question.gold))
        whole.append(reason_events.wholly_right(given, question.gold))
        times.append(took)
    every = [hit for hits in by_kind.values() for hit in hits]
    return {
        "questions": len(every),
        "accuracy": round(sum(every) / len(every), 3),
        "wholly right": round(sum(whole) / len(whole), 3),
        "by type": {kind: round(sum(hits) / len(hits), 3) for kind, hits in by_kind.items()},
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(sorted(times)[int(0.95 * len(times))], 1),
    }


if __name__ == "__main__":
    main()
