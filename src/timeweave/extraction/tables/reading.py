"""A grid read as cells: whether its rows are things, measures or times, and what its captions say of all of them."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.amounts.measures import normal_measure
from timeweave.extraction.tables.captions import declared_unit, is_statement, measure_of, parted_measure, unit_of
from timeweave.extraction.tables.cells import TableCell
from timeweave.extraction.tables.columns import (
    Column,
    Holds,
    is_actual,
    marks_of,
    read_columns,
    without_standing,
)
from timeweave.extraction.tables.grids import ASIDE, Grid, Row, Words, find_grids, first_word, is_nothing
from timeweave.extraction.tables.rolling import rolled_forward
from timeweave.extraction.tables.row_labels import labelled
from timeweave.extraction.tables.shares import as_share, is_a_share, whole_of_column
from timeweave.extraction.tables.times import Times, year_of
from timeweave.extraction.tables.values import NO_UNIT, Number, Unit, read_number, read_unit, shown, split_unit
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import (
    ACTUAL,
    CONSOLIDATED,
    COUNTED,
    DEPENDENT,
    ESTIMATED,
    GENERIC,
    KINDS_OF_SHARES,
    LISTED,
    RATES,
    SHARES,
    TOTALS,
    VALUES,
)
from timeweave.records import Layout, Span
from timeweave.temporal.interval import Granularity, Interval

_DUE = lazily(r"\b(?:due|maturing|expiring)$", re.IGNORECASE)  # "3.20% Notes Due 2026", which is its name
_TITLED = lazily(r"[A-Z0-9]")
_ALIKE = 20.0  # times as big may a column be as another that measures the same
_NOT_READ = frozenset({Holds.NOTHING, Holds.NUMBERING, Holds.UNITS, Holds.LABELS, Holds.TIMES})
_LEAST_TITLED = 0.8


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table as cells; ``kind_of_rows`` is the word for what its rows are ("Town"), ``captions`` what goes for all.

    ``named`` says whether its rows are things that are told by their name, and not measures or times; ``parted`` that
    they are the parts of what the caption measures.
    """

    captions: tuple[str, ...]
    heads: tuple[Span, ...]
    headings: tuple[str, ...]
    kind_of_rows: str
    named: bool
    time: Interval | None
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    cells: tuple[TableCell, ...]
    parted: bool = False


def read_tables(
    layout: Layout, words: Words, times: Times, *, default: Interval | None, about: bool
) -> Iterator[ReadTable]:
    """The tables of a document in order. ``default`` is the time of what tells none; ``about`` says that the document
    names whom it is about.
    """
    if not any(block.cells for block in layout.blocks):
        return
    declared = declared_unit(layout, words)
    for grid in find_grids(layout, words):
        if table := _Reader(grid, times, default, declared, about=about).table():
            yield table


