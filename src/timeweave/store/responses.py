"""Where the responses of language models are kept (`timeweave.llm.base.ResponseStore`): each in a commit of its own.

A response does not take the store's write lock, which covers whole documents and their index files: it waits only for
a commit that is under way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from timeweave.records import Usage
from timeweave.store.cost_rows import charge
from timeweave.store.response_rows import keep_response, read_response

if TYPE_CHECKING:
    from timeweave.llm.base import Purpose

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
