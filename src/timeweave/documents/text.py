"""Plain text, Markdown and what is turned into it, with what stands above: front matter, or the header of a message."""

from __future__ import annotations

import dataclasses
import datetime as dt
import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from timeweave.documents.content import recognise
from timeweave.documents.date_lines import is_record_of, opening_date
from timeweave.documents.dates import (
    Publication,
    date_in_address,
    date_in_name,
    date_of_value,
    period_in_name,
    publication,
)
from timeweave.documents.decoding import decode
from timeweave.documents.front_matter import split_front_matter
from timeweave.documents.further_fields import further_fields
from timeweave.documents.header_block import split_header
from timeweave.documents.light_markup import form_of
from timeweave.documents.mapping import renamed
from timeweave.documents.native import document_from_json
from timeweave.documents.page import PageError
from timeweave.documents.source_file import RUN, SourceFile, printable
from timeweave.documents.standfirst import standfirst
from timeweave.documents.stated import held, is_instant, native_fields, published, updated
from timeweave.documents.titles import title_by_name, title_of, without_comments
from timeweave.documents.written_dates import written_unit
from timeweave.errors import TemporalError
from timeweave.outcomes import PassedOver
from timeweave.records import DateSource, Document, Markup
from timeweave.temporal.interval import Granularity

_WHEN_RUN = re.compile(r"`r .*|today|now|last-modified", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,30});")
_CODE_OF_ERB = re.compile(r"<%(?:(?!<%).)*?%>", re.S)
_OF_SECTION = re.compile(r"(?:^|/)_index\.[^/]*$", re.IGNORECASE)
_AHEAD = dt.timedelta(days=31)  # in which papers of a meeting, or an issue, are out before their date
_LATEST = 31  # days within which what is called by a day is published
_OF_OLD = 30 * 366  # days from which on the day is what a text is about
_REMEDIES = {"an HTML page": "rename it to end in .html", "a PDF": "rename it to end in .pdf"}


def read_text(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | PassedOver]:
    """The one document of a file of text; front matter, and the header of a message, say what it is.

    Front matter without text below it is that of a section of a site: it is passed over.
    """
    data = file.read()
    kind = recognise(data[:4096])
    if kind:
        raise file.error(f"holds {kind}, not text: {_REMEDIES.get(kind, 'convert it to text, or remove it')}")
    whole = decode(data, file)
    head = _converted(_head(_CODE_OF_ERB.sub("", whole) if file.is_template else whole, file), file)
    given = renamed(head.fields, mapping)
    fields = native_fields(given)
    above = standfirst(head.text, str(fields.get("title") or ""), given)
    if head.fields and not head.text.strip() and (not above or _OF_SECTION.search(file.name)):
        return iter([PassedOver(file.label, "front matter without text")])
    if not head.text.strip() and not above:
        raise file.error("is empty: there is nothing to read; remove it or write something into it")
    if fields.get("text") is not None:
        raise file.error("has 'text' in its front matter: the text is what follows the front matter")
    title = fields.get("title")
    if isinstance(title, str):
        title = _REFERENCE.sub(lambda found: html.unescape(found[0]), title)
    text, is_markdown = head.text, head.is_markdown
    name, seen = printable(file.name), without_comments(text)
    title = title or title_by_name(title_of(seen, markdown=is_markdown), name)
    stated_day = _stated_date(fields, head, file)
    if "date" not in mapping:
        stated_day = _day_called_by(name, str(title), stated_day, is_instant(fields)) or stated_day
    found = stated_day or shown_date(name, seen, str(title))
    further = further_fields(given) if head.strict and is_markdown and text.strip() else ""
    text = "\n\n".join(filter(None, (*above, further, text)))
    stated = {key: value for key, value in fields.items() if key != "date"}
    document = document_from_json({"id": name, **stated, "title": title, "text": text}, file.label)
    if is_markdown:
        document = dataclasses.replace(document, markup=Markup.MARKDOWN)
    found = found or updated(fields, head.source) or held(fields, head.source, dt.datetime.now(dt.UTC).date())
    document = with_publication(document, found, period_name=name)
    if (above or further) and document.date is None:  # and no day that the standfirst begins with is that of the text
        found = date_in_address(document.source) if "://" in document.source else None
        undated = dataclasses.replace(document, date_source=DateSource.ADDED)
        document = undated if found is None else with_publication(document, found)
    return iter([document])


