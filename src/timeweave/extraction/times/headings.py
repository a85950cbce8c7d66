"""The times that headings tell, which hold for what stands below them: ``## [1.2.0] - 2020-01-14``."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator

from timeweave.records import Block, BlockKind, Span
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
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


def _told(heading: str, anchor: dt.date | None) -> Interval | None:
    if len(heading) > _LONGEST:
        return None
    found = {e.interval for e in find_expressions(heading, anchor) if e.interval is not None and _YEAR.search(e.text)}
    return found.pop() if len(found) == 1 else None
