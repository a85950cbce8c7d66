"""The cover page of a filing with a securities commission: who files, on which form, and when.

Forms such as 10-K, 10-Q, 8-K, 20-F and 6-K begin with a page whose words the commission prescribes, while the titles
of their files say nothing ("jwn-20230301", "Document").
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.documents.written_dates import DAY_FORMS, unit_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import BODY_WORDS
from timeweave.records import DateSource, Document
from timeweave.temporal.interval import Granularity

_COVER = 12_000  # characters
_COVER_LINES = 80
_LONGEST_NAME = 120
_LATEST_SIGNING = dt.timedelta(days=500)  # after the period reported on
_MARKS = lazily(r"[#|*_\\]+")
_FORM = lazily(r"(?:united states )?form (?P<form>[A-Z0-9]{1,4}(?:[- ]?[A-Z0-9]{1,3})?(?:/A)?)", re.I)
_NAMED = lazily(r"\(?exact name of (?:the )?registrant\b", re.I)
_NO_NAME = lazily(r"(?:commission|irs|date of|form|for the|pursuant|of the|securities)\b.*", re.I)
_PERIOD = lazily(r"for the (?P<kind>(?:fiscal |transition )?(?:year|quarter|month|period|quarterly period))\W+ended\W+")
_REPORTED = lazily(r"date of (?:earliest event )?report", re.I)
_SIGNED = lazily(r"(?:^|\|)[ \t>*_]*dated?[ \t]*:[ \t|*_]*(?=[A-Z\d])", re.I | re.M)
_SAYS_LITTLE = lazily(r"\S*|(?:form )?\S{1,8}|(?:untitled )?document", re.I)  # as a title
_COMMISSION = lazily(r"securities and exchange commission", re.I)
_ABOVE = 4  # lines above the words that say what a name is
_DAYS = tuple(lazily(form, re.I | re.ASCII) for form in DAY_FORMS)


@dataclass(frozen=True, slots=True)
class Cover:
    """Who files what: ``period`` is told as on the page, with its last day; ``reported`` is the day of the event."""

    registrant: str
    form: str
    period: str = ""
    ended: dt.date | None = None
    reported: dt.date | None = None

    @property
    def title(self) -> str:
        """Told as people name filings: "Apple Inc. 10-K for the fiscal year ended September 28, 2024"."""
        day = self.ended or self.reported
        when = f"{day:%B} {day.day}, {day.year}" if day else ""
        told = f" for the {self.period} ended {when}" if self.period else f", {when}" if when else ""
        return f"{self.registrant} {self.form}{told}"


def with_cover_read(document: Document) -> Document:
    """``document`` with the title that its cover gives, its registrant as what it is about, and the day it was signed
    or reports; what it says itself of these stands, and so does a text without such a page.
    """
    cover = read_cover(document.text)
    if cover is None:
        return document
    title = cover.title if _SAYS_LITTLE.fullmatch(document.title) else document.title
    told = dataclasses.replace(document, title=title, entities=document.entities or (cover.registrant,))
    day = _signed(document.text, cover) or cover.reported
    if day is None or (document.date is not None and document.date_source is not DateSource.TEXT):
        return told
    return dataclasses.replace(told, date=day, date_precision=Granularity.DAY, date_source=DateSource.TEXT)


def read_cover(text: str) -> Cover | None:
    """The cover page that ``text`` begins with; ``None`` unless it names its form and its registrant."""
    if _NAMED.search(text, 0, _COVER) is None:
        return None
    lines = [line for line in map(_bare, text[:_COVER].split("\n")) if line][:_COVER_LINES]
    named = next((place for place, line in enumerate(lines) if _NAMED.search(line)), None)
    form = next((m["form"] for line in _with_next(lines) if (m := _FORM.fullmatch(line))), None)
    name = None if named is None else _registrant(lines, named)
    if named is None or form is None or name is None or not any(_COMMISSION.search(line) for line in lines):
        return None
    form = form.upper()
    for line in lines:
        found = _PERIOD.match(line.casefold())
        ended = None if found is None else _day_in(line[found.end() :])
        if found is not None and ended is not None:
            return Cover(name, form, found["kind"], ended)
    return Cover(name, form, reported=_reported(lines, named))


def _with_next(lines: Sequence[str]) -> Iterator[str]:
    """Each line, "FORM" with the one below it."""
    for place, line in enumerate(lines):
        yield " ".join(lines[place : place + 2]) if line.casefold() == "form" else line


def _registrant(lines: Sequence[str], named: int) -> str | None:
    """The name above the words that say what it is, or before them on their line: the nearest that is a company's."""
    found = _NAMED.search(lines[named])
    before = lines[named][: found.start()].strip(" (") if found else ""
    above = [_said_once(told) for told in (before, *reversed(lines[max(0, named - _ABOVE) : named]))]
    names = [n for n in above if n and len(n) <= _LONGEST_NAME and n[0].isalnum() and not _NO_NAME.fullmatch(n)]
    return next((n for n in names if _is_company(n)), names[0] if names else None)


def _is_company(name: str) -> bool:
    return any(word.replace(".", "") in BODY_WORDS for word in re.findall(r"[\w.&]+", name.casefold()))


def _said_once(line: str) -> str:
    """A cell that reaches over several columns is written into each."""
    parts = [" ".join(part.split()) for part in line.split("  ") if part.strip()]
    return parts[0] if parts and all(part == parts[0] for part in parts) else " ".join(parts)


def _reported(lines: Sequence[str], named: int) -> dt.date | None:
    """The day behind, below or above "Date of Report"; else one that stands alone above the registrant's name."""
    for place, line in enumerate(lines):
        if _REPORTED.search(line):
            near = (line, *lines[place + 1 : place + 2], *lines[max(0, place - 1) : place])
            return next((day for told in near if (day := _day_in(told))), None)
    alone = (_day_in(line) for line in lines[:named] if len(line) < len("wednesday, september 30, 2025 "))
    return next((day for day in alone if day), None)


def _signed(text: str, cover: Cover) -> dt.date | None:
    """The last day behind "Date:" that may be that of its signatures."""
    since = cover.ended or cover.reported
    days = [day for m in _SIGNED.finditer(text) if (day := _day_in(text[m.end() : m.end() + 40]))]
    fit = [day for day in days if since is not None and since <= day <= since + _LATEST_SIGNING]
    return max(fit, default=None)


def _day_in(text: str) -> dt.date | None:
    """The first day that is written in ``text``."""
    found = sorted((m.start(), unit) for form in _DAYS for m in form.finditer(text) if (unit := unit_of(m)))
    return dt.date.fromisoformat(found[0][1]) if found else None


def _bare(line: str) -> str:
    """A line without marks of Markdown; two spaces stand between its cells."""
    cells = [_MARKS.sub("", cell).strip(" \u00a0:") for cell in re.split(r"(?<!\\)\|", line)]
    return "  ".join(cell for cell in cells if cell and not re.fullmatch(r"[-\s]+", cell))
