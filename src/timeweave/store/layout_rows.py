"""A layout as bytes, and back."""

from __future__ import annotations

import datetime as dt
import json
import zlib

from timeweave.records import Block, BlockKind, Edit, Layout, Span
from timeweave.store.packing import unpacked


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
    rows, flat = json.loads(unpacked(packed))
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
        for kind, start, length, heading, level, lead, speaker, time, cells in rows
    )
    edits = []
    position = 0
    for gap, length, words in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        edits.append(Edit(position + gap, position + gap + length, words))
        position += gap + length
    return Layout(blocks, tuple(edits))
