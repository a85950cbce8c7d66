"""What names a row: its label, and the time that cells of it tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.extraction.tables.columns import Column, Holds
from timeweave.extraction.tables.grids import Row, is_nothing
from timeweave.extraction.tables.times import Times, year_of
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.interval import Interval

_BARE_YEAR = lazily(r"(?:19|20)\d\d")
_FISCAL = lazily(r"\b(?:fiscal|financial)\b", re.IGNORECASE)


def labelled(
    row: Row, columns: Sequence[Column], above: dict[int, str], times: Times, year: int | None
) -> tuple[str, Interval | None]:
    """The label of a row and its time; a blank has that of the row above, where another cell tells rows apart.

    Of several times one that lies in those before it is meant: the month of a year, the day of a season, but not the
    day on which a plan of the first one ends. ``above`` are the cells of the row before by their columns, and becomes
    those of this one.
    """
    time: Interval | None = None
    label = ""
    keyed = [c for c in columns if c.holds in (Holds.LABELS, Holds.TIMES)]
    for column in keyed:
        cell = row.cells[column.index] if column.index < len(row.cells) else ""
        if is_nothing(cell) and len(keyed) > 1:
            cell = above.get(column.index, "")
        above[column.index] = cell
        if column.holds is Holds.LABELS:
            label = "" if is_nothing(cell) else cell
            continue
        told = _when(cell, row, column, times, year_of(time) or year)
        if told is not None and (time is None or time.contains(told)):
            time = told
    return label, time


def _when(cell: str, row: Row, column: Column, times: Times, year: int | None) -> Interval | None:
    """The time that a cell is; a year under "Fiscal year" is one of those."""
    if _BARE_YEAR.fullmatch(cell) and _FISCAL.search(f"{row.group} {column.heading}"):
        return times.whole(f"fiscal year {cell}") or times.whole(cell)
    return times.whole(cell, year)
