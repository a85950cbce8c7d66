"""A table as a grid: what stands above it, one heading for each column, and its rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import NOTHING, TOTALS
from timeweave.records import Block, BlockKind, Layout, Span

MOST_COLUMNS = 60
_MOST_HEADERS = 3
_LONGEST_CAPTION = 300  # characters
_MOST_CAPTIONS = 4
_TELLING = 4  # headings by which a table is known again
_SIGNS = frozenset("%$€£¥x")  # which say something as headings
_UNNAMED = lazily(r"(?:Unnamed: ?\d+(?:_level_\d+)?|Column ?\d+|Col ?\d+|NaN)", re.IGNORECASE)
_MARKS = lazily(r"\[\^?\w{1,4}\]|(?<=[\w)%.])[*†‡§¶]+|(?<=[\w)%.])(?<![mM])[¹²³⁴⁵⁶⁷⁸⁹]+|\s\*+$")
ASIDE = lazily(r"\s*[(\[][^()\[\]]*[)\]]")
"""What stands in brackets, with the blanks before it."""
_REMARK = lazily(r"\([^()]*\)\W*")
_HAS_FIGURE = lazily(r"\d")
_YEARS = lazily(r"(?:1[5-9]|20|21)\d\d\b")
_OF_TIME = lazily(
    r"(?:(?:the )?(?:\w+[- ])?(?:months?|weeks?|quarter|years?) end(?:ed|ing)|as (?:of|at)) ", re.IGNORECASE
)
_SCALED = lazily(r"\bin (?:thousands|millions|billions)\b", re.IGNORECASE)
_IN_UNITS = lazily(
    r"\W*(?:(?:amounts|dollars|figures|\$) )?(?:(?:are )?in )?(?:thousands|millions|billions)\b", re.IGNORECASE
)
_NUMBER_OF_TABLE = lazily(r"^(?:table|exhibit|figure|tab\.?)\s+[\dA-Z]+(?:\.\d+)*\s*[.:–—-]?\s*", re.IGNORECASE)

Words = Callable[[Span], str]
"""The clean words of a span of the document."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a grid: its place in the stored text, its cells' words and their places; ``group`` is the label of the
    row of its own that stands above it and its like, ``when`` that of one above which says their time.
    """

    span: Span
    cells: tuple[str, ...]
    places: tuple[Span, ...]
    group: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """``captions`` are the words above a table, the nearest first; ``headings`` one for each column; ``heads`` where
    the rows stand that say no more than these.
    """

    captions: tuple[str, ...]
    heads: tuple[Span, ...]
    headings: tuple[str, ...]
    rows: tuple[Row, ...]


def find_grids(layout: Layout, words: Words) -> Iterator[Grid]:
    """The tables of a document, in order, one right below another under its captions; the cost grows with the cells."""
    run: list[int] = []
    headed: dict[tuple[str, ...], tuple[str, ...]] = {}
    above: tuple[int, int, tuple[str, ...]] = (-1, 0, ())  # where the table before ended, its width, its captions
    for index, block in enumerate([*layout.blocks, None]):
        is_part = block is not None and block.kind in (BlockKind.ROW, BlockKind.HEADER_ROW)
        if run and (not is_part or block is None or block.kind is BlockKind.HEADER_ROW):
            width = max(len(layout.blocks[i].cells) for i in run)
            goes_on = above[:2] == (run[0] - 1, width)
            captions = above[2] if goes_on else tuple(_captions(layout, run[0], words))
            head = tuple(words(place) for place in layout.blocks[run[0]].cells)
            told = [cell for cell in head if cell.strip()]
            if len(told) >= _TELLING and not any(map(_HAS_FIGURE.search, told)):  # the table of another time or page
                units = tuple(f"({unit[0]})" for caption in captions if (unit := _SCALED.search(caption)))
                known = headed.setdefault(head, units)
                captions = captions if units else (*captions, *known)
            above = run[-1], width, captions
            if grid := _grid(layout, run, captions, words):
                yield grid
            run = []
        if is_part:
            run.append(index)


def is_nothing(cell: str) -> bool:
    """Whether a cell says nothing."""
    return cell.casefold() in NOTHING


def _grid(layout: Layout, run: Sequence[int], above: Sequence[str], words: Words) -> Grid | None:
    rows = [_row(layout.blocks[i], words) for i in run]
    width = max(len(row.cells) for row in rows)
    if len(rows) < 2 or width < 2:
        return None
    captions = list(above)
    heads = [rows[0]]
    while len(heads) < min(_MOST_HEADERS, len(rows) - 1) and _heads_too(rows[len(heads)], heads[-1]):
        heads.append(rows[len(heads)])
    titles = [h for h in heads if len(heads) > 1 and _is_title(h)]
    captions[:0] = [c for h in titles for c in h.cells if not _is_blank(c)]
    levels = [h for h in heads if h not in titles]
    headings = _headings(levels, width) if levels else ("",) * width
    return Grid(tuple(captions), tuple(h.span for h in heads), headings, tuple(_grouped(rows[len(heads) :])))


def _is_title(head: Row) -> bool:
    """Whether a row of headings says what the table is: one cell, which is no time of the columns below it."""
    filled = [n for n, cell in enumerate(head.cells) if not _is_blank(cell)]
    return len(filled) == 1 and not (filled[0] and _OF_TIME.match(head.cells[filled[0]]))


def _row(block: Block, words: Words) -> Row:
    places = block.cells[:MOST_COLUMNS]
    return Row(block.span, tuple(_clean(words(place)) for place in places), places)


def _clean(cell: str) -> str:
    return " ".join(_MARKS.sub("", cell).split())


def _is_blank(cell: str) -> bool:
    return (is_nothing(cell) and cell not in _SIGNS) or _UNNAMED.fullmatch(cell) is not None


def _heads_too(row: Row, above: Row) -> bool:
    """Whether a row goes on with the headings: it labels nothing, and has no figures but years."""
    filled = [c for c in row.cells[1:] if not _is_blank(c)]
    if not row.cells or not filled:
        return False
    if not _is_blank(
        row.cells[0]
    ):  # "Amounts in millions | 2025 | 2024", "Six Months Ended June 27, 2025 | Shares | Total"
        pairs = zip(row.cells[1:], above.cells[1:], strict=False)
        is_below_gaps = any(not _is_blank(cell) and _is_blank(head) for cell, head in pairs)
        is_remark = _IN_UNITS.match(row.cells[0]) is not None or (_is_time(row.cells[0]) and is_below_gaps)
        return is_remark and all(_YEARS.fullmatch(c) or not _HAS_FIGURE.search(c) for c in filled)
    lone = sum(not _is_blank(c) for c in above.cells) <= 1
    if len(filled) < 2 and not lone:
        return False
    return all(not _HAS_FIGURE.search(c) or _YEARS.search(c) or re.search(r"[A-Za-z]{2}", c) for c in filled)


def _headings(levels: Sequence[Row], width: int) -> tuple[str, ...]:
    """The words above each column, from above; what stands over several columns and is written once goes for all."""
    columns: list[list[str]] = [[] for _ in range(width)]
    for depth, level in enumerate(levels):
        last = ""
        for column in range(width):
            cell = level.cells[column] if column < len(level.cells) else ""
            blank = _is_blank(cell)
            if not blank and column:
                last = cell
            told = cell if not blank else last if column and depth < len(levels) - 1 else ""
            if told and told not in columns[column]:
                columns[column].append(told)
    return tuple(" ".join(" ".join(parts).replace(";", " ").split()) for parts in columns)


def _grouped(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows that hold something, each with the label of the row above that holds nothing else, to its total."""
    group = when = ""
    for row in rows:
        filled = [c for c in row.cells if not _is_blank(c)]
        label = row.cells[0] if row.cells else ""
        is_lone = len(set(filled)) == 1 and not _is_blank(label)
        if is_lone and _is_time(label):
            group, when = "", label.rstrip(" :")
        elif is_lone and not _HAS_FIGURE.search(label):
            group = label
        elif filled:
            cells = tuple("" if _UNNAMED.fullmatch(c) else c for c in row.cells)
            yield Row(row.span, cells, row.places, group, when)
            if group and sums_up(label, group):
                group = ""


