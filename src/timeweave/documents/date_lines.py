"""The line at the top of a text that says when it was written or held: a date that stands alone or behind its label,
the day in the title of minutes or of a newsletter, the dateline of a press release.

Any other date in a text is what it speaks of, and dates nothing.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.documents.dates import Publication, publication
from timeweave.documents.inline import shown
from timeweave.documents.release_notes import newest_release
from timeweave.documents.written_dates import DAY_FORMS, MONTH, MONTH_FORMS, unit_of
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.publishing import DATE_LABELS, DATED_KINDS, DATED_RECORDS, MADE_ON
from timeweave.records import DateSource
from timeweave.temporal.interval import Granularity

_TOP_LINES = 12
_TOP = 2_000
_LONGEST_LINE = 160
_LOOKED_THROUGH = 1_000_000  # characters, for further dates
_FOOT_LINES = 4
_LONGEST_MEETING = 4  # days
_MARKS = lazily(r"[*_#>`|]+")
_HIDES = lazily(r"\]\(|<!--")  # the target of a link, a comment
_HAS_YEAR = lazily(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)", re.ASCII)
_FORMS = tuple(lazily(rf"(?<![0-9A-Za-z/-])(?:{form})(?![0-9A-Za-z])", re.I | re.ASCII) for form in DAY_FORMS)
_WEEKDAY = lazily(r"(?:^|(?<=\W))(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,?\s*$", re.I)
_CLOCK = r"(?:,?\s*(?:at|T)?\s*\d{1,2}(?:[:.]\d\d)+.{0,40}|,?\s*(?:at\s*)?\d{1,2}\s*[ap]\.?m\.?.{0,40})"
_ZONE = r"\s*\((?:[+-]\d\d(?::?\d\d)?|[A-Z]{2,5})\)"
_NOTHING = lazily(rf"[\s).,]*|\s*{_CLOCK}|{_ZONE}", re.I)
_STAMP = r"(?:199[5-9]|20\d\d)-\d\d-\d\d(?:[ T][\d:.+Z-]+)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [^()]{8,40}"
_STAMPED_HEADING = lazily(rf"#+ .*\((?:{_STAMP})\)\s*", re.I)
"""Dates in brackets as programs write them: others, and those from before there were such, say when a thing was."""
_BYLINE = lazily(rf"\s*(?:{_CLOCK})?\s*(?:[,|·•–—-]\s*|\bby\b).{{0,80}}", re.I)
_LABEL = lazily(rf"(?:{any_of(DATE_LABELS)})(?: ?(?:/|and|&) ?time)?(?:\s+(?:on|of))?\s*:?\s*(?:on\s*)?\(?", re.I)
_KIND = lazily(rf"\b{any_of(DATED_KINDS)}s?\b", re.I)
_BULLET = lazily(r"\s*[-+•]\s+")
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_OPENS_RANGE = lazily(  # "10-12 March 2024", "March 10–12, 2024": their last day stands for them
    rf"(?<![\d-])(?:from\s+)?{_ORDINAL}\s?(?:[-–—]|to|and|&)\s?(?={_ORDINAL} (?:of )?{MONTH}\b)"
    rf"|(?<=[a-z.] ){_ORDINAL}\s?[-–—]\s?(?={_ORDINAL},? \d{{4}}\b)",
    re.I,
)
_RECORDED = lazily(
    r"\b(?:episode|show|podcast|interview|call|webinar|talk|lecture|session)\b[^.]{0,40}"
    rf"\b{any_of(MADE_ON)}(?: (?:live|on))*$",
    re.I,
)
_ENDS_IN_KIND = lazily(rf"[\s:,–—-]+(?:[\w&/.-]+ ){{0,4}}?{any_of(DATED_RECORDS)}s?\s*$", re.I)
_MONTHS = tuple(lazily(rf"(?<![0-9A-Za-z/-])(?:{form})(?![0-9A-Za-z])", re.I | re.ASCII) for form in MONTH_FORMS)
_ISSUE = lazily(r"(?:(?:issue|number|no\.?|volume|vol\.?)\s+[\d.-]+[,:]?\s*){1,2}[–—-]?\s*", re.I)
_NAMES_BODY = lazily(r"(?!The\b)(?:[A-Z0-9][\w&/.:'’-]{0,30}[\s,–—-]*){0,4}")
_OF_RECORD = lazily(rf"\b{any_of(DATED_RECORDS)}s?\b[\s,:–—|(-]*(?:(?:of|for)\s+)?$", re.I)
_CALLS_IT = lazily(
    rf"(?:[\w&/.'’-]+ ){{0,3}}?(?:{any_of(DATED_KINDS)}|{any_of(DATED_RECORDS)}|entry|day|week|sprint|log)s?"
    r"(?: \d+| of| on| from| for| held| beginning| ending| commencing| starting)*[\s:,–—|(-]*",
    re.I,
)
_BOUND = lazily(r"\b(?:before|after|by|until|till|since|to|due|through|and)(?: the)?$", re.I)
_HEADS = lazily(r"[\s:,.–—|-]+[A-Z](?!.*[.;]$)")
_REGION = r"(?:, [A-Z][A-Za-z. ]{1,30})?,? ?[(–—-]? ?"
_CITY = lazily(rf"[A-Z][A-Z .'’-]{{2,40}}{_REGION}")
_PLACE = lazily(rf"[A-Z][a-z.'’-]+(?: [A-Z][a-z.'’-]+)?{_REGION}")
_AFTER_CITY = lazily(r"\)?\s*(?:/|--|–|—|- |\()")
_AFTER_PLACE = lazily(r"\)?\s*(?:--|–|—)")
_SAYS_MORE = lazily(rf"(?:{_NOTHING.pattern})\s*(?:\([^()]{{1,40}}\))?", re.I)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with one date, and what stands before and after it."""

    before: str
    unit: str
    after: str

    @property
    def alone(self) -> bool:
        return self.before in ("", "(") and _NOTHING.fullmatch(self.after) is not None

    @property
    def labelled(self) -> bool:
        ends = _NOTHING.fullmatch(self.after) or _BYLINE.fullmatch(self.after)
        return ends is not None and _LABEL.fullmatch(self.before) is not None

    @property
    def titles(self) -> bool:
        """Whether the line is the title of a document that was written or held on its date."""
        if not self.before:
            return _HEADS.match(self.after) is not None and _KIND.search(self.after) is not None
        ends = _SAYS_MORE.fullmatch(self.after) is not None and not _BOUND.search(self.before)
        return ends and (_KIND.search(self.before) is not None or _ISSUE.fullmatch(self.before) is not None)

    @property
    def is_title_around(self) -> bool:
        """Whether the line names a record of its date behind it: "QUIC 2021-04-21 Interim Meeting Minutes"."""
        return _ENDS_IN_KIND.match(self.after) is not None and _NAMES_BODY.fullmatch(self.before) is not None

    @property
    def is_recorded(self) -> bool:
        """Whether it says that what follows was recorded on its date."""
        return _RECORDED.search(self.before) is not None and self.after.strip() in ("", ".")

    @property
    def is_dateline(self) -> bool:
        if _CITY.fullmatch(self.before):
            return _AFTER_CITY.match(self.after) is not None
        return _PLACE.fullmatch(self.before) is not None and _AFTER_PLACE.match(self.after) is not None


