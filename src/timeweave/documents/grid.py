"""The cells of an HTML table in rows and columns, with its headers joined to one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from timeweave.documents.grid_columns import joined_columns

_NO_PARTS = ("table", "caption", "colgroup")
_MOST_COLUMNS = 1_000
_MOST_CELLS = 200_000
_FIGURE = re.compile(r"[($€£¥+–—-]*\s*\d[\d.,\s]*\)?\s*%?\)?")
_YEAR = re.compile(r"(?:FY ?)?(?:19|20)\d\d(?:[-/]\d\d)?[AE]?")
_MOST_HEADERS = 4  # rows that no element marks


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at a row and a column; ``first`` where the cell begins there, and does not only reach that far."""

    cell: Any
    first: bool


_Row = list[Place | None]


def source_rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row as they are written; in old pages, rows stand in elements of a line, such as ``font``."""
    waiting = list(reversed(table))
    while waiting:
        child = waiting.pop()
        if child.tag == "tr":
            yield [cell for cell in child if cell.tag in ("td", "th")]
        elif isinstance(child.tag, str) and child.tag not in _NO_PARTS:
            waiting.extend(reversed(child))


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
    whose first column heads its rows gets an empty one. Empty rows, and columns that hold nothing or signs alone, go.
    """
    rows = [row for row in rows if any(place is not None and texts[place.cell] for place in row)]
    headers = 0
    while headers < len(rows) - 1 and _is_header(rows[headers]):
        headers += 1
    if not headers and rows and _heads(rows[0][0]) and not all(map(_heads, rows[0])):
        return joined_columns([""] * len(rows[0]), [_said_across(row, texts) for row in rows])
    if not rows:
        return []
    headers = headers or _unmarked_headers(rows, texts)
    lowest = [(object(), "") if place is None else (place.cell, texts[place.cell]) for place in rows[headers - 1]]
    body = [_said_across(row, texts) for row in rows[headers:]]
    return joined_columns(_joined_header(rows[:headers], texts), body, lowest)


def _unmarked_headers(rows: Sequence[_Row], texts: Mapping[Any, str]) -> int:
    """How many rows head a table that marks none: the first, and those without figures that go on with it, having
    nothing above the names of rows, or its corner, or years below what reaches over several columns.
    """
    most = min(_MOST_HEADERS, len(rows) - 1)
    corner = rows[0][0].cell if rows and rows[0][0] is not None else None
    count = 0
    while count < most and not _has_figures(rows[count], texts):
        row, above = rows[count], rows[count - 1] if count else None
        unnamed = not _names_a_row(row, texts)
        if not (unnamed or _begins_with(row, corner) or (_is_of_years(row, texts) and _reaches_over(above))):
            break
        count += 1
    return max(count, 1) if any(_names_a_row(row, texts) for row in rows[count:]) else 1


def _has_figures(row: _Row, texts: Mapping[Any, str]) -> bool:
    """Whether a cell beside the first is a figure and no year."""
    told = (texts[place.cell].strip() for place in row[1:] if place is not None)
    return any(_FIGURE.fullmatch(text) and not _YEAR.fullmatch(text) for text in told)


def _reaches_over(row: _Row | None) -> bool:
    """Whether a cell beside the first reaches over several columns."""
    cells = [place.cell for place in (row or ())[1:] if place is not None]
    return any(one is other for one, other in itertools.pairwise(cells))


def _is_of_years(row: _Row, texts: Mapping[Any, str]) -> bool:
    """Whether all but the first cell of a row are years, two or more: "Amounts in millions | 2025 | 2024"."""
    told = {id(place.cell): texts[place.cell].strip() for place in row[1:] if place is not None}
    years = [text for text in told.values() if text]
    return len(years) > 1 and all(_YEAR.fullmatch(text) for text in years)


def _begins_with(row: _Row, cell: Any | None) -> bool:
    return row[0] is not None and row[0].cell is cell


def _names_a_row(row: _Row, texts: Mapping[Any, str]) -> bool:
    """Whether a row begins with a name, which a remark in brackets is not: "(Dollars in millions)"."""
    told = texts[row[0].cell].strip() if row[0] is not None else ""
    return bool(told) and not (told.startswith("(") and told.endswith(")"))


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


def _span(cell: Any, name: str) -> int:
    text = cell.get(name) or ""
    return max(1, min(int(text), _MOST_COLUMNS)) if re.fullmatch(r"\d{1,5}", text.strip()) else 1
