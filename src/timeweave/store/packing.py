"""Unpacking what is stored compressed, whoever wrote it: a few bytes may stand for gigabytes."""

from __future__ import annotations

import zlib

MOST_BYTES = 64 * 2**20
"""That one value unfolds to."""


def unpacked(packed: bytes, most: int = MOST_BYTES) -> bytes:
    """The bytes that were compressed.

    Raises:
        ValueError: they are more than ``most``, or something else follows them.
        zlib.error: they are not as they were written.
    """
    reader = zlib.decompressobj()
    content = reader.decompress(packed, most)
    if reader.unconsumed_tail or reader.unused_data:
        raise ValueError(f"it unfolds to more than {most:,} bytes, or more follows it")
    if not reader.eof:
        raise zlib.error("incomplete")
    return content
