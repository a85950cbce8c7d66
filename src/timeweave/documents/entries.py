"""Files of dated entries, as a document for each day: diaries, running minutes, changelogs, chats pasted into notes.

What such a file holds became known entry by entry. As one document it would have to be dated by its newest entry:
then nothing in it could be seen as of an earlier day, and a further entry would have all of it read anew.
"""

from __future__ import annotations

import bisect
import dataclasses
import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from timeweave.documents.chat_text import stamped_day
from timeweave.documents.date_lines import day_alone, day_heading, day_in_line, opening_date
from timeweave.documents.inline import shown
from timeweave.documents.release_notes import with_subject_read
from timeweave.documents.written_dates import YEAR, is_day, written_unit
from timeweave.language.release_notes import day_of_release, release_of
from timeweave.lexicon.lazy import lazily
from timeweave.records import DateSource, Document, Markup, Span, entry_id, entry_metadata
from timeweave.temporal.interval import Granularity, Interval

_LONGEST_HEADING = 300  # characters, with the targets of links
_LONGEST_TEXT = 20_000_000
_IN_BOLD, _ALONE, _MESSAGE = 7, 8, 9  # what else may begin an entry, as levels below those of headings
_HEADING = lazily(r"[ ]{0,3}(#{1,6})[ \t]+(.*)")
_RULE = lazily(r"[ ]{0,3}(={3,}|-{3,})[ \t]*")
_BOLD = lazily(r"[ ]{0,3}(\*\*|__)(?=\S)(.{4,160}?)\1:?[ \t]*")
_FENCE = lazily(r"[ ]{0,3}(```+|~~~+)[ \t]*([^\s`]*).*")
_DEFINITION = lazily(r"[ ]{0,3}\[[^\]]+\]:.*|\s*")  # of the target of a link; or nothing
_A_YEAR = lazily(r"(?<![\w.,-])(?:19|20)\d\d(?![\w-]|[.,]\d)")
_ONE_YEAR = lazily(rf"\W*{YEAR}\W*")
_LETTER = lazily(r"[^\W\d_]")
_FEWEST = 2  # entries, of different days
_MOSTLY = 0.6  # of the lines of a level are dated, of the entries hold words, of the text stands in entries
_DISORDER = 0.1  # share of the entries that are older than the one before, in a record that runs forward
_LOOKING_BACK = 0.2  # share of the entries that name a year well after their own: they tell history
_AHEAD = dt.timedelta(days=1)  # beyond which a day is one to come, and no entry's


class _Head(NamedTuple):
    """A line that may begin an entry: its words without marks, and the day that it names."""

    start: int
    level: int
    words: str
    day: dt.date | None


class _Entry(NamedTuple):
    day: dt.date
    span: Span


def in_entries(document: Document, today: dt.date) -> list[Document]:
    """``document`` in parts, one for each day of its entries, and what stands outside of them as one more.

    A part is called by the document's id and its day (``diary.md#2024-03-02``) and dated by it. What stands outside,
    where it is more than headings, keeps the id, and has the newest day. A document is given back as it is where it
    states a day of its own, and where its lines are mostly no days or lie ahead of ``today``, are out of order, or look
    back on what they tell.
    """
    if document.facts or len(document.text) > _LONGEST_TEXT or not _may_be_divided(document):
        return [document]
    heads = [_until(head, today + _AHEAD) for head in _heads(document)]
    for level in range(1, _MESSAGE + 1):
        entries = _entries(heads, level, len(document.text))
        if entries and _is_record(entries, level, document):
            return list(_parts(with_subject_read(document), entries, heads, level))
    return [document]


def _may_be_divided(document: Document) -> bool:
    """Whether the date of a document, if it has one, is known to the year or month alone, or was read from its text."""
    coarse = document.date_precision is not Granularity.DAY
    return document.date is None or coarse or document.date_source is DateSource.TEXT


def _heads(document: Document) -> Iterator[_Head]:
    """The lines outside of code that are headings, in bold, nothing but a day, or messages with their stamps."""
    coarse = document.date is not None and document.date_precision is not Granularity.DAY
    years = {0: str(document.date.year)} if document.date is not None and coarse else {}  # of each level
    lines = document.text.split("\n")
    place, fence = 0, ""
    for number, line in enumerate(lines):
        start, place = place, place + len(line) + 1
        below = lines[number + 1 : number + 4]
        if opened := _FENCE.fullmatch(line):
            closes = fence and opened[1].startswith(fence) and not opened[2]
            fence = "" if closes else fence or opened[1]
        if fence or opened or not line.strip() or len(line) > _LONGEST_HEADING:
            continue
        level, words = _level(line, below[0] if below else "")
        if level:
            words = shown(words)
            years = {above: year for above, year in years.items() if above < level}
            if only := _ONE_YEAR.fullmatch(words):
                years[level] = only["year"]
            yield _Head(start, level, words, _day(words, years[max(years)] if years else "") or _out(words, below))
        elif day := stamped_day(line):
            yield _Head(start, _MESSAGE, line, day)
        elif unit := day_alone(line):
            yield _Head(start, _ALONE, line, dt.date.fromisoformat(unit))


def _until(head: _Head, last: dt.date) -> _Head:
    """A line without its day where that is to come."""
    return head if head.day is None or head.day <= last else head._replace(day=None)


def _level(line: str, below: str) -> tuple[int, str]:
    """The level of a heading, with its words; 0 of any other line."""
    if heading := _HEADING.fullmatch(line):
        return len(heading[1]), heading[2].rstrip("# \t")
    if bold := _BOLD.fullmatch(line):
        return _IN_BOLD, bold[2]
    if (rule := _RULE.fullmatch(below)) and line[:1] not in "-*+>|":
        return (1 if rule[1].startswith("=") else 2), line
    return 0, line


