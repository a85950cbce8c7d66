"""Markdown as blocks and edits, by a CommonMark parser that says where in the source each thing stands."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from timeweave.blocks.events import markdown_events
from timeweave.blocks.html_fragments import is_element, shown_in_html
from timeweave.blocks.indented import ITEM_MARK, SET_LINE, is_code, is_listed, within_fences
from timeweave.blocks.lettering import numbered
from timeweave.blocks.tallies import BETWEEN, is_count
from timeweave.blocks.unmarked import LONGEST_LINE, SENTENCE_ENDS, ends_head, list_of_lines
from timeweave.records import IN_BOLD, Block, BlockKind, Edit, Layout, Span

_BREAK = "\n\n"  # between two blocks
_FIELD = re.compile(r"[ \t>*_]*[A-Z][\w'’/&-]*(?: [\w'’/&-]+){0,3}[*_]{0,3}:[*_]{0,3} +\S")
_CELL = " | "
_TEMPLATE = re.compile(
    r"\{\{(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,300}\}\}|\{%[^{}\n]{0,300}%\}|\{:[^{}\n]{0,300}\}|<!--.*?-->|(?m:^:{3,}[^\n]*$)",
    re.DOTALL,
)
_TARGET = re.compile(r"(?<=\]\()(?:[^()\s{}]|\{\{[^{}\n]{0,300}\}\}|\{%[^{}\n]{0,300}%\})+(?=[)\s])")  # of a link
_LEADS = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTATION, BlockKind.FOOTNOTE, BlockKind.HEADING})
_WORD = re.compile(r"\w")
_LEVELS = {f"H{n}": n for n in range(1, 7)}
_LONGEST_IN_BOLD = 60  # characters of a heading


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters that are read: as they stand, or as ``words``."""

    start: int
    end: int
    words: str | None = None


@dataclass(slots=True)
class _Leaf:
    """A block in the making."""

    kind: BlockKind
    level: int = 0
    lead: int | None = None
    pieces: list[_Piece] = field(default_factory=list)
    cells: list[Span] = field(default_factory=list)
    within_page: int = 0  # pieces that are links to other parts of the page
    in_bold: int = 0  # pieces


def markdown_layout(text: str, *, is_declared: bool = True) -> Layout:
    """The layout of Markdown; where that is only supposed, indented lines are words and no code."""
    reader = _Reader(text, is_declared)
    whole = _TARGET.sub(lambda m: "x" * len(m[0]) if "{" in m[0] else m[0], text)  # a tag's blanks would end the link
    reader.parsed = numbered(whole)
    for event, place in markdown_events(reader.parsed):
        reader.read(event, place)
    reader.close()
    return reader.layout()


