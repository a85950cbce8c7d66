"""Questions with what a good ranking finds for each, read from JSON Lines."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timeweave.errors import UsageError
from timeweave.outcomes import Failure
from timeweave.temporal.given import last_day

_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question with its gold: ``documents`` by id, and texts of which each stands in a chunk that is wanted.

    ``as_of`` and ``now`` as in `timeweave.knowledge_base.KnowledgeBase.search`; ``line`` is where it was read.
    """

    id: str
    text: str
    documents: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    as_of: dt.date | None = None
    now: dt.date | None = None
    line: int | None = None


def read_labelled(path: Path) -> tuple[list[LabelledQuestion], list[Failure]]:
    """The questions of a file, and its lines that hold none, each with what is wrong with it.

    A line is an object with ``id``, ``question``, ``documents`` (ids) or ``evidence`` (texts) or both, and optionally
    ``as_of`` and ``now``; other keys are passed over, and so is a question whose gold is an empty list.

    Raises:
        UsageError: the file cannot be read.
    """
    questions: list[LabelledQuestion] = []
    failed: list[Failure] = []
    lines: dict[str, int] = {}
    for number, line in _lines(path):
        try:
            question = _parsed(line, number)
            if question is None:
                continue
            if question.id in lines:
                raise UsageError(f"'id' {question.id!r} is that of line {lines[question.id]}: give each its own")
        except UsageError as error:
            failed.append(Failure(str(path), number, str(error)))
            continue
        lines[question.id] = number
        questions.append(question)
    return questions, failed


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8-sig") as lines:
            yield from ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    except OSError as error:
        raise UsageError(f"the questions {str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"the questions {str(path)!r} are not UTF-8: {error.reason}; save them anew") from None


def _parsed(line: str, number: int) -> LabelledQuestion | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:  # such as a number of 5,000 digits
        raise UsageError(f"not JSON: {error}") from None
    if not isinstance(record, dict) or not isinstance(record.get("question"), str) or not record["question"].strip():
        raise UsageError("each line must be an object with a question, a string, under 'question'")
    id_ = record.get("id", number)
    if not isinstance(id_, str | int) or isinstance(id_, bool):
        raise UsageError(f"'id' must be a string or a number, not {id_!r}")
    documents, evidence = _texts(record, "documents"), _texts(record, "evidence")
    if not documents and not evidence:
        if "documents" in record or "evidence" in record:
            return None  # nothing answers it
        raise UsageError("no gold: name the documents that answer it under 'documents', or its texts under 'evidence'")
    if any(_HALF.search(text) for text in (str(id_), record["question"], *documents, *evidence)):
        raise UsageError("it holds half of a character, such as \\ud83d alone: write both halves, or the character")
    return LabelledQuestion(
        str(id_), record["question"], documents, evidence, _day(record, "as_of"), _day(record, "now"), number
    )


def _texts(record: dict[str, Any], key: str) -> tuple[str, ...]:
    given = record.get(key) or []
    if not isinstance(given, list) or not all(isinstance(text, str) and text.strip() for text in given):
        raise UsageError(f'{key!r} must be a list of strings, such as ["…"]')
    return tuple(dict.fromkeys(given))


def _day(record: dict[str, Any], key: str) -> dt.date | None:
    given = record.get(key)
    if given is None:
        return None
    if not isinstance(given, str):
        raise UsageError(f'{key!r} must be a day in a string, such as "2024-05-01", not {given!r}')
    return last_day(given, repr(key))
