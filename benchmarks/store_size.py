"""What a store weighs on disk, what of, and what an update and a removal write.

    python benchmarks/store_size.py DOCUMENTS [--first N]

DOCUMENTS is a file or folder that `timeweave add` reads. The first N documents are added in one call, one of them is
corrected on a later day, and one is removed; each step opens the store and closes it, as a command does. Bytes are
those of the files in the folder when the step has ended, told by kind; written are those of the pages of 4 KiB that
are other than before. What was written and is gone again by then, as the log of the database, is not counted.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sqlite3
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path

import machine

import timeweave
from timeweave.documents.reading import read
from timeweave.errors import TimeweaveWarning

DEFAULT = 200
PAGE = 4096
Files = Mapping[str, list[int]]
"""Of each file its length and what tells its pages apart."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--first", type=int, default=DEFAULT)
    args = parser.parse_args()
    warnings.simplefilter("ignore", TimeweaveWarning)
    documents = [d for d in islice(read(args.documents), args.first) if isinstance(d, timeweave.Document)]
    with tempfile.TemporaryDirectory() as scratch:
        figures = measure(documents, Path(scratch) / "kb")
    sample = None if args.first == DEFAULT else args.first
    print(machine.write("store_size", {"documents": args.documents.name, **figures}, sample=sample))


def measure(documents: list[timeweave.Document], folder: Path) -> dict[str, object]:
    """Add, correct, remove."""
    middle = documents[len(documents) // 2]
    later = dt.date(2026, 1, 1)
    corrected = replace(middle, text=middle.text + "\n\nThis was corrected on 1 January 2026.", date=later)
    steps: dict[str, Callable[[timeweave.KnowledgeBase], object]] = {
        "add": lambda kb: kb.add(documents, workers=1),
        "correct": lambda kb: kb.add([corrected], workers=1),
        "remove": lambda kb: kb.remove(documents[len(documents) // 3].id),
    }
    characters = sum(len(d.text) for d in documents)
    figures: dict[str, object] = {"characters": characters}
    for name, step in steps.items():
        before = files(folder)
        started = time.perf_counter()
        with timeweave.open(folder) as kb:
            step(kb)
        seconds = time.perf_counter() - started
        figures[name] = told(folder, before, characters) | {"seconds": round(seconds, 2)}
    return figures


def files(folder: Path) -> Files:
    """Those that are there."""
    found = ((path.name, path.read_bytes()) for path in folder.rglob("*") if path.is_file())
    return {name: [len(c), *(hash(c[at : at + PAGE]) for at in range(0, len(c), PAGE))] for name, c in found}


def told(folder: Path, before: Files, characters: int) -> dict[str, object]:
    """Bytes after a step: in all, by kind, of files that nothing refers to, and of what the step wrote."""
    after = files(folder)
    with closing(sqlite3.connect(f"file:{folder / 'store.db'}?mode=ro", uri=True)) as connection:
        listed = {name for (name,) in connection.execute("SELECT name FROM segments")}
    kinds: Counter[str] = Counter()
    for name, (size, *_) in after.items():
        dead = name.endswith(".segment") and name not in listed
        kinds["dead" if dead else name.partition("-")[0].partition(".")[0]] += size
    total = sum(kinds.values())
    written = sum(
        min(size, PAGE * sum(page != was for page, was in zip_longest(pages, before.get(name, [0])[1:]) if page))
        for name, (size, *pages) in after.items()
    )
    return {
        "bytes": total,
        "per_character": round(total / characters, 2),
        "by_kind": dict(kinds.most_common()),
        "written": written,
    }


if __name__ == "__main__":
    main()
