"""What a reader sees of HTML that stands in Markdown: its words, a block for each element that stands alone."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Sequence
from html.parser import HTMLParser

_Shown = tuple[int, int, str | None]
"""Characters that are seen, as they stand or as other words (of an entity)."""

_INLINE = frozenset(
    """a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var
    wbr""".split()  # noqa: SIM905  a list of one name a line says no more
)
_UNSEEN = frozenset(
    """script style template noscript svg head pre iframe object video audio canvas select button del summary""".split()  # noqa: SIM905
)

_TAG = re.compile(r"</?([A-Za-z][\w-]*)")
_CELLS = frozenset({"td", "th"})
_IN_CELLS = frozenset({"p", "div", "br", "ul", "ol", "li"})
_BETWEEN = " | "


def is_element(tag: str) -> bool:
    """Whether what stands in angle brackets is mark-up, and no words: "<b>", "<x-note>", not "<Acme Holdings Plc>"."""
    from lxml.html.defs import tags

    name = _TAG.match(tag)
    if name is None or "=" in tag:
        return True
    if name[1] != name[1].upper() and name[1][0].isupper() and (" " in tag or "-" in name[1]):
        return False
    return "-" in name[1] or name[1].casefold() in tags


def shown_in_html(fragment: str) -> list[list[_Shown]]:
    """The blocks of a fragment, each as the characters of it that are seen."""
    parser = _Fragment(fragment)
    parser.feed(fragment)
    parser.close()
    return [block for block in parser.blocks if any(w is not None or fragment[a:b].strip() for a, b, w in block)]


class _Fragment(HTMLParser):
    def __init__(self, fragment: str) -> None:
        super().__init__(convert_charrefs=False)
        self.blocks: list[list[_Shown]] = [[]]
        self._lines = [0, *itertools.accumulate(len(line) for line in fragment.splitlines(keepends=True))]
        self._unseen: list[str] = []
        self._in_cell = False

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _UNSEEN:
            self._unseen.append(tag)
        if tag in _CELLS and self.blocks[-1]:  # the cells of a row are read together
            start = self._offset()
            self.blocks[-1].append((start, start + len(self.get_starttag_text() or ""), _BETWEEN))
        elif tag not in _INLINE and tag not in _CELLS and not (self._in_cell and tag in _IN_CELLS):
            self.blocks.append([])
        self._in_cell = tag in _CELLS or (self._in_cell and tag != "tr")

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._unseen:
            del self._unseen[self._unseen.index(tag) :]
        if tag not in _INLINE and tag not in _CELLS and not (self._in_cell and tag in _IN_CELLS):
            self.blocks.append([])
        self._in_cell = self._in_cell and tag not in ("tr", "table")

    def handle_data(self, data: str) -> None:
        start = self._offset()
        if not self._unseen:
            position = start
            for line in data.splitlines(keepends=True):
                kept = line.rstrip("\r\n")
                if kept:
                    self.blocks[-1].append((position, position + len(kept), None))
                if len(kept) < len(line):
                    self.blocks[-1].append((position + len(kept), position + len(line), " "))
                position += len(line)

    def handle_entityref(self, name: str) -> None:
        self._replace(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._replace(f"&#{name};")

    def _replace(self, written: str) -> None:
        if not self._unseen:
            start = self._offset()
            self.blocks[-1].append((start, start + len(written), html.unescape(written)))
