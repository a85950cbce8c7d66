"""The cells of an HTML table in rows and columns, with its headers joined to one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_PARTS = ("thead", "tbody", "tfoot")
_MOST_COLUMNS = 1_000
_MOST_CELLS = 200_000


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at a row and a column; ``first`` where the cell begins there, and does not only reach that far."""

    cell: Any
    first: bool


_Row = list[Place | None]


def source_rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row as they are written."""
    for child in table:
        if child.tag in _PARTS:
            for row in child:
                if row.tag == "tr":
                    yield _cells(row)
        elif child.tag == "tr":
            yield _cells(child)


def rows_of(table: Any) -> list[_Row]:
    """The rows with every cell at each place that it spans."""
    rows: list[_Row] = []
    reaching: dict[int, tuple[int, Any]] = {}  # column: rows still to come, and the cell from above
    count = 0
    for cells in source_rows(table):
        row: _Row = []
        waiting = iter(cells)
        cell = next(waiting, None)
        while len(row) < _MOST_COLUMNS and (cell is not None or any(column >= len(row) for column in reaching)):
            column = len(row)
            if column in reaching:
                left, above = reaching.pop(column)
                row.append(Place(above, first=False))
                if left > 1:
                    reaching[column] = (left - 1, above)
                continue
            if cell is None:
                row.append(None)
                continue
            down, across = _span(cell, "rowspan"), _span(cell, "colspan")
            for offset in range(min(across, _MOST_COLUMNS - column)):
                if offset and (column + offset) in reaching:
                    break
                row.append(Place(cell, first=not offset))
                if down > 1:
                    reaching[column + offset] = (down - 1, cell)
            cell = next(waiting, None)
        reaching = {column: rest for column, rest in reaching.items() if column < _MOST_COLUMNS}
        count += len(row)
        if count > _MOST_CELLS:
            break
        if row:
            rows.append(row)
    return rows


def is_layout(table: Any, rows: Sequence[_Row]) -> bool:
    """Whether the table only arranges parts of a page: told to, one column or row, or whole blocks in cells."""
    if table.get("role") in ("presentation", "none") or max(map(len, rows), default=0) < 2:
        return True
    if any(True for _ in table.iter("th", "caption")):
        return False
    if any(element is not table for element in table.iter("table")):
        return True
    return len(rows) == 1 or any(True for _ in table.iter("h1", "h2", "h3", "h4", "blockquote", "pre"))


def with_one_header(rows: Sequence[_Row], texts: Mapping[Any, str]) -> list[list[str]]:
    """The texts of rows, the header's first.

    Several rows of headers become one, each cell with what stands above it before it. A cell that reaches over columns
    or rows of the body is said once across, and again in each row that it reaches down to. A table without header
    whose first column heads its rows gets an empty one.
    """
    headers = 0
    while headers < len(rows) - 1 and _is_header(rows[headers]):
        headers += 1
    body = [_said_across(row, texts) for row in rows[headers:]]
    if headers:
        return [_joined_header(rows[:headers], texts), *body]
    if rows and _heads(rows[0][0]) and not all(map(_heads, rows[0])):
        return [[""] * len(rows[0]), *body]
    return [_joined_header(rows[:1], texts), *body[1:]] if rows else []


def _said_across(row: _Row, texts: Mapping[Any, str]) -> list[str]:
    said = []
    for column, place in enumerate(row):
        before = row[column - 1] if column else None
        again = place is not None and before is not None and before.cell is place.cell
        said.append("" if place is None or again else texts[place.cell])
    return said


def _joined_header(rows: Sequence[_Row], texts: Mapping[Any, str]) -> list[str]:
    width = max(map(len, rows))
    columns = []
    for column in range(width):
        parts: list[str] = []
        for row in rows:
            place = row[column] if column < len(row) else None
            text = texts[place.cell] if place is not None else ""
            if text and text not in parts:
                parts.append(text)
        columns.append(" ".join(parts))
    return columns


def _is_header(row: _Row) -> bool:
    cells = [place.cell for place in row if place is not None]
    if cells and cells[0].getparent().getparent().tag == "thead":
        return True
    return len(cells) > 1 and all(cell.tag == "th" for cell in cells)


def _heads(place: Place | None) -> bool:
    return place is not None and place.cell.tag == "th"


def _cells(row: Any) -> list[Any]:
    return [cell for cell in row if cell.tag in ("td", "th")]


def _span(cell: Any, name: str) -> int:
    text = cell.get(name) or ""
    return max(1, min(int(text), _MOST_COLUMNS)) if re.fullmatch(r"\d{1,5}", text.strip()) else 1
