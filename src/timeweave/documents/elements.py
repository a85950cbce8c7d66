"""Elements of HTML to Markdown: what pages, chapters of books and word processors' files are turned into."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import lxml.html

from timeweave.documents import grid, markdown
from timeweave.documents.footnotes import Notes
from timeweave.documents.page import Page

_DROPPED = frozenset(
    """script style template noscript svg head nav audio video canvas object embed iframe input select textarea
    button rt rp map del s strike progress meter datalist dialog ix:header ix:hidden""".split()  # noqa: SIM905
)
_INLINE = frozenset(
    """a abbr acronym b bdi bdo big br cite code data dfn em font i ins kbd label mark math output q ruby samp slot
    small span strong sub sup time tt u var wbr hi img picture source""".split()  # noqa: SIM905
)
_TYPE = "epub:type"
_NO_TEXT = frozenset(("toc", "landmarks", "page-list", "cover", "index", "lot", "loi"))
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_CODE = frozenset(("code", "kbd", "samp", "tt"))
_LANGUAGE = re.compile(r"\b(?:language|lang|highlight(?:-source)?)-([\w+#.-]{1,30})")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_LINK_TO_ITSELF = re.compile(r"[¶§#🔗\s]{0,3}")
_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_BREAK = "\v"  # stands for a line break of the page until the line is written
_DEEPEST = 150  # elements within each other; below that, all is one text


def to_markdown(root: Any) -> str:
    """The blocks of an element of an lxml tree, and its footnotes after them."""
    notes = Notes(root)
    writer = _Writer(notes)
    body = markdown.joined(writer.blocks(root, 0))
    texts = [markdown.footnote(label, markdown.joined(writer.blocks(target, 0))) for label, target in notes.targets()]
    return markdown.joined([body, *texts])


def page_to_markdown(html: bytes) -> str:
    """All of a page in UTF-8, nothing taken for furniture.

    Raises:
        PageError: when an element has thousands of attributes.
    """
    if not html.strip():
        return ""
    Page(html.decode("utf-8", "replace"))
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        page = lxml.html.document_fromstring(html, parser=parser, ensure_head_body=True)
    except lxml.etree.ParserError:  # comments and nothing else
        return ""
    for element in [e for e in page.iter() if isinstance(e.tag, str) and _NO_TEXT & set((e.get(_TYPE) or "").split())]:
        if element.getparent() is not None:
            element.drop_tree()
    body = page.find("body")
    return "" if body is None else to_markdown(body)


class _Writer:
    """Writes the elements of one tree."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def blocks(self, element: Any, depth: int) -> Iterator[str]:
        """The blocks of what is inside an element; the text between block elements is a paragraph of its own."""
        line: list[str] = [markdown.escaped(element.text or "")]
        for child in element:
            if self._is_inline(child, depth):
                line.append(self._inline(child, depth + 1))
            elif not self._is_hidden(child):
                yield from _paragraphs(line)
                line = []
                yield from self._block(child, depth + 1)
            line.append(markdown.escaped(child.tail or ""))
        yield from _paragraphs(line)

    def _block(self, element: Any, depth: int) -> Iterator[str]:
        tag = element.tag
        if depth > _DEEPEST:
            yield markdown.paragraph("".join(element.itertext()))
        elif tag in _HEADINGS:
            yield markdown.heading(_HEADINGS[tag], self._text(element, depth))
        elif tag in ("ul", "ol", "menu"):
            yield self._list(element, depth)
        elif tag == "dl":
            yield from self._definitions(element, depth)
        elif tag == "pre":
            yield _preformatted(element)
        elif tag == "blockquote":
            inner = markdown.joined(self.blocks(element, depth))
            yield markdown.quotation(inner) if inner else ""
        elif tag == "table":
            yield self._table(element, depth)
        elif tag == "figure":
            yield from self._figure(element, depth)
        else:
            yield from self.blocks(element, depth)

    def _text(self, element: Any, depth: int) -> str:
        """All words of an element on one line."""
        if depth > _DEEPEST:
            return markdown.escaped("".join(element.itertext()))
        parts = [markdown.escaped(element.text or "")]
        for child in element:
            if not self._is_hidden(child):
                inner = self._inline(child, depth + 1)
                parts.append(inner if _is_phrase(child.tag) else f"{_BREAK}{inner}{_BREAK}")
            parts.append(markdown.escaped(child.tail or ""))
        return "".join(parts)

    def _inline(self, element: Any, depth: int) -> str:
        tag = element.tag
        if self._is_hidden(element):
            return ""
        if label := self._notes.label(element):
            return f"[^{label}]"
        if tag == "br":
            return _BREAK
        if tag in ("img", "picture", "source"):
            return ""
        if tag in _CODE:
            return markdown.inline_code("".join(element.itertext()))
        text = self._text(element, depth)
        if tag == "a" and _is_link_to_itself(element, text):
            return ""
        if tag == "q":
            return f"“{text}”"
        if tag == "sup" and re.fullmatch(r"[-+−]?\d{1,3}", text.strip()):
            return text.strip().translate(_RAISED)
        return text

    def _list(self, element: Any, depth: int) -> str:
        ordered = element.tag == "ol"
        number = _number(element.get("start"), 1)
        items: list[str] = []
        for child in element:
            if self._is_hidden(child) or self._notes.is_target(child):
                continue
            if child.tag in ("ul", "ol") and items:  # a list in a list, without an item around it
                inner = self._list(child, depth + 1)
                items[-1] += "\n" + markdown.item(inner, " " * (items[-1].index(" ") if items[-1] else 1))
                continue
            inner = markdown.tight(self.blocks(child, depth + 1) if depth < _DEEPEST else [self._text(child, depth)])
            if inner.strip():
                number = _number(child.get("value"), number)
                items.append(markdown.item(inner, f"{number}." if ordered else "-"))
                number += 1
        return "\n".join(items)

    def _definitions(self, element: Any, depth: int) -> Iterator[str]:
        """Each term with what is said of it, as an item; what else stands there where the list is never closed."""
        items: list[str] = []
        terms: list[str] = []
        for child in _within_groups(element):
            if child.tag == "dt":
                terms.append(markdown.squeezed(self._text(child, depth + 1)))
            elif child.tag == "dd":
                said = markdown.tight(self.blocks(child, depth + 1))
                term = " / ".join(t for t in terms if t)
                items.append(markdown.item(markdown.defined(term, said)))
                terms = []
            elif not self._is_hidden(child):
                yield _items([*items, *map(markdown.item, filter(None, terms))])
                items, terms = [], []
                yield from self._block(child, depth + 1)
        yield _items([*items, *map(markdown.item, filter(None, terms))])

    def _table(self, element: Any, depth: int) -> str:
        rows = grid.rows_of(element)
        if grid.is_layout(element, rows):
            cells = (cell for row in grid.source_rows(element) for cell in row)
            return markdown.joined(block for cell in cells for block in self.blocks(cell, depth + 1))
        texts: dict[Any, str] = {}
        for row in rows:
            for place in row:
                if place is not None and place.cell not in texts:
                    texts[place.cell] = self._cell_text(place.cell, depth + 1)
        captions = [self._text(child, depth + 1) for child in element if child.tag == "caption"]
        return markdown.table(
            grid.with_one_header(rows, texts), markdown.at_line_start(markdown.squeezed(" ".join(captions)))
        )

    def _cell_text(self, cell: Any, depth: int) -> str:
        text = self._text(cell, depth)
        return markdown.squeezed(text) if cell.tag == "th" else _cell(text)

    def _figure(self, element: Any, depth: int) -> Iterator[str]:
        """Its caption, then what it shows."""
        captions = [child for child in element if child.tag == "figcaption"]
        for caption in captions:
            yield from self.blocks(caption, depth)
        for child in element:
            if child not in captions and not self._is_hidden(child):
                yield from (
                    self._block(child, depth + 1)
                    if not _is_phrase(child.tag)
                    else _paragraphs([self._inline(child, depth)])
                )

    def _is_inline(self, element: Any, depth: int) -> bool:
        """Whether the element is part of a line; a link or a span may hold whole blocks."""
        if not isinstance(element.tag, str):
            return True
        if not _is_phrase(element.tag):
            return False
        return (
            element.tag == "code"
            or depth > _DEEPEST
            or not any(
                isinstance(below.tag, str) and not _is_phrase(below.tag) and below.tag not in _DROPPED
                for below in element.iterdescendants()
            )
        )

    def _is_hidden(self, element: Any) -> bool:
        if not isinstance(element.tag, str) or element.tag in _DROPPED:
            return True
        return (
            element.get("hidden") is not None
            or element.get("aria-hidden") == "true"
            or bool(_INVISIBLE.search(element.get("style") or ""))
            or self._notes.is_target(element)
        )


