"""What each column of a table holds: labels, times, figures of a measure, figures of a period, words."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.tables.grids import Grid, is_nothing
from timeweave.extraction.tables.times import Times
from timeweave.extraction.tables.values import NO_UNIT, Unit, read_number, split_unit
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import (
    ACTUAL,
    BEFORE_CHANGES,
    CHANGES,
    FROM,
    KEYS,
    NUMBERING,
    PLANNED,
    REFERENCES,
    SHORT_WORDS,
    TERMS,
    TIMES,
    TOTALS,
    UNIT_HEADS,
    UNTIL,
)
from timeweave.temporal.interval import Interval

_SAMPLE = 200  # rows that are looked at to tell what a column holds
_MOST = 0.5  # of the cells that say something
_DATED = lazily(r"\b(?:19|20)\d\d\b")
_YEAR = lazily(r"(?:1[5-9]|20)\d\d")
_WORD = lazily(r"[\w%&/+'’.-]+")


class Holds(enum.Enum):
    """What a column holds."""

    NOTHING = enum.auto()
    NUMBERING = enum.auto()
    LABELS = enum.auto()
    TIMES = enum.auto()
    UNITS = enum.auto()
    FIGURES = enum.auto()
    PERIOD = enum.auto()  # figures of one period
    CHANGE = enum.auto()  # how far other columns lie apart
    WORDS = enum.auto()


@dataclass(frozen=True, slots=True)
class Column:
    """``heading`` are a column's words without its ``unit``, its ``time`` and what says that it is ``is_planned``."""

    index: int
    holds: Holds
    heading: str
    unit: Unit = NO_UNIT
    time: Interval | None = None
    is_planned: bool = False


def read_columns(grid: Grid, times: Times, year: int | None) -> list[Column]:
    """The columns of ``grid``, whose captions are of ``year``."""
    columns = [_column(grid, index, times, year) for index in range(len(grid.headings))]
    if any(c.holds is Holds.PERIOD for c in columns):
        columns = [_apart(c) for c in columns]
    return _with_labels(columns)


def _apart(column: Column) -> Column:
    """A column beside others of periods whose heading ends in "change": how far these lie apart."""
    words = [w.strip("();,:") for w in column.heading.casefold().split()]
    is_change = bool(words) and words[-1] in CHANGES and all(w in BEFORE_CHANGES or w in CHANGES for w in words if w)
    return replace(column, holds=Holds.CHANGE) if column.holds is Holds.FIGURES and is_change else column


def _column(grid: Grid, index: int, times: Times, year: int | None) -> Column:
    heading, unit = split_unit(grid.headings[index])
    told = times.of(heading, year)
    rest, planned = without_standing(told.rest)
    if not rest and told.time is None:
        rest, planned = told.rest, False  # a column of budgets
    words = spelt_out(rest)
    column = Column(index, Holds.WORDS, words, unit, told.time, planned or told.is_planned)
    return Column(index, _held(grid, column, times), words, unit, told.time, column.is_planned)


def spelt_out(heading: str) -> str:
    """A heading with its short words spelt out: "max temp" is "maximum temperature"."""
    return " ".join(SHORT_WORDS.get(w.casefold().strip("."), w) for w in heading.split())


def without_standing(heading: str) -> tuple[str, bool]:
    """A heading without the words that say how its figures stand, and whether they are planned or expected."""
    words = heading.split()
    lone = len(words) < 2
    planned = any(w.strip("()").casefold() in PLANNED for w in words)
    kept = [w for w in words if w.strip("()").casefold() not in (PLANNED | ACTUAL)]
    return (heading if lone and not planned else " ".join(kept)), planned


def marks_of(text: str) -> frozenset[str]:
    """The words of a label or heading that say that it is of what is planned or expected."""
    return frozenset(word.strip("()").casefold() for word in text.split()) & PLANNED


def is_actual(heading: str) -> bool:
    """Whether a heading says that its figures are what came of it."""
    return "actual" in heading.casefold().split()


def last_word(heading: str) -> str:
    """The word that says what a heading is."""
    words = _WORD.findall(heading.casefold())
    return words[-1].strip(".") if words else ""


def _held(grid: Grid, column: Column, times: Times) -> Holds:
    index = column.index
    cells = [r.cells[index] for r in grid.rows[:_SAMPLE] if index < len(r.cells) and not is_nothing(r.cells[index])]
    original = grid.headings[index].casefold().replace("_", " ").strip()
    if not cells:
        return Holds.PERIOD if column.time is not None and index else Holds.NOTHING
    if original in NUMBERING and all(re.fullmatch(r"[\d.=T]+", c) for c in cells):
        return Holds.NUMBERING
    if original in REFERENCES:
        return Holds.NUMBERING
    if original in UNIT_HEADS:
        return Holds.UNITS
    figures = sum(read_number(c) is not None for c in cells)
    if column.time is None and _are_times(original, cells, times):
        return Holds.TIMES
    if figures <= _MOST * len(cells) or (original in FROM | UNTIL | TERMS and all(times.whole(c) for c in cells[:1])):
        return Holds.WORDS
    if index == 0 and last_word(original) in KEYS:
        return Holds.WORDS
    words = column.heading.casefold().split()
    if (
        (words and words[0] in CHANGES)
        or words[:2] in (["percent", "change"], ["percentage", "change"])
        or (original.startswith("%") and (original != "%" or column.time))
    ):
        return Holds.CHANGE
    if column.time is not None:
        return Holds.PERIOD
    if _DATED.search(original):
        return Holds.CHANGE  # of times that are not understood
    if not column.unit and all(_YEAR.fullmatch(c) for c in cells):
        return Holds.WORDS  # years in which something was built
    return Holds.FIGURES


def _are_times(heading: str, cells: Sequence[str], times: Times) -> bool:
    named = last_word(heading) in TIMES
    cells = [c for c in cells if c.casefold().strip(" :*") not in TOTALS]
    whole = [times.whole(c, 2000) for c in cells]
    if not cells or sum(t is not None for t in whole) < 0.8 * len(cells):
        return False
    bare = all(_YEAR.fullmatch(c) for c in cells)
    return named or (not heading and not bare) or (not heading and bare)


def _with_labels(columns: list[Column]) -> list[Column]:
    """The first column of words holds the labels, where columns of figures follow or it is the first at all."""
    for column in columns:
        if column.holds in (Holds.FIGURES, Holds.PERIOD, Holds.CHANGE) and column.index:
            break
        if column.holds is Holds.WORDS:
            columns[column.index] = replace(column, holds=Holds.LABELS)
            break
    return columns
