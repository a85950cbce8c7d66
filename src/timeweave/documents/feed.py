"""RSS and Atom files: one document an item."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax import SAXException

from timeweave.documents.content import looks_like_feed, recognise
from timeweave.documents.dates import Publication, date_in_address, loose_publication
from timeweave.documents.decoding import clean
from timeweave.documents.duplicates import DuplicateGuard
from timeweave.documents.from_fields import overridden
from timeweave.documents.jsonl import failure
from timeweave.documents.page import Page, PageError, require_few_attributes
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.errors import DocumentError
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document

_LARGEST = 20_000_000  # bytes; the parser holds many times that


def read_feed(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:
    """The items of an RSS or Atom file.

    An item's id is its guid, else its link, else the file's name and the number of the item. Its text is its title,
    an empty line, and its content without markup.
    """
    import feedparser

    data = file.read()
    if not looks_like_feed(data[:4096]):
        kind = recognise(data) or "XML or text of another kind"
        raise file.error(f"holds {kind}, not an RSS or Atom feed: convert it to JSON Lines, or remove it")
    if len(data) > _LARGEST:
        raise file.error(f"has {len(data):,} bytes, more than {_LARGEST:,}: split it, or convert it to JSON Lines")
    try:
        require_few_attributes(data)
    except PageError as error:
        raise file.error(f"{error}, as no feed does: convert it to JSON Lines") from None
    parsed = feedparser.parse(io.BytesIO(data))
    guard = DuplicateGuard(file)
    for number, entry in enumerate(parsed.entries, 1):
        try:
            document = overridden(_item(entry, number, parsed.feed, file), _fields(entry), mapping, file.label)
            if guard.is_new(document, None):
                yield document
        except DocumentError as error:
            yield failure(error)
        except PageError as error:
            yield Failure(file.label, None, f"item {number} {error}, as no page does: leave it out")
    problem = parsed.get("bozo_exception")
    if isinstance(problem, SAXException):
        line = getattr(problem, "getLineNumber", lambda: None)()
        yield Failure(
            file.label, line, f"is not well-formed XML ({problem.getMessage()}): items after that may be missing"
        )
    elif not parsed.entries:
        raise file.error("is a feed without items: there is nothing to read; remove it")


def _item(entry: Any, number: int, feed: Any, file: SourceFile) -> Document:
    title = clean(" ".join(Page(entry.get("title") or "").text.split()))
    body = _body(entry)
    text = body if not title or body.startswith(title) else f"{title}\n\n{body}".rstrip()
    link = entry.get("link") or ""
    identity = entry.get("id") or link or f"{printable(file.name)}#{number}"
    if not text.strip():
        raise file.error(f"item {number} ({identity!r}) has neither title nor text: there is nothing to read")
    stated = {"feed": feed.get("title", ""), "author": entry.get("author", ""), "updated": _updated(entry)}
    document = Document(
        id=identity,
        text=text,
        title=title,
        source=link or feed.get("link") or "",
        language=_language(entry, feed),
        metadata={key: value for key, value in stated.items() if value},
    )
    return with_publication(document, _date(entry) or date_in_address(link))


def _fields(entry: Any) -> dict[str, Any]:
    """The elements of the item that hold a text, as the parser calls them."""
    return {key: value for key, value in entry.items() if isinstance(value, str)}


def _body(entry: Any) -> str:
    content = entry.get("content") or [{"value": entry.get("summary") or ""}]
    longest = max((part.get("value") or "" for part in content), key=len)
    return clean(Page(longest).text)


def _date(entry: Any) -> Publication | None:
    """When the item was published, else last updated: its day in the zone as written."""
    for key in ("published", "updated"):
        if found := loose_publication(entry.get(key) or "", DateSource.FEED):
            return found
        parsed = entry.get(f"{key}_parsed")
        if parsed and (found := loose_publication("-".join(f"{n:02d}" for n in parsed[:3]), DateSource.FEED)):
            return found
    return None


def _updated(entry: Any) -> str:
    """The day of the last change, where that is a later one than that of the publication."""
    found = loose_publication(dict.get(entry, "updated") or "", DateSource.FEED)
    first = _date(entry)
    return str(found.date) if found and first and found.date > first.date else ""


def _language(entry: Any, feed: Any) -> str:
    stated = (entry.get("title_detail") or {}).get("language") or feed.get("language") or "en"
    return str(stated).partition("-")[0].casefold() or "en"
