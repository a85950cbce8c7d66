"""What a page shows between title and text, and sites keep in fields: the standfirst, and who wrote it as what."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from timeweave.documents.stated import names_of, values
from timeweave.language.job_titles import is_job_title
from timeweave.language.terms import index_terms
from timeweave.lexicon.numbers import MONTHS, SHORT_MONTHS
from timeweave.lexicon.publishing import AUTHOR_KEYS, OFFICE_KEYS, STANDFIRST_KEYS

_LEAST = 2  # words beyond the title, fewer of which tell nothing
_SHORTEST = 20  # characters of what is written without blanks
_OF_DATES = " ".join((*MONTHS, *SHORT_MONTHS, "day week month year new news update"))
_MOST = 5_000  # characters: longer is a text of its own
_WORD = re.compile(r"[^\W_]+")
_TARGET = re.compile(r"\]\([^()\s]*\)")
_TAG = re.compile(
    r"</?(?:p|br|hr|[abiqsu]|em|strong|span|div|img|[uod]l|li|d[td]|h[1-6]|code|pre|small|su[bp]|blockquote|fig\w+|mark"
    r"|abbr|cite|time|table|t[rdh])\b[^<>]*>|<!--.*?(?:-->|$)",
    re.S,
)
_IMAGE = re.compile(r"!\[[^\[\]]*\]\([^()]*\)")
_MARKS = re.compile(r"(?>#{1,6}\s+(?=[A-Z])|[>|]+\s*|[-*+]\s+|[=~`-]{3,}\s*)++")
_CUT = re.compile(r"\s*\[?(?:\.\.\.|…)\]?\s*$")
_TO_FILL_IN = re.compile(r"\{\{|\{%|\{<|`r |^\W*(?:TODO|FIXME|TBD)\b")
_OF_A_FILE = re.compile(r"\S*/.*\.(?:jpe?g|png|gif|svg|webp|avif|pdf|mp[34]|webm)$")
_ADDRESS = re.compile(r"\s*<[^<>]*>")
_BEHIND = re.compile(r",\s+(?P<said>[^,;]+)|\((?P<aside>[^()]+)\)")


def standfirst(text: str, title: str, fields: Mapping[str, Any]) -> list[str]:
    """What ``fields`` say of ``text`` in words of their own, a paragraph each, to stand above it.

    What the text says itself, as an excerpt does, is not said twice, nor what tells nothing beyond the title and a date
    ("What's new in the week of 4 May"); a byline stands last where it tells an office ("By Ann Lee, Head of Delivery").
    """
    told = [paragraph for value in values(fields, STANDFIRST_KEYS) if (paragraph := _paragraph(value))]
    byline = _byline(next(values(fields, AUTHOR_KEYS), None))
    if not told and not byline:
        return []
    said, called = _plain(_TARGET.sub("", text)), index_terms(f"{title} {_OF_DATES}").keys()
    kept: list[str] = []
    for paragraph in told:
        plain = _plain(_uncut(paragraph))
        new = [term for term in index_terms(paragraph) if term not in called and not term.isdigit()]
        if len(new) >= _LEAST and plain not in said and all(plain not in _plain(other) for other in kept):
            kept.append(paragraph)
    return [*kept, byline] if byline and _plain(byline) not in said else kept


def _paragraph(value: object) -> str:
    """What a field says, on one line and without mark-up; empty where it says nothing in words."""
    if not isinstance(value, str) or len(value) > _MOST or _TO_FILL_IN.search(value):
        return ""
    told = " ".join(html.unescape(_IMAGE.sub(" ", _TAG.sub(" ", value))).split())
    told = told[marks.end() :] if (marks := _MARKS.match(told)) else told
    is_written = " " in told or (len(told) >= _SHORTEST and not told.isascii())
    return told if is_written and not _OF_A_FILE.fullmatch(told) else ""


def _uncut(told: str) -> str:
    """An excerpt without the marks that it goes on, and without the word before them, which may be cut."""
    cut = _CUT.search(told[-12:])
    return told if cut is None else told[: len(told) - len(cut[0])].rpartition(" ")[0]


def _plain(text: str) -> str:
    """The words of ``text``, each between blanks."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _byline(author: object) -> str:
    """Who wrote it as what, on one line; empty where no office is told."""
    told = "; ".join(_ADDRESS.sub("", " ".join(one.split())) for one in _with_offices(author))
    offices = (m["said"] or m["aside"] for m in _BEHIND.finditer(told))
    return f"By {told}" if not _TO_FILL_IN.search(told) and any(map(is_job_title, offices)) else ""


def _with_offices(author: object) -> Iterator[str]:
    if isinstance(author, Mapping):
        office = next((said for v in values(author, OFFICE_KEYS) if (said := " and ".join(names_of(v)))), "")
        yield from (f"{name}, {office}" if office and office != name else name for name in names_of(author))
    elif isinstance(author, str):
        yield author
    elif isinstance(author, Sequence):
        for one in author:
            yield from _with_offices(one)
