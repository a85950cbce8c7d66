"""Blogs that no rule was written on: evidence of a few hundred tokens, answers, and what is refused.

    python benchmarks/blogs.py --data ../shared/data/wild [--sets rust] [--kbs FOLDER]

A set is ``NAME.jsonl`` (documents) and ``NAME_questions.jsonl``, compressed or not. A question has regular expressions
(``elems``) that must all match in the evidence (or in the days on which the documents returned were published) and in a
right answer of at most 60 words. Beside both modes of Timeweave stand BM25, MiniLM and both, over chunks of 300 tokens
of the text as it was published and over Timeweave's own clean statements.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import figures
import machine
from plain import Found, PlainRetrieval, SentenceRetrieval
from stores import prepared, spans_of
from texts import read_lines

import timeweave
from timeweave.results import Answer

SETS = ("rust", "letsencrypt")
LONGEST = 60  # words of an answer


@dataclass(frozen=True)
class Asked:
    """A question and what a right answer matches."""

    id: str
    kind: str
    text: str
    as_of: dt.date | None
    elements: tuple[str, ...]
    answerable: bool


def read(data: Path, name: str) -> tuple[list[timeweave.Document], list[Asked]]:
    documents = [
        timeweave.Document(d["id"], d["text"], title=d.get("title", ""), date=day(d.get("date")))
        for d in read_lines(_path(data, name))
    ]
    questions = [
        Asked(
            q["id"],
            q["type"],
            q["question"],
            day(q.get("as_of")),
            tuple(q["elems"]),
            q["answerable"],
        )
        for q in read_lines(_path(data, f"{name}_questions"))
    ]
    return documents, questions


def _path(data: Path, name: str) -> Path:
    plain = data / f"{name}.jsonl"
    return plain if plain.exists() else plain.with_suffix(".jsonl.gz")


def day(written: str | None) -> dt.date | None:
    return dt.date.fromisoformat(written[:10]) if written else None


def holds(asked: Asked, evidence: Sequence[Found], days: Mapping[str, dt.date | None]) -> float:
    """Whether everything that is asked for stands in ``evidence``, or is the day on which it was published."""
    published = (days[e.document_id] for e in evidence)
    text = "\n".join(
        [
            *(e.text for e in evidence),
            *(f" {d} {d:%B} {d.day}, {d.year} {d.day} {d:%B} {d.year} " for d in published if d),
        ]
    )
    return float(all(re.search(e, text, re.I) for e in asked.elements))


def is_right(asked: Asked, answer: Answer) -> bool:
    said = "" if answer.refused else " ".join(answer.answer.split())
    return bool(said) and len(said.split()) <= LONGEST and all(re.search(e, said, re.I) for e in asked.elements)


def measure(name: str, data: Path, kbs: Path | None, budget: int) -> dict:
    documents, questions = read(data, name)
    days = {d.id: d.date for d in documents}
    found: dict[str, list[float]] = {}
    with prepared(kbs / f"{name}.kb" if kbs else None, documents) as folder:
        baselines = [PlainRetrieval(documents), SentenceRetrieval(folder)]
        with timeweave.open(folder, create=False, read_only=True) as kb:
            for q in (q for q in questions if q.answerable):
                for mode in ("auto", "hybrid"):
                    hits = spans_of(kb.search(q.text, mode=mode, as_of=q.as_of, budget=budget))
                    found.setdefault(f"timeweave {mode}", []).append(holds(q, hits, days))
                for baseline in baselines:
                    for ranking, hit in baseline.find_all(q.text, [budget], q.as_of).items():
                        found.setdefault(ranking, []).append(holds(q, hit[budget], days))
            answers = {q.id: kb.ask(q.text, as_of=q.as_of) for q in questions}
    evidence = {system: figures.mean(hits) for system, hits in found.items()}
    return {"documents": len(documents), "evidence": evidence, **answered(questions, answers)}


def answered(questions: Sequence[Asked], answers: Mapping[str, Answer]) -> dict:
    asked = [q for q in questions if q.answerable]
    right = [is_right(q, answers[q.id]) for q in asked]
    given = [r for q, r in zip(asked, right, strict=True) if not answers[q.id].refused]
    kinds = sorted({q.kind for q in asked})
    return {
        "right": figures.mean(right),
        "right_among_given": figures.mean(given) if given else None,
        "refused_unanswerable": figures.mean([answers[q.id].refused for q in questions if not q.answerable]),
        "right_by_kind": {
            k: figures.mean([r for q, r in zip(asked, right, strict=True) if q.kind == k]) for k in kinds
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--budget", type=int, default=600)
    parser.add_argument(
        "--kbs", type=Path, help="a folder of knowledge bases NAME.kb: read where there, else built there"
    )
    args = parser.parse_args()
    measured = {}
    for name in args.sets:
        measured[name] = measure(name, args.data, args.kbs, args.budget)
        for system, figure in measured[name]["evidence"].items():
            print(
                f"{name}: evidence within {args.budget} tokens: {system:26s} {figures.shown(figure)} of {figure['n']}"
            )
        for key in ("right", "right_among_given", "refused_unanswerable"):
            if measured[name].get(key):
                print(
                    f"{name}: {key:24s} {figures.shown(measured[name][key])} of {measured[name][key]['n']}", flush=True
                )
    partial = None if tuple(args.sets) == SETS else len(args.sets)
    print(machine.write("blogs", {"budget_tokens": args.budget, "sets": measured}, sample=partial))


if __name__ == "__main__":
    main()
