"""HTML pages: the main text without navigation and footer, and the publication date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from timeweave.documents import markdown
from timeweave.documents.content import recognise
from timeweave.documents.date_lines import day_in_line
from timeweave.documents.dates import Publication, date_in_address, loose_publication
from timeweave.documents.decoding import clean, decode
from timeweave.documents.elements import to_markdown
from timeweave.documents.from_fields import overridden
from timeweave.documents.main_part import main_part
from timeweave.documents.page import Page, PageError
from timeweave.documents.page_furniture import is_paged, without_page_furniture
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import shown_date, with_publication
from timeweave.records import DateSource, Document, Markup

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.I)
_MARKED = re.compile(
    r"<(?:time\b(?:[^>]{0,400}?\bdatetime\s*=\s*[\"']?(?P<stamp>[\w:+. -]{8,40}))?"
    r"|\w+\b[^>]{0,400}?\b(?:class|id|itemprop)\s*=\s*[\"'][^\"'>]{0,80}?(?<![a-z])(?:date|time|publish\w*|posted|byline)(?![a-z]))"
    r"[^>]{0,400}>(?P<said>[^<]{0,120})",
    re.I,
)
_LARGEST = 20_000_000  # bytes; the parsers hold many times that
_EARLIEST = "1900-01-01"
_LATEST = "9998-12-31"  # fixed, so that reading does not depend on the day


def read_html(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:
    """The one document of an HTML file.

    Its date is that of its linked data or meta elements, else of its web address, else of its file name, else of a
    line at its top, else what its mark-up calls a date. The names of its meta elements are its fields.
    """
    data = file.read()
    kind = recognise(data[:4096])
    if kind and kind != "an HTML page":
        raise file.error(f"holds {kind}, not HTML: give it the suffix of what it is, or remove it")
    if len(data) > _LARGEST:
        raise file.error(f"has {len(data):,} bytes of HTML, more than {_LARGEST:,}: split it or save it as text")
    declared = _CHARSET.search(data[:4096])
    html = decode(data, file, declared=declared[1].decode("ascii", "replace") if declared else None)
    try:
        page = Page(html)
    except PageError as error:
        raise file.error(f"{error}, as no page does: save it as text") from None
    text = clean(_text(html) or markdown.lines(page.text))
    if is_paged(html):
        text = without_page_furniture(text)
    if not text.strip():
        raise file.error("shows no text: if a script draws the page, save it from a browser first")
    name = printable(file.name)
    found = page.date or date_in_address(page.address) or shown_date(name, text, page.title) or _marked_date(html)
    stated = {"site": page.site, "author": page.author}
    document = Document(
        id=name,
        text=text,
        title=page.title,
        source=page.address,
        language=page.language or "en",
        markup=Markup.MARKDOWN,
        metadata={key: value for key, value in stated.items() if value},
    )
    dated = with_publication(document, found, period_name=name)
    return iter([overridden(dated, page.fields, mapping, file.label)])


def _text(html: str) -> str:
    part = main_part(html)
    return "" if part is None else to_markdown(part)


def _marked_date(html: str) -> Publication | None:
    """The date that a page's mark-up calls one: a ``time``, or what is classed so; any other is what it is about."""
    from htmldate import find_date

    found = find_date(
        html, extensive_search=False, original_date=True, min_date=_EARLIEST, max_date=_LATEST, outputformat="%Y-%m-%d"
    )
    if not found:
        return None
    marked = _MARKED.finditer(html)
    is_marked = any(found in (m["stamp"] or "") or day_in_line(m["said"] or "") == found for m in marked)
    return loose_publication(found, DateSource.TEXT) if is_marked else None
