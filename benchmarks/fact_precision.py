"""Which share of the facts that rules read is right and useful: a sample drawn at random, judged by hand, and counted.

    python benchmarks/fact_precision.py sample SOURCE... --number 80 > facts.jsonl     facts with their sentences
    python benchmarks/fact_precision.py count facts.jsonl...                           shares of those that are judged

SOURCE is a folder or file of documents, or a knowledge base. ``--open`` leaves out what patterns, tables and amounts
give, ``--concepts`` reads facts of common nouns too and leaves out all others, ``--tables`` takes those of rows of
tables alone, with captions and headings; ``--documents`` bounds how many documents are read, drawn at random too.
Judged are `table_facts.jsonl` (rows of filings, from code before and after, mixed) and `prose_facts.jsonl`. A judge
sets ``right`` and ``useful`` to true or false. A fact is right where its sentence, read with what stands around it,
says so: the right ends, whole; the right relation; not denied, planned or supposed unless the fact is marked so; the
time that the text gives or, for news of the day, that of its document. It is useful where a reader who sees the fact
alone learns something of its subject.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import figures

from timeweave.documents.reading import read
from timeweave.extraction.pipeline import extract
from timeweave.extraction.relations.open.reading import PARSED
from timeweave.extraction.tables.drafting import tables_of
from timeweave.records import Document, is_concept
from timeweave.store.sqlite import SqliteStore

AROUND = 200  # characters of context to each side of a fact whose statement is longer than that


def documents(source: Path) -> Iterator[Document]:
    """The documents of a knowledge base, or those of files."""
    if (source / "store.db").exists():
        with SqliteStore.open(source, create=False, read_only=True) as store, store.view(None) as view:
            for info in list(view.documents()):
                yield view.original(info.ordinal)
        return
    yield from (found for found in read(source) if isinstance(found, Document))


def facts_of(document: Document, *, only_open: bool, concepts: bool = False) -> list[dict]:
    """The facts of a document, each with the words that state it."""
    found = extract(document, concepts=concepts)
    facts = {fact.id: fact for fact in found.facts}
    spans = {statement.index: statement.span for statement in found.statements}
    rows = []
    for support in found.supports:
        fact = facts[support.fact]
        if only_open and support.confidence != PARSED:
            continue
        if concepts and not (is_concept(fact.subject) or (fact.object_is_entity and is_concept(fact.object))):
            continue
        whole = spans[support.statement]
        start, end = whole.start, whole.end
        if end - start > 2 * AROUND:
            start, end = max(start, support.span.start - AROUND), min(end, support.span.end + AROUND)
        rows.append(
            {
                "fact": fact.text,
                "sentence": " ".join(document.text[start:end].split()),
                "document": document.id,
                "date": str(document.date),
                "right": None,
                "useful": None,
            }
        )
    return rows


def table_facts_of(document: Document) -> list[dict]:
    """The facts of rows of tables, each with what stands above its table."""
    found = extract(document)
    facts = {fact.id: fact for fact in found.facts}
    spans = {statement.index: statement.span for statement in found.statements}
    rows = {
        row.span.start: (table, row)
        for table in (tables_of(document, found.layout, None) if found.layout else ())
        for row in table.rows
    }
    told = []
    for support in found.supports:
        table, row = rows.get(spans[support.statement].start, (None, None))
        if table is not None and row is not None:
            told.append(
                {
                    "fact": facts[support.fact].text,
                    "captions": table.captions[:3],
                    "headings": " | ".join(table.headings),
                    "group": row.group,
                    "row": " | ".join(row.cells),
                    "document": document.id,
                    "date": str(document.date),
                    "right": None,
                    "useful": None,
                }
            )
    return told


def sample(args: argparse.Namespace) -> None:
    """Draw facts and write them, one a line."""
    draw = random.Random(args.seed)
    found = [document for source in args.files for document in documents(source)]
    read_ = draw.sample(found, min(args.documents, len(found)))
    started = time.process_time()
    if args.tables:
        rows = [row for document in read_ for row in table_facts_of(document)]
    else:
        rows = [row for document in read_ for row in facts_of(document, only_open=args.open, concepts=args.concepts)]
    seconds = time.process_time() - started
    words = sum(len(document.text.split()) for document in read_)
    drawn = draw.sample(rows, min(args.number, len(rows)))
    for row in drawn:
        print(json.dumps(row, ensure_ascii=False))
    per_thousand = 1000 * len(rows) / max(words, 1)
    print(
        f"{len(rows)} facts of {len(read_)} documents, {per_thousand:.1f} per 1,000 words; "
        f"{words / max(seconds, 1e-9):.0f} words a second",
        file=sys.stderr,
    )


def count(args: argparse.Namespace) -> None:
    """Print the shares of each judged file, by the sample and the code that a row is of where it says so."""
    for path in args.files:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        samples: dict[str, list[dict]] = {}
        for row in rows:
            if row["right"] is not None:
                name = " ".join(str(row[key]) for key in ("sample", "code") if key in row)
                samples.setdefault(name, []).append(row)
        for name, judged in samples.items():
            both = figures.mean([float(row["right"] and bool(row["useful"])) for row in judged])
            right = figures.mean([float(row["right"]) for row in judged])
            told = f"right {figures.shown(right)}, right and useful {figures.shown(both)} of {len(judged)}"
            print(f"{path.name} {name}".rstrip() + f": {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["sample", "count"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--number", type=int, default=80)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--concepts", action="store_true")
    parser.add_argument("--tables", action="store_true")
    args = parser.parse_args()
    if args.command == "sample":
        sample(args)
    else:
        count(args)


if __name__ == "__main__":
    main()
