"""When a statement speaks of: its own expressions decide, else its document's period, else its date (TK-04)."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.errors import TemporalError
from timeweave.lexicon.changes import CHANGES, CHANGING, FALLING, FALLS, GAINING, RISES, RISING, RISING_TOO
from timeweave.lexicon.families import any_of, forms, verbs
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DAYS, MONTHS, QUARTERS
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.interval import Granularity, Interval, add_months, next_unit, unit_start

_LOOK_BACK = 120
_JOIN_DAYS = 366

_NOT_OF_A_VERB = "".join(
    rf"(?<!\b{form} )" for form in forms(verbs("shut:shut step:stepped close stand:stood wind:wound"))
)
_COMPARED = lazily(
    r"(?:\b(?:compared|comparing|versus|vs|relative to|against|(?<!later )(?<!earlier )than)\b[^;]{0,80}"
    rf"|\b(?:up|{_NOT_OF_A_VERB}down"
    rf"|{any_of(forms(RISING, FALLING, GAINING, RISING_TOO, CHANGING), RISES, FALLS, CHANGES)}|expansion"
    r"|higher|lower|better|above|below|ahead|gains?|points?|percent|%)"
    r"(?:[^;,]|, respectively,){0,60}?\b(?:from|over|on|since)\b[^;,]{0,40}"
    r"|\b(?:same as|in line with|consistent with|similar to|par with"
    r"|comparable (?:to|with)|flat (?:to|with)|base (?:in|of|from))\b[^;,]{0,40}"
    r"|\b(?:provided|given|issued|shared|communicated|outlined|due|maturing|expiring)\b(?: \w+){0,2} (?:in|on"
    r"|at)\b[^;,]{0,12}"
    r"|\b(?:rates?|prices) (?:as of|at|on)\b[^;,]{0,12})$",
    re.IGNORECASE,
)
_AGO = lazily(r"\b(?:year[- ]ago|a year (?:ago|earlier)|prior[- ]year|year[- ]over[- ]year)\b", re.IGNORECASE)
_ON = lazily(r"\bon $", re.IGNORECASE)
_WEEKDAY = lazily(any_of(DAYS), re.IGNORECASE)
_RESUMED = lazily(r",\s*(?:we|our|the|it|and|revenue|sales|earnings|net|total)\b", re.IGNORECASE)
_SIDE_CLAUSE = lazily(
    r"\b(?:which|who|whose|when|where|since|after|before|until|because|following)\b[^,;]{0,60}$", re.IGNORECASE
)
_LOOKS_AHEAD = lazily(
    r"\b(?:(?:we|I|they|he|she|it|company|management|analysts|economists)(?:['’]re)?(?: \w+){0,2}? (?:expects?"
    r"|anticipates?|projects?|forecasts?|estimates?|targets?|plans? to|guid(?:e|ing)|expecting|anticipating|targeting"
    r"|projecting)"
    r"|(?:is|are|now|be|being|remains?) (?:now |currently |still )?(?:expected|projected|anticipated|forecast(?:ed)?"
    r"|estimated|set|slated|likely|targeted|planned) (?:to|at|in)\b"
    r"|expected to (?:be|total|range|grow|increase|decline|decrease|rise|fall|reach|come)"
    r"|(?:our|the|full[- ]year|updated|new|initial|\d{4}) (?:\w+ ){0,4}(?:guidance|outlook"
    r"|forecast) (?:\w+ ){0,3}?(?:is|are|of|for|to|at|calls|assumes|remains|now)"
    r"|(?:raising|lowering|reaffirming|reiterating|maintaining|narrowing|updating|increasing) (?:our|its"
    r"|the) (?:\w+ ){0,6}(?:guidance|outlook|forecast|range)"
    r"|will (?:be|reach|total|range|increase|grow|decline|come|have|see)\b|(?:should|going to|likely to) (?:be|reach"
    r"|see|increase|decline)\b"
    r"|to be (?:in the range|between|within)\b)(?!\w)",
    re.IGNORECASE,
)
_AHEAD_HINTS = (  # in lower case: one of them stands wherever `_AHEAD_HINT` is found
    "expect", "anticipat", "project", "forecast", "estimat", "target", "plan", "guid", "outlook", "range", "will",
    "should", "going to", "likely", "set", "slated", "to be ",
)  # fmt: skip
_AHEAD_HINT = lazily(
    r"expect|anticipat|project|forecast|estimat|target|plan|guid|outlook|range|\bwill\b|should|going to|likely|\bset\b"
    r"|slated"
    r"|to be (?:in|between|within)",
    re.IGNORECASE,
)
_PAST_VERB = lazily(r"\b(?:was|were|reported|delivered|generated|achieved|recorded|posted|totaled)\b", re.IGNORECASE)
_WHOLE_YEAR = lazily(
    r"\b(?:for|in|during) the (?:full |fiscal |entire |whole )?year\b(?! (?:ago|before|earlier|ended))"
    r"|\bfull[- ]year\b",
    re.IGNORECASE,
)
_LAST_YEAR = lazily(
    r"year[- ]ago|year (?:ago|earlier|before)|(?:last|prior|previous|preceding)[- ](?:fiscal )?year|year[- ](?:over"
    r"|on)[- ]year|\by/y\b|\byoy\b"
    r"|(?:same|comparable|corresponding)[- ](?:quarter|period|prior)",
    re.IGNORECASE,
)  # fmt: skip
_LAST_QUARTER = lazily(
    r"(?:last|prior|previous|preceding|linked)[- ](?:fiscal )?quarter|sequential|quarter[- ](?:over|on)[- ]quarter"
    r"|\bqoq\b|quarter ago",
    re.IGNORECASE,
)
_LAST_MONTH = lazily(
    r"(?:last|prior|previous|preceding)[- ]month|month[- ](?:over|on)[- ]month|month (?:ago|earlier)", re.IGNORECASE
)
_EXPLICIT = lazily(rf"\d|\b{any_of(QUARTERS, MONTHS)}\b", re.IGNORECASE)


def expression_anchor(period: Interval | None, date: dt.date | None) -> dt.date | None:
    """The day that a document's relative expressions count from: the last day of what it reports on, else its date.

    "Last quarter" in a report on 2024-Q1 that came out in May 2024 is 2023-Q4.
    """
    return (None if period is None else period.last_day) or date


def statement_interval(
    sentence: str, expressions: Sequence[TimeExpression], *, period: Interval | None, date: dt.date | None
) -> Interval | None:
    """The time that a sentence speaks of: what it states, else what its document does."""
    return stated_interval(sentence, expressions, period=period) or default_interval(sentence, period=period, date=date)


def stated_interval(
    sentence: str, expressions: Sequence[TimeExpression], *, period: Interval | None
) -> Interval | None:
    """The time that a sentence itself states.

    What stands in a comparison ("compared to the third quarter of last year") does not count. Of several times, the
    first in the main clause leads, and those within a year of it are joined to the smallest interval that holds all.
    In a quarter's report, "the full year" without a date is not the quarter.
    """
    dated = [e for e in settled(sentence, expressions) if is_dated(e)]
    times = [e for e in dated if not in_comparison(sentence, e) or _is_on_weekday(sentence, e)]
    if period is not None and period.is_bounded:
        times = [e for e in times if not names_speaking_day(e)]
    if not times:
        return _whole_year(sentence, period)
    times = [ahead_of(e, period) for e in times] if looks_ahead(sentence) else times
    lead = next(
        (e for e in times if not _SIDE_CLAUSE.search(sentence[max(0, e.start - _LOOK_BACK) : e.start])), times[0]
    )
    assert lead.interval is not None
    joined = lead.interval
    for other in sorted((e.interval for e in times if e.interval), key=lambda i: i.first_day):
        joined = joined.hull(other) if _near(joined, other) else joined
    return joined


def default_interval(sentence: str, *, period: Interval | None, date: dt.date | None) -> Interval | None:
    """The time of a sentence that states none: its document's period, else its date.

    A sentence that looks ahead covers the document's period and the unit after it.
    """
    if period is None:
        return None if date is None else Interval.day(date)
    if not _is_part_of_year(period) or period.end is None or looks_ahead(sentence) is None:
        return period
    return Interval(period.start, next_unit(period.end, period.granularity), period.granularity)


def _whole_year(sentence: str, period: Interval | None) -> Interval | None:
    if period is None or not _is_part_of_year(period) or period.start is None or period.end is None:
        return None
    if _WHOLE_YEAR.search(sentence) and (period.end.month == 1 or looks_ahead(sentence) is not None):
        return Interval.unit(period.start, Granularity.YEAR)
    return None


def _is_part_of_year(period: Interval) -> bool:
    return period.is_unit and period.granularity is not Granularity.YEAR


def is_dated(expression: TimeExpression) -> bool:
    """Whether an expression names a stretch of the calendar; "now", "recently" and bare durations do not."""
    return (
        expression.interval is not None
        and not expression.value.endswith("_REF")
        and expression.type is not TimexType.SET
    )


def ahead_of(expression: TimeExpression, period: Interval | None) -> TimeExpression:
    """A quarter or month without a year, in a statement that looks ahead, is the next one after ``period``."""
    interval = expression.interval
    before = (
        period is not None
        and period.start is not None
        and interval is not None
        and interval.end is not None
        and interval.end <= period.start
    )
    if not before or re.search(r"\d{2}|last|prior|previous|ago|earlier", expression.text, re.IGNORECASE):
        return expression
    return replace(expression, interval=shifted(interval, 12))


def settled(sentence: str, expressions: Sequence[TimeExpression]) -> list[TimeExpression]:
    """The expressions without those that the next one spells out ("the full year" before "2022")."""
    kept = []
    for index, expression in enumerate(expressions):
        following = expressions[index + 1] if index + 1 < len(expressions) else None
        spelled_out = following is not None and sentence[expression.end : following.start].strip() in ("", ",")
        if (
            following is None
            or not spelled_out
            or not re.search(r"\d{4}", following.text)
            or re.search(r"\d", expression.text)
        ):
            kept.append(expression)
    return kept


def names_speaking_day(expression: TimeExpression) -> bool:
    """Whether an expression is relative to the day of speaking, which a report on a period does not mean literally."""
    words = set(expression.text.lower().split())
    return bool(words & {"today", "tonight", "yesterday", "tomorrow", "morning", "afternoon", "now"})


def _is_on_weekday(sentence: str, expression: TimeExpression) -> bool:
    """Whether a day of the week says when something was, since no figure is compared: "legal signed off on Friday"."""
    before = sentence[: expression.start]
    is_day = _WEEKDAY.match(expression.text) is not None and _ON.search(before) is not None
    return is_day and not any(c.isdigit() for c in before)


def in_comparison(sentence: str, expression: TimeExpression) -> bool:
    """Whether an expression says what something is compared with, and not when it was."""
    if _AGO.search(expression.text):
        return True
    before = sentence[max(0, expression.start - _LOOK_BACK) : expression.start]
    match = _COMPARED.search(before)
    if match is None:
        return False
    if "/" in expression.value and re.search(r"\b(?:from|to|and|through)\b", expression.text):
        return False
    return _RESUMED.search(match.group()) is None


@functools.lru_cache(maxsize=256)  # one sentence is asked for by each who reads it, at each of its amounts
def looks_ahead(sentence: str, end: int | None = None) -> re.Match[str] | None:
    """Where a sentence turns to what is expected, up to character ``end``; ``None`` when it states what is or was."""
    lower = sentence.lower()
    if not any(hint in lower for hint in _AHEAD_HINTS) or not _AHEAD_HINT.search(sentence):
        return None
    stop = len(sentence) if end is None else end
    last = None
    for found in _LOOKS_AHEAD.finditer(sentence, 0, stop):
        last = found
    if last is not None and end is not None and _PAST_VERB.search(sentence, last.end(), stop):
        return None
    return last


def compared_interval(text: str, expressions: Sequence[TimeExpression], default: Interval | None) -> Interval | None:
    """The time that a value is compared with: ``text`` and ``expressions`` are what the sentence says of it.

    "A year ago", "the prior year" and the like are the same unit one year before ``default``; named times stand for
    themselves. ``None`` when nothing tells.
    """
    for expression in expressions:
        explicit = _EXPLICIT.search(expression.text) is not None
        if is_dated(expression) and (explicit or default is None):
            return _year_before(expression.interval, default) if _LAST_YEAR.search(text) else expression.interval
    if _LAST_QUARTER.search(text) and not re.search(r"last year|prior year|year ago", text, re.IGNORECASE):
        return shifted(default, -3)
    if _LAST_YEAR.search(text):
        return shifted(default, -12)
    if _LAST_MONTH.search(text):
        return shifted(default, -1)
    return next((e.interval for e in expressions if is_dated(e)), None)


def _year_before(interval: Interval | None, default: Interval | None) -> Interval | None:
    """Read "last year's first quarter" right where the quarter was taken for this year's."""
    if (
        interval is None
        or interval.start is None
        or default is None
        or default.start is None
        or interval.start < default.start
    ):
        return interval
    return shifted(interval, -12)


def shifted(interval: Interval | None, months: int) -> Interval | None:
    """A bounded interval moved by months; ``None`` when it has an open bound or is coarser than the move."""
    if interval is None or interval.start is None or interval.end is None:
        return None
    try:
        start, end = add_months(interval.start, months), add_months(interval.end, months)
        if interval.granularity is Granularity.DAY and interval.days == 1:
            return Interval.day(start)
        if unit_start(start, interval.granularity) != start or unit_start(end, interval.granularity) != end:
            return None
        return Interval(start, end, interval.granularity)
    except TemporalError:
        return None


def _near(a: Interval, b: Interval) -> bool:
    if a.overlaps(b):
        return True
    gap = min(abs((x - y).days) for x in (a.start, a.end) if x for y in (b.start, b.end) if y)
    return gap <= _JOIN_DAYS
