"""OpenDocument texts, spreadsheets and presentations (.odt, .ods, .odp), read from their one part with the content.

It names headings, lists, notes and tables much as HTML does, and cells of spreadsheets hold the text that is shown: a
library would only stand between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lxml import builder

from timeweave.documents.elements import to_markdown
from timeweave.documents.jsonl import failure
from timeweave.documents.package import Package, opened
from timeweave.documents.properties import Properties, document_of, stated, title_in
from timeweave.documents.sheet import MOST_ROWS, Merged, Sheet
from timeweave.documents.sheet import to_markdown as sheets_to_markdown
from timeweave.documents.source_file import SourceFile
from timeweave.outcomes import Failure
from timeweave.records import Document

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_PRESENTATION = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_SKIPPED = frozenset(
    (f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_TEXT}table-of-content", f"{_TEXT}sequence-decls")
)
_FURNITURE = frozenset(("footer", "header", "date-time", "page-number"))
_LARGEST = 100_000_000  # bytes of XML
_WIDEST = 500
_MOST_DEEP = 200


def read_odf(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:  # noqa: ARG001
    """The one document of an OpenDocument file, dated by when it was made."""
    with opened(file, what="an OpenDocument file") as package:
        if _is_encrypted(package):
            raise file.error("is protected by a password: remove the password in the program that made it")
        if len(package.bytes("content.xml")) > _LARGEST:
            raise file.error(f"has more than {_LARGEST:,} bytes of text: split it")
        content = package.xml("content.xml")
        properties = stated(package.xml("meta.xml")) if "meta.xml" in package.names else Properties()
    body = content.find(f"{_OFFICE}body")
    lost = 0
    sheets = (
        []
        if body is None
        else [
            _sheet(table) for table in body.iterfind(f"{_OFFICE}spreadsheet/{_TABLE}table") if _is_shown(table, content)
        ]
    )
    if sheets:
        text, lost = sheets_to_markdown(sheets)
    else:
        text = "" if body is None else to_markdown(_Writing(content).element(body))
    if not text.strip():
        raise file.error("has no text: if it holds pictures of pages, run OCR over them first")
    yield document_of(file, text, properties, title=title_in(text) if not sheets else "")
    if lost:
        yield failure(file.error(f"has {lost:,} more rows than the {MOST_ROWS:,} that one document holds: split it"))


def _is_encrypted(package: Package) -> bool:
    name = "META-INF/manifest.xml"
    return name in package.names and b"encryption-data" in package.bytes(name)


class _Writing:
    """Turns elements of a text or a presentation into those of HTML."""

    def __init__(self, content: Any) -> None:
        self._numbered = {
            style.get(f"{_STYLE}name")
            for style in content.iter(f"{_TEXT}list-style")
            if len(style) and style[0].tag == f"{_TEXT}list-level-style-number"
        }
        self._raised = _styles_set(content, "text-position", ("super", "33%"))
        self._struck = _styles_set(content, "text-line-through-style", ("solid", "dotted", "dash", "wave"))
        self._code = _styles_named(content, ("Preformatted", "Source"))
        self._titles = _styles_named(content, ("Title",)) - _styles_named(content, ("TOC",))
        self._quoted = _styles_named(content, ("Quotation", "Quote"))
        self._notes: list[Any] = []

    def element(self, body: Any) -> Any:
        """The whole of a document; its footnotes at the end."""
        root = builder.E.div()
        self._into(root, body, 0)
        root.extend(self._notes)
        return root

    def _into(self, target: Any, source: Any, depth: int) -> None:
        _say(target, source.text or "")
        for child in source:
            if isinstance(child.tag, str) and child.tag not in _SKIPPED and depth < _MOST_DEEP:
                self._child(target, child, depth + 1)
            _say(target, child.tail or "")

    def _child(self, target: Any, child: Any, depth: int) -> None:
        tag = child.tag
        style = child.get(f"{_TEXT}style-name") or ""
        if tag == f"{_TEXT}h":
            level = child.get(f"{_TEXT}outline-level") or "1"
            self._under(target, f"h{level if level in '123456' else 6}", child, depth)
        elif tag == f"{_TEXT}p":
            if style in self._code and len(target) and target[-1].tag == "pre":
                _say(target[-1], "\n")
                self._into(target[-1], child, depth)
                return
            name = "pre" if style in self._code else "h1" if style in self._titles else "p"
            self._under(self._quotation(target, style), name, child, depth)
        elif tag == f"{_TEXT}span" and style in self._struck:
            return
        elif tag == f"{_TEXT}span" and style in self._raised:
            self._under(target, "sup", child, depth)
        elif tag == f"{_TEXT}list":
            self._under(target, "ol" if style in self._numbered else "ul", child, depth)
        elif tag in (f"{_TEXT}list-item", f"{_TEXT}list-header"):
            self._under(target, "li", child, depth)
        elif tag == f"{_TABLE}table":
            target.append(_html_table(child, self, depth))
        elif tag == f"{_TEXT}note":
            self._note(target, child, depth)
        elif tag in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            _say(target, " " * int(child.get(f"{_TEXT}c") or 1) if (child.get(f"{_TEXT}c") or "1").isdigit() else " ")
        elif tag == f"{_DRAW}page":
            self._slide(target, child, depth)
        else:
            self._into(target, child, depth)

    def _under(self, target: Any, name: str, child: Any, depth: int) -> None:
        made = builder.E(name)
        target.append(made)
        self._into(made, child, depth)

    def _quotation(self, target: Any, style: str) -> Any:
        if style not in self._quoted:
            return target
        if not len(target) or target[-1].tag != "blockquote":
            target.append(builder.E.blockquote())
        return target[-1]

    def _note(self, target: Any, note: Any, depth: int) -> None:
        body = note.find(f"{_TEXT}note-body")
        if body is None:
            return
        name = f"note-{len(self._notes) + 1}"
        target.append(builder.E.a("1", href=f"#{name}", role="doc-noteref"))
        made = builder.E.div(id=name)
        self._notes.append(made)
        self._into(made, body, depth)

    def _slide(self, target: Any, page: Any, depth: int) -> None:
        frames = [frame for frame in page if frame.get(f"{_PRESENTATION}class") not in _FURNITURE]
        for frame in frames:
            if frame.get(f"{_PRESENTATION}class") == "title":
                self._under(target, "h1", frame, depth)
        for frame in frames:
            if frame.tag == f"{_PRESENTATION}notes":
                words = " ".join(" ".join(p.itertext()) for p in frame.iter(f"{_TEXT}p")).strip()
                target.append(builder.E.p(f"Notes: {words}" if words else ""))
            elif frame.get(f"{_PRESENTATION}class") != "title":
                self._into(target, frame, depth)


def _styles_named(content: Any, beginnings: tuple[str, ...]) -> frozenset[str]:
    """The names of styles for paragraphs that begin so, or that derive from such."""
    found = set()
    for style in content.iter(f"{_STYLE}style"):
        names = (style.get(f"{_STYLE}name") or "", style.get(f"{_STYLE}parent-style-name") or "")
        if any(name.startswith(beginnings) for name in names):
            found.add(names[0])
    return frozenset(found | {f"{b}s" for b in beginnings} | {f"{b}_20_Text" for b in beginnings})


def _styles_set(content: Any, name: str, values: tuple[str, ...]) -> frozenset[str]:
    """The names of styles of characters whose property ``name`` begins so."""
    key = f"{_STYLE}{name}"
    looks = (look for look in content.iter(f"{_STYLE}text-properties") if (look.get(key) or "").startswith(values))
    return frozenset(look.getparent().get(f"{_STYLE}name") or "" for look in looks)


def _html_table(table: Any, writing: _Writing, depth: int) -> Any:
    made = builder.E.table()
    headers = {row for group in table.iter(f"{_TABLE}table-header-rows") for row in group}
    for row in table.iter(f"{_TABLE}table-row"):
        line = builder.E.tr()
        for cell in row:
            if cell.tag == f"{_TABLE}table-cell":
                spans = {
                    "rowspan": cell.get(f"{_TABLE}number-rows-spanned") or "1",
                    "colspan": cell.get(f"{_TABLE}number-columns-spanned") or "1",
                }
                put = builder.E("th" if row in headers else "td", **spans)
                writing._into(put, cell, depth)
                line.append(put)
        made.append(line)
    return made


def _say(target: Any, text: str) -> None:
    if not text:
        return
    if len(target):
        target[-1].tail = (target[-1].tail or "") + text
    else:
        target.text = (target.text or "") + text


def _is_shown(table: Any, content: Any) -> bool:
    name = table.get(f"{_TABLE}style-name")
    style = next((s for s in content.iter(f"{_STYLE}style") if s.get(f"{_STYLE}name") == name), None)
    look = None if style is None else style.find(f"{_STYLE}table-properties")
    return look is None or look.get(f"{_TABLE}display") != "false"


def _sheet(table: Any) -> Sheet:
    cells: dict[tuple[int, int], str] = {}
    values, merged = set(), []
    row = 0
    for line in table.iter(f"{_TABLE}table-row"):
        column = 0
        filled: list[tuple[int, str, Any]] = []
        for cell in line:
            if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
                continue
            across = _repeated(cell, "number-columns-repeated")
            text = _cell_text(cell)
            if text and column < _WIDEST:
                filled.extend((column + i, text, cell) for i in range(min(across, _WIDEST - column)))
            column += across
        again = _repeated(line, "number-rows-repeated")
        for offset in range(min(again, MOST_ROWS) if filled else 0):
            for place, text, cell in filled:
                cells[row + offset, place] = text
                if cell.get(f"{_OFFICE}value-type") not in (None, "string"):
                    values.add((row + offset, place))
                down, over = _repeated(cell, "number-rows-spanned"), _repeated(cell, "number-columns-spanned")
                if (down > 1 or over > 1) and not offset:
                    merged.append(Merged(row, place, row + down - 1, min(place + over, _WIDEST) - 1))
        row += again
    return Sheet(table.get(f"{_TABLE}name") or "", cells, frozenset(values), merged)


def _cell_text(cell: Any) -> str:
    if cell.get(f"{_OFFICE}value-type") == "date":
        return (cell.get(f"{_OFFICE}date-value") or "").replace("T00:00:00", "").replace("T", " ")
    return " ".join(" ".join("".join(p.itertext()).split()) for p in cell.iterfind(f"{_TEXT}p")).strip()


def _repeated(element: Any, name: str) -> int:
    text = element.get(f"{_TABLE}{name}") or "1"
    return max(1, int(text)) if text.isdigit() and len(text) < 9 else 1
