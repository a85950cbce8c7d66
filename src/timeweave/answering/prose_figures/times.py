"""When what an amount tells was: by its own words, what leads its sentence, or what was told before."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.answering.context.reading import Line
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.standing import Standing
from timeweave.extraction.times.timing import compared_interval, is_dated, shifted
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import ORDINALS
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Granularity, Interval, add_months

_DIGITS = lazily(r"\d")
_ANAPHORIC = lazily(r"\b(?:previous|preceding|following|prior|same|before|earlier|that|later|next)\b", re.IGNORECASE)
ORDINAL_TIME = lazily(r"\b(?:in|for|during) the (first|second|third|fourth)\b(?!\s+(?!and\b|but\b)\w+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Timed:
    """What a sentence says of times beside its amounts: ``cuts`` are the parts of it that belong to each of them,
    ``carried`` is the time told last before it.
    """

    line: Line
    amounts: Sequence[Amount]
    cuts: Sequence[tuple[int, int]]
    expressions: Sequence[TimeExpression]
    carried: Interval | None

    def time_of(self, index: int, standing: Standing, main: Interval | None) -> tuple[Interval | None, bool]:
        """The time of an amount, and whether its sentence tells it; ``main`` is that of what is stated before it."""
        text, (start, end), amount = self.line.text, self.cuts[index], self.amounts[index]
        dated = [e for e in self.expressions if is_dated(e)]
        own = [e for e in dated if start <= e.start and e.end <= end]
        behind = [e for e in own if e.start >= amount.end and not re.search(r"[,;(]", text[amount.end : e.start])]
        ahead = [e for e in own if e.end <= amount.start]
        leading = [e for e in dated if e.end <= self.amounts[0].start]
        compared = compared_interval(text[start:end], own, main) if index and main is not None else None
        if standing is Standing.COMPARED:
            near = behind[:1] or ([] if leading else ahead[-1:])
            chosen = compared or (near[0].interval if near else None)
            return chosen, chosen is not None
        if compared is not None and not behind and not ahead:
            return compared, True
        ordinal = None if own else ORDINAL_TIME.search(text[start:end])
        if ordinal is not None and main is not None and (told := _ordinal(ordinal[1].lower(), main)):
            return told, True
        semicolons = (text.rfind(";", 0, start), text.find(";", start))
        beyond = bool(dated)
        dated = [e for e in dated if semicolons[0] < e.start and (semicolons[1] < 0 or e.start < semicolons[1])]
        only = [e for e in dated if not _SET_AGAINST.search(text, amount.end, max(e.start, amount.end))]
        only = only if len({str(e.interval) for e in dated}) == 1 else []
        own = [e for e in own if e in dated]
        found = behind[:1] or ahead[-1:] or leading[:1] or own[-1:] or only[-1:]
        if not found and beyond and not dated and self.line.info.period is None:
            return self.carried or Interval.day(self.line.info.observed), False  # what is dated is another clause
        return (self._meant(found[0]), True) if found else (self._of_line(), False)

    def _meant(self, expression: TimeExpression) -> Interval | None:
        """The time of an expression; none of "the previous week", where a time that it may lean on was told."""
        leans = not _DIGITS.search(expression.text) and _ANAPHORIC.search(expression.text)
        return leaning(expression.text, self.carried) if leans and self.carried is not None else expression.interval

    def _of_line(self) -> Interval | None:
        led = _LEANING.search(self.line.text[: self.amounts[0].start])
        if led is not None and self.carried is not None:
            return leaning(led[0], self.carried)
        if self.line.info.period is not None:
            return self.line.info.period
        valid = self.line.statement.valid
        return valid if valid is not None and valid != Interval.day(self.line.info.observed) else self.carried or valid


_SET_AGAINST = lazily(r"\b(?:compared|against|versus|than|after|from|up on|down on)\b", re.IGNORECASE)
"""Between an amount and the time of what it is set against."""
_LEANING = lazily(
    r"\b(?:a|one|the) (?:year|season|month|quarter) (?:before|earlier|later|after(?:wards)?)\b"
    r"|\bthe (?:previous|preceding|following|next|prior|same) (?:year|season|month|quarter)\b",
    re.IGNORECASE,
)
_UNIT_DAYS = {"year": 365, "season": 365, "quarter": 90, "month": 30}
_MONTHS = {"year": 12, "season": 12, "quarter": 3, "month": 1}
_LATELY = 366  # days after a time, in which it is reported on
_FEW = 4  # days by which a unit may differ from its kind


def leaning(words: str, on: Interval) -> Interval | None:
    """What "the same year" or "the year before" is after a year told of; ``None`` where that is of another length."""
    named = next((u for u in _UNIT_DAYS if u in words.lower()), None)
    if named is None or on.days is None or abs(on.days - _UNIT_DAYS[named]) > _FEW:
        return None
    if re.search(r"\bsame\b", words, re.IGNORECASE):
        return on
    back = re.search(r"\b(?:before|earlier|previous|preceding|prior)\b", words, re.IGNORECASE)
    ahead = re.search(r"\b(?:later|after\w*|following|next)\b", words, re.IGNORECASE)
    return shifted(on, -_MONTHS[named]) if back else shifted(on, _MONTHS[named]) if ahead else None


def title_time(line: Line) -> Interval | None:
    """The year, quarter or month of which the title of a document says that it tells, where that was over not long
    before: "Survey 2019: results".
    """
    told = {e.interval for e in find_expressions(line.info.title, line.info.observed) if e.interval is not None}
    if len(told) != 1:
        return None
    time = told.pop()
    since = None if time.end is None else (line.info.observed - time.end).days
    over = since is not None and 0 <= since <= _LATELY and time.is_unit
    return time if over and time.granularity is not Granularity.DAY else None


def by_then(time: Interval | None, line: Line) -> Interval | None:
    """A quarter or month told of as over is not after the day of telling: one without a year is the last of its
    name.
    """
    told = line.info.observed
    if time is None or time.start is None or time.start <= told or time.granularity is Granularity.DAY:
        return (
            time
            if time is None or time.end is None or time.end <= told or not _is_short(time, told)
            else shifted(time, -12)
        )
    return shifted(time, -12) or time


def _is_short(time: Interval, told: dt.date) -> bool:
    """Whether most of a quarter or month that has begun was still to come on the day of telling."""
    if time.granularity not in (Granularity.QUARTER, Granularity.MONTH) or time.start is None or time.end is None:
        return False
    return (told - time.start).days * 2 < (time.end - told).days


_RANGED = lazily(r"\s*(?:to|until|till|through|up to|[-–—])\s*(?:the\s)?(?:end of\s)?", re.IGNORECASE)
_YEAR_TO = lazily(r"\b(?:year|(?:12|twelve) months)$", re.IGNORECASE)
_BETWEEN = lazily(r"\bbetween\s+(?:the\s)?$", re.IGNORECASE)
_AND = lazily(r"\s*and\s*(?:the\s)?", re.IGNORECASE)
_YEAR = lazily(r"\b(?:19|20)\d\d\b")


def stretches(text: str, found: Sequence[TimeExpression]) -> list[TimeExpression]:
    """The expressions of a sentence, "from July to September" as one; where one end has a year, both have it."""
    merged: list[TimeExpression] = []
    for expression in found:
        last = merged[-1] if merged else None
        whole = None if last is None else _stretch(text, last, expression)
        if last is not None and whole is not None:
            merged[-1] = replace(last, end=expression.end, text=text[last.start : expression.end], interval=whole)
        else:
            merged.append(expression)
    return merged


def _stretch(text: str, first: TimeExpression, last: TimeExpression) -> Interval | None:
    gap, one, other = text[first.end : last.start], first.interval, last.interval
    between = _AND.fullmatch(gap) and _BETWEEN.search(text[max(0, first.start - 14) : first.start])
    if other is None or not (between or _RANGED.fullmatch(gap)):
        return None
    if _YEAR_TO.search(first.text) and other.end is not None:
        return Interval(add_months(other.end, -12), other.end)  # "the year to March 2013"
    if one is None:
        return None
    if not (is_dated(first) and is_dated(last)):
        return None
    if not _YEAR.search(first.text) and _YEAR.search(last.text):
        one = _in_year_of(one, other)
    elif not _YEAR.search(last.text):
        other = _in_year_of(other, one)
    if not one.start or not other.end or one.start >= other.end:
        return None
    return Interval(one.start, other.end, min(one.granularity, other.granularity, key=lambda g: g.rank))


def _in_year_of(time: Interval, other: Interval) -> Interval:
    """The month or day of the same name in the year that the other end of a stretch has."""
    if time.start is None or other.start is None:
        return time
    return shifted(time, 12 * (other.start.year - time.start.year)) or time


def _ordinal(word: str, like: Interval) -> Interval | None:
    """The quarter that "the second" is, after one told of."""
    if like.granularity is not Granularity.QUARTER or not like.is_unit or like.start is None:
        return None
    return Interval.quarter(like.start.year, ORDINALS[word])