def _is_phrase(tag: str) -> bool:
    """Whether an element stands in a line; those of other vocabularies do, as in browsers: ``ix:nonFraction``."""
    return tag in _INLINE or ":" in tag


def _paragraphs(line: list[str]) -> Iterator[str]:
    """The paragraphs of inline text: a line break ends one, unless the sentence goes on in lower case after it."""
    whole = ""
    for part in "".join(line).split(_BREAK):
        text = markdown.squeezed(part)
        if whole and not text[:1].islower():
            yield markdown.at_line_start(whole)
            whole = text
        else:
            whole = f"{whole} {text}".strip()
    if whole:
        yield markdown.at_line_start(whole)


def _cell(text: str) -> str:
    """The text of a cell; its lines are parted by semicolons where each begins anew."""
    whole = ""
    for part in text.split(_BREAK):
        line = markdown.squeezed(part)
        anew = whole and line and not (line[0].islower() or line[0] in "([" or whole[-1] in ",;:.-–/")
        whole = f"{whole}; {line}" if anew else f"{whole} {line}".strip()
    return whole


def _items(items: Iterable[str]) -> str:
    return "\n".join(item for item in items if len(item) > 1)


def _preformatted(element: Any) -> str:
    marked = [element, *element.iter("code"), *element.iterancestors("div")][:8]
    language = next((m[1] for e in marked if (m := _LANGUAGE.search(e.get("class") or ""))), "")
    for line_break in element.iter("br"):
        line_break.tail = "\n" + (line_break.tail or "")
    text = "".join(element.itertext())
    return markdown.code(text, language) if text.strip() else ""


def _within_groups(element: Any) -> Iterator[Any]:
    for child in element:
        if child.tag == "div" and any(below.tag in ("dt", "dd") for below in child):
            yield from child
        else:
            yield child


def _is_link_to_itself(element: Any, text: str) -> bool:
    return (element.get("href") or "").startswith("#") and bool(_LINK_TO_ITSELF.fullmatch(text))


def _number(text: str | None, default: int) -> int:
    return int(text) if text and re.fullmatch(r"\d{1,6}", text) else default
