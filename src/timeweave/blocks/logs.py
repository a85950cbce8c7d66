"""Logs of a chat inside a Markdown text: minutes and notes quote them, a line a turn, between their paragraphs."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.blocks.conversation import conversation_layout, is_fitting
from timeweave.blocks.moments import date_lines
from timeweave.blocks.turns import LOGS, NOTICE, Turn, turns
from timeweave.records import Block, BlockKind, Edit, Layout, Span

_BETWEEN = 4  # lines of a turn beyond its first
_BREAK = "\n\n"
_ENDS = re.compile(r"\n[ \t]*(?=\n[ \t]*\S|[#{<`~|>])")  # a paragraph, a heading, a tag, a fence
_FENCE = re.compile(r"^[ ]{0,3}(```+|~~~+)[^\n]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Log:
    """The lines at ``span``, which are turns; ``hidden`` is what no Markdown is read of: they, or the fence around."""

    span: Span
    hidden: Span


def find_logs(text: str) -> Sequence[Log]:
    """The runs of whole lines that are turns with their times, in order; what is commented out is none."""
    if not any(shape.head.search(text) for shape in LOGS):
        return ()
    fences, comments = list(fenced(text)), list(_comments(text))
    found: list[Log] = []
    for shape in LOGS:
        for run in _runs(text, turns(text, shape)):
            span = _lines(text, run)
            taken = any(span.overlaps(log.hidden) for log in found) or any(span.overlaps(c) for c in comments)
            if not taken and is_fitting(NOTICE.sub("", text[span.start : span.end]), shape):
                found.append(Log(span, next((f for f in fences if f.start < span.start < f.end), span)))
    return sorted(found, key=lambda log: log.span.start)


def without_logs(text: str, logs: Sequence[Log]) -> str:
    """``text`` with blanks for its logs, of the same length and lines."""
    return without_parts(text, [log.hidden for log in logs])


def without_parts(text: str, hidden: Iterable[Span]) -> str:
    """``text`` with blanks for some stretches in order, of the same length and lines."""
    parts, position = [], 0
    for part in hidden:
        start = max(position, part.start)
        parts += [text[position:start], re.sub(r"[^\n]", " ", text[start : part.end])]
        position = max(position, part.end)
    return "".join((*parts, text[position:]))


def with_logs(layout: Layout, text: str, logs: Sequence[Log], day: dt.date | None) -> Layout:
    """``layout`` of the text without its logs, with a message for each turn of them, under the heading before them; a
    line above that holds a day and nothing else dates them.
    """
    if not logs:
        return layout
    dated = list(date_lines(text, day))
    for log in logs:
        above = [date for span, date in dated if span.end <= log.span.start]
        words = text[log.span.start : log.span.end]
        said = conversation_layout(words, above[-1] if above else day, in_markdown=True)
        layout = with_part(layout, said, log.span)
    return layout


def fenced(text: str) -> Iterator[Span]:
    """What stands between two fences of one kind, with them."""
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[0].strip().startswith(opened[1]) and not fence[0].strip().strip(opened[1][0]):
            yield Span(opened.start(), fence.end())
            opened = None


def _comments(text: str) -> Iterator[Span]:
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start)) >= 0:
        yield Span(start, end + len("-->"))
        start = text.find("<!--", end)


def _runs(text: str, found: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """Turns that follow each other, each of a few lines."""
    run: list[Turn] = []
    for turn in found:
        between = NOTICE.sub("", text[run[-1].words : turn.start]) if run else ""
        if run and (between.count("\n") > _BETWEEN + 1 or _ENDS.search(between.rstrip())):
            yield run
            run = []
        run.append(turn)
    if run:
        yield run


def _lines(text: str, run: Sequence[Turn]) -> Span:
    """From the first turn of a run to the end of the last one, which may have further lines."""
    rest = text[run[-1].words :].split("\n", _BETWEEN + 1)[: _BETWEEN + 1]
    said = "\n".join(rest)
    ends = _ENDS.search(said)
    end = ends.start() if ends is not None else len(said)
    return Span(run[0].start, run[-1].words + len(said[:end].rstrip()))


def with_part(layout: Layout, said: Layout, log: Span) -> Layout:
    """The blocks of a log among those of the text around it, and its edits where that has nothing to read; those of
    ``said`` count from where it begins.
    """
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
        yield Edit(edit.start, log.start, _BREAK if edit.start else "")
    if edit.end > log.end:
        yield Edit(log.end, edit.end, _BREAK)
