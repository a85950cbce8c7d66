"""What a page shows between title and text, and sites keep in fields: the standfirst, and who wrote it as what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from timeweave.documents.stated import names_of, values
from timeweave.language.terms import index_terms
from timeweave.lexicon.numbers import MONTHS, SHORT_MONTHS
from timeweave.lexicon.offices import tells_office
from timeweave.lexicon.publishing import AUTHOR_KEYS, OFFICE_KEYS, STANDFIRST_KEYS

_LEAST = 2  # words beyond the title, fewer of which tell nothing
_OF_DATES = index_terms(" ".join((*MONTHS, *SHORT_MONTHS, "day week month year new news update"))).keys()
_MOST = 5_000  # characters
_WORD = re.compile(r"\w+")
_CUT = re.compile(r"\s*(?:\[?(?:\.\.\.|…)\]?)\s*$")
_BEHIND = re.compile(r",\s+(?P<said>[^,;]+)|\((?P<aside>[^()]+)\)")


def standfirst(text: str, title: str, fields: Mapping[str, Any]) -> list[str]:
    """What ``fields`` say of ``text`` in words of their own, a paragraph each, to stand above it.

    What the text says itself, as an excerpt does, is not said twice, nor what tells nothing beyond the title and a date
    ("What's new in the week of 4 May"); a byline stands last where it tells an office ("By Ann Lee, Head of Delivery").
    """
    said, called = _plain(text), index_terms(title).keys() | _OF_DATES
    kept: list[str] = []
    for told in map(_told, values(fields, STANDFIRST_KEYS)):
        plain = _plain(_CUT.sub("", told))
        new = [term for term in index_terms(told) if term not in called and not term.isdigit()]
        if len(new) >= _LEAST and plain not in said and all(plain not in _plain(other) for other in kept):
            kept.append(told)
    byline = _byline(next(values(fields, AUTHOR_KEYS), None))
    if byline and _plain(byline) not in said:
        kept.append(byline)
    return kept


def _told(value: object) -> str:
    """A paragraph of what a field says; empty where it says none in words."""
    told = re.sub(r"\s*\n\s*\n\s*", "\n\n", value.strip()) if isinstance(value, str) else ""
    return told if " " in told and len(told) <= _MOST else ""


def _plain(text: str) -> str:
    """The words of ``text``, each between blanks."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _byline(author: object) -> str:
    """Who wrote it as what, on one line; empty where no office is told."""
    told = "; ".join(_with_offices(author))
    offices = (m["said"] or m["aside"] for m in _BEHIND.finditer(told))
    return f"By {told}" if any(map(tells_office, offices)) else ""


def _with_offices(author: object) -> Iterator[str]:
    if isinstance(author, Mapping):
        office = next((v for v in values(author, OFFICE_KEYS) if isinstance(v, str)), "")
        yield from (f"{name}, {office}" if office and office != name else name for name in names_of(author))
    elif isinstance(author, str):
        yield " ".join(author.split())
    elif isinstance(author, Sequence):
        for one in author:
            yield from _with_offices(one)
