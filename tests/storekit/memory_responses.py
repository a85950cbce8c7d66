"""Where the responses of language models are kept beside a store in memory."""

from __future__ import annotations

import threading

from timeweave.llm.base import Purpose
from timeweave.records import Cost, DocumentId, Usage
from timeweave.store.canonical import DOCUMENT, NODE


class KeptInMemory:
    """The responses of a store in memory and what they cost, outside of its states: no transaction takes them back."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._responses: dict[str, tuple[str, str]] = {}
        self._erased = 0
        self.costs: list[Cost] = []  # only ever grows, so that its length marks a state

    def get(self, key: str) -> str | None:
        """The response under ``key``."""
        found = self._responses.get(key)
        return found[1] if found else None

    def put(self, key: str, text: str, about: str, read_at: int) -> None:
        """Keep a response to what was asked in or after the state of sequence ``read_at``."""
        with self._guard:
            if self._erased <= read_at or about.startswith(DOCUMENT):
                self._responses[key] = (about, text)

    def erase(self, document_id: DocumentId | None, nodes: set[str], sequence: int) -> None:
        """Erase what may repeat the versions that change number ``sequence`` removed."""
        with self._guard:
            self._erased = sequence
            kept = {k: v for k, v in self._responses.items() if not _is_about_erased(v[0], document_id, nodes)}
            self._responses = kept


class MemoryResponses:
    """A `ResponseStore` for one operation on a store in memory."""

    def __init__(self, operation: str, read_at: int, kept: KeptInMemory) -> None:
        self._operation = operation
        self._read_at = read_at
        self._kept = kept

    def response(self, key: str) -> str | None:
        """The response that was kept under ``key``."""
        return self._kept.get(key)

    def keep_response(self, key: str, text: str, purpose: Purpose, usage: Usage) -> None:
        """Keep a response, and charge what it cost."""
        self._kept.put(key, text, purpose.about, self._read_at)
        self.charge(purpose, usage)

    def charge(self, purpose: Purpose, usage: Usage) -> None:
        """Add to the ledger what brought no new response."""
        self._kept.costs.append(Cost(self._operation, purpose.stage, purpose.about, usage))


def _is_about_erased(about: str, document_id: DocumentId | None, nodes: set[str]) -> bool:
    """Whether a response about this may repeat what the erased versions of a document said, or, with no document, what
    was read from it at some of the nodes.
    """
    if document_id is None:
        return about.startswith(NODE) and about.removeprefix(NODE) in nodes
    if about.startswith(DOCUMENT):
        return about == f"{DOCUMENT}{document_id}"
    return not about.startswith(NODE) or about.removeprefix(NODE) in nodes
