"""Tables of AsciiDoc: the cells between ``|===``, or of comma-separated values, in rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import islice

_CELL = re.compile(
    r"(?:(?:(?<=\s)|^)(?:(?P<times>\d{1,3})\*|(?:(?P<across>\d{1,3})?(?:\.(?P<down>\d{1,3}))?\+)?)"
    r"(?:[<^>](?:\.[<^>])?|\.[<^>])?(?P<style>[adehlmsv])?)?(?<!\\)\|",
    re.M,
)
_COLUMNS = re.compile(r'\bcols\s*=\s*(?:"([^"]*)"|([^",\]]+))')
_REPEATED = re.compile(r"\s*(\d{1,2})\*")
_HEADED = re.compile(r'%[\w%]*header|\boptions\s*=\s*"?[\w,]*header|\bopts\s*=\s*"?[\w,]*header')
_MOST_COLUMNS = 200
_MOST_ROWS = 20_000


def rows_of(lines: Sequence[str], options: str, separator: str) -> list[list[str]]:
    """The rows of a table as they are written, the header's first; one without a header gets an empty one."""
    separated = re.search(r'\bformat\s*=\s*"?(csv|tsv|dsv)', options)
    delimiter = {"csv": ",", "tsv": "\t", "dsv": ":"}[separated[1]] if separated else separator
    if delimiter in (",", ":", "\t"):
        rows = [
            [cell.strip() for cell in row] for row in islice(csv.reader(lines, delimiter=delimiter), _MOST_ROWS) if row
        ]
    else:
        text = "\n".join(lines)
        text = text.replace("|", "\\|").replace("!", "|") if separator == "!" else text
        rows = _in_rows(text, _width(text, options))
    if rows and not (_HEADED.search(options) or _head_stands_apart(lines)):
        rows.insert(0, [""] * len(rows[0]))
    return rows


def _width(text: str, options: str) -> int:
    """The number of columns: what the options say, else how many cells the first line has."""
    columns = _COLUMNS.search(options)
    if columns is None:
        first = text.lstrip().partition("\n")[0]
        return max(1, sum(_count(m["times"] or m["across"]) for m in _CELL.finditer(first)))
    told = (columns[1] or columns[2] or "").replace(";", ",")
    if told.strip().isdecimal():
        return max(1, int(told))
    return max(1, sum(int(m[1]) if (m := _REPEATED.match(part)) else 1 for part in told.split(",")))


def _head_stands_apart(lines: Sequence[str]) -> bool:
    """Whether the first line holds cells and an empty one follows it."""
    return len(lines) > 2 and bool(lines[0].strip()) and not lines[1].strip()


def _in_rows(text: str, width: int) -> list[list[str]]:
    rows: list[list[str]] = []
    row: list[str] = []
    reaching: dict[int, tuple[int, str]] = {}  # column: rows still to come, and the cell from above
    width = min(width, _MOST_COLUMNS)
    for cell, across, down in _cells(text):
        while len(row) < width and len(row) in reaching:
            row.append(_from_above(reaching, len(row)))
        for offset in range(min(across, width - len(row))):
            if down > 1:
                reaching[len(row)] = (down - 1, cell)
            row.append("" if offset else cell)
        while len(row) < width and len(row) in reaching and reaching[len(row)][0] and down == 1:
            row.append(_from_above(reaching, len(row)))
        if len(row) >= width:
            rows.append(row)
            row = []
        if len(rows) >= _MOST_ROWS:
            break
    return [*rows, row] if row else rows


def _from_above(reaching: dict[int, tuple[int, str]], column: int) -> str:
    left, cell = reaching.pop(column)
    if left > 1:
        reaching[column] = (left - 1, cell)
    return cell


def _cells(text: str) -> Iterator[tuple[str, int, int]]:
    """Each cell with how many columns and rows it spans."""
    found = list(_CELL.finditer(text))
    for place, match in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else len(text)
        cell = text[match.end() : end].replace("\\|", "|").strip()
        for _ in range(min(_count(match["times"]), _MOST_COLUMNS)):
            yield cell, _count(match["across"]), _count(match["down"])


def _count(told: str | None) -> int:
    """How often a cell stands, or how far it reaches: once where nothing, or nought, is told."""
    return max(1, int(told or 1))
