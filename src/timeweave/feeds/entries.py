"""What an address holds, as entries: whole documents, or pages that are yet to be fetched."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO
from urllib.parse import urljoin

from timeweave.addresses import shown
from timeweave.documents.content import looks_like_feed, recognise
from timeweave.documents.json_feed import is_json_feed
from timeweave.documents.native import document_to_json
from timeweave.documents.reading import read_file
from timeweave.documents.sitemap import SitemapEntry, is_sitemap, read_sitemap
from timeweave.documents.source_file import SourceFile
from timeweave.documents.text import with_publication
from timeweave.errors import DocumentError
from timeweave.feeds.fetching import Fetched
from timeweave.feeds.guard import is_web_address
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import Document

_GLOBAL = ("http://", "https://", "tag:", "urn:")
"""How ids begin that no other feed gives to something else."""


@dataclass(frozen=True, slots=True)
class FetchedFile(SourceFile):
    """What was fetched, read as a file of the kind that it is."""

    data: bytes = b""

    @property
    def label(self) -> str:
        """The address."""
        return self.name

    @property
    def compressed(self) -> bool:
        """Never: it was unpacked when it came."""
        return False

    def open(self) -> IO[bytes]:
        """The bytes as a stream."""
        return io.BytesIO(self.data)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that a feed tells: its ``document`` as far as the feed holds it, and the address of its ``page`` where
    that is still to be read. ``digest`` differs once the feed tells something else of it.
    """

    document: Document
    digest: str
    page: str = ""


Entries = tuple[list[Entry | Failure], tuple[str, ...]]
"""What an address holds, and the addresses of further sitemaps."""


def entries_of(feed: str, fetched: Fetched, mapping: Mapping[str, str], *, pages: bool = False) -> Entries:
    """The entries of a feed, page, sitemap or JSON Lines file; with ``pages`` items of feeds are to be read in full."""
    kind = _kind(fetched)
    file = FetchedFile(Path(f"fetched{kind}"), fetched.url, fetched.body)
    if kind == "sitemap":
        try:
            listed = read_sitemap(file)
        except DocumentError as error:
            return [Failure(error.source, error.line, str(error))], ()
        return [_of_page(entry, fetched.url) for entry in listed.entries], listed.further
    if not kind:
        holds = recognise(fetched.body[:4096]) or "text or data of another kind"
        why = f"holds {holds}: name a feed (RSS, Atom, JSON Feed), a sitemap of news, a page or JSON Lines"
        return [Failure(shown(fetched.url), None, why)], ()
    found: list[Entry | Failure] = []
    for item in read_file(file, mapping, in_parts=False):
        if isinstance(item, Document):
            own = _globally_named(item, feed)
            linked = own.source if pages and kind in (".xml", ".json") and is_web_address(own.source) else ""
            found.append(Entry(own, digest_of(own), linked))
        elif not isinstance(item, PassedOver):
            found.append(item)
    return found, ()


def page_of(entry: Entry, fetched: Fetched) -> Document | Failure:
    """The document of an entry with the text of its page; what the feed says of its date and title stands."""
    file = FetchedFile(Path("page.html"), fetched.url, fetched.body)
    read = next(iter(read_file(file, {}, in_parts=False)), None)
    if read is None or isinstance(read, PassedOver):
        return Failure(shown(fetched.url), None, "shows no text")
    if isinstance(read, Failure):
        return read
    told = entry.document
    page = replace(
        read,
        id=told.id,
        title=told.title or read.title,
        source=told.source,
        metadata={**read.metadata, **told.metadata},
    )
    if told.date is None:
        return page
    return replace(page, date=told.date, date_precision=told.date_precision, date_source=told.date_source)


def digest_of(document: Document) -> str:
    """A short digest of all that a document holds."""
    whole = json.dumps(document_to_json(document), sort_keys=True).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(whole, digest_size=8).hexdigest()


def _of_page(listed: SitemapEntry, sitemap: str) -> Entry:
    address = urljoin(sitemap, listed.address)
    language = listed.language.partition("-")[0].casefold() or "en"
    made = Document(id=address, text=listed.title, title=listed.title, source=address, language=language)
    dated = with_publication(made, listed.published)
    return Entry(dated, f"{digest_of(dated)} {listed.changed}", address)


def _globally_named(document: Document, feed: str) -> Document:
    """A document whose id no other feed gives to something else."""
    return document if document.id.startswith(_GLOBAL) else replace(document, id=f"{feed}#{document.id}")


def _kind(fetched: Fetched) -> str:
    """The suffix of a file that holds this, ``sitemap``, or nothing where it is none of what is read."""
    head = fetched.body[:65_536]
    said = fetched.headers.get("content-type", "").casefold()
    if is_sitemap(head):
        return "sitemap"
    if looks_like_feed(head):
        return ".xml"
    if is_json_feed(head):
        return ".json"
    if recognise(head) == "an HTML page" or ("html" in said and recognise(head) is None):
        return ".html"
    return ".jsonl" if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else ""
