"""The periods that a question names, one by one, where they stand.

`find_expressions` reads what stands in a text. A question differs from running text: labels are written small
("2023-q3"), a bare old year is a year, "Q1-Q3 2022" is two periods and not one, and a number may still count something.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from timeweave.errors import TemporalError
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.interval import ALWAYS, Interval
from timeweave.temporal.mention import Mention, mention_of, names_feast_event
from timeweave.temporal.question.counted import counted_periods
from timeweave.temporal.signals import CONTEXT

_LOWER = lazily(r"(?<=\d)(?P<gap>[\s-]?)q(?=[1-4]\b)|\bq(?=[1-4]\b)|\b(?P<turn>[1-4])q(?=\b|\d)|\bfy(?=\s?\d)")
_SLASHED = lazily(r"(?<=\b[QH][1-4])/(?=[12]\d{3}\b)|(?<=\b[12]\d{3})/(?=[QH][1-4]\b)")
_LOWER_MONTH = lazily(
    r"\b(?:jan|mar|march|may|august|sep|dec)(?=\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?[12]\d{3}\b)|(?<=\d\s)(?:march|may|august)(?=\s+[12]\d{3}\b)"
)
_EVERY = lazily(
    r"(?:in\s+|for\s+)?(?:each|every|all)\s+(?:of\s+)?(?:the\s+)?[a-z]+\s+(?:of|in|from|during|for)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_CLOCK = lazily(r"\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\.?)?|noon|midnight", re.IGNORECASE)
_GENERIC = lazily(
    r"(?:(?:the\s+)?(?:end|close|start|beginning|middle)\s+of\s+)?(?:the|that|those|these|each|every)?\s*"
    r"(?:same\s+|whole\s+|full\s+|fiscal\s+)?(?:time|period|date|day|week|month|quarter|half|year|then)s?",
    re.IGNORECASE,
)
_MONTH_NAME = lazily(any_of(MONTHS), re.IGNORECASE)
_BEFORE_MONTH = lazily(
    r"(?:[,&/–-]|\b(?:in|of|from|to|until|till|through|since|before|after|between|and|or|by|during|the|for|early|mid|late))\s*$",
    re.IGNORECASE,
)
_RUN = lazily(r"[QH][1-4]\s?[-–—]\s?[QH][1-4]")
_SPLIT = lazily(
    r"\s+(?:to|through|thru|until|till|and)\s+|\s*[–—]\s*|\s+-\s+|(?<=\d)-(?=[QqHh]\d)|(?<=[QqHh]\d)-(?=[QqHh]\d)"
)
_RELATIVE = lazily(
    r"\b(?:last|past|previous|prior|preceding|this|current|next|coming|following|same|ago|earlier|later|today|yesterday|"
    r"tomorrow|tonight|now|recent|latest)\b",
    re.IGNORECASE,
)
_YEAR = lazily(
    r"(?<!\d)[12]\d{3}(?!\d)|(?:FY\s?|CY\s?|['’]|[QH][1-4][\s-]?|\b[1-4][QH]\s?)\d\d(?!\d)|\d0['’]?s\b", re.IGNORECASE
)
_PART_OF_YEAR = lazily(
    r"\b(?:q[1-4]|[1-4]q|quarters?|half|halves|h[12]|[12]h|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    re.IGNORECASE,
)
_OLD_YEAR = lazily(
    r"(?:\b(?:in|of|from|to|until|till|since|before|after|between|and|by|during|the|year|around|circa|on|is|at|through|for|late|"
    r"early|mid)\s+|[-–—(]\s?|,\s?)(?P<date>(?P<year>1[0-9]{3}|20[0-9]{2})(?:-(?P<month>\d{1,2})-(?P<day>\d{1,2}))?)(?![\w%$€£-]|[.,]\d)",
    re.IGNORECASE,
)
_ANCIENT_YEAR = lazily(
    r"\b(?:in|from|until|since|before|after|between)\s+(?P<date>[1-9]\d\d)"
    r"(?=\s*(?:[?,;]|$)|\s+(?:to|and|until)\s+[1-9]\d\d\s*(?:[?,;]|$))"
    r"|(?<=\d\d\d\s)(?:to|and|until)\s+(?P<date2>[1-9]\d\d)(?=\s*(?:[?,;]|$))",
    re.IGNORECASE,
)
_BARE_YEAR = lazily(r"[12]\d{3}")
_UNITS_OF_YEAR = lazily(r"([12]\d{3})\s+(?:quarters|months)$", re.IGNORECASE)
_QUANTITY_BEFORE = lazily(
    r"(?:\b(?:top|nearly|almost|roughly|approximately|(?<!later )(?<!earlier )than"
    r"|exceed(?:ed|ing)?|least|most|bottom)\s+|[$€£¥#]\s?)$",
    re.IGNORECASE,
)
_OVER = lazily(r"\bover\s+$", re.IGNORECASE)
_QUANTITY_AFTER = lazily(
    r"\s*(?:%|percent\b|(?:m|b)illion\b|thousand\b|(?:companies|firms|employees|people|persons|stores|shops|units|shares|points|"
    r"members|customers|locations|restaurants|jobs|homes|cars|vehicles|dollars|euros|pounds|yen|yuan|miles|metres|meters|"
    r"feet|kilometers|kilometres|tons|tonnes|barrels|basis|words|pages|copies|votes|seats|students|users|subscribers)\b)",
    re.IGNORECASE,
)  # fmt: skip


def normalise(question: str) -> str:
    """``question`` with "2023-q3", "fy24" and "dec 1981" in capitals and "Q1/2024" apart, as they are written; no
    character moves.
    """
    labels = _SLASHED.sub(" ", _LOWER.sub(lambda match: match[0].upper(), question))
    return _LOWER_MONTH.sub(lambda match: match[0].capitalize(), labels)


def find_mentions(question: str, expressions: list[TimeExpression], now: dt.date) -> list[Mention]:
    """The periods that ``question`` names, in order of position; ``expressions`` are what was found in it."""
    mentions = [
        Mention(c.start, c.end, question[c.start : c.end], c.interval, relative=c.relative)
        for c in counted_periods(question, now)
    ]
    taken = bytearray(len(question))  # characters that are read; a bytearray keeps the question's length linear in time
    for mention in mentions:
        taken[mention.start : mention.end] = b"x" * (mention.end - mention.start)
    for expression in expressions:
        names_event = names_feast_event(question, expression.start, expression.end)
        if not names_event and not any(taken[expression.start : expression.end]):
            mentions += _read(expression, question, now)
    for mention in mentions:
        taken[mention.start : mention.end] = b"x" * (mention.end - mention.start)
    mentions += _old_years(question, taken)
    return sorted((m for m in mentions if not _is_quantity(m, question)), key=lambda m: (m.start, m.end))


def _read(expression: TimeExpression, question: str, now: dt.date) -> Iterator[Mention]:
    """The atomic periods of one expression."""
    text, start = expression.text, expression.start
    if expression.type is TimexType.SET:
        match = _EVERY.match(text)
        if match:
            yield from _reread(text[match.end() :], start + match.end(), now)
        return
    before = question[max(0, start - CONTEXT) : start]
    if expression.type is TimexType.TIME and _CLOCK.fullmatch(text):
        return
    if _MONTH_NAME.fullmatch(text) and not _BEFORE_MONTH.search(before):
        return
    if expression.interval is None and (of_year := _UNITS_OF_YEAR.match(text)):
        yield from _reread(of_year[1], start, now)
        return
    if expression.interval in (None, ALWAYS) or _GENERIC.fullmatch(text.strip()):
        return
    if (not expression.interval.is_unit or _RUN.search(text)) and (join := _SPLIT.search(text)):
        first = list(_reread(text[: join.start()], start, now))
        last = list(_reread(text[join.end() :], start + join.end(), now))
        if len(first) == len(last) == 1:
            yield from first + last
            return
    yield _mention(question, expression)


def _reread(text: str, offset: int, now: dt.date) -> Iterator[Mention]:
    for found in find_expressions(text, now):
        if found.interval is not None and found.type is not TimexType.SET:
            mention = _mention(text, found)
            yield replace(mention, start=offset + mention.start, end=offset + mention.end)


def _mention(text: str, expression: TimeExpression) -> Mention:
    mention = mention_of(text, expression)
    relative = _RELATIVE.search(mention.text) is not None
    yearless = not relative and _YEAR.search(mention.text) is None and _PART_OF_YEAR.search(mention.text) is not None
    return replace(mention, yearless=yearless, relative=relative)


def _old_years(question: str, taken: bytearray) -> list[Mention]:
    """Bare years, and dates as "1805-4-7", which are too rare in running text to be taken for such there."""
    found = []
    for match in _OLD_YEAR.finditer(question):
        start, end = match.span("date")
        if not any(taken[start:end]):
            found.append(Mention(start, end, match["date"], _old_date(match)))
    for match in _ANCIENT_YEAR.finditer(question):
        group = "date" if match["date"] else "date2"
        start, end = match.span(group)
        if not any(taken[start:end]):
            found.append(Mention(start, end, match[group], Interval.year(int(match[group]))))
    return found


def _old_date(match: re.Match[str]) -> Interval:
    year, month, day = int(match["year"]), int(match["month"] or 0), int(match["day"] or 0)
    try:
        return Interval.day(dt.date(year, month, day))
    except ValueError:
        return Interval.month(year, month) if 1 <= month <= 12 else Interval.year(year)


def _is_quantity(mention: Mention, question: str) -> bool:
    """Whether a bare number that looks like a year counts or prices something: "top 2000 companies", "$2021"."""
    if not _BARE_YEAR.fullmatch(mention.text):
        return False
    before = question[max(0, mention.start - 20) : mention.start]
    if _OVER.search(before) and mention.text.endswith("00"):  # "over 2000" exceeds a number, "over 2022" lasts a year
        return True
    return bool(_QUANTITY_BEFORE.search(before) or _QUANTITY_AFTER.match(question, mention.end))


def in_fiscal(mention: Mention, calendar: FiscalCalendar, now: dt.date) -> Mention:
    """A year, half or quarter as the days of its namesake in ``calendar``; dates and months stay what they are."""
    if mention.relative:
        try:
            return replace(mention, interval=calendar.read(mention.text, now))
        except TemporalError:
            return mention
    return replace(mention, interval=calendar.namesake(mention.interval) or mention.interval)