def _is_time(label: str) -> bool:
    """Whether a label says of what time the rows below are: "June 30, 2024 to August 3, 2024:", "Year ended ..."."""
    return _YEARS.search(label) is not None and (label.endswith(":") or _OF_TIME.match(label) is not None)


def sums_up(label: str, group: str) -> bool:
    """Whether a row is the total of those under the label ``group``: "Total operating expenses"."""
    first, *rest = label.casefold().rstrip(":").split() or [""]
    return first in TOTALS and rest == group.casefold().rstrip(":").split()


def _captions(layout: Layout, first: int, words: Words) -> Iterator[str]:
    """The paragraph just above a table, those above it while they are remarks in brackets ("(unaudited)") and no
    sentences, and the headings that it stands under, the nearest first.
    """
    block = layout.blocks[first]
    is_below = False  # a remark
    for above in reversed(layout.blocks[max(0, first - _MOST_CAPTIONS) : first]):
        caption = " ".join(words(above.span).split())
        if above.kind is not BlockKind.PARAGRAPH or above.heading != block.heading or len(caption) > _LONGEST_CAPTION:
            break
        if is_below and caption.endswith((".", "!", "?")):
            break
        yield _NUMBER_OF_TABLE.sub("", caption)
        is_below = _REMARK.fullmatch(caption) is not None
        if not is_below:
            break
    heading = block.heading
    while heading is not None:
        yield _NUMBER_OF_TABLE.sub("", " ".join(words(layout.blocks[heading].span).split()))
        heading = layout.blocks[heading].heading


def first_word(row: Row) -> str:
    """The first word of the label of a row, case-folded."""
    return row.cells[0].casefold().strip(" :*").partition(" ")[0] if row.cells else ""
