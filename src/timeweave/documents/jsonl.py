"""Timeweave JSON Lines: one document a line, read as a stream; a bad line is named and the others go on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from timeweave.documents.decoding import detect_encoding
from timeweave.documents.duplicates import DuplicateGuard
from timeweave.documents.from_fields import dated_by_fields
from timeweave.documents.mapping import renamed
from timeweave.documents.native import document_from_json, document_to_json
from timeweave.documents.source_file import SourceFile
from timeweave.errors import DocumentError
from timeweave.outcomes import Failure
from timeweave.records import Document

__all__ = ["document_from_json", "document_to_json", "json_objects", "read_jsonl", "renamed", "write_jsonl"]


def read_jsonl(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:
    """The documents of a JSON Lines file, and a failure for each line that holds none."""
    guard = DuplicateGuard(file)
    for number, item in json_objects(file):
        if isinstance(item, Failure):
            yield item
            continue
        try:
            fields = renamed(item, mapping)
            document = dated_by_fields(document_from_json(fields, file.label, number), fields)
            if guard.is_new(document, number):
                yield document
        except DocumentError as error:
            yield failure(error)


def json_objects(file: SourceFile) -> Iterator[tuple[int, dict[str, Any] | Failure]]:
    """The JSON object on each line that is not blank, or why there is none, with the 1-based line number."""
    head = file.head()
    encoding = detect_encoding(head, file, whole=len(head) < 1 << 20)
    with file.lines(encoding) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip("\ufeff \t\r\n\f\v\0"):
                try:
                    yield number, _object(line, encoding, file, number)
                except DocumentError as error:
                    yield number, failure(error)


def failure(error: DocumentError) -> Failure:
    """What `error` says, as a value."""
    return Failure(error.source, error.line, str(error))


def write_jsonl(documents: Iterable[Document], path: Path) -> None:
    """Write ``documents`` so that reading the file gives them back."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for document in documents:
            stream.write(json.dumps(document_to_json(document), ensure_ascii=False) + "\n")


def _object(line: str, encoding: str, file: SourceFile, number: int) -> dict[str, Any]:
    if not line.isascii() and any("\udc80" <= c <= "\udcff" for c in line):
        raise file.error(f"the line has bytes that are not {encoding}: save the file as UTF-8", number)
    try:
        value = json.loads(line, parse_constant=_refuse_constant, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        shown = line.strip()[:60]
        raise file.error(
            f"the line is not valid JSON ({error}): {shown!r}; write one object on one line", number
        ) from None
    if not isinstance(value, dict):
        raise file.error(f"the line holds {line.strip()[:60]!r}, which is not a JSON object: write {{...}}", number)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; of a key that stands twice, one value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:60]!r} stands twice in one object")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
