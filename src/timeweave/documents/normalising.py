"""The last step of reading, the same for documents from files and from Python: one form, nothing left to guess."""

from __future__ import annotations

import dataclasses

from timeweave.documents.date_lines import opening_date
from timeweave.documents.dates import date_in_address
from timeweave.documents.decoding import clean, offsets_after_cleaning
from timeweave.documents.field_types import require_field_types
from timeweave.documents.filing_cover import with_cover_read
from timeweave.documents.metadata import MetadataError, plain_metadata
from timeweave.documents.release_notes import with_subject_read
from timeweave.documents.report_titles import with_title_read
from timeweave.documents.titles import without_comments
from timeweave.errors import DocumentError
from timeweave.language.detecting import ENGLISH, foreign_language
from timeweave.records import DateSource, Document, GivenFact, Span
from timeweave.temporal.interval import MAX_YEAR, Granularity

_LONGEST_ID = 8_192  # characters, as much as a path or a web address has; every chunk repeats it


def normalised(document: Document, source: str) -> Document:
    """``document`` in the form that is stored: its texts cleaned, its facts' spans moved with them.

    A document without date takes the one in its source's web address, else that of a line at the top of its text;
    without these its date stays ``None`` and its date source becomes ``ADDED``. A document that does not say that it is
    in another language than English is asked for its language by its text. Subject and period of a report may stand in
    its title alone, and a filing says on its cover page what it is. Normalising twice changes nothing.

    Raises:
        DocumentError: when a field has the wrong type, id or text is empty, a span lies outside the text, or a value
            cannot be stored.
    """
    require_field_types(document, source)
    text = clean(document.text)
    identity = clean(document.id)
    if not identity.strip():
        raise DocumentError("the document's id is empty: give it a unique one", source=source)
    if len(identity) > _LONGEST_ID:
        message = f"the id {identity[:60]!r}… has {len(identity):,} characters: give a shorter one, of {_LONGEST_ID:,}"
        raise DocumentError(message, source=source)
    if not text.strip():
        raise DocumentError(f"document {identity!r} has no text: there is nothing to read", source=source)
    if document.date is not None and document.date.year > MAX_YEAR:
        message = f"document {identity!r} is dated {document.date}: the year must not be later than {MAX_YEAR}"
        raise DocumentError(message, source=source)
    try:
        metadata = plain_metadata(document.metadata)
    except MetadataError as error:
        raise DocumentError(f"document {identity!r}: {error}", source=source) from None
    language = clean(document.language).strip() or ENGLISH
    cleaned = dataclasses.replace(
        document,
        id=identity,
        text=text,
        title=clean(document.title).strip(),
        entities=tuple(name for name in map(clean, document.entities) if name.strip()),
        source=clean(document.source),
        language=(foreign_language(text) or ENGLISH) if language == ENGLISH else language,
        metadata=metadata,
        facts=_moved_facts(document, source),
    )
    return with_subject_read(with_title_read(_dated(with_cover_read(cleaned))))


def _dated(document: Document) -> Document:
    if document.date is not None or document.date_source is DateSource.ADDED:
        return document
    found = date_in_address(document.source) if "://" in document.source else None
    found = found or opening_date(without_comments(document.text), document.title, document.id)
    if found is None:
        return dataclasses.replace(document, date_source=DateSource.ADDED, date_precision=Granularity.DAY)
    return dataclasses.replace(document, date=found.date, date_precision=found.precision, date_source=found.source)


def _moved_facts(document: Document, source: str) -> tuple[GivenFact, ...]:
    if not document.facts:
        return ()
    moved = offsets_after_cleaning(document.text)
    facts = []
    for fact in document.facts:
        if not 0 <= fact.span.start < fact.span.end <= len(document.text):
            message = (
                f"document {document.id!r}: the span {fact.span.start} to {fact.span.end} of the fact "
                f"{fact.subject!r} {fact.relation!r} lies outside its text of {len(document.text)} characters"
            )
            raise DocumentError(message, source=source)
        words = (clean(fact.subject), clean(fact.relation), clean(fact.object))
        span = Span(moved(fact.span.start), moved(fact.span.end))
        if (*words, span) != (fact.subject, fact.relation, fact.object, fact.span):
            subject, relation, object_ = words
            fact = dataclasses.replace(fact, subject=subject, relation=relation, object=object_, span=span)
        facts.append(fact)
    return tuple(facts)
