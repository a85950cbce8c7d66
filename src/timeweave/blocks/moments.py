"""When the messages of a conversation were sent: by their own stamps, by lines that date what follows, by its day."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator

from timeweave.lexicon.numbers import DAYS, MONTHS
from timeweave.records import Span
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Granularity

_CLOCK = re.compile(
    r"(?<!\d)(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?\s?([AaPp])?\.?(?:[Mm]\b\.?)?\W*(?:Z|UTC|GMT)?\W*$"
)
_ZONE = re.compile(r"(?<=\d) ?[+-]\d\d:?\d\d$")
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})(?!\d)")
_HYPHENED = re.compile(r"\b(\d{1,2})-([A-Z][a-z]{2})-(?:20)?(\d{2})\b")  # 10-May-21
_AT = re.compile(r"[ \u00a0]at\s*$")
_FRAME = " \t\r\n-–—=*#_~<>[]():"
_LONGEST_DAY = 60  # characters of a line with its frame
_TELLS_DAY = re.compile(rf"\d|(?:{'|'.join((*DAYS, 'today', 'yesterday'))})", re.I)
_IS_DATE = re.compile(
    rf"(?:{'|'.join((*DAYS, *(d[:3] for d in DAYS), *MONTHS, *(m[:3] for m in MONTHS), 'sept'))}|the|of|at"
    r"|\d{1,2}(?:st|nd|rd|th)|today|yesterday|\d+|[\W_]+)+",
    re.I,
)
_OPENING = dt.timedelta(minutes=10)


class Moments:
    """Reads the stamps of one conversation, which are written alike; ``day`` is that of its document."""

    def __init__(self, stamps: Iterable[str], day: dt.date | None) -> None:
        self._day = day
        written = [s for s in stamps if s]
        found = [m for s in written if (m := _NUMERIC.search(s))]
        first, second = (max((int(m[i]) for m in found), default=0) for i in (1, 2))
        in_halves = any((m := _CLOCK.search(s)) and m[4] for s in written)
        self._month_first = second > 12 or (first <= 12 and in_halves)
        self._is_offset = bool(written) and _is_offset(written[0])

    def read(self, stamp: str, day: dt.date | None) -> dt.datetime | None:
        """The moment that ``stamp`` names, on ``day`` where it names none itself."""
        if not stamp or self._is_offset:
            return None
        stamp = stamp.strip()
        try:
            return dt.datetime.fromisoformat(stamp).replace(tzinfo=None)
        except ValueError:
            pass
        stamp = _ZONE.sub("", stamp)
        clock = _CLOCK.search(stamp)
        date = self._date(stamp[: clock.start()] if clock else stamp) or day
        if date is None:
            return None
        return dt.datetime.combine(date, _time(clock) if clock else dt.time())

    def _date(self, written: str) -> dt.date | None:
        if numeric := _NUMERIC.search(written):
            first, second, year = (int(part) for part in numeric.groups())
            month, day = (first, second) if self._month_first else (second, first)
            try:
                return dt.date(year + 2000 if year < 100 else year, month, day)
            except ValueError:
                return None
        return whole_day(_HYPHENED.sub(_in_full, _AT.sub("", written).strip(" ,")), self._day)


def date_lines(text: str, day: dt.date | None) -> Iterator[tuple[Span, dt.date]]:
    """The lines that hold a day and nothing else, with that day: ``--- 12 March 2024 ---``."""
    start = 0
    for line in text.splitlines(keepends=True):
        if len(line) <= _LONGEST_DAY and (words := line.strip(_FRAME)):
            tells = _TELLS_DAY.search(words) and _IS_DATE.fullmatch(words)
            if tells and (found := whole_day(words, day)):
                begins = start + len(line) - len(line.lstrip())
                yield Span(begins, start + len(line.rstrip())), found
        start += len(line)


def whole_day(words: str, anchor: dt.date | None) -> dt.date | None:
    """The day that ``words`` name, where they name one day and nothing else."""
    found = find_expressions(words, anchor) if words else []
    if len(found) != 1 or found[0].end - found[0].start < len(words) - 2:
        return None
    interval = found[0].interval
    if interval is None or interval.granularity is not Granularity.DAY or interval.days != 1:
        return None
    return interval.start


def _in_full(hyphened: re.Match[str]) -> str:
    """As of "10-May-21", with spaces and all of its year: no chat is older than 1970."""
    day, month, year = hyphened.groups()
    return f"{day} {month} {'19' if int(year) >= 70 else '20'}{year}"


def _time(clock: re.Match[str]) -> dt.time:
    hour, minute, second = int(clock[1]), int(clock[2]), int(clock[3] or 0)
    if clock[4]:
        hour = hour % 12 + (12 if clock[4] in "Pp" else 0)
    return dt.time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else dt.time()


def _is_offset(stamp: str) -> bool:
    """Whether a conversation that begins with ``stamp`` counts from its own beginning, as a recording does."""
    clock = _CLOCK.fullmatch(stamp.strip())
    if clock is None or clock[4]:
        return False
    parts = [int(part) for part in clock.groups()[:3] if part is not None]
    return parts[0] == 0 and (len(parts) == 2 or parts[1] * 60 < _OPENING.total_seconds())
