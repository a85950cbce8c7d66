"""What indexing, an update and a correction cost in calls and tokens of a language model (TG-18, TG-24, TK-07).

    python benchmarks/update_cost.py --data PATH/TO/ect-qa [--documents N]

The model is the deterministic test endpoint (`modelserver`), over HTTP: no model's quality is claimed, its
calls and tokens are. Tokens are counted by the packaged tokenizer over all messages of a call, as long as its response
is, and the response; a JSON schema that goes with a call is counted too. How much a model writes differs: what the test
endpoint wrote per call is given beside the sums.

Steps, in one knowledge base: the earlier documents and 2024-Q1 to Q3 are indexed and all reports are made; 2024-Q4 is
added and the reports brought up to date; one document of 2021 is corrected and the reports brought up to date. It is
asserted that an update makes one report call for each time node that it touched, and that every other report stays
the same, by digest. Beside it, in the same run: everything indexed anew, which is what systems without incremental
reports pay for the update; and what the reports would cost if all were made anew at every insert, as the published code
of Temporal GraphRAG does. Sentences are embedded as hashed words: what a language model costs does not depend on it.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import ect_qa_data
import machine
import numpy as np

import timeweave
from timeweave import Document
from timeweave.errors import UndatedDocumentWarning
from timeweave.language.tokens import count_tokens
from timeweave.records import Cost, Usage

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from modelserver.bag_of_words import DIMENSIONS, embedding  # noqa: E402

PAPER = {"corpus_tokens": 1.27e6, "prompt_tokens": 6.3e6, "completion_tokens": 7.1e6}
"""Section V-B, Table III: the base corpus."""
CORRECTED = "2021"
ASKED = ("extract", "report")
"""The stages in which the language model is asked."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--documents", type=int, help="only so many of the earlier and as many of the later ones")
    args = parser.parse_args()
    warnings.simplefilter("ignore", UndatedDocumentWarning)
    earlier, later = corpus(args.data, args.documents)
    with endpoint() as url, tempfile.TemporaryDirectory() as scratch:
        figures = measure(earlier, later, url, Path(scratch))
    print(machine.write("update_cost", figures, sample=args.documents))


class HashedWords:
    """An embedder that costs next to nothing."""

    name, dimensions = "hashed words", DIMENSIONS

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.array([embedding(text) for text in texts], dtype=np.float32)
        return rows.reshape(len(texts), self.dimensions)


