"""The times that headings tell, which hold for what stands below them: ``## [1.2.0] - 2020-01-14``; that of a version
may stand on the line below.

A heading that is nothing but a day makes an entry of what stands below it, whose "today" is that day; it may leave out
the year, as in ``# August 9``, which is then that of the last such day before its document was published.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from timeweave.documents.written_dates import is_day
from timeweave.language.release_notes import Release, day_of_release, release_of, releases_among
from timeweave.lexicon.lazy import lazily
from timeweave.records import IN_BOLD, Block, BlockKind, Layout, Span
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Granularity, Interval

_YEAR = lazily(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_LETTER = lazily(r"[^\W\d_]")
_AFTER, _BEFORE = dt.timedelta(days=7), dt.timedelta(days=300)
_LONGEST = 160  # characters of a heading


def dated_sections(
    blocks: Iterable[tuple[int, Block, Span]], text: str, anchor: dt.date | None
) -> Iterator[tuple[Span, Interval]]:
    """The blocks that stand under a heading with one time of its own, with that time; the nearest such heading counts.

    ``blocks`` are those of a document, with their numbers and their places in ``text``.
    """
    times: dict[int, Interval | None] = {}
    opened: int | None = None  # the heading just above, if it numbers a version and tells no day
    for index, block, span in blocks:
        words = text[span.start : span.end]
        if block.kind is BlockKind.HEADING:
            above = times.get(block.heading) if block.heading is not None else None
            tells = block.level < IN_BOLD or day_of(words, anchor) is not None
            told = _told(words, anchor) if tells else None
            times[index] = told or above
            opened = index if told is None and release_of(words) is not None else None
            continue
        if opened is not None and (day := day_of_release(words)) is not None:
            times[opened] = Interval.day(day)
        opened = None
        if block.heading is not None and (time := times.get(block.heading)) is not None:
            yield span, time


def dated_entries(
    blocks: Iterable[tuple[int, Block, Span]], text: str, anchor: dt.date | None
) -> list[tuple[Span, dt.date | None]]:
    """The blocks of a diary or log, each with the day of its entry: of the heading above which is a day and no more.

    ``anchor`` is the day of the document. A block of no entry has no day; a text without any entry gives nothing. Below
    "# 2024-12-10" also stands what a heading of its level introduces that each entry has: "# Attendance".
    """
    days: dict[int, dt.date | None] = {}
    found: list[tuple[Span, dt.date | None]] = []
    blocks = list(blocks)
    again = _again(blocks, text)
    last: dict[int, dt.date] = {}  # the last day of each level of headings
    for index, block, span in blocks:
        above = days.get(block.heading) if block.heading is not None else None
        if block.kind is BlockKind.HEADING:
            day = day_of(text[span.start : span.end], anchor)
            days[index] = day or above or (last.get(block.level) if index in again else None)
            last |= {block.level: day} if day is not None else {}
        else:
            found.append((span, above))
    return found if any(day is not None for _, day in found) else []


def _again(blocks: Iterable[tuple[int, Block, Span]], text: str) -> frozenset[int]:
    """The headings that come again word for word: each is a part of the entry above it, whatever its level."""
    headings: dict[str, list[int]] = defaultdict(list)
    for index, block, span in blocks:
        if block.kind is BlockKind.HEADING:
            headings[text[span.start : span.end].casefold()].append(index)
    return frozenset(index for same in headings.values() if len(same) > 1 for index in same)


def entry_day(
    layout: Layout, words: Callable[[Span], str], block: Block | None, anchor: dt.date | None
) -> dt.date | None:
    """The day of the entry of a diary or log in which a block of a stored text stands, whose ``words`` are given.

    ``anchor`` is the day of the document.
    """
    days = (day_of(words(layout.blocks[index].span), anchor) for index in layout.headings_above(block))
    return next((day for day in days if day is not None), None)


def versions_of(layout: Layout, words: Callable[[Span], str], called: str) -> Mapping[int, Release]:
    """The versions that the headings of a stored text number, by the numbers of their blocks; none where it is no
    release notes. ``called`` are its title and id.
    """
    headings = [i for i, block in enumerate(layout.blocks) if block.kind is BlockKind.HEADING]
    said = [words(layout.blocks[i].span) for i in headings]
    if not any(map(release_of, said)):
        return {}
    below = [words(layout.blocks[min(i + 1, len(layout.blocks) - 1)].span) for i in headings]
    return {headings[place]: release for place, release in releases_among(said, below, called).items()}


def day_of(heading: str, anchor: dt.date | None) -> dt.date | None:
    """The day that a heading is, and no more; without its year the last one before ``anchor``."""
    told = _told(heading, anchor)
    if told is None or told.granularity is not Granularity.DAY or not told.is_unit:
        return None
    for found in reversed(find_expressions(heading, anchor)):
        heading = heading[: found.start] + heading[found.end :]
    return told.start if _LETTER.search(heading) is None else None


def _told(heading: str, anchor: dt.date | None) -> Interval | None:
    if len(heading) > _LONGEST:
        return None
    expressions = [e for e in find_expressions(heading, anchor) if e.interval is not None]
    found = {e.interval for e in expressions if _YEAR.search(e.text)}
    if found or anchor is None:
        return found.pop() if len(found) == 1 else None
    return _last_before(anchor, expressions[0]) if len(expressions) == 1 and is_day(heading) else None


def _last_before(anchor: dt.date, expression: TimeExpression) -> Interval | None:
    """A day whose year is not told, in the last year in which it is at most a week after ``anchor``; ``None`` where
    that is so long before that the year after it may be meant.
    """
    told = expression.interval
    if told is None or told.granularity is not Granularity.DAY or not told.is_unit or told.start is None:
        return None
    for year in (anchor.year + 1, anchor.year, anchor.year - 1):
        try:
            day = told.start.replace(year=year)
        except ValueError:  # 29 February
            continue
        if day <= anchor + _AFTER:
            return Interval.day(day) if day >= anchor - _BEFORE else None
    return None
