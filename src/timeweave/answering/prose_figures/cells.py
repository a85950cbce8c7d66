"""Small tables in a text as rows: "Monday 41 | Tuesday 38", "June | 32,100; July | 51,450", and grids of lines."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from timeweave.answering.context.reading import Line
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.times import by_then, stretches
from timeweave.extraction.amounts.numbers import Amount, find_amounts
from timeweave.extraction.amounts.standing import Standing
from timeweave.extraction.times.timing import is_dated, settled
from timeweave.language.parsing import parse
from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DAYS
from timeweave.lexicon.outlook import GUIDANCE
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

_PLANNED = lazily(rf"\b(?:plan(?:ned)?|{any_of(GUIDANCE)}|expected|budget(?:ed)?|estimate[sd]?|proposed)\b", re.I)
_NUMBER = lazily(r"[-−]?\d")
_LABEL_TIME = lazily(r"\s*\([^)]*\)\s*$")


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    text: str
    label: str
    column: str


def rows_of_cells(line: Line, carried: Interval | None = None) -> list[Row]:
    """The amounts of a small table: each with its label and the heading of its column; the caption goes for all."""
    caption, start = _caption(line.text)
    if not caption:
        return []
    heads = [t for t in parse(caption) if t.pos_ in ("NOUN", "PROPN") and t.dep_ not in ("pobj", "poss")]
    kept = frozenset(index_terms(" ".join(t.text for t in heads if not t.is_title or t.i == 0)))
    whole = _time(caption, line, None) or carried
    rows = []
    for cell in _cells(line.text, start):
        amounts = _numbers(cell.text.rstrip(" ."))
        if len(amounts) != 1 or cell.text[amounts[0].end :].strip(" ."):
            continue
        amount = _moved(amounts[0], cell.start)
        time = _time(cell.label, line, whole) or _time(cell.column, line, whole)
        rows.append(_row(line, amount, cell, caption, kept, time or whole, dated=time is not None))
    return rows


_BARE = lazily(r"\s*(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)")


def _numbers(text: str) -> list[Amount]:
    """The amounts of a cell; one with a number alone has that."""
    bare = _BARE.fullmatch(text)
    if bare is None:
        return find_amounts(text)
    return [Amount(bare.start(1), bare.end(1), float(bare[1].replace(",", "")), "", bare[1])]


def _moved(amount: Amount, by: int) -> Amount:
    return replace(amount, start=amount.start + by, end=amount.end + by)


def _row(
    line: Line, amount: Amount, cell: _Cell, caption: str, head: frozenset[str], time: Interval | None, *, dated: bool
) -> Row:
    label = f"{cell.label} {cell.column}"
    own = frozenset() if dated and not cell.column else frozenset(index_terms(label))
    titled = frozenset(index_terms(" ".join(re.findall(r"\b[A-Z]\w+", label))))
    counted = head | (frozenset(index_terms(cell.label)) if not dated else frozenset())
    return Row(
        line, amount, Standing.PLANNED if _PLANNED.search(caption) else Standing.STATED, counted, counted, own,
        frozenset(index_terms(caption)), frozenset(), frozenset() if dated and not cell.column else titled,
        time, dated, False, False, False, f"{label} {cell.text}", "", False,
    )  # fmt: skip


def _caption(text: str) -> tuple[str, int]:
    """What stands before a table's first cell, up to a colon or the end of a line, and where the cells begin."""
    colon = text.find(":")
    if 0 <= colon < text.find("|"):
        return text[:colon], colon + 1
    return "", 0


def _cells(text: str, start: int) -> Iterator[_Cell]:
    """The cells with a number: behind their label in one cell, or in the cell after it."""
    for item in re.finditer(r"[^;\n]+", text[start:]):
        at, label, first = start + item.start(), "", True
        for part in re.finditer(r"[^|]+", item[0]):
            number = _NUMBER.search(part[0].removesuffix("."))
            words = part[0].strip(" .")
            if number is None or (first and _is_time(words)):
                label = words
            elif label:
                yield _Cell(at + part.start(), part[0], label, "")
                label = ""
            else:
                yield _Cell(
                    at + part.start() + number.start(), part[0][number.start() :], part[0][: number.start()].strip(), ""
                )
            first = False


def _is_time(words: str) -> bool:
    found = find_expressions(words)
    return len(found) == 1 and found[0].text.strip() == _LABEL_TIME.sub("", words).strip()


def _time(text: str, line: Line, whole: Interval | None) -> Interval | None:
    """The time that a label or caption tells; a day of the week is that of the caption's week."""
    word = text.strip().lower()
    if word in DAYS:
        return _day_in(DAYS.index(word), whole)
    dated = [
        e.interval
        for e in stretches(text, settled(text, find_expressions(text, line.anchor)))
        if is_dated(e) and e.interval is not None
    ]
    return by_then(dated[0], line) if len(set(dated)) == 1 else None


def _day_in(weekday: int, whole: Interval | None) -> Interval | None:
    if whole is None or whole.start is None or whole.end is None:
        return None
    days = [whole.start + dt.timedelta(days=i) for i in range(min(8, (whole.end - whole.start).days))]
    named = [d for d in days if d.weekday() == weekday]
    return Interval.day(named[0]) if len(named) == 1 else None
