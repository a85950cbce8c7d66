"""A search API on the web asked for dated results: what WebRAG reads (NE-14). Nothing is asked unless one is named."""

from __future__ import annotations

import datetime as dt
import html
import json
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from timeweave.addresses import NETWORK_LOG, SECRET_WORDS, shown
from timeweave.documents.dates import date_in_address, date_of_value
from timeweave.errors import FetchError, UsageError
from timeweave.feeds.fetching import Limits
from timeweave.feeds.guard import is_web_address
from timeweave.feeds.visiting import Visitor
from timeweave.records import DateSource

FIELDS: Mapping[str, str] = {
    "results": "results",
    "title": "title",
    "snippet": "snippet",
    "url": "url",
    "date": "date",
}
"""Where a response holds its list of results, and each of these what it says: keys, those inside others by dots."""
LIMITS = Limits(bytes=2_000_000, silence=10.0, seconds=30.0)
"""What one search may take."""

_MOST_RESULTS = 100
_LONGEST = {"title": 300, "snippet": 2_000}  # characters
_TAG = re.compile(r"<[^<>]*>")
_HEADER_NAME = re.compile(r"[A-Za-z0-9-]+")
_log = logging.getLogger(NETWORK_LOG)


@dataclass(frozen=True, slots=True)
class WebResult:
    """A result of a search; ``day`` is that of its publication, ``None`` where neither a field nor its address says."""

    url: str
    title: str
    snippet: str
    day: dt.date | None


@dataclass(frozen=True, slots=True)
class SearchApi:
    """A search API that answers a GET with JSON.

    ``template`` is its address, with ``{query}`` where the words go, and perhaps ``{count}`` and ``{day}`` (ISO 8601).
    ``fields`` says where its results stand, as far as it differs from `FIELDS`. ``key`` names the environment variable
    that holds the key, which goes into the header ``header`` and nowhere else. ``visitor`` asks, as any site.

    Raises:
        UsageError: the address has no place for the query or holds a secret, or a field does not exist.
    """

    template: str
    fields: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    header: str = "X-Api-Key"
    visitor: Visitor = field(default_factory=lambda: Visitor(limits=LIMITS))

    def __post_init__(self) -> None:
        _check_template(self.template)
        if unknown := sorted(set(self.fields) - set(FIELDS)):
            raise UsageError(f"a result of a search has no field {unknown[0]!r}: use {', '.join(FIELDS)}")
        if not _HEADER_NAME.fullmatch(self.header):
            raise UsageError(f"{self.header!r} is no name of a header")

    def search(self, query: str, day: dt.date, count: int = 20) -> list[WebResult]:
        """What the API finds for ``query``, in its order.

        Raises:
            UsageError: the environment does not hold the key, or it would be sent in the clear.
            FetchError: the API cannot be asked, or answers something else than JSON with such results.
        """
        given = {"{query}": query, "{count}": str(count), "{day}": day.isoformat()}
        url = self.template
        for place, value in given.items():
            url = url.replace(place, quote(value.encode("utf-8", "replace"), safe=""))
        secret = self._secret(url)
        _log.info("the search API at %s gets the words of questions", shown(self.template))
        fetched = self.visitor.visit(url, {"Accept": "application/json"}, secret=secret)
        try:
            answered = json.loads(fetched.body.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError):
            raise FetchError(f"{shown(url)!r} answers something else than JSON") from None
        paths = {**FIELDS, **self.fields}
        listed = _at(answered, paths["results"])
        if not isinstance(listed, list):
            raise FetchError(f"{shown(url)!r} answers no list at {paths['results']!r}: say where its results stand")
        read = (_result(item, paths) for item in listed[:_MOST_RESULTS])
        return [result for result in read if result is not None]

    def _secret(self, url: str) -> Mapping[str, str]:
        if not self.key:
            return {}
        value = os.environ.get(self.key, "").strip()
        if not value or not (value.isascii() and value.isprintable()):
            raise UsageError(f"the environment variable {self.key!r} holds no key for the search API: set it")
        if urlsplit(url).scheme != "https" and not self.visitor.allows_private(url):
            raise UsageError(f"{shown(url)!r} would get a key in the clear: give its address with https")
        return {self.header: value}


def _check_template(template: str) -> None:
    try:
        parts = urlsplit(template)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and "{" not in parts.netloc
        named = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        raise UsageError(
            "the address of the search API cannot be read: give it as https://HOST/PATH?q={query}"
        ) from None
    secret = any(name.casefold().endswith(SECRET_WORDS) and "{" not in value for name, value in named)
    if parts.username or parts.password or secret:
        raise UsageError(
            "the address of the search API holds a secret: leave it out, and name its environment variable"
        )
    if not usable or not template.isprintable() or " " in template or "{query}" not in template:
        raise UsageError(f"search API {shown(template)!r}: give its address as https://HOST/PATH?q={{query}}")


def _result(item: object, paths: Mapping[str, str]) -> WebResult | None:
    """A result; ``None`` where it names no page of the web, or says nothing."""
    url = _at(item, paths["url"])
    if not isinstance(url, str) or not is_web_address(url) or not url.isprintable() or " " in url:
        return None
    title, snippet = (_words(_at(item, paths[name]), _LONGEST[name]) for name in ("title", "snippet"))
    if not (title or snippet):
        return None
    found = date_of_value(_at(item, paths["date"]), DateSource.METADATA) or date_in_address(url)
    return WebResult(url, title, snippet, None if found is None else found.date)


def _at(value: object, path: str) -> Any:
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _words(value: object, longest: int) -> str:
    """The words of a field, without mark-up and control characters, on one line."""
    if not isinstance(value, str):
        return ""
    plain = html.unescape(_TAG.sub("", value[: 10 * longest])).encode("utf-8", "replace").decode("utf-8")
    shown = "".join(c for c in plain if c.isprintable() or c.isspace())
    return " ".join(shown.split())[:longest]
