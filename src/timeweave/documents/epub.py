"""Books (.epub): the chapters in their order, each page of XHTML read as other pages are."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from timeweave.documents import markdown
from timeweave.documents.elements import page_to_markdown
from timeweave.documents.package import Package, opened
from timeweave.documents.page import PageError
from timeweave.documents.properties import document_of, stated
from timeweave.documents.source_file import SourceFile
from timeweave.records import Document

_CONTAINER = "META-INF/container.xml"
_PAGES = ("application/xhtml+xml", "text/html")


def read_epub(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a book, dated by its publication date."""
    with opened(file, what="an EPUB book") as package:
        if "META-INF/encryption.xml" in package.names and "META-INF/rights.xml" in package.names:
            raise file.error("is protected by DRM: only books without it can be read")
        container = package.xml(_CONTAINER)
        name = next((e.get("full-path") for e in container.iter("{*}rootfile") if e.get("full-path")), None)
        if name is None:
            raise file.error("is not an EPUB book: its container names no list of chapters")
        book = package.xml(name)
        described = book.find("{*}metadata")
        properties = stated(described if described is not None else book)
        text = markdown.joined(_chapter(package, part, file) for part in _spine(book, name, package))
    if not text.strip():
        raise file.error("has no text in its chapters: if they are pictures, run OCR over them first")
    return iter([document_of(file, text, properties)])


def _spine(book: Any, name: str, package: Package) -> Iterator[str]:
    """The names of the chapters in order, without the table of contents."""
    items = {item.get("id"): item for item in book.iter("{*}item")}
    for reference in book.iter("{*}itemref"):
        item = items.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _PAGES or "nav" in (item.get("properties") or "").split():
            continue
        part = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(item.get("href") or "")))
        if part in package.names:
            yield part


def _chapter(package: Package, name: str, file: SourceFile) -> str:
    try:
        return page_to_markdown(package.bytes(name))
    except PageError as error:
        raise file.error(f"{error} in its part {name!r}, as no book does: remove it") from None
