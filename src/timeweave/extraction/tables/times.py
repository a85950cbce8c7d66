"""The times of headings, labels and captions: "Three months ended March 31, 2024", "FY23/24", "Jan" of a year."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from timeweave.extraction.times.fiscal import in_fiscal_years
from timeweave.extraction.times.timing import is_dated
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS, NUMBERS, SHORT_MONTHS
from timeweave.lexicon.tables import WEEKS
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Granularity, Interval, add_months

_LENGTH = (
    rf"(?P<length>\d{{1,2}}|{any_of(NUMBERS)})[- ]months?|(?P<weeks>\d{{1,2}}|{any_of(WEEKS)})[- ]weeks?"
    rf"|(?P<year>(?:fiscal |financial )?year)|(?P<quarter>quarter)"
)
_ENDED = lazily(rf"\b(?:(?:the )?(?:{_LENGTH}))\s+(?:ended|ending|to|through)\b(?:\s+on)?", re.IGNORECASE)
_MONTH = lazily(rf"(?P<name>{any_of((*MONTHS, *SHORT_MONTHS))})\.?(?:[-\s'’](?P<year>\d\d|\d{{4}}))?", re.IGNORECASE)
_SHORT_YEARS = lazily(r"(?P<head>\b(?:FY|season|year)?\s?['’]?)(?P<one>\d\d)[/–-](?P<two>\d\d)\b(?!\d)", re.IGNORECASE)
_FISCAL_YEARS = lazily(r"\bFY\s?(?=\d{4}\s?[/–-]\s?\d\d)", re.IGNORECASE)  # before years that say it themselves
_SUFFIX = lazily(r"(?<=\d)(?P<mark>[AEFPB])\b")
_PLANNED_MARKS = frozenset("EFPB")
_BARE_YEAR = lazily(r"(?:19|20)\d\d")
_BARE_QUARTER = lazily(r"Q([1-4])|([1-4])Q", re.IGNORECASE)
_LINK = lazily(r"\b(?:as (?:of|at)|at|on|in|for|during|to|since|the|end of|fiscal|financial|period)\s*$", re.I)
_UP_TO = lazily(r"\s*(?:[-–—]|to|through|until)\s*", re.IGNORECASE)
_ONWARDS = lazily(r"(?P<year>(?:19|20)\d\d)(?:,? and)? (?:thereafter|later|beyond|after|onwards?|following)", re.I)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Told:
    """The time of a heading, what is left of its words, and whether a mark at the year says that it is expected."""

    time: Interval | None
    rest: str
    is_planned: bool = False


@dataclass(slots=True)
class Times:
    """Reads times as a document means them."""

    anchor: dt.date | None
    fiscal: FiscalCalendar | None
    period: Interval | None
    _known: dict[tuple[str, int | None], Told] = field(default_factory=dict)

    def of(self, text: str, year: int | None = None) -> Told:
        """The one time that a heading tells; a month or quarter alone is of ``year``."""
        key = (text, year)
        if key not in self._known:
            self._known[key] = self._read(text[:_LONGEST], year)
        return self._known[key]

    def whole(self, text: str, year: int | None = None) -> Interval | None:
        """The time that a cell is and nothing else."""
        told = self.of(text, year)
        return told.time if told.time is not None and not re.search(r"\w", told.rest) else None

    def _read(self, text: str, year: int | None) -> Told:
        marks = [m["mark"] for m in _SUFFIX.finditer(text)]
        bare = _FISCAL_YEARS.sub("", _SUFFIX.sub("", text))
        planned = bool(marks) and marks[0] in _PLANNED_MARKS
        if (short := self._shortened(bare, year, planned=planned)).time is not None:
            return short
        found = self._expressions(bare)
        if (ended := _ENDED.search(bare)) and (
            end := next((e for e in found if e.start >= ended.end() - 1 and _is_day(e)), None)
        ):
            return Told(_reaching(end, ended), _without(bare, ended.start(), end.end), planned)
        dated = [e for e in found if is_dated(e) and e.interval is not None]
        if len({e.interval for e in dated}) == 1:
            one = dated[0]
            return Told(one.interval, _without(bare, one.start, one.end), planned)
        match dated:
            case [first, last] if _UP_TO.fullmatch(bare[first.end : last.start]):
                time = _from_to(first.interval, last.interval)
                return Told(time, _without(bare, first.start, last.end) if time else text, planned)
        return Told(None, text, planned)

    def _expressions(self, text: str) -> list[TimeExpression]:
        found = find_expressions(text, self.anchor)
        if self.fiscal is not None:
            found = in_fiscal_years(text, found, self.fiscal, period=self.period, anchor=self.anchor)
        return found

    def _shortened(self, text: str, year: int | None, *, planned: bool) -> Told:
        """What headings write shorter than sentences do."""
        bare = text.strip()
        if _BARE_YEAR.fullmatch(bare):
            return Told(Interval.year(int(bare)), "", planned)
        if onwards := _ONWARDS.fullmatch(bare):
            return Told(Interval(dt.date(int(onwards["year"]), 1, 1), None, Granularity.YEAR), "", planned)
        if (month := _MONTH.fullmatch(bare)) and (month["year"] or year):
            number = _month_number(month["name"])
            of = int(month["year"]) if month["year"] else year or 0
            return Told(Interval.month(of + 2000 if of < 100 else of, number), "", planned)
        if (quarter := _BARE_QUARTER.fullmatch(bare)) and year:
            return Told(Interval.quarter(year, int(quarter[1] or quarter[2])), "", planned)
        years = _SHORT_YEARS.search(bare)
        if (
            years
            and int(years["two"]) == (int(years["one"]) + 1) % 100
            and not re.match(r"change|growth|var", bare, re.I)
        ):
            start = Interval.year(2000 + int(years["one"])).hull(Interval.year(2001 + int(years["one"])))
            return Told(start, _without(bare, years.start(), years.end()), planned)
        return Told(None, text, planned)


def _from_to(first: Interval | None, last: Interval | None) -> Interval | None:
    """From the one time to the other, where they stand in that order."""
    if first is None or last is None or first.start is None or last.end is None or first.start >= last.end:
        return None
    return first.hull(last)


def year_of(time: Interval | None) -> int | None:
    """The year that a time lies in."""
    if time is None or time.start is None or (last := time.last_day) is None:
        return None
    return time.start.year if time.start.year == last.year else None


def _month_number(name: str) -> int:
    return next(i for i, month in enumerate(MONTHS, 1) if month.startswith(name.lower()[:3]))


def _is_day(expression: TimeExpression) -> bool:
    return expression.interval is not None and expression.interval.granularity is Granularity.DAY


def _reaching(end: TimeExpression, ended: re.Match[str]) -> Interval:
    """So many months up to a day: a quarter or a year by its name where it is one."""
    assert end.interval is not None
    assert end.interval.end is not None
    until = end.interval.end
    if ended["weeks"]:
        weeks = ended["weeks"].lower().replace(" ", "-")
        return Interval(until - dt.timedelta(weeks=int(WEEKS.get(weeks, weeks))), until, Granularity.DAY)
    length = (ended["length"] or "").lower()
    months = 12 if ended["year"] else 3 if ended["quarter"] else NUMBERS[length] if length in NUMBERS else int(length)
    start = add_months(until, -months)
    return between(start, until)


def between(start: dt.date, until: dt.date) -> Interval:
    """The days from ``start`` and before ``until``: the year, quarter or month that they are."""
    for granularity in (Granularity.YEAR, Granularity.QUARTER, Granularity.MONTH):
        unit = Interval.unit(start, granularity)
        if (unit.start, unit.end) == (start, until):
            return unit
    finest = Granularity.MONTH if start.day == 1 and until.day == 1 else Granularity.DAY
    return Interval(start, until, finest)


def _without(text: str, start: int, end: int) -> str:
    """The words around a time."""
    before = _LINK.sub("", text[:start].rstrip(" (,;:–—-"))
    after = text[end:].strip(" ),.;:–—-")
    return " ".join(f"{before.strip(' (,;:–—-')} {after}".split())
