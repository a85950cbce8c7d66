"""Excel workbooks (.xlsx): every visible sheet as a section with its tables, numbers as their formats show them."""

from __future__ import annotations

import datetime as dt
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.documents.jsonl import failure
from timeweave.documents.number_formats import shown
from timeweave.documents.package import opened
from timeweave.documents.properties import core_properties, document_of
from timeweave.documents.sheet import MOST_ROWS, Merged, Sheet, to_markdown
from timeweave.documents.source_file import SourceFile
from timeweave.outcomes import Failure
from timeweave.records import Document

_LARGEST_SHEET = 60_000_000  # bytes of XML; the parser holds many times that
_TIME = re.compile(r"[hs]", re.I)
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')


def read_xlsx(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:  # noqa: ARG001
    """The one document of a workbook, dated by when it was made."""
    with opened(file, what="an Excel workbook") as package:
        if "xl/workbook.xml" not in package.names:
            kind = (
                "a binary workbook (.xlsb): save it as .xlsx"
                if "xl/workbook.bin" in package.names
                else "something else"
            )
            raise file.error(f"is not an Excel workbook: it holds {kind}")
        for name in sorted(package.names):
            if name.startswith("xl/") and name.endswith(".xml") and "/media/" not in name:
                if len(package.bytes(name)) > _LARGEST_SHEET:
                    raise file.error(f"has more than {_LARGEST_SHEET:,} bytes in {name!r}: save its sheets as CSV")
                package.xml(name)
        properties = core_properties(package)
    sheets, formulas = _sheets(file)
    text, lost = to_markdown(sheets)
    if not text.strip():
        why = "holds formulas whose results were never saved: open it in a spreadsheet program and save it"
        raise file.error(why if formulas else "has no cells with text or numbers: there is nothing to read")
    yield document_of(file, text, properties, more={"sheets": [sheet.name for sheet in sheets]})
    if lost:
        yield failure(file.error(f"has {lost:,} more rows than the {MOST_ROWS:,} that one document holds: split it"))


def _sheets(file: SourceFile) -> tuple[list[Sheet], bool]:
    """The visible sheets with something on them, and whether cells hold formulas without a saved result."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # what it cannot keep when saving does not matter here
        book = openpyxl.load_workbook(file.path, data_only=True, keep_links=False)
    sheets = [_sheet(sheet) for sheet in book.worksheets if sheet.sheet_state == "visible"]
    return [sheet for sheet in sheets if sheet.cells], any(sheet.rows for sheet in sheets)


def _sheet(sheet: Any) -> Sheet:
    cells: dict[tuple[int, int], str] = {}
    values = set()
    unsaved = 0
    for (row, column), cell in sheet._cells.items():
        if cell.value is None:
            unsaved += cell.data_type == "f"
            continue
        text = _shown(cell).strip()
        if text:
            cells[row - 1, column - 1] = text
            if not isinstance(cell.value, str):
                values.add((row - 1, column - 1))
    merged = [Merged(r.min_row - 1, r.min_col - 1, r.max_row - 1, r.max_col - 1) for r in sheet.merged_cells.ranges]
    return Sheet(sheet.title, cells, frozenset(values), merged, unsaved)


def _shown(cell: Any) -> str:
    value, code = cell.value, cell.number_format or "General"
    if isinstance(value, dt.datetime):
        return _moment(value, code)
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(value)
    if isinstance(value, int | float):
        return shown(value, code)
    if cell.data_type == "e":
        return ""
    return str(value)


def _moment(value: dt.datetime, code: str) -> str:
    """A date in ISO form, as precise as its format shows it."""
    letters = _QUOTED.sub("", code).casefold()
    if _TIME.search(letters):
        return value.isoformat(sep=" ", timespec="minutes" if not value.second else "seconds")
    if "d" not in letters and "y" in letters:
        return f"{value:%Y-%m}" if "m" in letters else f"{value:%Y}"
    return value.date().isoformat()
