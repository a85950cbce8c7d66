"""What facts of common nouns cost and are worth: the same documents added with ``concepts`` and without.

    python benchmarks/concepts.py measure KIND=SOURCE... [--words 20000]
    python benchmarks/concepts.py count

SOURCE is a folder or file of documents, or a knowledge base, of which whole documents are drawn at random until they
have as many words. ``measure`` adds them to a new knowledge base in one process, once without and once with facts of
concepts, and writes to ``results/concepts.json`` the words added in a second of processor time, the bytes of the store,
the facts, and whether the facts of names are the same. ``count`` adds the shares of the judged lists of
``fact_precision.py sample --concepts`` in ``concepts.jsonl``.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import figures
import machine
from openie import drawn

from timeweave.opening import open_knowledge_base
from timeweave.records import Document, FactId, is_concept

JUDGED = Path(__file__).resolve().parent / "concepts.jsonl"


def added(documents: Sequence[Document], words: int, *, concepts: bool) -> tuple[dict, set[FactId]]:
    """What adding came to, and the facts of names alone."""
    with tempfile.TemporaryDirectory() as folder, open_knowledge_base(Path(folder) / "kb") as kb:
        started = time.process_time()
        kb.add(documents, workers=1, concepts=concepts)
        seconds = time.process_time() - started
        stats, facts, after = kb.stats(), [], ""
        while (page := kb.facts(after=after, limit=1000)).facts:
            facts += [resolved.fact for resolved in page.facts]
            after = facts[-1].id
        of_names = {
            f.id for f in facts if not is_concept(f.subject) and not (f.object_is_entity and is_concept(f.object))
        }
        found = {
            "words_per_cpu_second": round(words / seconds),
            "store_bytes": stats.bytes,
            "facts": len(facts),
            "facts_per_1000_words": round(1000 * len(facts) / words, 1),
        }
        return found, of_names


def measure(args: argparse.Namespace) -> None:
    """Add, and write what it came to."""
    draw = random.Random(args.seed)
    kinds = {}
    with tempfile.TemporaryDirectory() as folder, open_knowledge_base(Path(folder) / "kb") as kb:
        kb.add([Document("warm", "Acme bought Beta in 2023.")], workers=1)
    for name, source in (given.split("=", 1) for given in args.sources):
        documents = drawn(Path(source), args.words, draw)
        words = sum(len(document.text.split()) for document in documents)
        without, names = added(documents, words, concepts=False)
        with_, beside = added(documents, words, concepts=True)
        told = {"documents": len(documents), "words": words, "without": without, "with": with_}
        kinds[name] = told | {"facts_of_names_are_the_same": names == beside}
        print(name, kinds[name])
    machine.write("concepts", {"kinds": kinds})


def count(_: argparse.Namespace) -> None:
    """Add the judged shares to the results."""
    rows = [json.loads(line) for line in JUDGED.read_text("utf-8").splitlines()]
    path = machine.RESULTS / "concepts.json"
    results = json.loads(path.read_text("utf-8"))
    results["judged"] = {
        kind: {
            "right": figures.mean([float(r["right"]) for r in rows if r["kind"] == kind]),
            "right_and_useful": figures.mean([float(r["right"] and r["useful"]) for r in rows if r["kind"] == kind]),
        }
        for kind in dict.fromkeys(row["kind"] for row in rows)
    }
    for kind, shares in results["judged"].items():
        print(kind, *(f"{what} {figures.shown(share)}" for what, share in shares.items()))
    path.write_text(json.dumps(results, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["measure", "count"])
    parser.add_argument("sources", nargs="*", metavar="KIND=SOURCE")
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    (measure if args.command == "measure" else count)(args)


if __name__ == "__main__":
    main()
