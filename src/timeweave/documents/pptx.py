"""PowerPoint presentations (.pptx): titles of slides as headings, their text, tables, charts and notes.

The parts are read with lxml, which reads pages too: python-pptx would bring a library for images and one that writes
spreadsheets, to read the same four elements.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

from lxml import builder

from timeweave.documents.elements import to_markdown
from timeweave.documents.package import Package, opened
from timeweave.documents.properties import core_properties, document_of, title_in
from timeweave.documents.source_file import SourceFile
from timeweave.records import Document

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STRICT = (  # the same names in ISO's strict form
    (b"http://purl.oclc.org/ooxml/drawingml/main", b"http://schemas.openxmlformats.org/drawingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/presentationml/main", b"http://schemas.openxmlformats.org/presentationml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/chart", b"http://schemas.openxmlformats.org/drawingml/2006/chart"),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
_FURNITURE = frozenset(("dt", "ftr", "sldNum", "hdr", "sldImg"))
_TITLES = frozenset(("title", "ctrTitle"))
_BULLETED = frozenset(("body", "obj", None))
_MAIN = "ppt/presentation.xml"


def read_pptx(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a presentation, dated by when it was made."""
    from timeweave.documents.package import parsed

    with opened(file, what="a PowerPoint presentation") as package:
        if _MAIN not in package.names:
            raise file.error("is not a PowerPoint presentation: it holds something else; give it its own suffix")

        def xml(name: str) -> Any:
            data = package.bytes(name)
            for strict, usual in _STRICT:
                data = data.replace(strict, usual)
            return parsed(data, name, file)

        deck = _Deck(package, xml)
        root = builder.E.div(*(block for slide in deck.slides() for block in deck.blocks(slide)))
        properties = core_properties(package)
    text = to_markdown(root)
    if not text.strip():
        raise file.error("has no text on its slides: if they are pictures, run OCR over them first")
    return iter([document_of(file, text, properties, title=title_in(text))])


class _Deck:
    """The slides of a package."""

    def __init__(self, package: Package, xml: Any) -> None:
        self._package = package
        self._xml = xml

    def slides(self) -> Iterator[str]:
        """The names of the slides that are shown, in their order."""
        related = self._related(_MAIN)
        for entry in self._xml(_MAIN).iter(f"{_P}sldId"):
            name = related.get(entry.get(f"{_R}id"), ("", ""))[1]
            if name in self._package.names and self._xml(name).get("show") not in ("0", "false"):
                yield name

    def blocks(self, slide: str) -> Iterator[Any]:
        """The elements of HTML for a slide: its title first, its notes last."""
        related = self._related(slide)
        shapes = list(_shapes(self._xml(slide).find(f"{_P}cSld/{_P}spTree")))
        titles = [shape for shape in shapes if _kind(shape) in _TITLES]
        for title in titles:
            if text := " ".join(filter(None, map(_words, title.iter(f"{_A}p")))):
                yield builder.E.h1(text)
        for shape in shapes:
            if shape not in titles:
                yield from self._shape(shape, related)
        for kind, name in related.values():
            if kind == "notesSlide" and name in self._package.names:
                yield from self._notes(name)

    def _shape(self, shape: Any, related: Mapping[str, tuple[str, str]]) -> Iterator[Any]:
        if shape.tag == f"{_P}graphicFrame":
            for table in shape.iter(f"{_A}tbl"):
                yield _table(table)
            for chart in shape.iter(f"{_C}chart"):
                name = related.get(chart.get(f"{_R}id"), ("", ""))[1]
                if name in self._package.names:
                    yield from _chart(self._xml(name))
        elif _kind(shape) not in _FURNITURE:
            yield from _listed(_paragraphs(shape))

    def _notes(self, name: str) -> Iterator[Any]:
        shapes = _shapes(self._xml(name).find(f"{_P}cSld/{_P}spTree"))
        bodies = [shape for shape in shapes if _kind(shape) == "body"]
        words = [text for body in bodies for p in body.iter(f"{_A}p") if (text := _words(p))]
        if words:
            yield builder.E.p(f"Notes: {words[0]}")
            yield from (builder.E.p(text) for text in words[1:])

    def _related(self, name: str) -> dict[str, tuple[str, str]]:
        """The kind and the name of each part that a part refers to, by its reference."""
        folder, last = posixpath.split(name)
        listing = f"{folder}/_rels/{last}.rels"
        if listing not in self._package.names:
            return {}
        found = {}
        for entry in self._xml(listing):
            target = entry.get("Target") or ""
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[entry.get("Id") or ""] = ((entry.get("Type") or "").rpartition("/")[2], path)
        return found


