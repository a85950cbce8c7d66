"""PDF files: their text in the order of reading, title and date from their metadata.

pypdf looks at a file first: it is written in Python, so loops, bombs and lies in it end in an error. PDFium then says
where each character stands. Tried on pages of two columns with running heads, hyphens and tables, pypdf told no places,
pdf_oxide and pdf-inspector lost hyphens, kept running heads and mixed columns; PDFium reads columns in their order and
knows the hyphens at line ends, and what it does not know (`pdf_layout`) is little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from timeweave.documents.content import recognise
from timeweave.documents.dates import Publication, by_name_or_properties
from timeweave.documents.decoding import clean
from timeweave.documents.pdf_layout import PageLines, to_markdown
from timeweave.documents.pdf_lines import chars_of, lines_of, rules_of
from timeweave.documents.pdf_tables import ruled_tables
from timeweave.documents.properties import title_in
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.records import DateSource, Document, Markup
from timeweave.temporal.interval import MAX_YEAR, Granularity

if TYPE_CHECKING:
    from pypdf import PdfReader
    from pypdfium2 import PdfDocument

_MOST_DRAWN, _LEAST_DRAWN = 20, 1_000_000  # times the file's size, or bytes: pages of text unpack to ten times as much
_NO_TITLE = re.compile(
    r"\(?(?:anonymous|untitled|unknown)\)?$|Microsoft (?:Word|PowerPoint|Excel) - |.*\.(?:docx?|dvi|indd|qxd|tex)$",
    re.I,
)


def read_pdf(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a PDF file."""
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
            pages = _count(reader, file)
            title, created = _stated(reader)
        except DependencyError:
            raise file.error("is encrypted: remove its password first, for instance with qpdf --decrypt") from None
        except PyPdfError as error:
            raise file.error(f"is a damaged PDF ({error}): open it in a viewer and save it anew") from None
    text = clean(_text(file))
    if not text.strip():
        raise file.error(f"has no text on its {pages} page(s), so it was likely scanned: run OCR over it first")
    name = printable(file.name)
    document = Document(
        id=name, text=text, title=title or title_in(text), metadata={"pages": pages}, markup=Markup.MARKDOWN
    )
    return iter([with_publication(document, by_name_or_properties(name, created), period_name=name)])


def _count(reader: PdfReader, file: SourceFile) -> int:
    """How many pages there are.

    A small file can draw the same thing on thousands of pages, and reading takes its time: one that does is refused.
    """
    size = file.path.stat().st_size
    room = max(_LEAST_DRAWN, _MOST_DRAWN * size)
    count = 0
    for page in reader.pages:
        contents = page.get_contents()
        room -= 0 if contents is None else len(contents.get_data())
        if room < 0:
            raise file.error(f"draws more than {_MOST_DRAWN} times its {size:,} bytes: save its text as a text file")
        count += 1
    return count


def _text(file: SourceFile) -> str:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(file.path)
    except pypdfium2.PdfiumError as error:
        raise file.error(f"is a damaged PDF ({error}): open it in a viewer and save it anew") from None
    try:
        return to_markdown([_page(document, number) for number in range(len(document))])
    except pypdfium2.PdfiumError as error:
        raise file.error(f"is a damaged PDF ({error}): open it in a viewer and save it anew") from None
    finally:
        document.close()


def _page(document: PdfDocument, number: int) -> PageLines:
    page = document[number]
    textpage = page.get_textpage()
    try:
        chars = chars_of(textpage)
        tables = ruled_tables(rules_of(page), chars)
        return PageLines(list(lines_of(chars)), page.get_height(), tables)
    finally:
        textpage.close()
        page.close()


def _stated(reader: PdfReader) -> tuple[str, Publication | None]:
    metadata = reader.metadata
    if metadata is None:
        return "", None
    try:
        created = metadata.creation_date
    except (ValueError, TypeError):
        created = None
    title = clean(str(metadata.title or "")).strip()
    if _NO_TITLE.match(title):
        title = ""
    if created is None or created.year > MAX_YEAR:
        return title, None
    return title, Publication(created.date(), Granularity.DAY, DateSource.METADATA)
