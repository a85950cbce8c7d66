"""Which share of what is read from a corpus is debris: a sample drawn at random, judged by hand, and counted.

    python benchmarks/debris.py sample --kb FOLDER --name NAME      adds 200 statements and 200 entities to debris.jsonl
    python benchmarks/debris.py count                               shares of those that are judged

A statement is debris where no author wrote it to be read as words of the text: mark-up, link targets, alternative
texts, code or output of a program, navigation, a heading or caption alone, a piece of a sentence that says nothing by
itself though the sentence goes on elsewhere. A list's item or a table's row, read with what introduces it, is none. An
entity is debris where its name is not what anybody calls somebody or something: code, addresses, mark-up, the opening
of a sentence, a piece of a name, an interjection, a time. Its type does not matter.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import figures
import machine

from timeweave.blocks import lead_in, row_in_words
from timeweave.records import Layout, Span
from timeweave.store.base import View
from timeweave.store.sqlite import SqliteStore

NUMBER = 200
JUDGED = Path(__file__).resolve().parent / "debris.jsonl"


def sample(view: View) -> list[dict]:
    """Statements and entities drawn at random, with the same draw whatever the store's ordinals."""
    statements = sorted(
        (info.id, s.span.start, s.span.end, info.ordinal)
        for info in view.documents()
        for s in view.statements_of(info.ordinal)
    )
    names = sorted(entity.name for entity in view.entities())
    draw = random.Random(0)
    rows = []
    for document, start, end, ordinal in draw.sample(statements, min(NUMBER, len(statements))):
        layout, span = view.layout(ordinal), Span(start, end)

        def words(place: Span, layout: Layout = layout, ordinal: int = ordinal) -> str:
            return layout.words(view.text(ordinal, place), place.start)

        read = row_in_words(layout, words, span) or lead_in(layout, words, span) + words(span)
        rows.append({"kind": "statement", "document": document, "text": read, "debris": None})
    rows += [{"kind": "entity", "text": n, "debris": None} for n in draw.sample(names, min(NUMBER, len(names)))]
    return rows


def count(rows: list[dict]) -> dict:
    """The share of debris by corpus and kind."""
    groups: dict[str, list[float]] = {}
    for row in rows:
        if row["debris"] is not None:
            groups.setdefault(f"{row['corpus']}: {row['kind']}", []).append(float(row["debris"]))
    return {name: figures.mean(values) for name, values in sorted(groups.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["sample", "count"])
    parser.add_argument("--kb", type=Path)
    parser.add_argument("--name")
    args = parser.parse_args()
    known = [json.loads(line) for line in JUDGED.read_text("utf-8").splitlines()] if JUDGED.exists() else []
    if args.command == "sample":
        with SqliteStore.open(args.kb, create=False, read_only=True) as store, store.view(None) as view:
            fresh = [{"corpus": args.name, **row} for row in sample(view)]
        kept = [row for row in known if row["corpus"] != args.name]
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in [*kept, *fresh])
        JUDGED.write_text("".join(lines), "utf-8")
        return
    shares = count(known)
    for name, figure in shares.items():
        print(f"{name:30s} {figures.shown(figure)} of {figure['n']}")
    print(machine.write("debris", shares))


if __name__ == "__main__":
    main()
