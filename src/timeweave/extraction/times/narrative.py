"""Time that a narrative carries from one sentence to the next: "In 1999 he joined X. He then moved to Y".

A biography or chronicle without a date of its own tells in order of time. So a sentence in the past that names no time
takes on the one told before it in its paragraph; one that moves on ("then", "later") lies between that and the next
one told; and what began in one year held until the story goes on. Sentences in the present take on none.
"""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.extraction.times.timing import is_dated, settled
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.interval import Granularity, Interval, add_months
from timeweave.temporal.stretches import Stretch, stretches_of

_LASTS = 5  # sentences of a paragraph to which the time told before them still applies
_LOOK_AHEAD = 12  # sentences in which the story's next time is looked for
_LEAP = 10  # years; over a longer gap a story tells nothing of what held in between
_GAP = 5  # years between two told times, in which a new paragraph without a time lies
_UNDER_HEADING = 20  # sentences to which the time in a heading applies
_HEADING_WORDS = 10

_PRESENT = re.compile(r"\b(?:is|are|has|have|do|does|can|currently|today)\b", re.I)
_PAST = re.compile(
    r"\b(?:was|were|had|did|became|began|won|lost|left|led|made|took|went|came|gave|got|held|met|ran|saw|sold|bought"
    r"|built|wrote|sent|kept|brought|broke|spoke|fought|rose|fell|grew|drew|spent|paid|put|found|told|said|taught|sang"
    r"|flew|beat|hit|stood|chose|knew|thought|sought|[a-z]{2,}ed)\b"
)
_MOVES_ON = re.compile(
    r"\b(?:then|later|subsequently|afterwards?|thereafter|eventually|finally|next|soon|successor|succeeded|replaced"
    r"|moved|returned|(?:after|following) (?:that|this|which|the|his|her|its|their))\b",
    re.I,
)
_NEXT_SEASON = re.compile(r"\b(?:following|next) season\b", re.I)
_BEGINS = re.compile(
    r"\b(?:joined|became|becoming|took (?:over|up|command|office)|appointed|named|elected|promoted|hired|transferred"
    r"|renamed|acquired|sold|purchased|bought|married|installed|posted|assigned|commissioned|loaned|signed|drafted"
    r"|moved|replaced|succeeded|assumed|founded|established|began|started|entered|enrolled|returned|settled|relocated"
    r"|changed|adopted|opened|merged|awarded|inherited|launched)\b"
)
_BULLET = re.compile(r"[-*•·‣▪–—|+]|\(?\d{1,3}[.)]\s")
_STOPPED = re.compile(r"\w[.!?:]$")
_COMPARED = re.compile(
    r"\b(?:compared (?:to|with)|versus|vs|relative to|(?<!later )(?<!earlier )than(?: in| during)?)\s+(?:the\s+)?"
    r"(?:\w+\s+){0,3}$",
    re.I,
)
_REACH = 40  # characters before an expression that say how it is meant


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a narrative with the stretches of time that it names itself.

    ``opens`` says that a paragraph begins with it, ``alone`` that it is all of its paragraph.
    """

    text: str
    stretches: Sequence[Stretch]
    opens: bool
    alone: bool

    @property
    def named(self) -> Interval | None:
        """Where it puts the story: the smallest interval that holds all that it names."""
        return functools.reduce(Interval.hull, [s.point for s in self.stretches]) if self.stretches else None

    @property
    def valid(self) -> Interval | None:
        """What it speaks of: "until 1989" puts a story in 1989, and speaks of all before."""
        return self.stretches[0].told if len(self.stretches) == 1 else self.named


@dataclass(frozen=True, slots=True)
class Placed:
    """When a sentence speaks of; ``event`` is when what it tells happened, where that is shorter."""

    valid: Interval | None
    event: Interval | None
    carried: bool = False


_NOWHERE = Placed(None, None)


def told_stretches(sentence: str, expressions: Sequence[TimeExpression]) -> list[Stretch]:
    """What ``sentence`` names of the calendar, in its order, without what it only compares with."""
    times = [e for e in settled(sentence, expressions) if is_dated(e) and e.type is not TimexType.DURATION]
    times = [e for e in times if not _COMPARED.search(sentence, max(0, e.start - _REACH), e.start)] or times
    return stretches_of(sentence, times)


def placed(sentences: Sequence[Told]) -> list[Placed]:
    """The time of each of a narrative's ``sentences``, in their order."""
    story = _Story()
    result = []
    for told, later in zip(sentences, _later(sentences), strict=True):
        if is_heading(told):
            story.begin_section(told.named)
            result.append(Placed(told.valid, told.named))
        elif told.named is not None:
            result.append(story.go_to(told, told.named, later))
        else:
            carried = story.carried_to(told, later)
            result.append(_NOWHERE if carried is None else Placed(carried, carried, carried=True))
    return result


