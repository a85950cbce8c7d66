"""What a stored text consists of: its blocks, and which of its characters are words and which are mark-up.

The stored text is never changed. A `Layout` says how it is read: `CleanText` is the text without mark-up, and knows
where each of its characters stands in the stored one, so that what is found in clean words is cited verbatim.
"""

from __future__ import annotations

import bisect
import datetime as dt
import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` (excluded) of a document's stored text."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Whether they share a character."""
        return self.start < other.end and other.start < self.end


class BlockKind(enum.StrEnum):
    """What a block is."""

    PARAGRAPH = "p"
    HEADING = "h"
    ITEM = "i"
    HEADER_ROW = "t"
    ROW = "r"
    QUOTATION = "q"
    CODE = "c"
    FOOTNOTE = "f"
    MESSAGE = "m"


IN_BOLD = 7
"""The level of a heading that is a paragraph in bold, below all others."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of the stored text with its place among the others, which are named by their index.

    ``heading`` is the heading that it stands under; ``level`` that of a heading (1 to 6, or `IN_BOLD`) or of an item
    (from 1). ``lead`` is what it is to be read with: the paragraph or item that introduces a list, the header row of a
    table, the paragraph that calls a footnote, the message that this one answers. ``speaker`` and ``time`` are those of
    a message. ``cells`` are the spans of a row's cells.
    """

    kind: BlockKind
    span: Span
    heading: int | None = None
    level: int = 0
    lead: int | None = None
    speaker: str = ""
    time: dt.datetime | None = None
    cells: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters ``start`` to ``end`` of the stored text, which are read as ``words``: mostly none."""

    start: int
    end: int
    words: str = ""


class CleanText:
    """Stored text as it is read, and the way between the offsets of both.

    ``text`` are the clean words of ``stored``, which begins at ``offset`` of the document; ``edits`` are those inside,
    in order.
    """

    def __init__(self, stored: str, edits: Iterable[Edit], offset: int = 0) -> None:
        self._clean = [0]  # where each run begins, in clean words and in the stored text
        self._stored = [offset]
        self._ends = [offset]  # where it ends in the stored text, of an edit; a run as stored has its own length
        parts: list[str] = []
        position, length = 0, 0
        for edit in edits:
            start, end = max(edit.start - offset, position), min(edit.end - offset, len(stored))
            if start >= end:
                continue
            parts += [stored[position:start], edit.words]
            length += start - position
            self._begin(length, start + offset, end + offset)
            length += len(edit.words)
            self._begin(length, end + offset, None)
            position = end
        parts.append(stored[position:])
        self.text = "".join(parts)

    def _begin(self, clean: int, stored: int, end: int | None) -> None:
        if self._clean[-1] == clean:  # a run without words
            if end is None or self._stored[-1] == self._ends[-1]:
                self._stored[-1], self._ends[-1] = stored, stored if end is None else end
            return
        self._clean.append(clean)
        self._stored.append(stored)
        self._ends.append(stored if end is None else end)

    def stored(self, span: Span) -> Span:
        """Where clean words stand in the document."""
        if span.start >= span.end:
            at = self._first(span.start)
            return Span(at, at)
        return Span(self._first(span.start), self._last(span.end - 1))

    def clean(self, offset: int) -> int:
        """Where a character of the document is read: of one that is mark-up, where the next words begin."""
        run = max(bisect.bisect_right(self._stored, offset) - 1, 0)
        following = self._clean[run + 1] if run + 1 < len(self._clean) else len(self.text)
        if self._ends[run] > self._stored[run]:
            return self._clean[run]
        return min(self._clean[run] + max(offset - self._stored[run], 0), following)

    def _first(self, at: int) -> int:
        run = bisect.bisect_right(self._clean, at) - 1
        if self._ends[run] > self._stored[run]:
            return self._stored[run]
        return self._stored[run] + at - self._clean[run]

    def _last(self, at: int) -> int:
        run = bisect.bisect_right(self._clean, at) - 1
        return self._ends[run] if self._ends[run] > self._stored[run] else self._first(at) + 1


@dataclass(frozen=True)
class Layout:
    """The blocks of a text in order, and the edits by which it is read; none of either for plain text."""

    blocks: tuple[Block, ...] = ()
    edits: tuple[Edit, ...] = ()

    @cached_property
    def _block_starts(self) -> list[int]:
        return [block.span.start for block in self.blocks]

    @cached_property
    def _edit_ends(self) -> list[int]:
        return [edit.end for edit in self.edits]

    def __bool__(self) -> bool:
        return bool(self.blocks or self.edits)

    def clean(self, stored: str, offset: int = 0) -> CleanText:
        """How a part of the stored text is read, which begins at ``offset``."""
        first = bisect.bisect_right(self._edit_ends, offset)
        last = bisect.bisect_left(self.edits, offset + len(stored), key=lambda edit: edit.start)
        return CleanText(stored, self.edits[first:last], offset)

    def words(self, stored: str, offset: int = 0) -> str:
        """The clean words of a part of the stored text, which begins at ``offset``."""
        return self.clean(stored, offset).text if self.edits else stored

    def index_at(self, offset: int) -> int | None:
        """The index of the block that holds a character, else of the one before it."""
        index = bisect.bisect_right(self._block_starts, offset) - 1
        return index if index >= 0 else None

    def block_at(self, offset: int) -> Block | None:
        """The block that holds a character, else the one before it."""
        index = self.index_at(offset)
        return None if index is None else self.blocks[index]

    def headings_above(self, block: Block | None) -> Iterator[int]:
        """The numbers of the headings under which a block stands, the nearest first."""
        while block is not None and block.heading is not None:
            yield block.heading
            block = self.blocks[block.heading]


PLAIN = Layout()
