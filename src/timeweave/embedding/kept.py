"""What is derived from a packaged file, kept in the user's cache: building it anew takes longer than a search."""

from __future__ import annotations

import hashlib
import importlib.metadata
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

from timeweave.user_folders import cache_folder

_CHECK = 4  # bytes before the content: its CRC-32


def kept(source: Path, build: Callable[[Path], bytes], made_by: Path) -> bytes:
    """What ``build`` makes of ``source``, from the cache where it is there and whole, else built and kept.

    It is kept under the content of ``source`` and of ``made_by``, the code that builds it, and the version of onnx.
    A cache that cannot be read or written changes nothing but the time it takes.
    """
    digest = hashlib.sha256(source.read_bytes())
    digest.update(made_by.read_bytes())
    digest.update(importlib.metadata.version("onnx").encode())
    folder = cache_folder()
    if folder is None:
        return build(source)
    place = folder / f"{source.parent.name}-{digest.hexdigest()[:32]}.onnx"
    found = _read(place)
    if found is None:
        found = build(source)
        _write(place, found)
    return found


def _read(place: Path) -> bytes | None:
    try:
        content = place.read_bytes()
    except OSError:
        return None
    whole = content[_CHECK:]
    return whole if content[:_CHECK] == _checksum(whole) else None


def _write(place: Path, content: bytes) -> None:
    """Put it there whole or not at all, however many processes do so at once."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, prefix=place.stem, suffix=".part", delete=False) as file:
            part = Path(file.name)
            try:
                file.write(_checksum(content) + content)
                file.close()
                part.replace(place)
            except OSError:
                part.unlink(missing_ok=True)
    except OSError:
        return


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(_CHECK, "big")
