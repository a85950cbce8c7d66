"""Knowledge bases for benchmarks: a ready one as it is, or one built of a corpus; and what it says to questions."""

from __future__ import annotations

import json
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plain import Found

import timeweave
from timeweave.errors import UndatedDocumentWarning
from timeweave.results import Answer, SearchResult


@contextmanager
def prepared(path: Path | None, documents: Iterable[timeweave.Document]) -> Iterator[Path]:
    """A folder with a knowledge base of ``documents``: at ``path``, where a ready one is not written to."""
    if path is not None and path.exists():
        yield path
        return
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore", UndatedDocumentWarning)
        folder = path or Path(scratch) / "kb"
        started = time.perf_counter()
        with timeweave.open(folder) as kb:
            result = kb.add(documents)
        print(f"{folder}: added {result.added} documents in {time.perf_counter() - started:.0f} s", flush=True)
        yield folder


def ask_all(folder: Path, questions: Mapping[str, str], budget: int) -> dict[str, Answer]:
    """The answer to each of ``questions``, by its id."""
    with timeweave.open(folder, create=False, read_only=True) as kb:
        return {id_: kb.ask(text, budget=budget) for id_, text in questions.items()}


def spans_of(result: SearchResult) -> list[Found]:
    """What was found, as baselines give it."""
    return [Found(e.document_id, e.start, e.end, e.text) for e in result.evidence]


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Results one a line, in the form that the command line writes."""
    with path.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