def _shapes(tree: Any) -> Iterator[Any]:
    """The shapes of a slide, those of groups among them."""
    waiting = list(reversed(tree)) if tree is not None else []
    while waiting:
        shape = waiting.pop()
        if shape.tag == f"{_P}grpSp":
            waiting.extend(reversed(shape))
        elif shape.tag in (f"{_P}sp", f"{_P}graphicFrame"):
            yield shape


def _kind(shape: Any) -> str | None:
    """The type of the placeholder that a shape fills; "text" for one that fills none."""
    holder = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
    return "text" if holder is None else holder.get("type")


def _words(paragraph: Any) -> str:
    parts = []
    for run in paragraph.iter(f"{_A}t", f"{_A}br", f"{_A}tab"):
        parts.append(run.text or "" if run.tag == f"{_A}t" else " ")
    return " ".join("".join(parts).split())


def _paragraphs(shape: Any) -> Iterator[tuple[int, str, str]]:
    """The level, the kind of list ("" for none) and the words of each paragraph of a shape."""
    bulleted = _kind(shape) in _BULLETED
    for paragraph in shape.iter(f"{_A}p"):
        if words := _words(paragraph):
            look = paragraph.find(f"{_A}pPr")
            level = int(look.get("lvl") or 0) if look is not None and (look.get("lvl") or "0").isdigit() else 0
            marks = {child.tag for child in look} if look is not None else set()
            if f"{_A}buAutoNum" in marks:
                yield level, "ol", words
            elif f"{_A}buChar" in marks or (bulleted and f"{_A}buNone" not in marks):
                yield level, "ul", words
            else:
                yield level, "", words


def _listed(paragraphs: Iterator[tuple[int, str, str]]) -> Iterator[Any]:
    """Paragraphs, and lists in lists as deep as they are indented."""
    open_lists: list[tuple[int, Any]] = []
    for level, kind, words in paragraphs:
        if not kind:
            open_lists.clear()
            yield builder.E.p(words)
            continue
        while open_lists and (
            open_lists[-1][0] > level or (open_lists[-1][0] == level and open_lists[-1][1].tag != kind)
        ):
            open_lists.pop()
        if not open_lists or open_lists[-1][0] < level:
            new = builder.E(kind)
            if open_lists:
                open_lists[-1][1][-1].append(new)
            else:
                yield new
            open_lists.append((level, new))
        open_lists[-1][1].append(builder.E.li(words))


def _table(table: Any) -> Any:
    rows = []
    for row in table.iter(f"{_A}tr"):
        cells = []
        for cell in row.iter(f"{_A}tc"):
            if cell.get("hMerge") in ("1", "true") or cell.get("vMerge") in ("1", "true"):
                continue
            text = "; ".join(filter(None, map(_words, cell.iter(f"{_A}p"))))
            cells.append(builder.E.td(text, rowspan=cell.get("rowSpan") or "1", colspan=cell.get("gridSpan") or "1"))
        rows.append(builder.E.tr(*cells))
    return builder.E.table(*rows)


def _chart(chart: Any) -> Iterator[Any]:
    """The numbers that a chart draws: a row for each category, a column for each series."""
    title = chart.find(f"{_C}chart/{_C}title")
    series = list(chart.iter(f"{_C}ser"))
    names = [" ".join(v.text or "" for v in one.findall(f"{_C}tx//{_C}v")) for one in series]
    columns = [
        _points(one.find(f"{_C}val") if one.find(f"{_C}val") is not None else one.find(f"{_C}yVal")) for one in series
    ]
    categories = _points(next((c for one in series for c in one if c.tag in (f"{_C}cat", f"{_C}xVal")), None))
    places = sorted({place for column in columns for place in column})
    if not places:
        return
    rows = [[categories.get(place, ""), *(column.get(place, "") for column in columns)] for place in places]
    cells = [
        builder.E.tr(builder.E.th(""), *map(builder.E.th, names)),
        *(builder.E.tr(*map(builder.E.td, row)) for row in rows),
    ]
    caption = " ".join(filter(None, map(_words, title.iter(f"{_A}p")))) if title is not None else ""
    yield builder.E.table(builder.E.caption(caption), *cells) if caption else builder.E.table(*cells)


def _points(values: Any) -> dict[int, str]:
    if values is None:
        return {}
    points = values.iter(f"{_C}pt")
    return {int(p.get("idx")): (p.findtext(f"{_C}v") or "").strip() for p in points if (p.get("idx") or "").isdigit()}
