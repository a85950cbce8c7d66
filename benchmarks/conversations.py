"""Evidence in conversations of many sessions, beside BM25, MiniLM and both over the same turns.

    python benchmarks/conversations.py PATH [--sets locomo0 locomo1] [--limit 50] [--kbs FOLDER] [--vectors FOLDER]

PATH holds SET.jsonl and SET_questions.jsonl, or the same with .gz: documents, a session each and a turn a line, and
questions with the ``turns`` that answer them as [document, start, end]. Evidence is the share of these of which at
least half came back, of budgets of tokens. ``turns`` rank the lines as they stand; ``sentences`` rank what the
knowledge base holds, as it describes it: what is left then is what speakers, times and neighbours are worth.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import figures
import machine
from plain import Found, PlainRetrieval, SentenceRetrieval
from stores import prepared, spans_of

import timeweave
from timeweave.documents.native import document_from_json
from timeweave.records import Span

BUDGETS = (300, 600, 1200)
MODES = ("auto", "hybrid")
Recalls = dict[str, dict[int, list[float]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the turns that answer it: document, first character, end."""

    text: str
    kind: str
    turns: Sequence[tuple[str, int, int]]


def read(path: Path, name: str) -> tuple[list[timeweave.Document], list[Asked]]:
    """The sessions and questions of a set."""
    documents = [document_from_json(row, name) for row in rows_of(path / f"{name}.jsonl")]
    asked = [
        Asked(row["question"], row["type"], [(d, a, z) for d, a, z in row["turns"]])
        for row in rows_of(path / f"{name}_questions.jsonl")
        if row.get("turns")
    ]
    return documents, asked


def lines_of(document: timeweave.Document) -> Iterator[Span]:
    """The lines of a document that hold words: a turn each."""
    at = 0
    for line in document.text.splitlines(keepends=True):
        if line.strip():
            yield Span(at, at + len(line.rstrip()))
        at += len(line)


def found_share(asked: Asked, found: Sequence[Found]) -> float:
    """The share of the turns of which at least half is in what was found."""
    shares = []
    for document, start, end in asked.turns:
        parts = [f for f in found if f.document_id == document]
        held = sum(max(0, min(end, f.end) - max(start, f.start)) for f in parts)
        shares.append(held >= (end - start) / 2)
    return sum(shares) / len(shares)


def measure(folder: Path, documents: list[timeweave.Document], asked: Sequence[Asked], vectors: Path | None) -> Recalls:
    """What every system returns for every budget, as the share found of each question."""
    recalls: Recalls = {mode: {budget: [] for budget in BUDGETS} for mode in MODES}
    with timeweave.open(folder, create=False, read_only=True) as kb:
        for mode in MODES:
            for budget in BUDGETS:
                answers = (spans_of(kb.search(q.text, mode=mode, budget=budget)) for q in asked)
                recalls[mode][budget] = [found_share(q, found) for q, found in zip(asked, answers, strict=True)]
    for suffix, system in (
        ("turns", PlainRetrieval(documents, vectors, lines_of)),
        ("", SentenceRetrieval(folder)),
    ):
        for question in asked:
            for name, by_budget in system.find_all(question.text, BUDGETS).items():
                label = f"{name}, {suffix}" if suffix else name
                for budget, found in by_budget.items():
                    recalls.setdefault(label, {b: [] for b in BUDGETS})[budget].append(found_share(question, found))
    return recalls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with the sets")
    parser.add_argument("--sets", nargs="+", default=[f"locomo{number}" for number in range(5)])
    parser.add_argument("--limit", type=int, help="only so many questions of each set")
    parser.add_argument("--kbs", type=Path, help="a folder of knowledge bases: SET.kb is read, or built there")
    parser.add_argument("--vectors", type=Path, help="a folder that keeps the baselines' embeddings")
    options = parser.parse_args()
    every: Recalls = {}
    report: dict = {"budgets": list(BUDGETS), "sets": {}}
    for name in options.sets:
        documents, asked = read(options.data, name)
        asked = asked[: options.limit]
        with prepared(options.kbs / f"{name}.kb" if options.kbs else None, documents) as folder:
            recalls = measure(folder, documents, asked, options.vectors)
        report["sets"][name] = {"sessions": len(documents), "questions": len(asked), "evidence": _means(recalls)}
        print(name, {system: row["600"]["mean"] for system, row in _means(recalls).items()}, flush=True)
        for system, row in recalls.items():
            for budget, values in row.items():
                every.setdefault(system, {b: [] for b in BUDGETS})[budget].extend(values)
    report["all"] = _means(every)
    for system, row in report["all"].items():
        print(f"{system:24}", "  ".join(f"{budget}: {figures.shown(figure)}" for budget, figure in row.items()))
    print(machine.write("conversations", report, sample=options.limit))


def _means(recalls: Recalls) -> dict:
    return {
        system: {str(budget): figures.mean(values) for budget, values in row.items()} for system, row in recalls.items()
    }


def rows_of(path: Path) -> Iterator[dict]:
    """The lines of a file, or of the same packed."""
    packed = path.with_name(f"{path.name}.gz")
    with gzip.open(packed, "rt") if not path.exists() and packed.exists() else path.open() as lines:
        for line in lines:
            yield json.loads(line)


if __name__ == "__main__":
    main()
