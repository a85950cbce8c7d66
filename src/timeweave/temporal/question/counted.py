"""Periods that a question counts out: "the last four quarters", "the first nine months of 2023", "the third and fourth
quarters of 2022", "the three months ended March 31, 2024".
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import NUMBERS, ONES, QUARTER_ORDINALS
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Granularity, Interval, add_months, next_unit, unit_start


@dataclass(frozen=True, slots=True)
class CountedPeriod:
    """A period at characters ``start`` to ``end``; ``relative`` when it counts from the day of asking."""

    start: int
    end: int
    interval: Interval
    relative: bool


_NUMBERS = {word: NUMBERS[word] for word in ONES[2:13]} | {"couple of": 2, "few": 3, "several": 4}
_LENGTHS = {"month": 1, "quarter": 3, "half": 6, "halve": 6, "year": 12, "decade": 120}

_NUMBER = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_YEAR = r"(?:the\s+)?(?:fiscal\s+|calendar\s+)?(?:year\s+)?(?P<year>[12]\d{3})\b"
_ROLLING = lazily(
    rf"\b(?P<each>each\s+of\s+)?(?:the\s+|these\s+)?(?P<side>last|past|previous|prior|preceding|trailing|most\s+recent|next|coming)\s+{_NUMBER}"
    r"\s+(?P<whole>(?:full|whole|complete|calendar|fiscal|reported)\s+)?(?P<unit>day|week|month|quarter|year|decade)s\b",
    re.IGNORECASE,
)
_OPENING = lazily(
    rf"\b(?P<side>first|last|final)\s+(?:{_NUMBER}\s+)?(?P<unit>month|quarter|half)s?\s+(?:of|in)\s+{_YEAR}",
    re.IGNORECASE,
)
_ORDINAL = rf"(?:{'|'.join(QUARTER_ORDINALS)})"
_ORDINAL_LIST = lazily(
    rf"\b(?P<list>{_ORDINAL}(?:(?:\s*,\s*and\s+|\s*,\s*|\s*-\s*|\s*–\s*|\s+and\s+|\s+or\s+|\s+to\s+|\s+through\s+){_ORDINAL}){{1,3}})"
    rf"\s+(?:fiscal\s+)?(?P<unit>quarter|half|halve)s?\s+(?:of\s+|in\s+)?{_YEAR}",
    re.IGNORECASE,
)
_ANY_ORDINAL = lazily(_ORDINAL, re.IGNORECASE)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ENDING = lazily(
    rf"\b(?:the\s+)?(?:{_NUMBER}[\s-]months?(?:\s+period)?\s+(?:ended|ending|to|through|until|up\s+to)"
    r"|(?<!each )(?<!every )(?<!which )(?<!what )(?P<unit>quarter|half|year)(?:ly)?(?:[\s-]year)?(?:\s+period)?"
    r"\s+(?:ended|ending)"
    r"|(?:the|for|in)\s+(?P<to>year|half|quarter)\s+to)"
    rf"\s+(?:on\s+|the\s+end\s+of\s+)?(?={_MONTH}\b|\d)",
    re.IGNORECASE,
)
_NAMED_FOR_ITS_END = lazily(
    rf"\b(?P<end>{_MONTH}\.?)(?:\s+(?P<year>\d{{4}}))?\s+quarter\b(?:\s+(?:of\s+|in\s+)?(?P<late>\d{{4}})\b)?",
    re.IGNORECASE,
)
_STATED_YEAR = lazily(r"\d{4}|['’]\d\d")
_SNAP = 10  # days from the end of a month within which a period of months ends with it
_AHEAD = 40  # characters in which the day or month stands that ends a period


def counted_periods(text: str, now: dt.date) -> list[CountedPeriod]:
    """The periods that ``text`` counts out, in order of position; those outside the calendar are left out.

    "The last four quarters" are the four that were complete on ``now``, as are "each of the last three years" and "the
    last two full years"; "the last three years" or "days" reach back from ``now``, that day included.
    """
    found: list[CountedPeriod] = []
    readers = (
        (_ENDING, _ending),
        (_NAMED_FOR_ITS_END, _named_for_its_end),
        (_ROLLING, _rolling),
        (_OPENING, _opening),
        (_ORDINAL_LIST, _ordinals),
    )
    for pattern, read in readers:
        for match in pattern.finditer(text):
            try:
                read_here = list(read(match, now))
            except (TemporalError, OverflowError):
                continue
            found += [r for r in read_here if not any(r.start < f.end and f.start < r.end for f in found)]
    return sorted(found, key=lambda c: c.start)


def _count(match: re.Match[str]) -> int:
    word = (match["count"] or "1").lower()
    return int(word) if word.isdigit() else _NUMBERS[word]


def _rolling(match: re.Match[str], now: dt.date) -> Iterator[CountedPeriod]:
    count, unit = _count(match), match["unit"].lower()
    forward = match["side"].lower() in {"next", "coming"}
    if unit == "quarter" or (unit in {"month", "year"} and (match["each"] or match["whole"])):
        granularity = Granularity(unit)
        this, months = unit_start(now, granularity), _LENGTHS[unit]
        first = next_unit(this, granularity) if forward else add_months(this, -months * count)
        interval = Interval(first, add_months(first, months * count), granularity)
    else:
        sign = 1 if forward else -1
        if unit in _LENGTHS:
            other = add_months(now, sign * count * _LENGTHS[unit])
        else:
            other = now + dt.timedelta(days=sign * count * (7 if unit == "week" else 1))
        interval = Interval(min(now, other), next_unit(max(now, other), Granularity.DAY))
    yield CountedPeriod(match.start("side"), match.end(), interval, relative=True)


def _ending(match: re.Match[str], now: dt.date) -> Iterator[CountedPeriod]:
    """By its length and its last day: "the three months to March 2024", "the quarter ended June 30, 2023"."""
    ahead = match.string[match.end() : match.end() + _AHEAD]
    last = next((e for e in find_expressions(ahead, now) if e.start == 0), None)
    if last is None or last.interval is None or last.interval.end is None or not _STATED_YEAR.search(last.text):
        return
    if last.interval.granularity not in (Granularity.DAY, Granularity.MONTH):
        return
    unit = match["unit"] or match["to"]
    months = _LENGTHS[unit.lower()] if unit else _count(match)
    yield CountedPeriod(match.start(), match.end() + last.end, _months_until(last.interval.end, months), relative=False)


def _named_for_its_end(match: re.Match[str], now: dt.date) -> Iterator[CountedPeriod]:
    """A quarter that is called by its last month: "the December quarter of 2023", "the March 2024 quarter"."""
    year = match["year"] or match["late"]
    if year is None:
        return
    last = next((e.interval for e in find_expressions(f"{match['end'].capitalize()} {year}", now)), None)
    if last is not None and last.end is not None:
        yield CountedPeriod(match.start(), match.end(), _months_until(last.end, 3), relative=False)


def _months_until(end: dt.date, months: int) -> Interval:
    """So many months before the day ``end``, which counts as the turn of the month where it lies close to one."""
    turns = (end.replace(day=1), next_unit(end, Granularity.MONTH))
    turn = next((t for t in turns if abs((t - end).days) < _SNAP), None)
    if turn is None:
        return Interval(add_months(end, -months), end)
    start = add_months(turn, -months)
    for granularity, length in ((Granularity.YEAR, 12), (Granularity.QUARTER, 3)):
        if months % length == 0 and start == unit_start(start, granularity):
            return Interval(start, turn, granularity)
    return Interval(start, turn, Granularity.MONTH)


def _opening(match: re.Match[str], _: dt.date) -> Iterator[CountedPeriod]:
    unit = match["unit"].lower()
    granularity = Granularity.MONTH if unit == "month" else Granularity.QUARTER
    year, months = Interval.year(int(match["year"])), _LENGTHS[unit] * _count(match)
    if months > 12 or year.start is None or year.end is None:
        return
    first = year.start if match["side"].lower() == "first" else add_months(year.end, -months)
    yield CountedPeriod(
        match.start(), match.end(), Interval(first, add_months(first, months), granularity), relative=False
    )


def _ordinals(match: re.Match[str], _: dt.date) -> Iterator[CountedPeriod]:
    months, offset = _LENGTHS[match["unit"].lower()], match.start("list")
    items = list(_ANY_ORDINAL.finditer(match["list"]))
    for item in items:
        number = QUARTER_ORDINALS[item[0].lower()]
        if number * months > 12:
            continue
        first = add_months(dt.date(int(match["year"]), 1, 1), months * (number - 1))
        end = match.end() if item is items[-1] else offset + item.end()
        yield CountedPeriod(
            offset + item.start(), end, Interval(first, add_months(first, months), Granularity.QUARTER), False
        )
