"""The responses of language models as stored, one row each, under the key of what was asked."""

from __future__ import annotations

import json
import sqlite3
import zlib

from timeweave.store.canonical import DOCUMENT
from timeweave.store.failures import UNDECODABLE
from timeweave.store.packing import unpacked


def pack_response(key: str, about: str, text: str) -> bytes:
    """A response with what it is filed under, so that a damage to either shows."""
    return zlib.compress(json.dumps([key, about, text]).encode(), 6)


def unpack_response(packed: bytes) -> tuple[str, str, str]:
    """The inverse of `pack_response`."""
    key, about, text = json.loads(unpacked(packed))
    return key, about, text


def keep_response(connection: sqlite3.Connection, key: str, about: str, text: str, *, read_at: int) -> None:
    """Keep a response to what was asked in or after the state of sequence ``read_at``.

    Unless a version was erased since: the response may hold what must be gone, but where it is about a document, for
    then it was made from that document alone.
    """
    (erased,) = connection.execute("SELECT erased FROM state").fetchone()
    if erased > read_at and not about.startswith(DOCUMENT):
        return
    connection.execute(
        "INSERT INTO responses (key, about, packed) VALUES (?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET about = excluded.about, packed = excluded.packed",
        (key, about, pack_response(key, about, text)),
    )


def read_response(connection: sqlite3.Connection, key: str) -> str | None:
    """The response that was kept under ``key``; none where it is damaged, so that it is asked for anew."""
    found = connection.execute("SELECT packed FROM responses WHERE key = ?", (key,)).fetchone()
    try:
        return unpack_response(found[0])[2] if found else None
    except UNDECODABLE:
        return None
