"""Markdown as it is stored: each kind of block written so that words are never taken for mark-up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

_SPACES = re.compile(r"[ \t\r\n\f\v\xa0\u2028\u2029]+")
_MARKS = re.compile(
    r"""\\(?=[!-/:-@\[-`{-~])     # what would escape
    | `
    | \*(?=\S) | (?<=\S)\*        # emphasis
    | (?<![^\W_])_(?=\S) | (?<=\S)_(?![^\W_])
    | ~(?=~)
    | \[(?=[^\]\n]{0,999}\][\[(:]) | \[(?=\^)
    | <(?=[A-Za-z/!?])            # elements and addresses
    | &(?=\#?\w{1,31};)""",
    re.X,
)
_LINE_MARK = re.compile(r"(?:\#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|={1,}\s*$|-{2,}\s*$|~{3,}|\|)")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_ITEM = re.compile(r"[ \t]{0,8}([-*•·‣▪◦●–]|\d{1,3}[.)])[ \t]+(?=\S)")
_OF_LIST = re.compile(r"(?:[-+*]|\d+\.) ")
_DEEPEST_HEADING = 6


def squeezed(text: str) -> str:
    """``text`` on one line, with single spaces."""
    return _SPACES.sub(" ", text).strip()


def marked(text: str, mark: re.Pattern[str], told: Callable[[re.Match[str]], str]) -> str:
    """``text`` with its marks as they are ``told``, and all between them escaped."""
    parts: list[str] = []
    end = 0
    for match in mark.finditer(text):
        parts += (escaped(text[end : match.start()]), told(match))
        end = match.end()
    return "".join((*parts, escaped(text[end:])))


def escaped(text: str) -> str:
    """Words of a line, with what would be inline mark-up escaped; spaces stay as they are."""
    return _MARKS.sub(lambda match: "\\" + match[0], text)


def at_line_start(line: str) -> str:
    """An escaped line, such that its beginning makes it no heading, item, quotation, rule or table."""
    if _LINE_MARK.match(line):
        return "\\" + line
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line


def paragraph(text: str) -> str:
    """Plain words as a paragraph."""
    return at_line_start(escaped(squeezed(text)))


def lines(text: str) -> str:
    """Plain text whose paragraphs are parted by empty lines, as paragraphs."""
    return joined(paragraph(part) for part in re.split(r"\n[ \t]*\n", text))


def heading(level: int, text: str) -> str:
    """An escaped text as a heading; an empty one is none."""
    title = squeezed(text)
    if title.endswith("#"):
        title = title[:-1] + "\\#"
    return f"{'#' * min(max(level, 1), _DEEPEST_HEADING)} {title}" if title else ""


def item(blocks: str, marker: str = "-") -> str:
    """Blocks of Markdown as an item of a list; ``marker`` is ``-`` or ``1.``."""
    indent = " " * (len(marker) + 1)
    first, *rest = blocks.split("\n")
    return "\n".join([f"{marker} {first}".rstrip(), *(indent + line if line else "" for line in rest)])


def is_item(text: str) -> bool:
    """Whether a plain line is written as an item of a list."""
    return _ITEM.match(text) is not None


def line(text: str) -> str:
    """A plain line as an item where it is written as one, else as a paragraph."""
    match = _ITEM.match(text)
    if not match:
        return paragraph(text)
    mark = match[1]
    return item(paragraph(text[match.end() :]), f"{mark[:-1]}." if mark[0].isdigit() else "-")


def with_tight_lists(blocks: Iterable[str]) -> str:
    """Blocks joined, no empty line between items that follow each other."""
    return re.sub(r"(?m)^((?:-|\d+\.) .*)\n\n(?=(?:-|\d+\.) )", r"\1\n", joined(blocks))


def tight(blocks: Iterable[str]) -> str:
    """Blocks of an item: a list right below its lead-in, all else parted by an empty line."""
    whole = ""
    for block in blocks:
        if block.strip():
            gap = "\n" if _OF_LIST.match(block) else "\n\n"
            whole += (gap if whole else "") + block
    return whole


def defined(term: str, said: str) -> str:
    """A term and what is said of it: on its line, or below it where that is a list or another block."""
    if not term or not said:
        return said or term
    gap = "\n" if _OF_LIST.match(said) else "\n\n" if said[0] in "|`>#" else " "
    return f"{term}:{gap}{said}"


def quotation(blocks: str) -> str:
    """Blocks of Markdown as a quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in blocks.split("\n"))


def code(text: str, language: str = "") -> str:
    """Text that is shown as it is written."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{fence}{language}\n{text.expandtabs(4).strip(chr(10))}\n{fence}"


def inline_code(text: str) -> str:
    """Code within a line."""
    words = squeezed(text)
    if not words:
        return ""
    ticks = "`" * (1 + max((len(run) for run in re.findall(r"`+", words)), default=0))
    space = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{ticks}{space}{words}{space}{ticks}"


def table(rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """Escaped cells as a table whose first row is its header, its caption a paragraph above."""
    width = max((len(row) for row in rows), default=0)
    if not any(cell.strip() for row in rows for cell in row):
        return caption
    full = [[squeezed(cell).replace("|", "\\|") for cell in row] + [""] * (width - len(row)) for row in rows]
    shown = ["| " + " | ".join(row) + " |" for row in full]
    drawn = "\n".join([shown[0], "|" + " --- |" * width, *shown[1:]])
    return joined([caption, drawn])


def footnote(label: str, text: str) -> str:
    """The words of a footnote, escaped, under its label."""
    return f"[^{label}]: {squeezed(text)}"


def joined(blocks: Iterable[str]) -> str:
    """Blocks that are not empty, an empty line between two."""
    return "\n\n".join(block for block in blocks if block.strip())