@contextmanager
def endpoint() -> Iterator[str]:
    """The test endpoint in a process of its own."""
    os.environ.setdefault("OPENAI_API_KEY", "none")
    command = [sys.executable, "-m", "modelserver"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TESTS) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def corpus(data: Path, most: int | None) -> tuple[list[Document], list[Document]]:
    """The documents up to 2024-Q3, and those of 2024-Q4."""
    documents = sorted(ect_qa_data.corpus(data).values(), key=lambda d: (str(d.period), d.id))
    later = [d for d in documents if str(d.period) == "2024-Q4"]
    earlier = [d for d in documents if str(d.period) < "2024-Q4"]
    if most is None:
        return earlier, later
    return earlier[:: max(1, len(earlier) // most)], later[:most]


def measure(earlier: list[Document], later: list[Document], url: str, folder: Path) -> dict:
    """All steps, with what each cost."""
    opened = {"llm": "openai:test", "llm_url": url, "embedder": HashedWords()}
    with timeweave.open(folder / "kb", **opened) as kb:
        base = step(kb, earlier)
        before = digests(kb)
        update = step(kb, later)
        after = digests(kb)
        check(update, before, after)
        correction = step(kb, [corrected(earlier)])
        check(correction, after, digests(kb))
    with timeweave.open(folder / "anew", **opened) as kb:
        anew = step(kb, [*earlier, *later])
    tokens = sum(count_tokens(d.text) for d in earlier)
    spent = totals(cost for cost in base["costs"] if cost.stage in ASKED)
    per_token = (spent["prompt_tokens"] + spent["completion_tokens"]) / tokens
    paper = (PAPER["prompt_tokens"] + PAPER["completion_tokens"]) / PAPER["corpus_tokens"]
    nodes = len(after)
    return {
        "corpus": {
            "documents": len(earlier),
            "tokens": tokens,
            "added_documents": len(later),
            "added_tokens": sum(count_tokens(d.text) for d in later),
        },
        "index": shown(base),
        "index_tokens_per_corpus_token": round(per_token, 2),
        "paper_index_tokens_per_corpus_token": round(paper, 2),
        "share_of_paper": round(per_token / paper, 3),
        "update": {
            **shown(update),
            "nodes": nodes,
            "reports_unchanged": sum(after.get(n) == before[n] for n in before),
            "years_unchanged": years_unchanged(before, after),
        },
        "correction": shown(correction),
        "all_anew": shown(anew),
        "reports_if_made_anew_at_every_insert": {
            "calls": nodes,
            "calls_here": totals(c for c in update["costs"] if c.stage == "report")["calls"],
        },
    }


def step(kb: timeweave.KnowledgeBase, documents: list[Document]) -> dict:
    """Add documents and bring all reports up to date; what it cost, and the time nodes that it touched."""
    operations = {cost.operation for cost in kb.costs()}
    sequence = max((change.sequence for change in kb.changes()), default=0)
    started = time.perf_counter()
    added = kb.add(documents)
    assert not added.failed
    assert added.stopped is None
    kb.report_all()
    print(f"{len(documents)} documents in {time.perf_counter() - started:.0f} s", flush=True)
    seconds = time.perf_counter() - started
    touched = {label for change in kb.changes() if change.sequence > sequence for label in change.stale_nodes}
    return {
        "documents": len(documents),
        "seconds": round(seconds, 1),
        "touched": sorted(touched & set(digests(kb))),
        "costs": [cost for cost in kb.costs() if cost.operation not in operations],
    }


def shown(done: dict) -> dict:
    """A step as it stands in the results."""
    costs = done["costs"]
    return {
        "documents": done["documents"],
        "seconds": done["seconds"],
        "touched_nodes": len(done["touched"]),
        "by_stage": {stage: totals(c for c in costs if c.stage == stage) for stage in ASKED},
        "per_document_median": per_thing(costs, "document:"),
        "per_node_median": per_thing(costs, "node:"),
        "total": totals(cost for cost in costs if cost.stage in ASKED),
    }


def totals(costs: Iterable[Cost]) -> dict:
    """Calls and tokens in all."""
    spent = sum((cost.usage for cost in costs), start=Usage())
    names = ("calls", "prompt_tokens", "completion_tokens", "cache_hits", "retries", "fallbacks")
    return {name: getattr(spent, name) for name in names} | {"seconds": round(spent.seconds, 1)}


def per_thing(costs: Iterable[Cost], kind: str) -> dict:
    """The median document's, or node's, calls and tokens."""
    by_thing: dict[str, Usage] = {}
    for cost in costs:
        if cost.about.startswith(kind):
            by_thing[cost.about] = by_thing.get(cost.about, Usage()) + cost.usage
    names = ("calls", "prompt_tokens", "completion_tokens")
    return {name: statistics.median(getattr(u, name) for u in by_thing.values()) for name in names} if by_thing else {}


def digests(kb: timeweave.KnowledgeBase) -> dict[str, str]:
    """The digest of each report, by its time node."""
    return {label: report.digest for label, report in kb.reports().items()}


def check(done: dict, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """One report is asked for each node that was touched, none for another, whose report is the same byte for byte.

    A node that tells the same as before, in another version of a document, has its response from what is kept.
    """
    asked = totals(c for c in done["costs"] if c.stage == "report")
    calls, kept = asked["calls"], asked["cache_hits"]
    assert calls + kept == len(done["touched"]), f"{calls} report calls, {kept} kept, {len(done['touched'])} touched"
    changed = {label for label in before.keys() & after.keys() if before[label] != after[label]}
    assert changed <= set(done["touched"]), sorted(changed - set(done["touched"]))


def years_unchanged(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The years all of whose reports, down to the days, are the same byte for byte."""
    changed = {label[:4] for label in before.keys() | after.keys() if before.get(label) != after.get(label)}
    return sorted({label[:4] for label in before} - changed)


def corrected(documents: Iterable[Document]) -> Document:
    """The first whole transcript of 2021 with one figure changed: its first amount in dollars."""
    first = next(d for d in documents if str(d.period).startswith(CORRECTED) and d.metadata["full"])
    text = re.sub(r"\$(\d)", lambda found: f"${(int(found[1]) + 1) % 10 or 1}", first.text, count=1)
    assert text != first.text
    return replace(first, text=text)


if __name__ == "__main__":
    main()
