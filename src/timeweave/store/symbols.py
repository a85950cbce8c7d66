"""Strings that recur (entities, surfaces, types, relations), kept once and counted by the documents that use them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from timeweave.store.row_digests import digest

T = TypeVar("T")

MOST = 2**32 - 1
"""The highest key: statements hold keys in four bytes each."""

_CACHED = 300_000


class SymbolCache:
    """Texts by key, shared by all readers of a store: a key that was committed never changes its meaning.

    A transaction needs one of its own, for what it writes may be rolled back and its keys given to other texts.
    """

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def texts(self, connection: sqlite3.Connection, keys: Iterable[int]) -> Mapping[int, str]:
        """At least the texts of ``keys``."""
        missing = {key for key in keys if key not in self._texts}
        if not missing:
            return self._texts
        if len(self._texts) + len(missing) > _CACHED:
            # A new dictionary, for another thread may still be reading the old one.
            self._texts = {}
            missing = set(keys)
        self._texts.update(_texts(connection, missing))
        return self._texts


def find(connection: sqlite3.Connection, texts: Iterable[str]) -> dict[str, int]:
    """The keys of those ``texts`` that are known."""
    found = {}
    for batch, marks in batches(sorted(set(texts))):
        found.update(dict(connection.execute(f"SELECT text, key FROM symbols WHERE text IN ({marks})", batch)))
    return found


def use(connection: sqlite3.Connection, texts: Iterable[str]) -> dict[str, int]:
    """The keys of ``texts``, each of which one more document uses."""
    wanted = sorted(set(texts))
    known = find(connection, wanted)
    connection.executemany("UPDATE symbols SET uses = uses + 1 WHERE key = ?", [(key,) for key in known.values()])
    missing = [text for text in wanted if text not in known]
    connection.executemany(
        "INSERT INTO symbols (text, uses, row_digest) VALUES (?, 1, ?)", [(text, digest(text)) for text in missing]
    )
    keys = known | find(connection, missing)
    if keys and max(keys.values()) > MOST:
        raise sqlite3.DatabaseError(f"a key of {max(keys.values())} is none that was given out")
    return keys


def release(connection: sqlite3.Connection, keys: Iterable[int]) -> None:
    """One document less uses ``keys``; what none uses is deleted."""
    rows = [(key,) for key in keys]
    connection.executemany("UPDATE symbols SET uses = uses - 1 WHERE key = ?", rows)
    connection.executemany("DELETE FROM symbols WHERE key = ? AND uses <= 0", rows)


def batches(values: Sequence[T], size: int = 512) -> Iterator[tuple[Sequence[T], str]]:
    """Runs of ``values`` with as many question marks. Sizes are powers of two, so that few statements are prepared;
    the last value is repeated to fill one up.
    """
    for start in range(0, len(values), size):
        batch = list(values[start : start + size])
        room = 1 << (len(batch) - 1).bit_length()
        batch += [batch[-1]] * (room - len(batch))
        yield batch, ",".join("?" * room)


def _texts(connection: sqlite3.Connection, keys: Iterable[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for batch, marks in batches(sorted(keys)):
        found.update(connection.execute(f"SELECT key, text FROM symbols WHERE key IN ({marks})", batch).fetchall())
    return found
