"""The cells of a sheet to Markdown: where on it tables are, which rows head them, what is only a line of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from timeweave.documents import markdown

MOST_ROWS = 20_000
"""Rows of tables in one document; what comes after them is not read."""
_MOST_COLUMNS = 500
_LONG = 60  # characters: a cell that long heads no column


@dataclass(frozen=True, slots=True)
class Merged:
    """A cell that reaches from row ``top`` to ``bottom`` and column ``left`` to ``right``, all within, from zero."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The shown texts of a sheet's cells by row and column from zero; those of numbers and dates are ``values``."""

    name: str
    cells: Mapping[tuple[int, int], str]
    values: frozenset[tuple[int, int]] = frozenset()
    merged: Sequence[Merged] = ()
    rows: int = field(default=0)


def to_markdown(sheets: Sequence[Sheet]) -> tuple[str, int]:
    """The sheets as sections with their names as headings, and how many rows were too many to read."""
    left, lost = MOST_ROWS, 0
    sections = []
    for sheet in sheets:
        rows = sorted({row for row, _ in sheet.cells})
        kept = rows[:left]
        left -= len(kept)
        lost += len(rows) - len(kept)
        within = frozenset(kept)
        shown = {place: text for place, text in sheet.cells.items() if place[0] in within}
        blocks = [block for region in _regions(shown) for block in _blocks(region, shown, sheet)]
        if blocks:
            sections.append(markdown.joined([markdown.heading(1, markdown.escaped(sheet.name)), *blocks]))
    return markdown.joined(sections), lost


@dataclass(frozen=True, slots=True)
class _Region:
    rows: Sequence[int]
    columns: Sequence[int]


def _regions(cells: Mapping[tuple[int, int], str]) -> Iterator[_Region]:
    """Parts of a sheet that empty rows, and within these empty columns, keep apart."""
    by_row: dict[int, list[int]] = {}
    for row, column in cells:
        by_row.setdefault(row, []).append(column)
    for rows in _runs(sorted(by_row)):
        for columns in _runs(sorted({column for row in rows for column in by_row[row]})):
            wanted = frozenset(columns)
            filled = [row for row in rows if not wanted.isdisjoint(by_row[row])]
            yield _Region(range(filled[0], filled[-1] + 1), columns[:_MOST_COLUMNS])


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number > run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _blocks(region: _Region, cells: Mapping[tuple[int, int], str], sheet: Sheet) -> Iterator[str]:
    """Lines of words before a table, the table, and lines of words below it."""
    grid = [[cells.get((row, column), "") for column in region.columns] for row in region.rows]
    counts = [sum(bool(cell) for cell in row) for row in grid]
    if len(region.columns) == 1:
        if len(grid) > 2 and region.columns and len(grid[0][0]) <= _LONG and _is_list(region, sheet):
            yield markdown.table([[markdown.escaped(row[0])] for row in grid])
            return
        yield from (markdown.paragraph(row[0]) for row in grid if row[0])
        return
    first = next((i for i, count in enumerate(counts) if count > 1), len(grid))
    last = max((i for i, count in enumerate(counts) if count > 1), default=-1)
    yield from (markdown.paragraph(" ".join(filter(None, row))) for row in grid[:first])
    if first <= last:
        body = list(range(first, last + 1))
        body += [i for i in range(last + 1, len(grid)) if not grid[i][0] and counts[i]]
        rows = [i for i in range(first, len(grid)) if i in set(body)]
        yield markdown.table(_table(region, rows, grid, sheet))
        yield from (markdown.paragraph(row[0]) for i, row in enumerate(grid) if i > last and row[0] and i not in body)


def _is_list(region: _Region, sheet: Sheet) -> bool:
    """Whether a single column holds values under a name."""
    column = region.columns[0]
    return all((row, column) in sheet.values for row in region.rows[1:])


def _table(region: _Region, rows: Sequence[int], grid: list[list[str]], sheet: Sheet) -> list[list[str]]:
    top = region.rows[0]
    across = [dict[int, int]() for _ in grid]  # by row: columns that repeat the one that their cell begins in
    columns = {column: i for i, column in enumerate(region.columns)}
    for merged in sheet.merged:
        if merged.left not in columns or merged.top not in region.rows:
            continue
        text = grid[merged.top - top][columns[merged.left]]
        for row in range(merged.top, min(merged.bottom, region.rows[-1]) + 1):
            for column in range(merged.left, merged.right + 1):
                if column in columns and (column == merged.left or row == merged.top):
                    across[row - top][columns[column]] = columns[merged.left]
                    grid[row - top][columns[column]] = text
    headers = _header_rows(rows, across, region, sheet)
    names = []
    for column in range(len(region.columns)):
        parts: list[str] = []
        for row in rows[:headers]:
            if grid[row][column] and grid[row][column] not in parts:
                parts.append(grid[row][column])
        names.append(markdown.escaped(" ".join(parts)))
    body = [
        [
            "" if across[row].get(column, column) != column else markdown.escaped(cell)
            for column, cell in enumerate(grid[row])
        ]
        for row in rows[headers:]
    ]
    return [names or [""] * len(region.columns), *body]


def _header_rows(rows: Sequence[int], across: list[dict[int, int]], region: _Region, sheet: Sheet) -> int:
    """How many rows head the table: one, and one more below each that reaches over columns; none above values alone."""
    top = region.rows[0]

    def is_data(row: int) -> bool:
        filled = [column for column in region.columns[1:] if (top + row, column) in sheet.cells]
        return bool(filled) and all((top + row, column) in sheet.values for column in filled)

    if is_data(rows[0]) and len(rows) > 1 and not _are_years(rows[0], region, sheet):
        return 0
    count = 1
    while count < len(rows) - 1 and any(start != column for column, start in across[rows[count - 1]].items()):
        count += 1
    return count


def _are_years(row: int, region: _Region, sheet: Sheet) -> bool:
    """Whether the values of a row are years, quarters or days, which head columns too."""
    texts = [sheet.cells.get((region.rows[0] + row, column), "") for column in region.columns[1:]]
    filled = [text for text in texts if text]
    return all((len(t) == 4 and t.isdigit() and t[:2] in ("18", "19", "20", "21")) or t[4:5] == "-" for t in filled)
