"""Conversations as turns: a line for each, ``Speaker: words``, with its time before it where it has one."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from timeweave.records import Block, BlockKind, Layout, Span

_TURN = re.compile(
    r"^[ \t]*(?:\[(?P<time>\d[^\]\n]{3,40})\][ \t]*)?"
    r"(?P<speaker>[^\W\d_][^:\n\[\]<>|*#`\"“”?!;/\\]{0,59}?):(?=\s)[ \t]*",
    re.MULTILINE,
)
_LONGEST_NAME = 6  # words
_FEWEST = 4  # turns that make a conversation
_SHARE = 0.6  # of the lines that are turns
_QUESTION = re.compile(r"\?[\"'”’)\]\s]*(?:\[[^\]]*\]\s*)?$")
_FOOTING = 2


def is_conversation(text: str) -> bool:
    """Whether most lines are turns, and speakers come back: a list of terms and their meanings has each term once."""
    turns = _turns(text)
    if len(turns) < _FEWEST:
        return False
    counts = Counter(match["speaker"].casefold() for match in turns)
    lines = sum(1 for line in text.splitlines() if line.strip())
    again = sum(count for count in counts.values() if count > 1)
    return len(turns) >= _SHARE * lines and len(counts) >= _FOOTING and again >= len(turns) / 2


def conversation_layout(text: str) -> Layout:
    """A block for each turn, up to where the next begins; what stands before the first turn is a paragraph.

    A turn is read with the one before it, where that is another speaker's and ends in a question.
    """
    turns = _turns(text)
    blocks: list[Block] = []
    ends = [*(match.start() for match in turns[1:]), len(text)]
    if turns and text[: turns[0].start()].strip():
        blocks.append(Block(BlockKind.PARAGRAPH, _trimmed(text, 0, turns[0].start())))
    for match, end in zip(turns, ends, strict=True):
        span = _trimmed(text, match.start(), end)
        block = Block(BlockKind.MESSAGE, span, speaker=match["speaker"].strip(), time=_time(match["time"]))
        asked = blocks[-1] if blocks and blocks[-1].speaker not in ("", block.speaker) else None
        if asked is not None and _QUESTION.search(text[asked.span.start : asked.span.end]):
            block = replace(block, lead=len(blocks) - 1)
        blocks.append(block)
    return Layout(tuple(blocks))


def _turns(text: str) -> Sequence[re.Match[str]]:
    return [m for m in _TURN.finditer(text) if len(m["speaker"].split()) <= _LONGEST_NAME]


def _time(written: str | None) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(written.strip()).replace(tzinfo=None) if written else None
    except ValueError:
        return None


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
