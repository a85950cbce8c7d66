"""The lines of a PDF's pages with their places and fonts, and the rules that are drawn, as PDFium finds them."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

HYPHEN = "\x02"
"""Stands where a line ended within a word, or in the hyphen of a compound."""
_GAP = 1.1  # of the font's size: as much room between two characters parts cells
_MOST_OBJECTS = 5_000  # a page that draws more is a picture, whose lines are no table's
_THIN = 3.0  # points: what is thinner is a line
_MONO = re.compile(r"courier|mono|consol|typewriter|cmtt|menlo|inconsolata|code", re.I)
_BOLD = re.compile(r"bold|black|heavy|semibold|cmbx|\bdemi", re.I)
_PATH, _FORM = 2, 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of a line without a wide gap."""

    left: float
    right: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; its edges are in points from the lower left corner of the page."""

    cells: tuple[Cell, ...]
    bottom: float
    top: float
    size: float
    bold: bool = False
    mono: bool = False

    @property
    def left(self) -> float:
        """The left edge."""
        return self.cells[0].left

    @property
    def right(self) -> float:
        """The right edge."""
        return self.cells[-1].right

    @property
    def text(self) -> str:
        """The words."""
        return " ".join(cell.text for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Rule:
    """A line that is drawn."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def upright(self) -> bool:
        """Whether it goes from top to bottom."""
        return self.top - self.bottom > self.right - self.left


@dataclass(frozen=True, slots=True)
class Char:
    """A character that is drawn."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    font: str


def chars_of(textpage: Any) -> list[Char | None]:
    """The characters of a page in the order of reading; ``None`` where a line ends."""
    import pypdfium2.raw as raw

    edges = tuple(ctypes.c_double() for _ in range(4))
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    found: list[Char | None] = []
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, index)
        text = HYPHEN if raw.FPDFText_IsHyphen(textpage, index) == 1 else chr(code)
        if text in "\r\n":
            if found and found[-1] is not None:
                found.append(None)
            continue
        raw.FPDFText_GetCharBox(textpage, index, *edges)
        left, right, bottom, top = (edge.value for edge in edges)
        if raw.FPDFText_IsGenerated(textpage, index) == 1 and text == " ":
            found.append(Char(" ", left, right, bottom, top, 0.0, ""))
            continue
        angle = raw.FPDFText_GetCharAngle(textpage, index)
        if 0.1 < angle < 6.18:
            continue
        size = raw.FPDFText_GetFontSize(textpage, index)
        if size < 2:  # the size may be in the matrix instead
            size = max(top - bottom, 1.0) * 1.3 if text.strip() else 0.0
        length = raw.FPDFText_GetFontInfo(textpage, index, name, 128, flags)
        font = name.raw[: max(0, min(length, 128) - 1)].decode("utf-8", "replace")
        found.append(Char(text, left, right, bottom, top, size, font))
    return found


def lines_of(chars: list[Char | None]) -> Iterator[Line]:
    """The lines that characters make; a word that goes on in the next line ends this one with `HYPHEN`."""
    line: list[Char] = []
    for char in [*chars, None]:
        if char is None:
            if made := _line(line):
                yield made
            line = []
            continue
        solid = next((c for c in reversed(line) if c.text.strip()), None)
        if (
            solid is not None
            and char.text.strip()
            and char.text != HYPHEN
            and solid.text == HYPHEN
            and char.top < solid.bottom
        ):
            if made := _line(line):
                yield made
            line = []
        line.append(char)
        if char.text == HYPHEN:
            continue
    return


def _line(chars: list[Char]) -> Line | None:
    solid = [char for char in chars if char.text.strip()]
    drawn = [char for char in solid if char.text != HYPHEN] or solid
    if not drawn:
        return None
    size = sorted(char.size for char in drawn)[len(drawn) // 2]
    cells = []
    text, left, right = "", 0.0, 0.0
    for char in chars:
        if not char.text.strip() and char.text != HYPHEN:
            text += " " if text else ""
            continue
        if text.strip() and char.left - right > _GAP * max(size, 4.0):
            cells.append(Cell(left, right, " ".join(text.split())))
            text = ""
        if not text.strip():
            text, left = "", char.left
        text += char.text
        right = char.right
    if text.strip():
        cells.append(Cell(left, right, " ".join(text.split(" "))))
    bold = sum(bool(_BOLD.search(char.font)) for char in drawn) > 0.9 * len(drawn)
    mono = sum(bool(_MONO.search(char.font)) for char in drawn) > 0.9 * len(drawn)
    kept = [char for char in drawn if char.size > 0.8 * size] or drawn
    bottom, top = min(char.bottom for char in kept), max(char.top for char in kept)
    return Line(tuple(cells), bottom, top, size, bold, mono) if cells else None


def rules_of(page: Any) -> list[Rule]:
    """The straight lines that a page draws, edges of boxes among them."""
    rules: list[Rule] = []
    for count, drawn in enumerate(page.get_objects(filter=[_PATH], max_depth=4)):
        if count > _MOST_OBJECTS:
            return []
        left, bottom, right, top = drawn.get_bounds()
        wide, high = right - left, top - bottom
        if min(wide, high) <= _THIN:
            if max(wide, high) > 2 * _THIN:
                rules.append(Rule(left, bottom, right, top))
        else:
            rules += [
                Rule(left, bottom, right, bottom), Rule(left, top, right, top),
                Rule(left, bottom, left, top), Rule(right, bottom, right, top),
            ]  # fmt: skip
    return rules
