"""Answers to questions by blind readers over text as it is published (`open_questions/README.md` says where it is).

    python benchmarks/open_answers.py CORPORA [--sets homebrew peps] [--kbs FOLDER]

CORPORA holds a folder of files for each set; they are added and asked as a user would do it. Sets that are not asked
keep the results that they have.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import blogs
import figures
import machine
from stores import prepared, spans_of
from texts import read_lines

import timeweave
from timeweave.documents import read

QUESTIONS = Path(__file__).parent / "open_questions"
SETS = (
    "homebrew", "mastodon", "bitcoin-talks", "reuters", "week-in-rust", "peps", "changelogs", "incidents",
    "weeknotes", "openjs-cpc", "node-blog", "fedora-mail", "filings", "review-club", "village-pump", "farmerama",
    "openssf-tac", "licton", "srobo", "rowing-club", "makerspace", "wasm-cg", "shrub", "monero", "hacdc",
    "jenkins", "parishes", "compsoc", "vice-chancellors", "sailing", "cannabis-control",
    "lab-notebook", "crs-chat", "fomc", "friends", "citybiz", "lab-news", "school-board",
)  # fmt: skip
RESULTS = Path(__file__).parent / "results"
BUDGET = 600  # tokens of evidence


def questions(name: str) -> list[blogs.Asked]:
    return [
        blogs.Asked(q["id"], q["type"], q["question"], blogs.day(q.get("as_of")), tuple(q["elems"]), q["answerable"])
        for q in read_lines(QUESTIONS / f"{name}.jsonl")
    ]


def measure(name: str, corpora: Path, kbs: Path | None) -> dict:
    documents = [d for d in read(corpora / name) if isinstance(d, timeweave.Document)]
    days = {d.id: d.date for d in documents}
    asked = questions(name)
    with (
        prepared(kbs / f"{name}.kb" if kbs else None, documents) as folder,
        timeweave.open(folder, create=False, read_only=True) as kb,
    ):
        held = [
            blogs.holds(q, spans_of(kb.search(q.text, as_of=q.as_of, budget=BUDGET)), days)
            for q in asked
            if q.answerable
        ]
        answers = {q.id: kb.ask(q.text, as_of=q.as_of) for q in asked}
    counted = {
        "given": sum(not answers[q.id].refused for q in asked if q.answerable),
        "unanswerable": sum(not q.answerable for q in asked),
    }
    return {"documents": len(documents), "evidence": figures.mean(held), **counted, **blogs.answered(asked, answers)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument(
        "--kbs", type=Path, help="a folder of knowledge bases NAME.kb: read where there, else built there"
    )
    args = parser.parse_args()
    kept = RESULTS / "open_answers.json"
    measured = json.loads(kept.read_text())["sets"] if kept.exists() else {}
    for name in args.sets:
        measured[name] = measure(name, args.corpora, args.kbs)
        told = ("evidence", "right", "right_among_given", "refused_unanswerable")
        print(name, *(f"{key} {figures.shown(measured[name][key])}" for key in told), sep="  ")
    print(machine.write("open_answers", {"budget": BUDGET, "sets": measured}))


if __name__ == "__main__":
    main()