def is_heading(told: Told) -> bool:
    """Whether a sentence is the heading of what follows: a short line that no full stop ends."""
    short = told.alone and len(told.text.split()) <= _HEADING_WORDS
    return short and not _BULLET.match(told.text) and not _STOPPED.search(told.text)


class _Story:
    """Where the story has come to."""

    def __init__(self) -> None:
        self._section: Interval | None = None
        self._under = 0
        self._paragraph: Interval | None = None
        self._left = 0
        self._last: Interval | None = None

    def begin_section(self, named: Interval | None) -> None:
        self._section, self._under = named, _UNDER_HEADING
        self._paragraph, self._left = named, 0

    def go_to(self, told: Told, named: Interval, later: Interval | None) -> Placed:
        self._under -= 1
        if not _BULLET.match(told.text):
            self._paragraph = self._last = named
            self._left = _LASTS
        if later is not None and len(told.stretches) == 1 and named.is_unit and _BEGINS.search(told.text):
            return Placed(_until(named, later, _LEAP), named)
        return Placed(told.valid, named)

    def carried_to(self, told: Told, later: Interval | None) -> Interval | None:
        """The time that ``told``, which names none, takes on."""
        self._under -= 1
        moves_on = _MOVES_ON.search(told.text) is not None
        if told.opens:
            self._left = min(self._left, 1) if moves_on else 0
        left, self._left = self._left, max(0, self._left - 1)
        if not _is_past(told.text):
            return self._section if self._under >= 0 and _BULLET.match(told.text) else None
        current = self._paragraph
        if current is not None and _NEXT_SEASON.search(told.text) and (season := _season_after(current)):
            self._paragraph, self._left = season, _LASTS
            return season
        if current is not None and left > 0:
            return _onward(current, later, _LEAP) if moves_on else current
        if self._section is not None:
            return self._section if self._under >= 0 else None
        return self._in_gap(later)

    def _in_gap(self, later: Interval | None) -> Interval | None:
        """Between what was told last and what is told next, where these are near each other."""
        last = self._last
        if last is None or last.end is None or later is None or later.start is None:
            return None
        near = last.start is not None and last.start <= later.start <= add_months(last.end, 12 * _GAP)
        return _onward(last, later, _GAP) if near else None


def _is_past(text: str) -> bool:
    """Whether a sentence tells, rather than says how things are: the first verb that gives a tense decides."""
    past, present = _PAST.search(text), _PRESENT.search(text)
    return past is not None and (present is None or past.start() < present.start())


def _later(sentences: Sequence[Told]) -> list[Interval | None]:
    """For each sentence, the next one's time that does not begin before its own has ended."""
    result: list[Interval | None] = []
    for index, told in enumerate(sentences):
        ahead = (s.named for s in sentences[index + 1 : index + 1 + _LOOK_AHEAD] if s.named is not None)
        end = told.named.end if told.named is not None else None
        result.append(next((n for n in ahead if n.start is not None and (end is None or n.start >= end)), None))
    return result


def _until(valid: Interval, then: Interval, years: int) -> Interval:
    """``valid`` drawn out to where ``then`` begins, by ``years`` at most."""
    if then.start is None or valid.start is None or valid.end is None or then.start <= valid.end:
        return valid
    most = add_months(valid.end, 12 * years)
    if most <= then.start:
        return Interval(valid.start, most, valid.granularity)
    return Interval(valid.start, then.start, min(valid.granularity, then.granularity, key=lambda g: g.rank))


def _onward(current: Interval, then: Interval | None, years: int) -> Interval:
    """From the last unit of ``current`` to where ``then`` begins."""
    if current.start is None or current.end is None:
        return current
    last = current
    if not current.is_unit:
        last = Interval.unit(current.end - dt.timedelta(days=1), current.granularity)
    return last if then is None else _until(last, then, years)


def _season_after(current: Interval) -> Interval | None:
    """The season after that of ``current``, in the same years: "1998-99" is followed by "1999-2000"."""
    if current.end is None or current.granularity is not Granularity.YEAR:
        return None
    year = current.end.year
    later = Interval.year(year)
    return later if current.is_unit else Interval.year(year - 1).hull(later)