def opening_date(text: str, title: str = "", name: str = "") -> Publication | None:
    """The day that the title, or a line at the top of ``text``, gives as that of the document.

    A text with further lines that are dates is a log or a list, unless they stand at its foot, where minutes are
    signed, or are those of one meeting of several days: it is dated by none of them, but release notes are by their
    newest version, and minutes by the month in their title. Behind a label a date is undone by another behind a label
    alone: minutes may name the day of the next meeting on a line of its own.
    """
    of_title = _with_date(title)
    if of_title is not None and (of_title.titles or of_title.is_title_around):
        return publication(of_title.unit, DateSource.TEXT)
    first = next(_top(text), None) or _first_heading(text)
    others = () if first is None else _further(text, first)
    if first is None or others:
        last = None if first is None else _last_of_meeting(first, others, f"{title} {name}")
        day = last or newest_release(text, f"{title} {name}")
        return _of_month(title) if day is None else Publication(day, Granularity.DAY, DateSource.TEXT)
    return publication(first.unit, DateSource.TEXT)


def is_record_of(title: str, day: dt.date) -> bool:
    """Whether a title is that of a record of a day: "Member Meeting 2007-11-15", and not of what is about it."""
    line = _with_date(title)
    return line is not None and line.unit == day.isoformat() and (line.titles or line.is_title_around)


def day_in_line(line: str) -> str | None:
    """The one day that a line names, in normal form; ``None`` where it names none, or several."""
    found = _with_date(line)
    return None if found is None else found.unit


def day_alone(line: str) -> str | None:
    """The day that is all of a line, in normal form; ``None`` where there is more to it, or no day."""
    found = _with_date(line)
    return found.unit if found is not None and found.alone else None


