"""PDF files: their text page by page, title and date from their metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from timeweave.documents.content import recognise
from timeweave.documents.dates import Publication, date_in_name
from timeweave.documents.decoding import clean
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.records import DateSource, Document
from timeweave.temporal.interval import MAX_YEAR, Granularity

if TYPE_CHECKING:
    from pypdf import PdfReader

PAGE_BREAK = "\n\f\n"
_FULL_LINE = 0.6  # of the longest on the page: a shorter line ends its paragraph
_MOST_DRAWN, _LEAST_DRAWN = 20, 1_000_000  # times the file's size, or bytes: pages of text unpack to ten times as much
_HYPHEN = re.compile(r"[a-z]-$")


def read_pdf(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a PDF file; pages are parted by a form feed, lines of a paragraph joined."""
    import pypdf
    from pypdf.errors import DependencyError, PyPdfError

    with file.open() as stream:
        head = stream.read(4096)
        if b"%PDF-" not in head[:1024]:
            kind = recognise(head) or ("nothing at all" if not head else "something else")
            raise file.error(f"is not a PDF: it holds {kind}; give it the suffix of what it is, or remove it")
        stream.seek(0)
        try:
            reader = pypdf.PdfReader(stream)
            if reader.is_encrypted and not reader.decrypt(""):
                raise file.error("is encrypted: remove its password first, for instance with qpdf --decrypt")
            pages = list(_texts(reader, file))
            title, created = _stated(reader)
        except DependencyError:
            raise file.error("is encrypted: remove its password first, for instance with qpdf --decrypt") from None
        except PyPdfError as error:
            raise file.error(f"is a damaged PDF ({error}): open it in a viewer and save it anew") from None
    text = PAGE_BREAK.join(_paragraphs(page) for page in pages)
    if not text.strip():
        raise file.error(f"has no text on its {len(pages)} page(s), so it was likely scanned: run OCR over it first")
    name = printable(file.name)
    document = Document(id=name, text=text, title=title, metadata={"pages": len(pages)})
    return iter([with_publication(document, created or date_in_name(name), period_name=name)])


def _texts(reader: PdfReader, file: SourceFile) -> Iterator[str]:
    """The text of each page; a small file can draw the same thing on thousands of pages, and reading takes its time."""
    size = file.path.stat().st_size
    room = max(_LEAST_DRAWN, _MOST_DRAWN * size)
    for page in reader.pages:
        contents = page.get_contents()
        room -= 0 if contents is None else len(contents.get_data())
        if room < 0:
            raise file.error(f"draws more than {_MOST_DRAWN} times its {size:,} bytes: save its text as a text file")
        yield clean(page.extract_text())


def _stated(reader: PdfReader) -> tuple[str, Publication | None]:
    metadata = reader.metadata
    if metadata is None:
        return "", None
    try:
        created = metadata.creation_date
    except (ValueError, TypeError):
        created = None
    title = clean(str(metadata.title or "")).strip()
    if created is None or created.year > MAX_YEAR:
        return title, None
    return title, Publication(created.date(), Granularity.DAY, DateSource.METADATA)


def _paragraphs(page: str) -> str:
    """The page's text with the lines of each paragraph joined, and words that a line end parted."""
    lines = [line.strip() for line in page.split("\n")]
    longest = max(map(len, lines), default=0)
    parts: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line:
            parts.append("\n")
        elif not following or len(line) < _FULL_LINE * longest:
            parts.append(line + "\n")
        elif _HYPHEN.search(line) and following[:1].islower():
            parts.append(line[:-1])
        else:
            parts.append(line + " ")
    return "".join(parts).strip("\n")
