"""Word documents (.docx): mammoth reads styles, numbering, notes and tables; what was deleted in tracking is not read.

Mammoth is chosen over python-docx, which has no footnotes and leaves numbering to its caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import lxml.html

from timeweave.documents.chat_text import is_transcript, transcript, transcript_document
from timeweave.documents.elements import to_markdown
from timeweave.documents.package import Package, opened
from timeweave.documents.properties import core_properties, document_of, title_in
from timeweave.documents.source_file import SourceFile
from timeweave.records import Document

_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='caption'] => p.caption:fresh
p[style-name='Caption'] => p.caption:fresh
p[style-name='Table Caption'] => p.caption:fresh
p[style-name='Quote'] => blockquote > p:fresh
p[style-name='Intense Quote'] => blockquote > p:fresh
p[style-name='Block Text'] => blockquote > p:fresh
p[style-name='Source Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
r[style-name='Verbatim Char'] => code
"""
_BODY = "word/document.xml"


def read_docx(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a Word file, dated by when it was made."""
    with opened(file, what="a Word document") as package:
        main = _main_part(package, file)
        package.xml(main)
        for part in sorted(package.names):
            if part.startswith("word/") and part.endswith(".xml"):
                package.xml(part)  # named where it is damaged or declares entities; the converter would only fail
        properties = core_properties(package)
    text = _text(file)
    if is_transcript(lines := text.replace("\\", "").split("\n")) and (turns := transcript(lines)):
        return iter([transcript_document(file, turns, given=properties.date)])
    if not text.strip():
        raise file.error("has no text: if it holds pictures of pages, run OCR over them first")
    return iter([document_of(file, text, properties, title=title_in(text))])


def _main_part(package: Package, file: SourceFile) -> str:
    if _BODY in package.names:
        return _BODY
    if other := next((name for name in sorted(package.names) if re.fullmatch(r"word/document\d*\.xml", name)), None):
        return other
    kind = "a spreadsheet" if "xl/workbook.xml" in package.names else "something else"
    if "ppt/presentation.xml" in package.names:
        kind = "a presentation"
    raise file.error(f"is not a Word document: it holds {kind}; give it the suffix of what it is, or remove it")


def _text(file: SourceFile) -> str:
    import mammoth

    with file.open() as stream:
        converted = mammoth.convert_to_html(
            stream, style_map=_STYLES, include_embedded_style_map=False, convert_image=lambda _: []
        )
    if not converted.value.strip():
        return ""
    root = lxml.html.fragment_fromstring(converted.value, create_parent="div")
    _caption_tables(root)
    return to_markdown(root)


def _caption_tables(root: Any) -> None:
    """Puts a caption that stands below its table above it, as the others are."""
    for caption in list(root.iter("p")):
        table = caption.getprevious()
        if caption.get("class") != "caption" or table is None or table.tag != "table":
            continue
        above, below = table.getprevious(), caption.getnext()
        if (above is not None and above.get("class") == "caption") or (below is not None and below.tag == "table"):
            continue
        table.addprevious(caption)
