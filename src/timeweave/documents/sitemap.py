"""Sitemaps: which pages a site has, and what their news entries say of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from timeweave.documents.dates import Publication, loose_publication
from timeweave.documents.page import PageError, require_few_attributes
from timeweave.documents.source_file import SourceFile
from timeweave.records import DateSource

_ROOT = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)\b")
_MOST = 50_000  # entries of one file, as the protocol has it


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """A page of a site with what its news entry says: headline, publication, language; ``changed`` is its lastmod."""

    address: str
    title: str
    published: Publication | None
    changed: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """The news entries of a sitemap, newest first, and the addresses of further sitemaps that it names."""

    entries: tuple[SitemapEntry, ...] = ()
    further: tuple[str, ...] = ()


def is_sitemap(head: bytes) -> bool:
    """Whether a file that begins so is a sitemap, or names some."""
    return _ROOT.search(head[:4096]) is not None


def read_sitemap(file: SourceFile) -> Sitemap:
    """What a sitemap lists; pages without a news entry are none of it.

    Raises:
        DocumentError: it is not well-formed, or lists neither news nor sitemaps.
    """
    data = file.read()
    try:
        require_few_attributes(data)
        options = {"resolve_entities": False, "no_network": True, "recover": True}
        root = etree.fromstring(data, etree.XMLParser(**options))
    except (PageError, etree.XMLSyntaxError, ValueError) as error:
        raise file.error(f"is a damaged sitemap ({error}): fetch it again") from None
    if root is None:
        raise file.error("is an empty sitemap: there is nothing to read")
    further = [_text(m, "loc") for m in _children(root, "sitemap")]
    entries = sorted(_entries(root), key=lambda e: (str(e.published.date) if e.published else "", e.changed))
    if not entries and not further:
        raise file.error("is a sitemap without news entries (news:news): name one that has some, or a feed")
    return Sitemap(tuple(reversed(entries)), tuple(a for a in further if a)[:_MOST])


def _entries(root: etree._Element) -> Iterator[SitemapEntry]:
    for page in _children(root, "url")[:_MOST]:
        news, address = _children(page, "news"), _text(page, "loc")
        if not news or not address:
            continue
        publication = _children(news[0], "publication")
        language = _text(publication[0], "language") if publication else ""
        found = loose_publication(_text(news[0], "publication_date"), DateSource.FEED)
        yield SitemapEntry(address, _text(news[0], "title"), found, _text(page, "lastmod"), language)


def _children(element: etree._Element, name: str) -> list[etree._Element]:
    """The children of that name, whatever namespace the site has put them in."""
    return [c for c in element if isinstance(c.tag, str) and etree.QName(c).localname == name]


def _text(element: etree._Element, name: str) -> str:
    found = _children(element, name)
    return " ".join((found[0].text or "").split()) if found else ""
