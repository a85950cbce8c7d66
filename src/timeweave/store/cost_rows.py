"""The ledger as stored: what each stage has cost in all, and what it went to (TK-07)."""

from __future__ import annotations

import sqlite3
from dataclasses import astuple

from timeweave.records import Cost, Usage
from timeweave.store.row_digests import COUNTS, sign

_COLUMNS = ", ".join(COUNTS)
_ADDED = ", ".join(f"{name} = {name} + excluded.{name}" for name in COUNTS)


def charge(connection: sqlite3.Connection, stage: str, usage: Usage, *, about: str, operation: str) -> None:
    """Add to the ledger, in all and by what it went to."""
    _add(connection, "ledger", {"stage": stage}, usage)
    _add(connection, "costs", {"operation": operation, "stage": stage, "about": about}, usage)


def is_of_a_model(usage: Usage) -> bool:
    """Whether a model was asked, rather than time spent on rules alone."""
    return usage != Usage(seconds=usage.seconds)


def read_ledger(connection: sqlite3.Connection) -> dict[str, Usage]:
    """What each stage has cost so far."""
    found = connection.execute(f"SELECT stage, {_COLUMNS} FROM ledger ORDER BY stage")
    return {stage: Usage(*counts) for stage, *counts in found}


def read_costs(connection: sqlite3.Connection) -> tuple[Cost, ...]:
    """The ledger by operation, stage and what it was about."""
    found = connection.execute(f"SELECT operation, stage, about, {_COLUMNS} FROM costs ORDER BY 1, 2, 3")
    return tuple(Cost(operation, stage, about, Usage(*counts)) for operation, stage, about, *counts in found)


def _add(connection: sqlite3.Connection, table: str, keys: dict[str, str], usage: Usage) -> None:
    names = ", ".join(keys)
    marks = ", ".join("?" * (len(keys) + len(COUNTS)))
    connection.execute(
        f"INSERT INTO {table} ({names}, {_COLUMNS}) VALUES ({marks}) ON CONFLICT ({names}) DO UPDATE SET {_ADDED}",
        (*keys.values(), *astuple(usage)),
    )
    sign(connection, table, " AND ".join(f"{key} = ?" for key in keys), tuple(keys.values()))
