"""What an HTML page says about itself, and its text without a guess at which part is the main one."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping

from lxml import etree

from timeweave.documents.dates import Publication, loose_publication
from timeweave.documents.markdown import squeezed
from timeweave.records import DateSource

_DATE_NAMES = (  # most specific first
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publication_date",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "dcterms.date",
    "dc.date",
    "date",
)
_BLOCKS = frozenset(
    """address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
    hr li main nav ol p pre section table tr ul""".split()  # noqa: SIM905  a list of one name a line says no more
)
_HIDDEN = frozenset(("script", "style", "template", "noscript", "svg", "head"))
_MOST_ATTRIBUTES = 1_000
_SITE_BEHIND = re.compile(r"\s+[|·•–—«»-]\s+\S")


def _names_site(title: str, heading: str) -> bool:
    """Whether a title is the heading of its page with the name of the site behind it: "Opening hours | Town Hall"."""
    rest = title.removeprefix(heading)
    return bool(heading) and rest != title and _SITE_BEHIND.match(rest) is not None


class PageError(ValueError):
    """A page that nobody wrote, and that costs what no page does."""


class Page:
    """A parsed page: ``title``, ``language``, ``address`` (canonical), ``site``, ``author``, publication ``date``.

    Raises:
        PageError: when an element has thousands of attributes, for which parsers take the square of the time.
    """

    def __init__(self, html: str) -> None:
        self.language = ""
        self.address = ""
        self._meta: dict[str, str] = {}
        self._heading: list[str] = []
        self._title: list[str] = []
        self._lines: list[list[str]] = [[]]
        self._linked_data: list[str] = []
        self._hidden = 0
        self._collect: list[str] | None = None
        if html.strip():
            parser = etree.HTMLParser(target=_Events(self), encoding="utf-8", huge_tree=True)
            etree.fromstring(html.encode("utf-8", "replace"), parser)

    @property
    def title(self) -> str:
        """The headline that the page states for sharing, else its ``title``, else its first heading."""
        stated = self._meta.get("og:title", "")
        heading, title = squeezed("".join(self._heading)), squeezed("".join(self._title))
        return squeezed(stated) or (heading if _names_site(title, heading) else title) or heading

    @property
    def site(self) -> str:
        """The name of the site."""
        return squeezed(self._meta.get("og:site_name", ""))

    @property
    def author(self) -> str:
        """The author, as the page names them."""
        return squeezed(self._meta.get("author", "") or self._meta.get("article:author", ""))

    @property
    def date(self) -> Publication | None:
        """The publication date in linked data or meta elements."""
        stated = [d for block in self._linked_data for d in _linked_dates(block)]
        stated += [self._meta[name] for name in _DATE_NAMES if name in self._meta]
        found = (loose_publication(text, DateSource.METADATA) for text in stated)
        return next((date for date in found if date), None)

    @property
    def fields(self) -> dict[str, str]:
        """What meta elements say by their names, and where the page stands."""
        named = {**self._meta, "canonical": self.address}
        return {name: value for name, value in named.items() if name and value}

    @property
    def text(self) -> str:
        """All visible text, a line for each block."""
        lines = (squeezed("".join(line)) for line in self._lines)
        return "\n".join(line for line in lines if line)

    def begin(self, tag: str, values: Mapping[str, str]) -> None:
        """Note what the element says of the page."""
        if tag == "html":
            self.language = values.get("lang", "").partition("-")[0].strip().casefold()
        elif tag == "meta":
            name = values.get("property") or values.get("name") or values.get("itemprop") or ""
            self._meta.setdefault(name.casefold(), values.get("content", ""))
        elif tag == "link" and values.get("rel", "").casefold() == "canonical":
            self.address = values.get("href", "").strip()
        elif tag == "time" and values.get("itemprop", "").casefold() == "datepublished":
            self._meta.setdefault("datepublished", values.get("datetime", ""))
        elif tag == "title" and not self._title:
            self._collect = self._title
        elif tag == "script" and values.get("type", "").casefold() == "application/ld+json":
            self._collect = []
        elif tag == "h1" and not self._heading:
            self._collect = self._heading
        if tag in _HIDDEN:
            self._hidden += 1
        elif tag == "body":
            self._hidden = 0
        if tag in _BLOCKS:
            self._lines.append([])
        elif tag in ("td", "th"):
            self._lines[-1].append(" ")

    def end(self, tag: str) -> None:
        """Close what the element opened."""
        if tag == "script" and self._collect is not None:
            self._linked_data.append("".join(self._collect))
        if tag in ("title", "script", "h1"):
            self._collect = None
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        if tag in _BLOCKS:
            self._lines.append([])

    def say(self, data: str) -> None:
        """Keep text for where it belongs."""
        if self._collect is not None:
            self._collect.append(data)
        if not self._hidden:
            self._lines[-1].append(data)


def require_few_attributes(xml: bytes) -> None:
    """Look at the elements of ``xml``, well-formed or not; nothing that it names is loaded, and no entity replaced.

    Raises:
        PageError: when one has thousands of attributes.
    """
    with contextlib.suppress(etree.XMLSyntaxError):
        options = {"recover": True, "resolve_entities": False, "no_network": True, "huge_tree": True}
        etree.fromstring(xml, etree.XMLParser(target=_Attributes(), **options))


class _Attributes:
    """Counts the attributes of each element as a parser goes along; no tree is built."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(attributes) > _MOST_ATTRIBUTES:
            raise PageError(f"has an element {tag[:40]!r} with {len(attributes):,} attributes")

    def end(self, tag: str) -> None:
        pass

    def data(self, data: str) -> None:
        pass

    def close(self) -> None:
        pass


class _Events(_Attributes):
    """Tells a page what the parser meets."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        super().start(tag, attributes)
        self._page.begin(tag, attributes)

    def end(self, tag: str) -> None:
        self._page.end(tag)

    def data(self, data: str) -> None:
        self._page.say(data)


def _linked_dates(block: str) -> list[str]:
    """Every ``datePublished`` in a JSON-LD block, outermost first."""
    try:
        level = [json.loads(block)]
    except (ValueError, RecursionError):
        return []
    found = []
    while level:
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                if isinstance(date := item.get("datePublished"), str):
                    found.append(date)
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        level = below
    return found
