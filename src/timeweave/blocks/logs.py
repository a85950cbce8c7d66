"""Logs of a chat inside a Markdown text: minutes and notes quote them, a line a turn, between their paragraphs."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from timeweave.blocks.conversation import conversation_layout, is_fitting
from timeweave.blocks.turns import LINES, Turn, turns
from timeweave.records import Block, BlockKind, Edit, Layout, Span

_BETWEEN = 4  # lines of other shape between two turns, beyond which a log ends
_BREAK = "\n\n"
_SECTION = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)


def find_logs(text: str) -> Sequence[Span]:
    """The runs of whole lines that are turns with their times, none of them a paragraph of prose."""
    for shape in LINES:
        found = [
            span
            for run in _runs(text, turns(text, shape))
            if is_fitting(text[(span := _lines(text, run)).start : span.end], shape)
        ]
        if found:
            return found
    return ()


def without_logs(text: str, logs: Sequence[Span]) -> str:
    """``text`` with blanks for its logs, of the same length and lines."""
    parts, position = [], 0
    for log in logs:
        parts += [text[position : log.start], re.sub(r"[^\n]", " ", text[log.start : log.end])]
        position = log.end
    return "".join((*parts, text[position:]))


def with_logs(layout: Layout, text: str, logs: Sequence[Span], day: dt.date | None) -> Layout:
    """``layout`` of the text without its logs, with a message for each turn of them, under the heading before them."""
    for log in logs:
        said = conversation_layout(text[log.start : log.end], day)
        layout = _joined(layout, said, log)
    return layout


def _runs(text: str, found: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """Turns that follow each other."""
    run: list[Turn] = []
    for turn in found:
        between = text[run[-1].words : turn.start] if run else ""
        if run and (between.count("\n") > _BETWEEN or _SECTION.search(between)):
            yield run
            run = []
        run.append(turn)
    if run:
        yield run


def _lines(text: str, run: Sequence[Turn]) -> Span:
    end = text.find("\n", run[-1].words)
    return Span(run[0].start, len(text) if end < 0 else end)


def _joined(layout: Layout, said: Layout, log: Span) -> Layout:
    """The blocks of a log among those of the text around it, and its edits where that has nothing to read."""
    place = sum(1 for block in layout.blocks if block.span.start < log.start)
    number = len(said.blocks)

    def moved(index: int | None) -> int | None:
        return index if index is None or index < place else index + number

    before = layout.blocks[place - 1] if place else None
    is_heading = before is not None and before.kind is BlockKind.HEADING
    heading = place - 1 if is_heading else before.heading if before is not None else None
    others = [replace(b, heading=moved(b.heading), lead=moved(b.lead)) for b in layout.blocks]
    messages = [_at(block, log.start, place, heading) for block in said.blocks]
    edits = [part for edit in layout.edits for part in _around(edit, log)]
    edits += (Edit(e.start + log.start, e.end + log.start, e.words) for e in said.edits)
    blocks = (*others[:place], *messages, *others[place:])
    return Layout(blocks, tuple(sorted(edits, key=lambda e: (e.start, -e.end))))


def _at(block: Block, offset: int, place: int, heading: int | None) -> Block:
    return replace(
        block,
        span=Span(block.span.start + offset, block.span.end + offset),
        heading=heading,
        lead=None if block.lead is None else block.lead + place,
    )


def _around(edit: Edit, log: Span) -> Iterator[Edit]:
    """What is left of an edit beside a log."""
    if edit.end <= log.start or edit.start >= log.end:
        yield edit
        return
    if edit.start < log.start:
        yield Edit(edit.start, log.start, _BREAK)
    if edit.end > log.end:
        yield Edit(log.end, edit.end, _BREAK if edit.words else "")
