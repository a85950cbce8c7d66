"""Where the responses of language models are kept (`timeweave.llm.base.ResponseStore`): each in a commit of its own.

A response does not take the store's write lock, which covers whole documents and their index files: it waits only for
a commit that is under way.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

from timeweave.llm.base import Purpose
from timeweave.records import Cost, DocumentId, Usage
from timeweave.store.canonical import DOCUMENT
from timeweave.store.cost_rows import charge
from timeweave.store.erasing import is_about_erased
from timeweave.store.response_rows import keep_response, read_response

Connected = Callable[[], AbstractContextManager[sqlite3.Connection]]
"""A connection for a moment: with a snapshot to read, or with a transaction to write."""


class SqliteResponses:
    """A `ResponseStore`; what it keeps is durable when the call returns.

    ``read_at`` is the state in which the operation began: what was asked later read no earlier one.
    """

    def __init__(self, operation: str, read_at: int, reading: Connected, writing: Connected) -> None:
        self._operation = operation
        self._read_at = read_at
        self._reading = reading
        self._writing = writing

    def response(self, key: str) -> str | None:
        """The response that was kept under ``key``."""
        with self._reading() as connection:
            return read_response(connection, key)

    def keep_response(self, key: str, text: str, purpose: Purpose, usage: Usage) -> None:
        """Keep a response, and charge what it cost, in one commit."""
        with self._writing() as connection:
            keep_response(connection, key, purpose.about, text, read_at=self._read_at)
            charge(connection, purpose.stage, usage, about=purpose.about, operation=self._operation)

    def charge(self, purpose: Purpose, usage: Usage) -> None:
        """Add to the ledger what brought no new response."""
        with self._writing() as connection:
            charge(connection, purpose.stage, usage, about=purpose.about, operation=self._operation)


class ReadOnlyResponses:
    """A `ResponseStore` over a store that cannot be written: what is new is known until it is gone, at no charge."""

    def __init__(self, reading: Connected) -> None:
        self._reading = reading
        self._new: dict[str, str] = {}

    def response(self, key: str) -> str | None:
        """The response that was kept under ``key``."""
        if key in self._new:
            return self._new[key]
        with self._reading() as connection:
            return read_response(connection, key)

    def keep_response(self, key: str, text: str, purpose: Purpose, usage: Usage) -> None:  # noqa: ARG002
        """Keep a response in memory."""
        self._new[key] = text

    def charge(self, purpose: Purpose, usage: Usage) -> None:
        """Nothing: there is no ledger to write to."""


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
            kept = {k: v for k, v in self._responses.items() if not is_about_erased(v[0], document_id, nodes)}
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