def _day(words: str, year: str) -> dt.date | None:
    """The one day that a heading begins with, behind a version or what a record is called, in ``year`` where it names
    none.
    """
    release = release_of(words)
    if release is not None and release.day is not None:
        return release.day
    unit = day_heading(words)
    if unit is None and year and is_day(words):
        unit = day_in_line(f"{words} {year}")
    return dt.date.fromisoformat(unit) if unit else None


def _out(words: str, below: Sequence[str]) -> dt.date | None:
    """The day on which the version that a heading numbers came out, where the line under it tells that."""
    if release_of(words) is None:
        return None
    return next((day_of_release(line) for line in below if line.strip() and not _RULE.fullmatch(line)), None)


def _entries(heads: Sequence[_Head], level: int, end: int) -> list[_Entry]:
    """The entries that the dated lines of a level begin, each up to the next line of that level, or of one above it
    that is no year or month; nothing where fewer than most of those lines are dated. A line that comes again word for
    word ("Attendance") is a part of the entry above it. Entries of one day that follow each other are one.
    """
    mine = [head for head in heads if head.level == level]
    dated = [(head.start, head.day) for head in mine if head.day is not None]
    again = Counter(head.words.casefold() for head in mine)
    others = [
        head.start
        for head in mine
        if head.day is None and again[head.words.casefold()] == 1 and dated and head.start > dated[0][0]
    ]
    if len(dated) < _FEWEST or len(dated) < _MOSTLY * (len(dated) + len(others)):
        return []
    above = [head.start for head in heads if head.level < level and not _is_period(head.words)]
    ends = [*sorted((*(start for start, _ in dated), *others, *above)), end]
    found: list[_Entry] = []
    for start, day in dated:
        span = Span(start, ends[bisect.bisect_right(ends, start)])
        if found and (found[-1].day, found[-1].span.end) == (day, start):
            span = Span(found.pop().span.start, span.end)
        found.append(_Entry(day, span))
    return found


def _is_period(words: str) -> bool:
    """Whether a heading is a year or a month, below which those of days stand."""
    unit = written_unit(words)
    return _ONE_YEAR.fullmatch(words) is not None or (unit is not None and len(unit) == len("2024-03"))


def _is_record(entries: Sequence[_Entry], level: int, document: Document) -> bool:
    """Whether entries are those of a record kept day by day, which is most of the document."""
    days = [entry.day for entry in entries]
    if len(set(days)) < _FEWEST or not _fits(days, document):
        return False
    backward = sum(later < earlier for earlier, later in pairwise(days))
    forward = sum(later > earlier for earlier, later in pairwise(days))
    if min(backward, forward) > _DISORDER * len(days):
        return False
    told = [document.text[entry.span.start : entry.span.end] for entry in entries]
    later = sum(
        any(int(m[0]) > day.year + 1 for m in _A_YEAR.finditer(words)) for day, words in zip(days, told, strict=True)
    )
    if later > _LOOKING_BACK * len(entries):
        return False
    bodies = (words.partition("\n")[2] for words in told)
    telling = sum(level == _MESSAGE or _LETTER.search(body) is not None for body in bodies)
    held = sum(entry.span.end - entry.span.start for entry in entries)
    return telling >= _MOSTLY * len(entries) and held >= _MOSTLY * len(document.text.strip())


def _fits(days: Sequence[dt.date], document: Document) -> bool:
    """Whether a document that has a day of its own has it from its newest entry, or its first; where its year or month
    is all that is known, whether all days lie in it.
    """
    if document.date is None or document.date_precision is Granularity.DAY:
        stated = opening_date(document.text, document.title, document.id)
        own = document.date or (stated and stated.date)
        return own is None or own in (max(days), days[0])
    unit = Interval.unit(document.date, document.date_precision)
    return all(map(unit.holds, days))


def _parts(document: Document, entries: Sequence[_Entry], heads: Sequence[_Head], level: int) -> Iterator[Document]:
    """The documents of entries and of what stands outside of them."""
    newest = max(entry.day for entry in entries)
    document = dataclasses.replace(document, metadata={**document.metadata, **entry_metadata(document.id)})
    if outside := _outside(document.text, entries, heads):
        yield _dated(dataclasses.replace(document, text=outside), newest)
    markup = Markup.CONVERSATION if level == _MESSAGE else document.markup
    body = _without_definitions(document.text)
    for day, of_day in groupby(sorted(entries, key=lambda entry: entry.day), key=lambda entry: entry.day):
        text = "\n".join(body[entry.span.start : entry.span.end].strip("\n").rstrip() for entry in of_day)
        yield _dated(dataclasses.replace(document, id=entry_id(document.id, day), text=text, markup=markup), day)


def _without_definitions(text: str) -> str:
    """``text`` without the targets of links at its foot, which change with each entry."""
    lines = text.split("\n")
    while lines and _DEFINITION.fullmatch(lines[-1]):
        lines.pop()
    return "\n".join(lines)


def _dated(document: Document, day: dt.date) -> Document:
    return dataclasses.replace(document, date=day, date_precision=Granularity.DAY, date_source=DateSource.TEXT)


def _outside(text: str, entries: Sequence[_Entry], heads: Sequence[_Head]) -> str:
    """What stands before, between and behind entries; nothing where it is but headings."""
    bounds = [0, *(bound for entry in entries for bound in (entry.span.start, entry.span.end)), len(text)]
    headings, tells, parts = {head.start for head in heads}, False, []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        parts.append(text[start:end].strip("\n"))
        for line in text[start:end].split("\n"):
            tells = tells or (start not in headings and _LETTER.search(line) is not None)
            start += len(line) + 1
    return "\n\n".join(filter(None, parts)) if tells else ""
