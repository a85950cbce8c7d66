"""When a relation that a sentence states held: from 2003 to 2008, since 2019, until March 2022."""

from __future__ import annotations

import datetime as dt
import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.times.timing import default_interval, in_comparison, is_dated, shifted
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import NUMBERS
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity, Interval
from timeweave.temporal.stretches import Stretch, stretches_of

OPENING = 400  # characters of a dated text in which the news stands that it was written for
_FORWARD = 60  # characters between what is stated and an expression that follows it
_BACKWARD = 40
_SPEAKING = re.compile(r"\b(?:today|tonight|now|this (?:morning|afternoon|evening))\b", re.I)  # the document's own day
_TERM = re.compile(r"\bfor (?:the )?(?:coming|ensuing|next|following)\b", re.I)  # how long, not since when
_YEAR = re.compile(r"\d{4}")
_SO_LONG = lazily(
    rf"\bfor (?:the (?:last|past) |over |nearly |almost )?(\d{{1,2}}|{any_of(NUMBERS)}) (year|month|week)s\b", re.I
)
_WILL = re.compile(r"\b(?:will|shall|is to|are to)\b", re.IGNORECASE)
_BY_NOW = re.compile(r"\b(?:has|have|had) (?:\w+ )?been\b|, [^,;]{3,60}$", re.IGNORECASE)
_NOT_YET = re.compile(r"\b(?:is|are|will|elected|appointed|named|chosen)\b", re.IGNORECASE)
_BESIDE = 20  # characters behind what is stated in which it is said how long it has been so
_YEARS = re.compile(r"\d{4}(?: ?[-–/] ?\d{2,4})?")
_LAST_WORD = re.compile(r"[\w’'-]+(?= $)")
_BEFORE_TIMES = re.compile(
    r"in|on|at|since|from|until|till|by|during|before|after|between|to|through|throughout|of|for|around|about|circa"
    r"|early|late|mid|spring|summer|autumn|fall|winter|year|as|than|within|effective|starting|beginning|commencing"
    r"|ending|ended|back|prior|pre|post|with",
    re.IGNORECASE,
)
_STOP = re.compile(r"[;.](?:\s|$)")
_LOOKING_BACK = re.compile(r"\b(?:when|after|since|before|until|once)(?: the)? $|^W(?:hile|hen) [^,]+, $", re.I)
_RELATIVE = re.compile(r"\b(?:who|whom|whose|which)\b")
_OF_ANOTHER = re.compile(
    r"[;.](?:\s|$)|\b(?:who|whom|whose|which)\b|\bwhere\b[^,]*$|\b(?:say|says|said|told) that\b"
)  # tells of what was named last, not of this


class Aspect(enum.Enum):
    """What a pattern says about its relation."""

    STATE = "state"  # it holds
    NOW = "now"  # it holds as it is told, which a verb in the present says
    PAST = "past"  # it held
    FORMER = "former"  # it held, and what else the sentence tells happened later
    START = "start"  # it began
    AHEAD = "ahead"  # it is to begin
    END = "end"  # it ended
    EVENT = "event"  # it happened
    ONCE = "once"  # it happened, and is told long after: "founded by"


_HOLDING = frozenset({Aspect.STATE, Aspect.NOW})
_EVENTS = frozenset({Aspect.EVENT, Aspect.ONCE})
_CHANGES = frozenset({Aspect.START, Aspect.END, Aspect.EVENT})


@dataclass(frozen=True, slots=True)
class SentenceTime:
    """What is known of a sentence's time: expressions with offsets inside it, and what stands in without any.

    ``carried`` says that ``statement`` comes from another sentence of a narrative, ``is_entry`` that the sentence
    stands in an entry of a diary or log, which tells what happened on its day.
    """

    sentence: str
    expressions: Sequence[TimeExpression]
    statement: Interval | None
    date: dt.date | None
    period: Interval | None = None
    carried: bool = False
    is_entry: bool = False


def relation_interval(time: SentenceTime, start: int, end: int, aspect: Aspect) -> Interval | None:
    """The interval of a relation stated at characters ``start`` to ``end`` of the sentence; ``None`` when unknown."""
    near = _nearest(time, start, end, is_state=aspect in _HOLDING)
    stated = None if near is None else near[1]
    is_to_come = aspect is Aspect.AHEAD or (
        aspect in _CHANGES and _WILL.search(time.sentence, max(0, start - _BESIDE), end) is not None
    )
    if stated is not None and near is not None and is_to_come and time.date is not None:
        stated = replace(stated, interval=_to_come(stated.interval, near[0].text, time.date))
    if aspect is Aspect.FORMER:
        stated, aspect = (None if stated is not None and not stated.is_bound else stated), Aspect.PAST
    if stated is not None and not _is_of_another(stated.told, aspect, time.date):
        if stated.is_bound:
            return stated.told
        return _by_aspect(stated.told, Aspect.START if aspect is Aspect.AHEAD else aspect)
    if aspect is Aspect.AHEAD or (time.date is not None and _is_of_the_past(time.sentence[:start], aspect)):
        return None
    if time.carried and time.statement is not None:
        return _by_aspect(time.statement, aspect) if time.statement.is_unit else time.statement
    if time.date is None:
        return time.statement if aspect in _EVENTS else None
    day = Interval.day(time.date)
    if aspect is Aspect.EVENT:
        return (
            default_interval("", period=time.period, date=time.date)
            if _is_told_of_another(time, end)
            else time.statement
        )
    if aspect is Aspect.PAST:
        return Interval(None, day.start, Granularity.DAY)
    return _by_aspect(day, aspect)