def day_heading(line: str) -> str | None:
    """The day that a heading begins with, or that it says a record to be of ("Minutes of 12 March 2024"), in normal
    form; ``None`` where it names none, several, or one of something else ("Due 9 March 2024").
    """
    found = _with_date(line)
    if found is None:
        return None
    is_own = found.before in ("", "(", "[") or found.titles or found.labelled or found.is_title_around
    return found.unit if is_own or _CALLS_IT.fullmatch(found.before) else None


def _top(text: str) -> Iterator[_Line]:
    shown = [line for line in text[:_TOP].split("\n") if line.strip()][:_TOP_LINES]
    parts = ((number, part, part != line) for number, line in enumerate(shown) for part in _cells(line))
    for number, whole, is_cell in parts:
        line = _with_date(whole)
        if is_cell:
            if line is not None and line.labelled and line.before:
                yield line
        elif line is not None and (line.alone or line.labelled or line.is_recorded or (number < 3 and line.titles)):
            yield line
        elif whole[:1].isupper():
            opening = _with_date(whole[:_LONGEST_LINE], several=True)
            if opening is not None and opening.is_dateline:
                yield opening


def _first_heading(text: str) -> _Line | None:
    """The first heading at the top where it ends in a stamp and none below does: "### Harvest (2017-03-10)"."""
    headings = [line for line in text[:_LOOKED_THROUGH].split("\n") if line.startswith("#")]
    stamped = [line for line in headings if _STAMPED_HEADING.fullmatch(line)]
    if len(stamped) != 1 or stamped[0] is not headings[0] or stamped[0] not in text[:_TOP]:
        return None
    return _with_date(stamped[0])


def _cells(line: str) -> Iterator[str]:
    """A line, or each cell of one of a table: letterheads are laid out so, and label their date in its cell."""
    yield from (cell.strip() for cell in line.split("|")) if line.startswith("|") else (line,)


def _further(text: str, first: _Line) -> Sequence[_Line]:
    """The lines below the first that are dates like it, but for those at the foot."""
    lines = [line for line in text[:_LOOKED_THROUGH].split("\n") if line.strip()]
    middle = lines[: -_FOOT_LINES if len(lines) > _TOP_LINES else -1]
    dated = (_with_date(line) for line in middle if len(line) <= _LONGEST_LINE or _HIDES.search(line))
    others = (line for line in dated if line is not None and line.unit != first.unit)
    return [line for line in others if (line.labelled if first.labelled else line.alone)]


def _last_of_meeting(first: _Line, others: Sequence[_Line], called: str) -> dt.date | None:
    """The last day of a meeting of a few days, where what a text is called says that it is of one, and its lines name
    no other days.
    """
    days = sorted(dt.date.fromisoformat(line.unit) for line in (first, *others))
    is_one = (days[-1] - days[0]).days <= _LONGEST_MEETING and _KIND.search(called.replace("-", " ").replace("_", " "))
    return days[-1] if is_one else None


def _of_month(title: str) -> Publication | None:
    """The month beside what a title calls the record: "Minutes - January 2019", "May 2021 newsletter"."""
    found = [(match, unit) for form in _MONTHS for match in form.finditer(title) if (unit := unit_of(match))]
    if len({unit for _, unit in found}) != 1 or _with_date(title, several=True) is not None:
        return None
    [(match, unit), *_] = found
    before, after = title[: match.start()], title[match.end() :]
    ends = _OF_RECORD.search(before) and not after.strip(" )")
    return publication(unit, DateSource.TEXT) if ends or _ENDS_IN_KIND.match(after) else None


def _with_date(line: str, *, several: bool = False) -> _Line | None:
    """``line`` about the one day in it, or with ``several`` about the first; ``None`` where there is none."""
    if len(line) <= _TOP and _HIDES.search(line):
        line = shown(line)
    if len(line) > _LONGEST_LINE or not _HAS_YEAR.search(line):
        return None
    bare = _MARKS.sub("", line).strip()
    bullet = _BULLET.match(bare)
    line = _OPENS_RANGE.sub("", bare[bullet.end() :] if bullet else bare)
    found = sorted((m.start(), -m.end(), unit) for form in _FORMS for m in form.finditer(line) if (unit := unit_of(m)))
    if not found or (not several and len({unit for _, _, unit in found}) > 1):
        return None
    start, end, unit = found[0]
    before = _WEEKDAY.sub("", line[:start]).strip()
    dated = _Line(before, unit, line[-end:])
    return dated if bullet is None or dated.labelled else _Line(f"- {before}", unit, line[-end:])
