"""Which document versions show on a day, as arrays that are loaded once and then follow the changes."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

import numpy as np

from timeweave.store.canonical import NEVER


@dataclass(frozen=True, slots=True, eq=False)
class Visibility:
    """Observation and supersession days by ordinal, as of change number ``sequence``.

    An ordinal that is not in use is observed after `NEVER`, so that it shows on no day.
    """

    sequence: int
    observed: np.ndarray
    superseded: np.ndarray

    def on(self, day: int) -> np.ndarray:
        """Boolean by ordinal: what shows on the day of that number."""
        mask: np.ndarray = (self.observed <= day) & (day < self.superseded)
        return mask

    def within(self, days: tuple[int, int], day: int) -> np.ndarray:
        """Boolean by ordinal: what shows on the day of that number, and was observed from the first of ``days`` to
        before the second.
        """
        mask: np.ndarray = self.on(day) & (days[0] <= self.observed) & (self.observed < days[1])
        return mask


def load(connection: sqlite3.Connection) -> Visibility:
    """Read all of it, from an index that holds nothing else of the documents."""
    sequence, ordinals = _state(connection)
    observed, superseded = _unused(ordinals)
    rows = connection.execute("SELECT ordinal, observed, superseded FROM documents INDEXED BY documents_by_day")
    _place(rows.fetchall(), observed, superseded)
    return Visibility(sequence, observed, superseded)


def follow(connection: sqlite3.Connection, known: Visibility | None) -> Visibility:
    """Bring what is known up to the state that ``connection`` sees, reading only what changed since."""
    sequence, ordinals = _state(connection)
    if known is None or known.sequence > sequence:
        return load(connection)
    if known.sequence == sequence:
        return known
    lines = connection.execute("SELECT ordinals FROM changes WHERE sequence > ?", (known.sequence,))
    touched = sorted({ordinal for (line,) in lines for ordinal in json.loads(line)})
    observed, superseded = _unused(ordinals)
    observed[: len(known.observed)] = known.observed
    superseded[: len(known.superseded)] = known.superseded
    observed[touched] = NEVER
    query = "SELECT ordinal, observed, superseded FROM documents WHERE ordinal IN (SELECT value FROM json_each(?))"
    _place(connection.execute(query, (json.dumps(touched),)).fetchall(), observed, superseded)
    return Visibility(sequence, observed, superseded)


def _state(connection: sqlite3.Connection) -> tuple[int, int]:
    sequence, next_ordinal = connection.execute("SELECT sequence, next_ordinal FROM state").fetchone()
    return int(sequence), int(next_ordinal)


def _unused(ordinals: int) -> tuple[np.ndarray, np.ndarray]:
    return np.full(ordinals, NEVER, dtype=np.int32), np.full(ordinals, NEVER, dtype=np.int32)


def _place(rows: list[tuple[int, int, int]], observed: np.ndarray, superseded: np.ndarray) -> None:
    if rows:
        table = np.asarray(rows, dtype=np.int64)
        observed[table[:, 0]] = table[:, 1]
        superseded[table[:, 0]] = table[:, 2]
