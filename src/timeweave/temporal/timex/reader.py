"""Text → readings with their places: the longest rule at each place, joined with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from timeweave.lexicon.lazy import lazily
from timeweave.temporal.timex import written
from timeweave.temporal.timex.amount_rules import AMOUNT_RULES
from timeweave.temporal.timex.calendar_rules import CALENDAR_RULES
from timeweave.temporal.timex.grammar import Found, by_first, pattern
from timeweave.temporal.timex.readings import (
    Apart,
    Clock,
    Day,
    Direction,
    Edge,
    Holding,
    Holiday,
    Mentioned,
    Modified,
    Opening,
    Part,
    Reading,
    Season,
    Shift,
    Unit,
    Weekday,
    Year,
    Years,
)
from timeweave.temporal.timex.relative_rules import RELATIVE_RULES
from timeweave.temporal.timex.tokens import CATEGORIES, TokenLine

_RULES = by_first([*CALENDAR_RULES, *RELATIVE_RULES, *AMOUNT_RULES])
_EDGE = pattern("the? e=edge hyphen|comma? ( in the? )?")
_EDGE_OF = pattern("the? e=edge_of hyphen|of ( of )?")
_UNIT_BESIDE = pattern("the|a u=unit before|after")
_UNIT_OF = pattern("the? u=unit of|ended")
_CLOCK = pattern("t=clock|time|noon zone? comma|on?")
_AT_CLOCK = pattern("comma? at|around|about? t=clock|time|noon zone?")
_DAYPART = pattern("hyphen? p=daypart !>hyphen")
_STARTS = lazily(f"[{''.join(sorted({*_RULES, CATEGORIES['edge'], CATEGORIES['edge_of']}))}]")
_JOINS = frozenset(("and", "or", "to", "through", "until", ",", "-", "–", "—", "the", "from", "/", "&"))
_LONGEST_ASIDE = 5
_RUNS = frozenset(("to", "through", "until", "-", "–", "—"))
_DATED = (Day, Part, Season, Shift, Years, Weekday, Mentioned)


@dataclass(frozen=True, slots=True)
class Read:
    """A reading of the tokens ``start`` to ``end`` (excluded)."""

    start: int
    end: int
    reading: Reading


def read(line: TokenLine) -> list[Read]:
    """All readings in order, none overlapping; a date without a year takes that of the date it is joined to."""
    return _with_shared_years(line, list(_scan(line)))


def _scan(line: TokenLine) -> Iterator[Read]:
    match = _STARTS.search(line.categories)
    while match:
        found = _expression(line, match.start())
        if found is not None:
            yield found
        match = _STARTS.search(line.categories, found.end if found else match.end())


def _expression(line: TokenLine, i: int) -> Read | None:
    for read_at in (_edge_of, _unit_by, _clock_before):
        if found := read_at(line, i):
            return found
    core = _core(line, i)
    if core is None or not _is_day(core.reading):
        return core
    marks = line.categories
    if (match := _AT_CLOCK.match(marks, core.end)) and (time := _time(line, match.start("t"))):
        return Read(i, match.end(), Clock(time, core.reading))
    if match := _DAYPART.match(marks, core.end):
        return Read(i, match.end(), Clock(f"T{line.values[match.start('p')]}", core.reading))
    return core


def _edge_of(line: TokenLine, i: int) -> Read | None:
    """Reads "early March", "the end of 2023"."""
    for prefix in (_EDGE, _EDGE_OF):
        if match := prefix.match(line.categories, i):
            edge = Edge(str(line.values[match.start("e")]))
            inner = _core(line, match.end())
            if inner is not None and _is_day(inner.reading) and (part := _DAYPART.match(line.categories, inner.end)):
                return Read(i, part.end(), Clock(f"T{line.values[part.start('p')]}", inner.reading))
            if inner is not None and isinstance(inner.reading, _DATED):
                return Read(i, inner.end, Modified(edge, inner.reading))
    return None


def _unit_by(line: TokenLine, i: int) -> Read | None:
    """Reads "the week of March 6", "the month of May", "the day before last Tuesday"."""
    marks = line.categories
    if match := _UNIT_BESIDE.match(marks, i):
        inner, unit = _core(line, match.end()), Unit(int(line.values[match.start("u")] or 0))
        if inner is not None and unit in (Unit.DAY, Unit.WEEK) and _is_day(inner.reading):
            count = -1 if line.words[match.end() - 1] == "before" else 1
            return Read(i, inner.end, Apart(unit, count, inner.reading))
    if match := _UNIT_OF.match(marks, i):
        inner, unit = _core(line, match.end()), Unit(int(line.values[match.start("u")] or 0))
        if inner is not None and unit is Unit.WEEK and _is_day(inner.reading):
            return Read(i, inner.end, Holding(unit, inner.reading))
        if inner is not None and unit is Unit.MONTH and isinstance(inner.reading, Day) and inner.reading.day is None:
            return Read(i, inner.end, inner.reading)
    return None


def _clock_before(line: TokenLine, i: int) -> Read | None:
    """Reads "10 p.m. Wednesday", and "10:35 a.m." of "10:35 a.m. (0735 GMT) Friday"."""
    match = _CLOCK.match(line.categories, i)
    time = _time(line, match.start("t")) if match else None
    if match is None or time is None:
        return None
    day = _core(line, match.end())
    if day is not None and _is_day(day.reading):
        return Read(i, day.end, Clock(time, day.reading))
    day = _core(line, _behind_parenthesis(line, match.end()))
    if day is not None and _is_day(day.reading):
        return Read(i, match.start("t") + 1, Clock(time, day.reading))
    return None


def _core(line: TokenLine, i: int) -> Read | None:
    """The longest reading that begins at token ``i``; of equally long ones, that of the earlier rule."""
    marks = line.categories
    if i >= len(marks):
        return None
    fits = [(m.end(), -n, m, r) for n, r in enumerate(_RULES.get(marks[i], ())) if (m := r.pattern.match(marks, i))]
    for end, _, match, r in sorted(fits, key=lambda f: f[:2], reverse=True):
        reading = r.read(Found(line, match))
        if reading is not None:
            return Read(i, end, reading)
    return None


def _behind_parenthesis(line: TokenLine, i: int) -> int:
    """The token behind "(0735 GMT)" and "on" at token ``i``; the end of the text where there is none."""
    if i < len(line.words) and line.words[i] == "(":
        for j in range(i + 1, min(len(line.words) - 1, i + _LONGEST_ASIDE)):
            if line.words[j] == ")":
                return j + 1 + (line.words[j + 1] == "on")
    return len(line.words)


def _time(line: TokenLine, i: int) -> str | None:
    value = line.values[i]
    return value if isinstance(value, str) else written.clock(line.words[i])


def _is_day(reading: Reading) -> bool:
    match reading:
        case Day(day=day):
            return day is not None
        case Weekday() | Holiday():
            return True
        case Shift(unit=unit):
            return unit is Unit.DAY
    return False


def _with_shared_years(line: TokenLine, reads: list[Read]) -> list[Read]:
    """Shares years: "Q1 and Q2 2023", "from November to February 2021", "between Q1 2022 and Q3"."""
    shared = list(reads)
    for i in range(len(shared) - 2, -1, -1):
        joint = _joint(line, shared[i], shared[i + 1])
        year = _year(shared[i + 1].reading)
        if joint and year is not None and _lacks_year(shared[i].reading):
            later = "to" in joint and _rank(shared[i].reading) > _rank(shared[i + 1].reading)
            shared[i] = replace(shared[i], reading=_in_year(shared[i].reading, year - later))
    for i in range(1, len(shared)):
        joint = _joint(line, shared[i - 1], shared[i])
        year = _year(shared[i - 1].reading)
        if joint and year is not None and _lacks_year(shared[i].reading):
            later = _rank(shared[i].reading) < _rank(shared[i - 1].reading)
            shared[i] = replace(shared[i], reading=_in_year(shared[i].reading, year + later))
    for i, (left, right) in enumerate(pairwise(reads)):
        whole = _whole_year(right.reading)
        if (
            whole is not None
            and isinstance(left.reading, Opening)
            and line.words[left.end : right.start] in (["of"], ["in"])
        ):
            shared[i] = replace(left, reading=replace(left.reading, year=whole))
    return shared


def _joint(line: TokenLine, left: Read, right: Read) -> str:
    """Gives "to" or "and" where nothing but such words stands between the two; else empty."""
    between = line.words[left.end : right.start] if right.start - left.end <= 3 else ["."]
    if not between or not all(w in _JOINS for w in between):
        return ""
    return "to" if any(w in _RUNS for w in between) else "and"


def _lacks_year(reading: Reading) -> bool:
    match reading:
        case Modified(inner=inner):
            return _lacks_year(inner)
        case (
            Day(year=None, month=int(), direction=Direction.OPEN)
            | Part(year=None, direction=Direction.OPEN)
            | Season(year=None, direction=Direction.OPEN)
        ):
            return True
    return False


def _year(reading: Reading) -> int | None:
    match reading:
        case Modified(inner=inner):
            return _year(inner)
        case Day(year=int() as year, month=int()) | Part(year=int() as year) | Season(year=int() as year):
            return year
    return None


def _whole_year(reading: Reading) -> Year:
    match reading:
        case Day(year=int() as year, month=None):
            return year
        case Shift(unit=Unit.YEAR) | Mentioned(unit=Unit.YEAR):
            return reading
    return None


def _in_year(reading: Reading, year: int) -> Reading:
    match reading:
        case Modified(edge=edge, inner=inner):
            return Modified(edge, _in_year(inner, year))
        case Day() | Part() | Season():
            return replace(reading, year=year)
    return reading


def _rank(reading: Reading) -> int:
    """The month in which a reading begins, to tell which of two comes first in a year."""
    match reading:
        case Modified(inner=inner):
            return _rank(inner)
        case Day(month=int() as month):
            return month
        case Part(unit=unit, index=index):
            return {Unit.QUARTER: 3, Unit.HALF: 6}.get(unit, 0) * (index - 1) + 1
        case Season(code=code):
            return {"WI": 1, "SP": 3, "SU": 6, "FA": 9}[code]
    return 0
