"""Values as the queries take them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from timeweave.records import StatementKey
from timeweave.store import queries, rows
from timeweave.temporal.interval import Interval


def numbers(values: Iterable[int]) -> str:
    """A set of numbers."""
    return json.dumps(sorted(set(map(int, values))))


def statement_keys(keys: Iterable[StatementKey]) -> str:
    """A set of statements."""
    return numbers((key[0] << queries.KEY_BITS) | key[1] for key in keys)


def bounds(within: Interval) -> tuple[int, int]:
    """The first day of an interval, and the one after its last."""
    first, until, _ = rows.interval_to_columns(within)
    assert first is not None
    assert until is not None
    return first, until
