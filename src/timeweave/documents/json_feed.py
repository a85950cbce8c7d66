"""JSON Feed: one document an item."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.documents.dates import date_in_address, loose_publication
from timeweave.documents.decoding import clean
from timeweave.documents.duplicates import DuplicateGuard
from timeweave.documents.from_fields import overridden
from timeweave.documents.jsonl import failure
from timeweave.documents.page import Page, PageError
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.errors import DocumentError
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document

_VERSION = re.compile(rb'"version"\s*:\s*"https?:(?:\\?/){2}jsonfeed\.org(?:\\?/)version')


def is_json_feed(head: bytes) -> bool:
    """Whether a file that begins so says that it is a JSON Feed."""
    return _VERSION.search(head[:65_536]) is not None


def read_json_feed(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:
    """The items of a JSON Feed.

    An item's id is its own, else its address, else the file's name and the number of the item. Its text is its title,
    an empty line, and its content without markup.
    """
    feed = _feed(file)
    items = feed.get("items")
    if not isinstance(items, list) or not items:
        raise file.error("is a JSON Feed without items: there is nothing to read; remove it")
    guard = DuplicateGuard(file)
    for number, item in enumerate(items, 1):
        try:
            if not isinstance(item, dict):
                raise file.error(f"item {number} is {str(item)[:60]!r}, not an object: leave it out")
            document = overridden(_item(item, number, feed, file), item, mapping, file.label)
            if guard.is_new(document, None):
                yield document
        except DocumentError as error:
            yield failure(error)
        except PageError as error:
            yield Failure(file.label, None, f"item {number} {error}, as no page does: leave it out")


def _feed(file: SourceFile) -> dict[str, Any]:
    try:
        feed = json.loads(file.read().decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise file.error(f"is no valid JSON ({error}): fetch it again, or mend it") from None
    return feed if isinstance(feed, dict) else {}


def _item(item: dict[str, Any], number: int, feed: dict[str, Any], file: SourceFile) -> Document:
    title = clean(" ".join(_text(item.get("title")).split()))
    body = _body(item)
    text = body if not title or body.startswith(title) else f"{title}\n\n{body}".rstrip()
    link = _text(item.get("url")) or _text(item.get("external_url"))
    given = item.get("id")
    identity = str(given) if isinstance(given, str | int) and str(given).strip() else ""
    identity = identity or link or f"{printable(file.name)}#{number}"
    if not text.strip():
        raise file.error(f"item {number} ({identity!r}) has neither title nor text: there is nothing to read")
    found = loose_publication(_text(item.get("date_published")), DateSource.FEED)
    changed = loose_publication(_text(item.get("date_modified")), DateSource.FEED)
    later = changed is not None and found is not None and changed.date > found.date
    stated = {
        "feed": _text(feed.get("title")),
        "author": _author(item) or _author(feed),
        "updated": str(changed.date) if changed is not None and later else "",
    }
    document = Document(
        id=identity,
        text=text,
        title=title,
        source=link or _text(feed.get("home_page_url")),
        language=(_text(item.get("language")) or _text(feed.get("language")) or "en").partition("-")[0].casefold(),
        metadata={key: value for key, value in stated.items() if value},
    )
    return with_publication(document, found or changed or date_in_address(link))


def _body(item: Mapping[str, Any]) -> str:
    html = _text(item.get("content_html"))
    return clean(Page(html).text if html else _text(item.get("content_text")) or _text(item.get("summary")))


def _author(data: Mapping[str, Any]) -> str:
    authors = data.get("authors") or [data.get("author")]
    names = (_text(a.get("name")) for a in authors if isinstance(a, dict)) if isinstance(authors, list) else ()
    return ", ".join(filter(None, names))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
