"""What still stands in the files of a store: raw bytes, what is compressed unfolded, in the encodings in use."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")


def found_in(folder: Path, *words: str) -> dict[str, list[str]]:
    """Of each word that stands in any file below ``folder``, in whatever letters, the names of those files."""
    wanted = {word: encodings(word) for word in words}
    found: dict[str, list[str]] = {}
    for name, content in contents(folder):
        lowered = content.lower()
        for word, forms in wanted.items():
            if any(form in lowered for form in forms):
                found.setdefault(word, []).append(name)
    return found


def encodings(word: str) -> set[bytes]:
    """The bytes that a word may be stored as, in small letters."""
    small = word.lower()
    return {small.encode(), small.encode("utf-16-le"), json.dumps(small)[1:-1].encode()}


def holds(folder: Path, mark: bytes) -> bool:
    """Whether some bytes stand in any file below ``folder``."""
    return any(mark in _read(path) for path in folder.rglob("*") if path.is_file())


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The raw bytes of every file, what each compressed stream in them unfolds to as far as it is whole, and every
    value that the database holds.
    """
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        raw = _read(path)
        yield path.name, raw
        yield from ((path.name, unfolded(raw[at.start() :])) for at in _ZLIB.finditer(raw))
    database = folder / "store.db"
    with closing(sqlite3.connect(database)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            for row in connection.execute(f"SELECT * FROM {table}"):
                for value in row:
                    packed = value if isinstance(value, bytes) else str(value).encode()
                    yield table, unfolded(packed) or packed


def _read(path: Path) -> bytes:
    """By another process: closing a database file would give up the locks that this one holds on it."""
    return subprocess.run(["cat", path], capture_output=True, check=True).stdout


def unfolded(packed: bytes) -> bytes:
    """What the start of some bytes unfolds to; nothing where they are not compressed."""
    reader, out = zlib.decompressobj(), b""
    try:
        for start in range(0, len(packed), 64):
            out += reader.decompress(packed[start : start + 64])
            if reader.eof:
                break
    except zlib.error:
        pass
    return out