@dataclass(frozen=True, slots=True)
class _Head:
    """The fields that stand before a text, and the text; ``strict`` says that they can be nothing but fields."""

    fields: Mapping[str, Any]
    text: str
    source: DateSource = DateSource.FRONT_MATTER
    strict: bool = False
    is_markdown: bool = False


def _head(whole: str, file: SourceFile) -> _Head:
    form = form_of(file.kind)
    if front := split_front_matter(whole, file):
        below = None if form is None else form.header(front.text)
        return _Head({**(below.fields if below else {}), **front.fields}, (below or front).text, strict=True)
    header = split_header(whole) if form is None else form.header(whole)
    if header is None:
        return _Head({}, whole)
    return _Head(header.fields, header.text, DateSource.METADATA if header.mail else DateSource.FRONT_MATTER)


def _converted(head: _Head, file: SourceFile) -> _Head:
    """``head`` with its text as Markdown, where its format is turned into that.

    Raises:
        DocumentError: when an element of HTML costs what none does.
    """
    form = form_of(file.kind)
    if form is None or not head.text.strip():
        return dataclasses.replace(head, is_markdown=form is not None or file.is_markdown)
    try:
        return dataclasses.replace(head, text=form.to_markdown(head.text), is_markdown=True)
    except PageError as error:
        raise file.error(f"{error}, as no page does: save it as text") from None


def _stated_date(fields: Mapping[str, Any], head: _Head, file: SourceFile) -> Publication | None:
    """When the fields say that it appeared.

    Raises:
        DocumentError: when the ``date`` of front matter is none.
    """
    value = fields.get("date")
    if file.kind in RUN and isinstance(value, str) and _WHEN_RUN.fullmatch(value.strip()):
        return None  # the day on which the document is made
    if head.strict and value is not None and date_of_value(value, head.source) is None:
        try:
            publication(str(value), head.source)
        except TemporalError as error:
            raise file.error(str(error)) from None
    return published(fields, head.source)


def _day_called_by(name: str, title: str, stated: Publication | None, instant: bool) -> Publication | None:
    """The day that is all that a file is called by ("2021-02-15.md"), or that its name and its title have, where it
    lies so long before what its fields state that they state when it was last changed, or moved to where it is; or the
    day before, where they state an instant, which may be of the night that follows it elsewhere.
    """
    last = name.rpartition("/")[2]
    stem = last.rpartition(".")[0]
    day = date_in_name(last) if stated is not None else None
    if day is None or stated is None or day.precision is not Granularity.DAY:
        return None
    apart = (stated.date - day.date).days
    if apart == 1 and instant:
        return day
    titled = written_unit(stem) or is_record_of(title, day.date)
    return day if titled and _LATEST < apart < _OF_OLD else None


def shown_date(name: str, text: str, title: str) -> Publication | None:
    """The date in the name, or where that has none or only the month a line at the top that names the day."""
    named = date_in_name(name)
    if named is not None and named.precision is Granularity.DAY:
        return named
    line = opening_date(text, title, name)
    if line is not None and line.date > dt.datetime.now(dt.UTC).date() + _AHEAD:  # when something is to be
        line = None
    if named is None or (line is not None and line.date.replace(day=1) == named.date.replace(day=1)):
        return line
    return named


def with_publication(document: Document, found: Publication | None, *, period_name: str = "") -> Document:
    """``document`` dated by ``found``, and reporting on the period in the name where it states none itself."""
    period = document.period or period_in_name(period_name)
    if found is None:
        return dataclasses.replace(document, period=period)
    return dataclasses.replace(
        document, period=period, date=found.date, date_precision=found.precision, date_source=found.source
    )
