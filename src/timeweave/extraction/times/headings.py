"""The times that headings tell, which hold for what stands below them: ``## [1.2.0] - 2020-01-14``.

A heading that is nothing but a day makes an entry of what stands below it, whose "today" is that day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator

from timeweave.records import Block, BlockKind, Layout, Span
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Granularity, Interval

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST = 160  # characters of a heading


def dated_sections(
    blocks: Iterable[tuple[int, Block, Span]], text: str, anchor: dt.date | None
) -> Iterator[tuple[Span, Interval]]:
    """The blocks that stand under a heading with one time of its own, with that time; the nearest such heading counts.

    ``blocks`` are those of a document, with their numbers and their places in ``text``.
    """
    times: dict[int, Interval | None] = {}
    for index, block, span in blocks:
        above = times.get(block.heading) if block.heading is not None else None
        if block.kind is BlockKind.HEADING:
            times[index] = _told(text[span.start : span.end], anchor) or above
        elif above is not None:
            yield span, above


def dated_entries(blocks: Iterable[tuple[int, Block, Span]], text: str) -> list[tuple[Span, dt.date | None]]:
    """The blocks of a diary or log, each with the day of its entry: of the heading above which is a day and no more.

    A block of no entry has no day; a text without any entry gives nothing.
    """
    days: dict[int, dt.date | None] = {}
    found: list[tuple[Span, dt.date | None]] = []
    for index, block, span in blocks:
        above = days.get(block.heading) if block.heading is not None else None
        if block.kind is BlockKind.HEADING:
            days[index] = _day(text[span.start : span.end]) or above
        else:
            found.append((span, above))
    return found if any(day is not None for _, day in found) else []


def entry_day(layout: Layout, words: Callable[[Span], str], block: Block | None) -> dt.date | None:
    """The day of the entry of a diary or log in which a block of a stored text stands, whose ``words`` are given."""
    while block is not None and block.heading is not None:
        block = layout.blocks[block.heading]
        if (day := _day(words(block.span))) is not None:
            return day
    return None


def _day(heading: str) -> dt.date | None:
    told = _told(heading, None)
    if told is None or told.granularity is not Granularity.DAY or not told.is_unit:
        return None
    for found in reversed(find_expressions(heading, None)):
        heading = heading[: found.start] + heading[found.end :]
    return None if _LETTER.search(heading) else told.start


def _told(heading: str, anchor: dt.date | None) -> Interval | None:
    if len(heading) > _LONGEST:
        return None
    found = {e.interval for e in find_expressions(heading, anchor) if e.interval is not None and _YEAR.search(e.text)}
    return found.pop() if len(found) == 1 else None
