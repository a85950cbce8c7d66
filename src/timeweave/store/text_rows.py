"""What a version's text is read of: its blocks of bytes, and its layout, packed and unpacked."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
import zlib

from timeweave.records import PLAIN, Block, BlockKind, Edit, Layout, Span
from timeweave.store import queries, rows
from timeweave.store.packing import unpacked
from timeweave.store.shared import RowCache


def read_blocks(connection: sqlite3.Connection, cache: RowCache, ordinal: int, first: int, last: int) -> list[str]:
    """The blocks of a version's text from ``first`` to ``last``, as far as they are there."""
    known = [cache.blocks.get((ordinal, number)) for number in range(first, last + 1)]
    blocks = [block for block in known if block is not None]
    if len(blocks) < len(known):
        found = connection.execute(queries.BLOCKS, queries.block_range(ordinal, first, last))
        blocks = [rows.unpack_text([block]) for (block,) in found]
        if len(blocks) == len(known):
            cache.blocks.learn({(ordinal, first + number): block for number, block in enumerate(blocks)})
    return blocks


def read_layout(connection: sqlite3.Connection, cache: RowCache, ordinal: int) -> Layout:
    """How a version's text is read."""
    known = cache.layouts.get(ordinal)
    if known is None:
        found = connection.execute(queries.LAYOUT, (ordinal,)).fetchone()
        known = unpack_layout(found[0]) if found else PLAIN
        cache.layouts.put(ordinal, known)
    return known


def pack_layout(layout: Layout) -> bytes:
    """Blocks and edits as compressed JSON; positions are counted from those before."""
    blocks = [
        [
            b.kind.value,
            b.span.start,
            b.span.end - b.span.start,
            b.heading,
            b.level,
            b.lead,
            b.speaker,
            b.time.isoformat() if b.time else None,
            [[c.start - b.span.start, c.end - c.start] for c in b.cells],
        ]
        for b in layout.blocks
    ]
    edits: list[int | str] = []
    position = 0
    for edit in layout.edits:
        edits += [edit.start - position, edit.end - edit.start, edit.words]
        position = edit.end
    return zlib.compress(json.dumps([blocks, edits], ensure_ascii=False, separators=(",", ":")).encode(), 6)


def unpack_layout(packed: bytes) -> Layout:
    """The inverse of `pack_layout`."""
    packed_blocks, flat = json.loads(unpacked(packed))
    blocks = tuple(
        Block(
            BlockKind(kind),
            Span(start, start + length),
            heading,
            level,
            lead,
            speaker,
            dt.datetime.fromisoformat(time) if time else None,
            tuple(Span(start + at, start + at + size) for at, size in cells),
        )
        for kind, start, length, heading, level, lead, speaker, time, cells in packed_blocks
    )
    edits = []
    position = 0
    for gap, length, words in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        edits.append(Edit(position + gap, position + gap + length, words))
        position += gap + length
    return Layout(blocks, tuple(edits))