def lasting(time: SentenceTime, start: int, end: int, aspect: Aspect) -> Interval | None:
    """Since when a state is said to hold that lasts "for twelve years" by the day of telling; ``None`` where that is
    not told, or another time is.
    """
    if aspect not in _HOLDING or time.date is None:
        return None
    told = _SO_LONG.search(time.sentence, start, min(len(time.sentence), end + _BESIDE))
    if told is None or any(is_dated(e) and start <= e.start < told.end() + _BESIDE for e in time.expressions):
        return None
    if _NOT_YET.search(time.sentence, start, told.start()) or not _BY_NOW.search(time.sentence, start, told.start()):
        return None  # "is mayor for four years" tells of a term
    number = int(told[1]) if told[1].isdigit() else int(NUMBERS[told[1].casefold()])
    if told[2].casefold() == "week":
        return Interval(time.date - dt.timedelta(weeks=number), None)
    unit = Granularity.YEAR if told[2].casefold() == "year" else Granularity.MONTH
    months = -number * (12 if unit is Granularity.YEAR else 1)
    since = shifted(Interval.unit(time.date, unit), months)
    return None if since is None else Interval(since.start, None, unit)


def _to_come(stated: Interval, words: str, told: dt.date) -> Interval:
    """A day or month without a year that is to come: the next of its name ("will take over on 1 March")."""
    if _YEAR.search(words) or not stated.is_unit or stated.start is None or stated.start > told:
        return stated
    if stated.granularity not in (Granularity.DAY, Granularity.MONTH) or stated.contains(Interval.day(told)):
        return stated
    years = told.year - stated.start.year
    later = (shifted(stated, 12 * n) for n in (years, years + 1) if told.year < dt.MAXYEAR - 1)
    return next((i for i in later if i is not None and i.start is not None and i.start > told), stated)


def _is_of_another(stated: Interval, aspect: Aspect, told: dt.date | None) -> bool:
    """Whether a time nearby cannot be that of what is told to hold: over by then, or still to come."""
    if told is None or stated.start is None:
        return False
    if aspect is Aspect.AHEAD and stated.end is None:
        return stated.start <= told
    if aspect not in _HOLDING or stated.end is None:
        return False
    return stated.start > told or (aspect is Aspect.NOW and stated.end <= told)


def _is_told_of_another(time: SentenceTime, end: int) -> bool:
    """Whether all times of a sentence are of what it names behind ``end``: "succeeds Ann Lee, who left in 2015"."""
    dated = [e for e in time.expressions if is_dated(e)]
    return bool(dated) and all(e.start >= end and _RELATIVE.search(time.sentence, end, e.start) for e in dated)


def _is_of_the_past(before: str, aspect: Aspect) -> bool:
    """Whether something without a time of its own is no news: "when she was named chief", "founded by"."""
    return aspect is Aspect.ONCE or (aspect in _CHANGES and _LOOKING_BACK.search(before) is not None)


def _by_aspect(stated: Interval, aspect: Aspect) -> Interval:
    if not stated.is_bounded:
        return stated
    if aspect in {Aspect.START, *_HOLDING} and (aspect is Aspect.START or stated.granularity is Granularity.DAY):
        return Interval(stated.start, None, stated.granularity)
    if aspect is Aspect.END:
        return Interval(None, stated.end, stated.granularity)
    return stated


def nearest_expression(time: SentenceTime, start: int, end: int) -> TimeExpression | None:
    """The dated expression that names when what stands at ``start`` to ``end`` of the sentence was; none where a signal
    says that it was before or after.
    """
    near = _nearest(time, start, end)
    return None if near is None or near[1].is_open else near[0]


def _nearest(
    time: SentenceTime, start: int, end: int, *, is_state: bool = False
) -> tuple[TimeExpression, Stretch] | None:
    """The dated expression nearest to ``start`` to ``end`` of the sentence, and the stretch of time that it is in; for
    a state none behind it that says of what years a thing is.
    """
    dated = [
        e
        for e in time.expressions
        if is_dated(e)
        and not in_comparison(time.sentence, e)
        and not _SPEAKING.search(e.text)
        and not _TERM.search(time.sentence, max(0, e.start - 4), e.end)
        and not (is_state and e.start >= end and _is_of_a_thing(time.sentence[end : e.start], e.text))
    ]
    near = [(cost, i) for i, e in enumerate(dated) if (cost := _distance(time.sentence, e, start, end)) is not None]
    if not near:
        return None
    nearest = dated[min(near)[1]]
    return nearest, next(s for s in stretches_of(time.sentence, dated) if s.start <= nearest.start < s.end)


def _is_of_a_thing(gap: str, words: str) -> bool:
    """Whether years behind other words say which of several things is meant: "presented the 2022-2023 actuals"."""
    before = _LAST_WORD.search(gap)
    are_years = _YEARS.fullmatch(words) is not None
    return are_years and before is not None and _BEFORE_TIMES.fullmatch(before[0]) is None


def _distance(sentence: str, expression: TimeExpression, start: int, end: int) -> int | None:
    if expression.start >= end:
        gap = sentence[end : expression.start]
        return len(gap) if len(gap) <= _FORWARD and not _OF_ANOTHER.search(gap) else None
    if expression.end <= start:
        gap = sentence[expression.end : start]
        opening = not any(c.isalnum() for c in sentence[: expression.start].replace("In", "").replace("On", ""))
        in_aside = "," in sentence[: expression.start]  # "Bo Ek, a member since 2016, is the new chair"
        ends_aside = gap.lstrip().startswith(",") and in_aside and not opening
        if ends_aside or _STOP.search(gap) or (len(gap) > _BACKWARD and not opening):
            return None
        return len(gap) + 20
    return 0
