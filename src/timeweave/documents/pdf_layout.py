"""Lines of a PDF's pages to Markdown: paragraphs, headings by size, lists, code, tables; running heads left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from timeweave.documents import markdown
from timeweave.documents.pdf_lines import HYPHEN, Line
from timeweave.documents.pdf_tables import Table, aligned_tables

_EDGE = 0.12  # of the page's height, at its top and its foot: there running heads stand
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|seite|página)?\s*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:/|of|von|de)\s*\d{1,4})?\W*", re.I
)
_BULLET = re.compile(r"\s*([•·‣▪◦●■–—*]|[-](?=\s)|\uf0b7|o(?=\s{2}))\s+(?=\S)")
_NUMBER = re.compile(r"\s*(\d{1,2})[.)]\s+(?=\S)")
_END = re.compile(r"[.!?:;…][\"”’')\]]*$")
_CAPTION = re.compile(r"(?:table|tab\.|tabelle|tableau|tabla|exhibit|schedule)\s+[\divx]+", re.I)
_LARGER = 1.12  # of the size of the text: so large is a heading
_SHORT = 0.72  # of the width of its column: a shorter line ends its paragraph
_LONGEST_HEADING = 160
_MOST_LEVELS = 4


@dataclass(frozen=True, slots=True)
class PageLines:
    """What stands on a page."""

    lines: Sequence[Line]
    height: float
    tables: Sequence[Table] = ()


@dataclass(slots=True)
class _Block:
    kind: str  # "text", "item", "heading", "code", "table"
    lines: list[Line] = field(default_factory=list)
    level: int = 0
    written: str = ""
    goes_on: bool = False  # its last line is full and ends no sentence


def to_markdown(pages: Sequence[PageLines]) -> str:
    """The whole text of the pages in the order of reading."""
    running = _running(pages)
    body = _usual_size(pages)
    levels = _levels(pages, body)
    blocks: list[_Block] = []
    for page in pages:
        lines = [line for line in page.lines if not _is_furniture(line, page, running)] or list(page.lines)
        _append(blocks, list(_blocks(lines, page, body, levels)), body)
    _caption(blocks)
    known = _words(pages)
    return markdown.with_tight_lists(_written(block, known) for block in blocks)


def _running(pages: Sequence[PageLines]) -> frozenset[tuple[str, int]]:
    """What stands at the same height near the edge of several pages, whatever its numbers."""
    counted: Counter[tuple[str, int]] = Counter()
    for page in pages:
        counted.update({_place(line) for line in page.lines if _at_edge(line, page)})
    least = 2 if len(pages) <= 5 else 3
    return frozenset(place for place, count in counted.items() if count >= least)


def _place(line: Line) -> tuple[str, int]:
    return re.sub(r"\d+", "#", line.text.casefold()), round(line.bottom / 4)


def _at_edge(line: Line, page: PageLines) -> bool:
    return line.bottom < _EDGE * page.height or line.top > (1 - _EDGE) * page.height


def _is_furniture(line: Line, page: PageLines, running: frozenset[tuple[str, int]]) -> bool:
    if not _at_edge(line, page):
        return False
    text, place = _place(line)
    near = any((text, place + offset) in running for offset in (-1, 0, 1))
    return near or (bool(_PAGE_NUMBER.fullmatch(line.text)) and line.top < _EDGE * page.height)


def _usual_size(pages: Sequence[PageLines]) -> float:
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _levels(pages: Sequence[PageLines], body: float) -> dict[float, int]:
    """The level of a heading by its size, the largest first; each is said by several or in a line of its own."""
    sizes = {
        round(line.size * 2) / 2
        for page in pages
        for line in page.lines
        if line.size > _LARGER * body and len(line.text) <= _LONGEST_HEADING and re.search(r"[^\W\d_]{2}", line.text)
    }
    return {size: min(level, _MOST_LEVELS) for level, size in enumerate(sorted(sizes, reverse=True), 1)}


def _blocks(lines: list[Line], page: PageLines, body: float, levels: dict[float, int]) -> Iterator[_Block]:
    """The blocks of one page."""
    waiting = list(page.tables)
    loose: list[Line] = []
    for line in lines:
        table = next((table for table in page.tables if table.holds(line)), None)
        if table is None:
            loose.append(line)
        elif table in waiting:
            yield from _loose(loose, body, levels)
            loose = []
            yield _Block("table", written=_table(table.rows))
            waiting.remove(table)
    yield from _loose(loose, body, levels)


def _loose(lines: list[Line], body: float, levels: dict[float, int]) -> Iterator[_Block]:
    """The blocks of lines in no ruled table."""
    lines = _in_columns(lines)
    at = 0
    for start, end, rows in aligned_tables(lines):
        yield from _text(lines[at:start], body, levels)
        yield _Block("table", written=_table(rows))
        at = end
    yield from _text(lines[at:], body, levels)


def _in_columns(lines: list[Line]) -> list[Line]:
    """Lines of two columns of text that were set row by row, column by column."""
    found: list[Line] = []
    run: list[Line] = []
    for line in [*lines, None]:
        if (
            line is not None
            and len(line.cells) == 2
            and (not run or abs(line.cells[1].left - run[-1].cells[1].left) < 4)
        ):
            run.append(line)
            continue
        long = sum(len(cell.text) for other in run for cell in other.cells) > 50 * len(run)
        if len(run) >= 6 and long:
            for column in (0, 1):
                found += [Line((r.cells[column],), r.bottom, r.top, r.size, r.bold, r.mono) for r in run]
        else:
            found += run
        run = []
        if line is not None:
            found.append(line)
    return found


def _text(lines: Sequence[Line], body: float, levels: dict[float, int]) -> Iterator[_Block]:
    block: _Block | None = None
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else None
        kind, level = _kind(line, following, body, levels)
        if block is not None and _continues(block, line, kind, level, _edges(lines, index)):
            block.lines.append(line)
            continue
        if block is not None:
            yield block
        block = _Block(kind, [line], level)
    if block is not None:
        last = block.lines[-1]
        left, right = _edges(lines, len(lines) - 1)
        block.goes_on = last.text.endswith(HYPHEN) or (
            last.right - left > _SHORT * (right - left) and not _END.search(last.text)
        )
        yield block


def _kind(line: Line, following: Line | None, body: float, levels: dict[float, int]) -> tuple[str, int]:
    text = line.text
    if _BULLET.match(text) or (_NUMBER.match(text) and line.size <= _LARGER * body and not line.bold):
        return "item", 0
    if line.mono:
        return "code", 0
    worded = bool(re.search(r"[^\W\d_]{2}", text)) and len(text) <= _LONGEST_HEADING
    if worded and line.size > _LARGER * body and not text.endswith((",", ";")):
        return "heading", levels.get(round(line.size * 2) / 2, 1)
    alone = following is None or not following.bold or following.size != line.size
    if (
        worded
        and line.bold
        and alone
        and len(text) <= 90
        and not _END.search(text)
        and len(line.cells) == 1
        and line.size >= 0.95 * body
    ):
        return (
            ("heading", min(len(set(levels.values())) + 1, _MOST_LEVELS))
            if text[:1].isupper() or text[:1].isdigit()
            else ("text", 0)
        )
    return "text", 0


def _edges(lines: Sequence[Line], index: int) -> tuple[float, float]:
    """The left and right edge of the column in which a line stands: those of its neighbours above and below."""
    line = lines[index]
    near = [
        other
        for other in lines[max(0, index - 12) : index + 13]
        if abs(other.left - line.left) < 0.25 * max(other.right - other.left, 40) and other.size == line.size
    ] or [line]
    return min(other.left for other in near), max(other.right for other in near)


def _continues(block: _Block, line: Line, kind: str, level: int, edges: tuple[float, float]) -> bool:
    """Whether a line goes on with the paragraph, the item, the heading or the code before it."""
    last = block.lines[-1]
    if last.text.endswith(HYPHEN):
        return True
    step = last.bottom - line.bottom
    close = 0 < step < 1.75 * max(last.size, line.size)
    if block.kind == "code":
        return kind == "code" and 0 < step < 4 * line.size
    if kind == "heading" or block.kind == "heading":
        tight = 0 < step < 1.35 * line.size
        return kind == block.kind and level == block.level and tight and last.size == line.size
    if kind != "text" or abs(last.size - line.size) > 0.6:
        return False
    left, right = edges
    if not close:  # the next column, or a new paragraph
        return step < 0 and not _END.search(last.text) and line.text[:1].islower()
    if block.kind == "item":
        return line.left > block.lines[0].left + 2 or not _ends(last, left, right)
    indented = line.left > left + 0.8 * line.size and last.left <= left + 0.3 * line.size
    return not _ends(last, left, right) and not (indented and _END.search(last.text))


def _ends(line: Line, left: float, right: float) -> bool:
    """Whether a line ends its paragraph: it is short."""
    return line.right - left < _SHORT * (right - left)


def _append(blocks: list[_Block], more: list[_Block], body: float) -> None:
    """Adds the blocks of a page; a paragraph that goes on from the page before is one, its footnotes after it."""
    last = next((block for block in reversed(blocks) if not _is_small(block, body)), None)
    first = more[0] if more else None
    if (
        last is not None and first is not None and last.goes_on and last.kind in ("text", "item")
        and first.kind == "text" and (first.lines[0].text[:1].islower() or last.lines[-1].text.endswith(HYPHEN))
    ):  # fmt: skip
        last.lines += first.lines
        last.goes_on = first.goes_on
        more = more[1:]
    blocks += more


def _caption(blocks: list[_Block]) -> None:
    """Puts the caption that stands below its table above it, as others stand."""
    for at in range(len(blocks) - 1):
        above = blocks[at - 1] if at else None
        table, caption = blocks[at], blocks[at + 1]
        if table.kind == "table" and _is_caption(caption) and not (above is not None and _is_caption(above)):
            blocks[at], blocks[at + 1] = caption, table


def _is_caption(block: _Block) -> bool:
    return bool(block.lines) and _CAPTION.match(block.lines[0].text) is not None


def _is_small(block: _Block, body: float) -> bool:
    return bool(block.lines) and block.kind in ("text", "item") and block.lines[0].size < 0.93 * body


def _words(pages: Sequence[PageLines]) -> frozenset[str]:
    """The words that stand in whole somewhere, those with hyphens among them."""
    words: set[str] = set()
    for page in pages:
        for line in page.lines:
            words.update(re.findall(r"\w+(?:-\w+)*", line.text.casefold()))
    return frozenset(words)


def _written(block: _Block, known: frozenset[str]) -> str:
    if block.kind == "table":
        return block.written
    if block.kind == "code":
        return _code(block.lines)
    text = _joined([line.text for line in block.lines], known)
    if block.kind == "heading":
        return markdown.heading(block.level, markdown.escaped(text))
    if match := _BULLET.match(text):
        return markdown.item(markdown.paragraph(text[match.end() :]))
    if match := _NUMBER.match(text):
        return markdown.item(markdown.paragraph(text[match.end() :]), f"{int(match[1])}.")
    return markdown.paragraph(text)


def _joined(texts: Sequence[str], known: frozenset[str]) -> str:
    """Lines as one; a word that a line end parted is whole again, a compound keeps its hyphen where it has one."""
    whole = ""
    for text in texts:
        if whole.endswith(HYPHEN) or (whole.endswith("-") and whole[-2:-1].islower() and text[:1].islower()):
            head = re.search(r"\w*$", whole[:-1])
            tail = re.match(r"\w*", text)
            compound = f"{head[0] if head else ''}-{tail[0] if tail else ''}".casefold()
            keeps = (compound in known and compound.replace("-", "") not in known) or not text[:1].islower()
            whole = whole[:-1] + ("-" if keeps else "") + text
        else:
            whole = f"{whole} {text}".strip()
    return whole.replace(HYPHEN, "-")


def _code(lines: Sequence[Line]) -> str:
    left = min(line.left for line in lines)
    wide = max((line.right - line.left) / max(len(line.text), 1) for line in lines) or 6.0
    return markdown.code(
        "\n".join(" " * round((line.left - left) / wide) + line.text.replace(HYPHEN, "-") for line in lines)
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table; where the first column only names what stands beside it, no row is a header."""
    if all(row[0].endswith(":") for row in rows):
        rows = [[""] * len(rows[0]), *rows]
    return markdown.table([[markdown.escaped(cell) for cell in row] for row in rows])
