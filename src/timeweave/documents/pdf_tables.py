"""Tables on a page of a PDF: cells between the rules that are drawn, or columns that lines are set in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from timeweave.documents.pdf_lines import HYPHEN, Cell, Char, Line, Rule

_NEAR = 3.0  # points: rules so near are one
_MOST_RULES = 1_500
_LONG = 28  # letters: two columns of cells so long on average are columns of text


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, and the box on the page that they fill."""

    rows: list[list[str]]
    left: float
    bottom: float
    right: float
    top: float

    def holds(self, line: Line) -> bool:
        """Whether a line stands within."""
        middle = (line.bottom + line.top) / 2
        return self.bottom <= middle <= self.top and line.left >= self.left - _NEAR and line.right <= self.right + _NEAR


def ruled_tables(rules: Sequence[Rule], chars: Sequence[Char | None]) -> list[Table]:
    """The tables with rules between their columns and their rows."""
    found = []
    for group in _touching(rules) if len(rules) <= _MOST_RULES else []:
        across = _places([(rule.left + rule.right) / 2 for rule in group if rule.upright])
        down = _places([(rule.bottom + rule.top) / 2 for rule in group if not rule.upright])[::-1]
        if len(across) < 3 or len(down) < 3:
            continue
        cells = [["" for _ in across[1:]] for _ in down[1:]]
        _fill(cells, across, down, chars, _parted(group, across, down))
        rows = [row for row in cells if any(row)]
        kept = [i for i in range(len(across) - 1) if any(row[i] for row in rows)]
        if len(kept) >= 2 and len(rows) >= 2:
            rows = [[row[i] for i in kept] for row in rows]
            found.append(Table(rows, across[0], down[-1], across[-1], down[0]))
    return found


def _parted(rules: Sequence[Rule], across: Sequence[float], down: Sequence[float]) -> list[list[int]]:
    """For each row, the column in which the cell at each column begins: not every rule goes through every row."""
    upright = [rule for rule in rules if rule.upright]
    rows = []
    for top, bottom in pairwise(down):
        middle = (top + bottom) / 2
        drawn = [rule.left for rule in upright if rule.bottom <= middle <= rule.top]
        begins, starts = 0, []
        for column, place in enumerate(across[:-1]):
            if any(abs(x - place) <= 2 * _NEAR for x in drawn):
                begins = column
            starts.append(begins)
        rows.append(starts)
    return rows


def _fill(
    cells: list[list[str]],
    across: Sequence[float],
    down: Sequence[float],
    chars: Sequence[Char | None],
    parted: Sequence[Sequence[int]],
) -> None:
    last: tuple[int, int] | None = None
    gap = ""
    for char in chars:
        if char is None or not char.text.strip():
            gap = " "
            continue
        x, y = (char.left + char.right) / 2, (char.bottom + char.top) / 2
        column = bisect_left(across, x) - 1
        row = sum(y < place for place in down) - 1
        if not (0 <= column < len(across) - 1 and 0 <= row < len(down) - 1):
            last = None
            continue
        column = parted[row][column]
        if cells[row][column] and (gap or last != (row, column)):
            cells[row][column] += " "
        cells[row][column] += "" if char.text == HYPHEN else char.text
        gap, last = "", (row, column)


def _touching(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Groups of rules that cross or meet."""
    left = list(rules)
    while left:
        group, waiting = [], [left.pop()]
        while waiting:
            rule = waiting.pop()
            group.append(rule)
            met = [other for other in left if _meet(rule, other)]
            if met:
                gone = set(map(id, met))
                left = [other for other in left if id(other) not in gone]
                waiting += met
        if len(group) >= 6:
            yield group


def _meet(one: Rule, other: Rule) -> bool:
    return (
        one.left - _NEAR <= other.right
        and other.left - _NEAR <= one.right
        and one.bottom - _NEAR <= other.top
        and other.bottom - _NEAR <= one.top
    )


def _places(numbers: Sequence[float]) -> list[float]:
    places: list[float] = []
    for number in sorted(numbers):
        if not places or number - places[-1] > _NEAR:
            places.append(number)
    return places


def aligned_tables(lines: Sequence[Line]) -> Iterator[tuple[int, int, list[list[str]]]]:
    """Runs of lines from a first to before a last that are set in columns, with their cells.

    Two lines with two cells are no table yet, and two columns of long cells are columns of text.
    """
    start = 0
    while start < len(lines):
        end = start
        while (
            end < len(lines)
            and len(lines[end].cells) >= 2
            and (end == start or _same_columns(lines[start:end], lines[end]))
        ):
            end += 1
        if _is_table(lines[start:end]):
            yield start, end, _rows(lines[start:end])
            start = end
        else:
            start += 1


def _is_table(lines: Sequence[Line]) -> bool:
    if len(lines) < 3 and not (len(lines) == 2 and min(len(line.cells) for line in lines) >= 3):
        return False
    texts = [cell.text for line in lines for cell in line.cells]
    return sum(map(len, texts)) < _LONG * len(texts)


def _same_columns(above: Sequence[Line], line: Line) -> bool:
    """Whether the cells of a line stand under those of the lines above, and the line follows close by."""
    last = above[-1]
    if not 0 < last.bottom - line.bottom < 4 * max(line.size, last.size, 6.0):
        return False
    widest = max(above[-6:], key=lambda other: len(other.cells))
    many, few = (widest, line) if len(widest.cells) >= len(line.cells) else (line, widest)
    under = sum(any(_overlap(cell, other) for other in many.cells) for cell in few.cells)
    return under == len(few.cells) and len(few.cells) >= 2


def _overlap(one: Cell, other: Cell) -> bool:
    return one.left < other.right + _NEAR and other.left < one.right + _NEAR


def _rows(lines: Sequence[Line]) -> list[list[str]]:
    """The cells in the columns that all lines together leave between their gaps."""
    spans: list[list[float]] = []
    for left, right in sorted((cell.left, cell.right) for line in lines for cell in line.cells):
        if spans and left <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], right)
        else:
            spans.append([left, right])
    rows = []
    for line in lines:
        row = ["" for _ in spans]
        for cell in line.cells:
            column = next(i for i, (left, right) in enumerate(spans) if left <= cell.left <= right)
            row[column] = f"{row[column]} {cell.text}".strip().replace(HYPHEN, "-")
        rows.append(row)
    return rows
