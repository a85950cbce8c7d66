"""Ids that occur twice in one file."""

from __future__ import annotations

import hashlib
import json

from timeweave.documents.native import document_to_json
from timeweave.documents.source_file import SourceFile
from timeweave.records import Document


class DuplicateGuard:
    """Remembers the ids of one file by 8-byte digests, so that millions of lines fit in memory."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._seen: dict[int, tuple[int, int | None]] = {}

    def is_new(self, document: Document, line: int | None) -> bool:
        """Whether the document is the first with its id; a repetition with the same content is not.

        Raises:
            DocumentError: when the id came before with other content.
        """
        content = _digest(json.dumps(document_to_json(document), sort_keys=True))
        key = _digest(document.id)
        before = self._seen.get(key)
        if before is None:
            self._seen[key] = (content, line)
            return True
        if before[0] == content:
            return False
        where = f" on line {before[1]}" if before[1] is not None else ""
        raise self._file.error(
            f"id {document.id!r} was given{where} to another document: give each its own id, "
            "or put a corrected version into a file that is added later",
            line,
        )


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