class _Reader:
    """Collects blocks from the events of the parser."""

    def __init__(self, text: str, is_declared: bool) -> None:
        self._text = self.parsed = text
        self._is_declared = is_declared
        self._leaves: list[_Leaf] = []
        self._leaf: _Leaf | None = None
        self._within: list[tuple[str, int | None]] = []  # containers, with the leaf that introduces what is in them
        self._listed = math.inf  # where the lines of a list without marks begin, in or behind a paragraph
        self._hidden = 0  # depth of images, deleted words
        self._is_code = self._is_set_in = self._in_list = False  # set in and no code, and items of a list
        self._within_page = False
        self._in_bold = 0
        self._html: int | None = None
        self._calls: dict[str, int] = {}
        self._templates = [Span(*match.span()) for match in _TEMPLATE.finditer(text)]

    def read(self, event: Any, place: Span) -> None:
        """One event of the parser."""
        if isinstance(event, str):
            self._mark(event, place)
            return
        ((name, value),) = event.items()
        if name == "Start":
            tag, given = (value, None) if isinstance(value, str) else next(iter(value.items()))
            self._start(tag, given, place)
        elif name == "End":
            self._end(value if isinstance(value, str) else next(iter(value)), place)
        elif name in ("Text", "Code"):
            self._say(name, value, place)
        elif name == "FootnoteReference":
            self._calls.setdefault(value, max(len(self._leaves) - 1, 0))
        elif name == "InlineHtml" and value[:3].lower() == "<br":
            self._add(_Piece(place.start, place.end, "\n"))
        elif name == "InlineHtml" and not is_element(value):
            self._say("Text", value, place)

    def _mark(self, event: str, place: Span) -> None:
        if event in ("SoftBreak", "HardBreak"):
            if (mark := self._before_count(place)) is not None:
                self._add(_Piece(place.start, place.end, mark))
                return
            in_list = place.end >= self._listed
            parts = event == "HardBreak" or in_list or self._parts_fields(place) or ends_head(self._text, place)
            self._add(_Piece(place.start, place.end, "\n" if parts else " "))
        elif event == "Rule":
            self._leaf = None

    def _parts_fields(self, place: Span) -> bool:
        """Whether a line end stands between two lines of a form: "Chair: Ann Lee" above "Scribe: Bo Ek"."""
        line = self._text.rfind("\n", 0, place.start) + 1
        return bool(_FIELD.match(self._text, line) and _FIELD.match(self._text, place.end))

    def _before_count(self, place: Span) -> str | None:
        """What a line end is read as between two counts of one tally, or between a tally and the line that heads it."""
        above = self._text[self._text.rfind("\n", 0, place.start) + 1 : place.start].strip()
        below = self._text[place.end : place.end + 2 * LONGEST_LINE].split("\n")
        if not is_count(below[0]):
            return None
        if is_count(above):
            return BETWEEN
        heads = len(above) <= LONGEST_LINE and not above.endswith(SENTENCE_ENDS)
        if not heads or not is_count("".join(below[1:2])):
            return None
        return " " if above.endswith(":") else ": "

    def _start(self, tag: str, given: Any, place: Span) -> None:
        if tag in ("Image", "Strikethrough"):
            self._hidden += 1
        elif tag == "Link":
            self._within_page = given["dest_url"].startswith("#")
        elif tag == "Strong":
            self._in_bold += 1
        elif tag == "CodeBlock":
            self._start_code(place, None if given == "Indented" else given["Fenced"])
        elif tag == "HtmlBlock":
            self._leaf, self._html = None, place.start
        elif tag in ("BlockQuote", "List", "Item", "FootnoteDefinition", "Table"):
            self._contain(tag, given)
        elif tag == "Heading":
            self._open(BlockKind.HEADING, level=_LEVELS[given["level"]])
        elif tag in ("TableHead", "TableRow"):
            lead = next((lead for kind, lead in reversed(self._within) if kind == "Table"), None)
            kind = BlockKind.HEADER_ROW if tag == "TableHead" else BlockKind.ROW
            self._open(kind, lead=lead)
            if kind is BlockKind.HEADER_ROW:
                self._within[-1] = ("Table", len(self._leaves) - 1)
        elif tag == "TableCell" and self._leaf is not None:
            self._leaf.cells.append(Span(place.end, place.end))
        elif tag == "Paragraph":
            self._listed = place.start + list_of_lines(self._text[place.start : place.end])
            self._open_words()

    def _start_code(self, place: Span, language: str | None) -> None:
        """What is code by CommonMark: indented lines, or those between fences, which may say their ``language``."""
        self._leaf = None
        lines = within_fences(self._text, place) if language == "" else place
        self._in_list = not language and is_listed(self._text[lines.start : lines.end])
        is_supposed = language is None and not self._is_declared
        self._is_code = bool(language) or not (self._in_list or is_supposed or not is_code(self._text, lines))
        self._is_set_in = not self._is_code
        if self._in_list:
            self._contain("List", None)
        else:
            self._leaf = self._open(BlockKind.CODE) if self._is_code else self._open_words()

    def _end(self, tag: str, place: Span) -> None:
        if tag in ("Image", "Strikethrough"):
            self._hidden -= 1
        elif tag == "Link":
            self._within_page = False
        elif tag == "Strong":
            self._in_bold -= 1
        elif tag == "HtmlBlock" and self._html is not None:
            self._read_html(Span(self._html, place.end))
            self._html = None
        elif tag in ("BlockQuote", "List", "Item", "FootnoteDefinition", "Table"):
            self._leaf = None
            self._within.pop()
        elif tag in ("Paragraph", "Heading", "CodeBlock", "TableHead", "TableRow"):
            self._leaf = None
            if self._in_list:
                self._within.pop()
            self._is_code = self._in_list = self._is_set_in = False
            self._listed = math.inf

    def _contain(self, tag: str, given: Any) -> None:
        """Begin a container: a list is introduced by the block just before it."""
        last = len(self._leaves) - 1
        self._leaf = None
        if tag == "List":
            outer = next((lead for kind, lead in reversed(self._within) if kind == "List"), None)
            leads = last >= 0 and self._leaves[last].kind in _LEADS
            inside = any(kind == "Item" for kind, _ in self._within)
            is_lead = leads and (inside or self._leaves[last].kind is not BlockKind.ITEM)
            self._within.append((tag, last if is_lead else outer))
        elif tag == "FootnoteDefinition":
            self._within.append((tag, self._calls.get(given)))
        else:
            self._within.append((tag, None))

    def _open(self, kind: BlockKind, *, level: int = 0, lead: int | None = None) -> _Leaf:
        self._leaf = _Leaf(kind, level, lead)
        self._leaves.append(self._leaf)
        return self._leaf

    def _open_words(self) -> _Leaf:
        """A block of words, of the kind that the innermost container makes it."""
        for depth in range(len(self._within) - 1, -1, -1):
            tag, lead = self._within[depth]
            if tag == "Item":
                above = self._within[depth - 1][1] if depth else None
                levels = sum(1 for kind, _ in self._within if kind == "List")
                return self._open(BlockKind.ITEM, level=levels, lead=above)
            if tag == "FootnoteDefinition":
                return self._open(BlockKind.FOOTNOTE, lead=lead)
            if tag == "BlockQuote":
                return self._open(BlockKind.QUOTATION)
        return self._open(BlockKind.PARAGRAPH)

    def _say(self, name: str, words: str, place: Span) -> None:
        if self._is_code and self._leaf is not None:
            self._leaf.pieces.append(_Piece(place.start, place.end))
            return
        if name == "Code":  # between runs of backquotes
            ticks = len(self._text[place.start : place.end]) - len(self._text[place.start : place.end].lstrip("`"))
            place = Span(place.start + ticks, place.end - ticks)
        if self._is_set_in:
            self._say_lines(place)
            return
        as_written = self.parsed[place.start : place.end] == words
        self._add(_Piece(place.start, place.end, None if as_written else " ".join(words.split("\n"))))

    def _say_lines(self, place: Span) -> None:
        """Lines that are no code: each goes on in the next, unless that is blank or begins an item."""
        for line in SET_LINE.finditer(self._text, place.start, place.end):
            start = line.start()
            if self._in_list and (mark := ITEM_MARK.match(self._text, start, line.end())) is not None:
                self._within.append(("Item", None))
                self._open_words()
                self._within.pop()
                start = mark.end()
            words = self._text[start : line.end(1)]
            self._add(_Piece(start + len(words) - len(words.lstrip()), line.end(1)))
            if line[2]:
                self._add(_Piece(*line.span(2), _BREAK if line[2].count("\n") > 1 else " "))

    def _add(self, piece: _Piece) -> None:
        if self._hidden:
            return
        leaf = self._leaf or self._open_words()
        for part in self._untemplated(piece):
            leaf.pieces.append(part)
            leaf.within_page += self._within_page
            leaf.in_bold += bool(self._in_bold)
            if leaf.cells:
                cell = leaf.cells[-1]
                empty = cell.start == cell.end
                leaf.cells[-1] = Span(part.start if empty else cell.start, part.end)

    def _untemplated(self, piece: _Piece) -> Iterator[_Piece]:
        """The piece without the tags that a site's generator fills in."""
        start = piece.start
        for tag in self._templates:
            if tag.end > start and tag.start < piece.end:
                if tag.start > start:
                    yield replace(piece, start=start, end=tag.start)
                start = max(start, tag.end)
        if start < piece.end:
            yield replace(piece, start=start)

    def _read_html(self, place: Span) -> None:
        for block in shown_in_html(self._text[place.start : place.end]):
            self._leaf = None
            for start, end, words in block:
                self._add(_Piece(place.start + start, place.start + end, words))
        self._leaf = None

    def close(self) -> None:
        """Leave out blanks around blocks and blocks without a word, and let what those lead be led by nothing."""
        for leaf in self._leaves:
            self._trim(leaf.pieces)
        kept = {old: new for new, old in enumerate(i for i, leaf in enumerate(self._leaves) if self._says(leaf))}
        leaves = []
        for old in kept:
            leaf = self._leaves[old]
            leaf.lead = kept.get(leaf.lead) if leaf.lead is not None else None
            leaves.append(leaf)
        self._leaves = leaves = self._with_tallies(leaves)
        for leaf, below in itertools.pairwise(leaves):
            if below.kind is BlockKind.ITEM and self._is_heading(leaf):
                leaf.kind, leaf.level = BlockKind.HEADING, IN_BOLD

    def _with_tallies(self, leaves: Sequence[_Leaf]) -> list[_Leaf]:
        """``leaves`` with the items of a list that are counts as one paragraph: half a tally says nothing."""
        leading = {leaf.lead for leaf in leaves}
        found: list[_Leaf] = []
        places: list[int] = []
        counts: _Leaf | None = None  # the item before, where it is one
        for index, leaf in enumerate(leaves):
            is_item = leaf.kind is BlockKind.ITEM and index not in leading
            counted = is_item and is_count("".join(map(self._words, leaf.pieces)))
            if counted and counts is not None and (counts.lead, counts.level) == (leaf.lead, leaf.level):
                tally = found[-1]
                tally.kind = BlockKind.PARAGRAPH
                tally.pieces += [_Piece(tally.pieces[-1].end, leaf.pieces[0].start, BETWEEN), *leaf.pieces]
            else:
                found.append(leaf)
            counts = leaf if counted else None
            places.append(len(found) - 1)
        for leaf in found:
            leaf.lead = None if leaf.lead is None or leaf.kind is BlockKind.PARAGRAPH else places[leaf.lead]
        return found

    def _is_heading(self, leaf: _Leaf) -> bool:
        """Whether a paragraph over a list is a few words in bold, and no sentence: a heading to its writer."""
        if leaf.kind is not BlockKind.PARAGRAPH or leaf.in_bold < len(leaf.pieces):
            return False
        words = "".join(map(self._words, leaf.pieces)).strip()
        return len(words) <= _LONGEST_IN_BOLD and not words.endswith(SENTENCE_ENDS)

    def _trim(self, pieces: list[_Piece]) -> None:
        for end in (-1, 0):
            while pieces and not self._words(pieces[end]).strip():
                pieces.pop(end)
            if pieces and pieces[end].words is None:
                piece = pieces[end]
                words = self._words(piece)
                blanks = len(words) - len(words.rstrip() if end else words.lstrip())
                pieces[end] = (
                    replace(piece, end=piece.end - blanks) if end else replace(piece, start=piece.start + blanks)
                )

    def _words(self, piece: _Piece) -> str:
        return self._text[piece.start : piece.end] if piece.words is None else piece.words

    def _says(self, leaf: _Leaf) -> bool:
        """Whether a block holds a word, and is no entry of a table of contents."""
        if leaf.kind is BlockKind.ITEM and leaf.within_page == len(leaf.pieces):
            return False
        return any(_WORD.search(self._words(p)) for p in leaf.pieces)

    def layout(self) -> Layout:
        """Blocks, and an edit for everything between their words."""
        blocks: list[Block] = []
        edits: list[Edit] = []
        headings: list[int] = []
        position = 0
        for index, leaf in enumerate(self._leaves):
            first, last = leaf.pieces[0].start, leaf.pieces[-1].end
            while leaf.kind is BlockKind.HEADING and headings and blocks[headings[-1]].level >= leaf.level:
                headings.pop()
            heading = headings[-1] if headings else None
            cells = tuple(cell for cell in leaf.cells)
            blocks.append(Block(leaf.kind, Span(first, last), heading, leaf.level, leaf.lead, cells=cells))
            if leaf.kind is BlockKind.HEADING:
                headings.append(index)
            _edit(edits, position, first, _BREAK if position else "")
            position = self._edit_within(leaf, edits)
        _edit(edits, position, len(self._text), "")
        return Layout(tuple(blocks), tuple(edits))

    def _edit_within(self, leaf: _Leaf, edits: list[Edit]) -> int:
        starts = {cell.start for cell in leaf.cells[1:]}
        position = leaf.pieces[0].start
        for piece in leaf.pieces:
            _edit(edits, position, piece.start, _CELL if piece.start in starts else "")
            if leaf.kind is BlockKind.CODE:
                _edit(edits, piece.start, piece.end, "")
            elif piece.words is not None:
                _edit(edits, piece.start, piece.end, piece.words)
            position = piece.end
        return position


def _edit(edits: list[Edit], start: int, end: int, words: str) -> None:
    """Add an edit; neighbours without a word between them become one."""
    if start >= end:
        return
    if edits and edits[-1].end == start and not (edits[-1].words.strip() or words.strip()):
        last = edits.pop()
        joined = max((last.words, words), key=len)
        edits.append(Edit(last.start, end, joined))
    else:
        edits.append(Edit(start, end, words))