class _Reader:
    """One table."""

    def __init__(self, grid: Grid, times: Times, default: Interval | None, declared: Unit, *, about: bool) -> None:
        self._grid = grid
        self._times = times
        told = [times.of(c).time for c in grid.captions]
        self._captioned = next((t for t in told if t is not None), None)
        self._default = self._captioned or default
        self._year = year_of(self._default)
        self._columns = read_columns(grid, times, self._year)
        self._about = about
        # the columns are the parts of the body of the document, and the whole
        self._is_consolidating = about and any(c.heading.casefold() in CONSOLIDATED for c in self._valued)
        self._rolled: dict[int, tuple[Interval, str]] = {}
        self._totals, self._total_row = 0, 0
        self._wholes: dict[int, str] = {}
        self._currencies: dict[int, str] = {}
        corner = self._label.heading if self._label else ""
        self._corner_unit = (self._label.unit if self._label else NO_UNIT) or read_unit(grid.headings[0]) or NO_UNIT
        self._corner = "" if read_unit(corner) else corner
        if self._label is not None and self._label.time is not None:  # "Six Months Ended June 28, 2024 | Before tax"
            self._default = self._captioned = self._label.time
        in_money = any(self._money(c) for c in self._valued)
        told_units = (u for c in grid.captions if (u := unit_of(c)))
        own_unit = next(told_units, NO_UNIT)
        self._is_declared = in_money and not own_unit and bool(declared)
        self._caption_unit = declared if self._is_declared else own_unit
        parted = parted_measure(grid.captions, times)
        self._parts = bool(parted)
        self._measure = parted or next((m for c in grid.captions if (m := measure_of(c, times))), "")

    @property
    def _label(self) -> Column | None:
        return next((c for c in self._columns if c.holds is Holds.LABELS), None)

    @property
    def _valued(self) -> list[Column]:
        return [c for c in self._columns if c.holds in (Holds.FIGURES, Holds.PERIOD)]

    def table(self) -> ReadTable | None:
        if not self._valued and self._label is None:
            return None
        rows = self._grid.rows
        self._totals = sum(first_word(row) in TOTALS for row in rows)
        self._total_row = next((n for n, r in enumerate(rows) if r.cells and self._is_total(r.cells[0])), len(rows))
        self._rolled = rolled_forward([row.cells[0] if row.cells else "" for row in self._grid.rows], self._times)
        named = self._label is not None and not self._rows_are_measures()
        cells = tuple(self._cells(named=named))
        if not cells:
            return None
        grid = self._grid
        return ReadTable(
            grid.captions,
            grid.heads,
            grid.headings,
            self._corner,
            named,
            self._captioned,
            grid.rows,
            tuple(self._columns),
            cells,
            self._parts or self._is_consolidating,
        )

    def _rows_are_measures(self) -> bool:
        """Whether the labels of the rows say what is measured: "Net revenue", "Main span"."""
        corner = self._corner.casefold()
        if self._parts and any(c.holds is Holds.PERIOD for c in self._valued):
            return False
        if self._is_consolidating:
            return True
        values = [
            c for c in self._columns if c.holds not in (Holds.LABELS, Holds.NOTHING, Holds.NUMBERING, Holds.UNITS)
        ]
        if corner in GENERIC:
            return True
        if values and all(c.heading.casefold() in VALUES for c in values):
            return not corner or len(values) == 1
        if self._corner_unit and not corner:
            return True
        periods = [c for c in self._valued if c.holds is Holds.PERIOD]
        if periods and is_statement(self._grid.captions):
            return True
        if (corner and corner not in LISTED) or not periods:
            return False
        if self._about or self._caption_unit.is_currency:
            return True
        labels = [r.cells[0] for r in self._grid.rows if r.cells and not is_nothing(r.cells[0])]
        titled = sum(all(_TITLED.match(w) for w in label.split() if len(w) > 3) for label in labels)
        return not (self._measure and titled >= _LEAST_TITLED * len(labels))

    def _cells(self, *, named: bool) -> Iterator[TableCell]:
        above: dict[int, str] = {}
        is_dated = any(c.holds is Holds.TIMES for c in self._columns)  # so that a row is named by its time too
        alike = self._of_the_caption() if not named else frozenset()
        for number, row in enumerate(self._grid.rows):
            label, time = labelled(row, self._columns, above, self._times, self._year)
            for column in self._columns:
                if column.holds in _NOT_READ and not (is_dated and column.holds is Holds.LABELS):
                    continue
                if column.index < len(row.cells):
                    yield self._cell(number, row, column, label, time, named=named, alike=alike)

    def _of_the_caption(self) -> frozenset[int]:
        """The columns of a table of times whose figures are what its caption says: those of like size."""
        figures = [c for c in self._columns if c.holds is Holds.FIGURES and not c.unit]
        if not self._measure or not self._caption_unit or not figures or self._label is not None:
            return frozenset()
        sizes = {}
        for column in figures:
            numbers = [
                n.value
                for r in self._grid.rows
                if column.index < len(r.cells) and (n := read_number(r.cells[column.index]))
            ]
            sizes[column.index] = statistics.median(map(abs, numbers)) if numbers else 0.0
        first = sizes[figures[0].index]
        return frozenset(i for i, size in sizes.items() if first and size and 1 / _ALIKE < size / first < _ALIKE)

    def _cell(
        self,
        number: int,
        row: Row,
        column: Column,
        label: str,
        time: Interval | None,
        *,
        named: bool,
        alike: frozenset[int],
    ) -> TableCell:
        if column.holds is Holds.LABELS:
            label = ""
        told = self._times.of(label, self._year) if label and time is None and column.time is None else None
        bare, label_unit = split_unit(label)
        bare, _ = without_standing(bare)
        if told is not None and told.time is not None and not named and not _DUE.search(told.rest):
            time, bare = told.time, split_unit(told.rest)[0]
        rolled = self._rolled.get(number)
        if rolled is not None:
            time, bare = rolled[0], split_unit(rolled[1])[0]
        elif time is None and row.when and not self._is_total(label):
            time = self._times.whole(row.when, self._year)
        when = column.time or time
        is_balance = rolled is not None and rolled[0].granularity is Granularity.DAY
        if column.time is not None and time is not None and (column.holds is not Holds.PERIOD or is_balance):
            when = time
        whole = bare
        if not named and row.group and ASIDE.sub("", bare).casefold() in DEPENDENT:
            whole = f"{'-'.join(bare.split())} {row.group[:1].lower()}{row.group[1:].rstrip(' :')}"
        named = named and (not self._parts or self._is_part(number, label_unit))
        measure, bearer = self._meant(column, whole, named=named, alike=alike)
        if not named:
            measure = as_share(self._grid.rows, number, measure, self._whole_of(column))
        text = row.cells[column.index]
        figure = read_number(text) if column.holds in (Holds.FIGURES, Holds.PERIOD) or not named else None
        if column.holds in (Holds.CHANGE, Holds.LABELS):
            figure = None
        unit = self._unit(number, figure, column, whole, label_unit, named=named, alike=alike)
        said = "" if is_nothing(text) else shown(figure, unit) if figure is not None else text
        group = "" if is_balance else row.group
        return TableCell(
            number, column.index, row.span, bare or label, column.heading, group, measure, bearer,
            when or self._default, when is not None or self._captioned is not None, said, figure, unit,
            self._is_planned(column, label, when) or bool(told and told.is_planned), self._is_total(label),
        )  # fmt: skip

    def _is_planned(self, column: Column, label: str, when: Interval | None) -> bool:
        """Whether a figure is budgeted or expected: an estimate of a time that is over is how it was found, unless a
        column beside it says what came of it.
        """
        headings = self._grid.headings
        marks = marks_of(label) | marks_of(headings[column.index])
        told, end = self._times.anchor, when.end if when else None
        is_over = told is not None and end is not None and end <= told
        if marks and marks <= ESTIMATED and is_over:
            beside = (c for c in self._valued if c is not column and c.time == column.time)
            return any(is_actual(headings[c.index]) for c in beside)
        return column.is_planned or bool(marks_of(label))

    def _is_total(self, label: str) -> bool:
        """Whether a row is what the others add up to; in a table of parts also by the name of what is parted."""
        words = label.casefold().strip(" :*")
        if words in TOTALS or not self._parts or words.partition(" ")[0] not in TOTALS:
            return words in TOTALS
        measured = normal_measure(words.partition(" ")[2]).name == normal_measure(self._measure).name
        return measured or self._totals == 1

    def _is_part(self, number: int, label_unit: Unit) -> bool:
        """Whether a row of a table of parts is one, or a measure of its own: behind the total, or in another unit."""
        return number <= self._total_row and not label_unit

    def _whole_of(self, column: Column) -> str:
        if column.index not in self._wholes:
            whole = whole_of_column(self._grid.rows, column.index) if self._label is not None else ""
            self._wholes[column.index] = whole
        return self._wholes[column.index]

    def _meant(self, column: Column, label: str, *, named: bool, alike: frozenset[int]) -> tuple[str, str]:
        """What a figure is of, and whose it is: empty where it is the table's own."""
        heading = ASIDE.sub("", column.heading).strip()
        if not named and self._label is not None:
            several = len({c.heading for c in self._valued}) > 1 and heading.casefold() not in VALUES
            if column.holds is Holds.PERIOD:
                heading = self._apart(column)
                return (f"{label}, {heading}" if heading and label else label or heading), ""
            is_whole = self._is_consolidating and {*heading.casefold().split()} & {"consolidated", "total"}
            return label, heading if several and not is_whole else ""
        if column.index in alike:
            return self._measure, heading
        periods = [c for c in self._valued if c.holds is Holds.PERIOD]
        own = len({c.heading for c in periods}) > 1 or not self._measure
        if column.holds is Holds.PERIOD and not (heading and own):
            heading = self._measure
        if heading.casefold() in VALUES:
            heading = self._measure
        return heading or ("share" if "%" in (column.unit.name, self._caption_unit.name) else ""), label

    def _apart(self, column: Column) -> str:
        """What tells a column from others of its period: "Gross", beside "Net"; nothing where it is alone."""
        others = {_told_apart(c) for c in self._valued if c.time == column.time}
        return _told_apart(column) if len(others) > 1 else ""

    def _unit(
        self,
        number: int,
        figure: Number | None,
        column: Column,
        label: str,
        label_unit: Unit,
        *,
        named: bool,
        alike: frozenset[int],
    ) -> Unit:
        """What a figure counts in: as its own cell says, else its row's label, its column, the table's caption."""
        if figure is None:
            return NO_UNIT
        told = label_unit or (column.unit if column.unit.name else NO_UNIT) or self._unit_cell(self._grid.rows[number])
        is_headed = named or self._label is None
        words = ASIDE.sub("", column.heading if is_headed else label).casefold().split()
        wide = self._wide_unit(column, named=named, alike=alike)
        if column.unit and not column.unit.name:  # a scale alone
            wide = replace(wide, scale=column.unit.scale)
        is_share = self._whole_of(column) or is_a_share(self._grid.rows, number)
        if not named and not figure.unit and is_share:
            return Unit("%")
        sum_of = told or wide
        money = self._money(column) if not wide.name else ""
        if figure.unit.name and not figure.unit.is_currency:
            return figure.unit
        if label_unit and not label_unit.name:  # a scale alone: of what the table counts in
            return replace(wide, scale=label_unit.scale)
        if told:
            return self._per_piece(told, figure, words)
        if not sum_of and not money:
            return self._per_piece(figure.unit, figure, words)
        if (
            not figure.unit.is_currency
            and words
            and (words[-1] in COUNTED or words[0] == "units" or words[:2] == ["number", "of"])
        ):
            return replace(NO_UNIT, scale=1.0 if wide.is_currency or money else wide.scale)
        of_sums = (
            bool(money) and column.holds is Holds.FIGURES and not is_headed
        )  # what each of several things is worth
        if set(words) & SHARES and "per" not in words and not figure.unit.is_currency and not of_sums:
            return replace(NO_UNIT, scale=wide.scale)
        if set(words) & RATES and not figure.unit.is_currency:
            return NO_UNIT if wide.is_currency or money or wide.scale != 1.0 else wide
        if figure.unit.scale != 1.0:
            return figure.unit
        name = figure.unit.name or wide.name or money
        is_currency = wide.is_currency or figure.unit.is_currency or bool(money)
        return self._per_piece(Unit(name, wide.scale, is_currency), figure, words)

    def _money(self, column: Column) -> str:
        """The one currency that figures of a column have: accounts write it at the first and the last of a block."""
        if column.index not in self._currencies:
            cells = (r.cells[column.index] for r in self._grid.rows if column.index < len(r.cells))
            found = {n.unit.name for c in cells if (n := read_number(c)) is not None and n.unit.is_currency}
            self._currencies[column.index] = found.pop() if len(found) == 1 else ""
        return self._currencies[column.index]

    def _per_piece(self, unit: Unit, figure: Number, words: Sequence[str]) -> Unit:
        """A unit of a measure that is per share and the like: a sum of money, and no thousands of it."""
        if "per" not in words or not (unit.is_currency or figure.unit.is_currency):
            return unit
        name = figure.unit.name or unit.name
        after = [w.strip(",.;:()") for w in words[words.index("per") + 1 :]]
        piece = next((w for w in after if w and w not in KINDS_OF_SHARES), "share")
        return Unit(name if "/" in name else f"{name}/{piece}", 1.0, is_currency=True)

    def _wide_unit(self, column: Column, *, named: bool, alike: frozenset[int]) -> Unit:
        """What the corner or the caption says of all figures; that of a caption goes for what the caption measures."""
        if self._corner_unit:
            return self._corner_unit
        own = column.holds is Holds.FIGURES and column.index not in alike and (named or self._label is None)
        if self._is_declared and not self._money(column):
            return NO_UNIT
        is_money = self._caption_unit.is_currency or bool(self._money(column))
        return NO_UNIT if own and not is_money else self._caption_unit

    def _unit_cell(self, row: Row) -> Unit:
        column = next((c for c in self._columns if c.holds is Holds.UNITS), None)
        if column is None or column.index >= len(row.cells) or self._label is None:
            return NO_UNIT
        return (read_unit(row.cells[column.index]) or NO_UNIT) if self._rows_are_measures() else NO_UNIT


def _told_apart(column: Column) -> str:
    return " ".join(w for w in ASIDE.sub("", column.heading).split() if w.casefold() not in ACTUAL)
