"""What the words of each part of a document count from: the day of their message or entry, else the document's."""

from __future__ import annotations

import bisect
import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from timeweave.extraction.times.timing import expression_anchor
from timeweave.records import Block, Document, Span
from timeweave.temporal.interval import Interval


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters ``start`` to ``end``, and the day from which relative times in them count."""

    start: int
    end: int
    anchor: dt.date | None


class Anchors:
    """The days of a document's messages, given as blocks with their places in its text, those of the entries of a
    diary, and the times of its sections, given as their stretches; ``day`` is that of the meeting whose minutes it is.
    """

    def __init__(
        self,
        document: Document,
        messages: Iterable[tuple[Block, Span]] = (),
        sections: Sequence[tuple[Span, Interval]] = (),
        entries: Iterable[tuple[Span, dt.date | None]] = (),
        day: dt.date | None = None,
    ) -> None:
        self._document = document
        self._date = day or document.date
        said: list[tuple[Span, dt.date | None]] = [
            (span, block.time.date()) for block, span in messages if block.time is not None
        ]
        self._is_diary = not said
        self._dated = said or list(entries)
        self._starts = [span.start for span, _ in self._dated]
        self._sections = sections
        self._section_starts = [span.start for span, _ in sections]

    def __bool__(self) -> bool:
        return bool(self._dated)

    def date(self, offset: int) -> dt.date | None:
        """The day on which the words at ``offset`` were said."""
        return self._day(offset) or self._date

    def period(self, offset: int) -> Interval | None:
        """What the words at ``offset`` report on: a message with a day of its own is no part of a report."""
        return self._document.period if self._day(offset) is None else None

    def is_entry(self, offset: int) -> bool:
        """Whether the words at ``offset`` stand in an entry of a diary, which has a day."""
        return self._is_diary and self._day(offset) is not None

    def section(self, offset: int) -> Interval | None:
        """The time that the heading above ``offset`` tells."""
        index = bisect.bisect_right(self._section_starts, offset) - 1
        return self._sections[index][1] if index >= 0 and offset < self._sections[index][0].end else None

    def stretches(self) -> Iterator[Stretch]:
        """The text in stretches that count from one day, in order."""
        usual = expression_anchor(self._document.period, self._date)
        start, anchor = 0, usual
        for span, day in self._dated:
            day = day or usual
            if day != anchor:
                if start < span.start:
                    yield Stretch(start, span.start, anchor)
                start, anchor = span.start, day
        yield Stretch(start, len(self._document.text), anchor)

    def _day(self, offset: int) -> dt.date | None:
        index = bisect.bisect_right(self._starts, offset) - 1
        if index < 0 or offset >= self._dated[index][0].end:
            return None
        return self._dated[index][1]
