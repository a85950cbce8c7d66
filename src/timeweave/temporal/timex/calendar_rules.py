"""Rules for what is dated by the calendar: days, months, quarters, halves, seasons, years, centuries, holidays."""

from __future__ import annotations

from collections.abc import Callable

from timeweave.temporal.timex import written, years
from timeweave.temporal.timex.grammar import Found, rule
from timeweave.temporal.timex.readings import (
    Clock,
    Day,
    Direction,
    Edge,
    Holiday,
    Mentioned,
    Modified,
    Part,
    Range,
    Reading,
    Season,
    Unit,
    Year,
    Years,
)

_DIRECTIONS = {
    "last": Direction.LAST,
    "past": Direction.LAST,
    "previous": Direction.LAST,
    "prior": Direction.LAST,
    "this": Direction.THIS,
}
_DIRECTIONS |= {
    "current": Direction.THIS,
    "next": Direction.NEXT,
    "coming": Direction.NEXT,
    "upcoming": Direction.NEXT,
    "following": Direction.NEXT,
}


def direction(word: str) -> Direction:
    """``last``, ``this`` or ``next``, said of a month, season, quarter or weekday."""
    return _DIRECTIONS.get(word, Direction.OPEN)


def _year(found: Found) -> Year:
    return years.relative(found.word("r")) if found.has("r") else years.number(found)


def _month_day(found: Found) -> Reading | None:
    day = found.number("d")
    return Day(years.number(found), found.number("m"), day) if 1 <= day <= 31 else None


def _month_days(found: Found) -> Reading | None:
    year, month, first, last = years.number(found), found.number("m"), found.number("d"), found.number("e")
    return Range(Day(year, month, first), Day(year, month, last)) if 1 <= first < last <= 31 else None


def _month(found: Found) -> Reading | None:
    return Day(_year(found), found.number("m"))


def _directed_month(found: Found) -> Reading | None:
    return Day(None, found.number("m"), found.number("d") if found.has("d") else None, direction(found.word("w")))


def _part(unit: Unit) -> Callable[[Found], Reading | None]:
    def read(found: Found) -> Reading | None:
        index = found.number("n")
        count = 4 if unit is Unit.QUARTER else 2
        index = count if index == -1 else index
        return Part(unit, index, _year(found)) if 1 <= index <= count else None

    return read


def _quarter_to(found: Found) -> Reading | None:
    # "the September quarter" ends with September; a quarter to a month inside the year's quarters is a company's own.
    month = found.number("m")
    return Part(Unit.QUARTER, month // 3, years.number(found)) if month % 3 == 0 else None


def _quarter_spoken_of(found: Found) -> Reading | None:
    year = found.number("y")
    return Part(Unit.QUARTER, 0, year) if 1900 <= year <= 2099 else None


def _early_hour(found: Found) -> Reading | None:
    hour, late = found.number("n"), found.value("p") != "MO"
    return Clock(f"T{hour % 12 + 12 * late:02d}:00") if 1 <= hour <= 12 else None


def _coded_of_year(found: Found) -> Reading | None:
    reading = written.code(found.word("c"))
    return (
        Part(reading.unit, reading.index, _year(found)) if isinstance(reading, Part) and reading.year is None else None
    )


def _season(found: Found) -> Reading | None:
    return Season(str(found.value("s")), _year(found), direction(found.word("w")))


def _last_of_years(found: Found) -> Reading | None:
    return Day(years.number(found)) if years.is_last_of_years(found) else None


def _stated_year(found: Found) -> Reading | None:
    year = years.number(found)
    return Day(year) if year is not None and len(str(year)) == 4 else None


def _end_of_year(found: Found) -> Reading | None:
    return Modified(Edge(str(found.value("x"))), Day(years.number(found)))


def _nineties(found: Found) -> Reading | None:
    return Years(found.number("n"), 10)


def _spoken_nineties(found: Found) -> Reading | None:
    # "the nineteen eighties"; the lexicon holds the decades of the 20th century.
    century = found.number("c")
    return Years(found.number("n") + 100 * (century - 19), 10) if 11 <= century <= 20 else None


def _week_of_month(found: Found) -> Reading | None:
    if found.unit("u") is not Unit.WEEK:
        return None
    index = -1 if found.word("n") == "last" else found.number("n")
    if index > 4:
        return None
    edge = Edge.EARLY if index == 1 else Edge.MIDDLE if index in (2, 3) else Edge.LATE
    return Modified(edge, Day(years.number(found), found.number("m")))


def _four_figures(found: Found) -> Reading | None:
    figures = found.word("n")
    if len(figures) != 4 or not figures.isdigit() or int(figures[:2]) > 23 or int(figures[2:]) > 59:
        return None
    return Clock(f"T{figures[:2]}:{figures[2:]}")


def _century(found: Found) -> Reading | None:
    index = found.number("n")
    return Years(100 * (index - 1), 100) if 1 <= index <= 30 else None


def _holiday(found: Found) -> Reading | None:
    return Holiday(found.word("h") + (" eve" if found.has("v") else ""), _year(found))


def _new_year(found: Found) -> Reading | None:
    return Holiday("new year" + (" eve" if found.word("v") == "eve" else ""), _year(found))


def _end_of_unit(found: Found) -> Reading | None:
    unit = found.unit("u")
    edge = Edge.MIDDLE if found.word("x") in ("mid", "middle") else Edge.END if found.word("x") == "end" else None
    return Modified(edge, Mentioned(unit)) if edge else None


def _clock(found: Found) -> Reading | None:
    time = written.clock(found.word("t"))
    return Clock(time) if time else None


Y, R = years.FIGURES, years.RELATIVE

CALENDAR_RULES = [
    rule("t=iso", lambda found: written.iso(found.word("t"))),
    rule("t=numeric", lambda found: written.numeric(found.word("t"))),
    rule("t=yearspan", lambda found: written.years(found.word("t"))),
    rule(f"WEEKDAY comma? m=MONTH d=DAY ( {Y} )?", _month_day),
    rule(f"WEEKDAY comma? the? d=DAY of? m=MONTH ( {Y} )?", _month_day),
    rule(f"m=MONTH the? d=DAY ( {Y} )?", _month_day),
    rule(f"the? d=DAY of? m=MONTH ( {Y} )?", _month_day),
    rule("d=DAY hyphen m=MONTH hyphen y=yyyy", _month_day),
    rule(f"m=MONTH d=DAY hyphen|to|through e=DAY ( {Y} )?", _month_days),
    rule(f"d=DAY hyphen|to|through e=DAY m=MONTH ( {Y} )?", _month_days),
    rule("(?<= MONTH small and ) d=small !>MONTH|UNIT|percent", lambda found: Day(None, None, found.number("d"))),
    rule(f"m=MONTH {Y}", _month),
    rule("m=uncapped y=yyyy", _month),
    rule("m=uncapped d=DAY comma? y=yyyy", _month_day),
    rule("d=DAY of? m=uncapped comma? y=yyyy", _month_day),
    rule(f"m=MONTH {R}", _month),
    rule("m=month", _month),
    rule("<in|by|since|until|till|through|of|from|to|between|during|after|before|for|edge|hyphen|the m=may", _month),
    rule("w=last|past|this|next|coming|previous|following m=MONTH !>yyyy|DAY", _directed_month),
    rule("w=last|past|this|next|coming|previous m=MONTH d=DAY", _directed_month),
    rule(f"the? fiscal|calendar? n=ORD fiscal|calendar? hyphen? quarter ( {Y} )?", _part(Unit.QUARTER)),
    rule("the? r=last|this|next|previous fiscal|calendar? year quote? s? n=ORD hyphen? quarter", _part(Unit.QUARTER)),
    rule("the? r=last|this|next|previous fiscal|calendar? year quote? s? n=ORD hyphen? half", _part(Unit.HALF)),
    rule("y=yyyy quote? s? n=ORD hyphen? quarter", _part(Unit.QUARTER)),
    rule(f"the? fiscal|calendar? n=last|ORD fiscal|calendar? quarter {R}", _part(Unit.QUARTER)),
    rule(f"the? n=last fiscal|calendar? quarter {Y}", _part(Unit.QUARTER)),
    rule("the? y=yyyy n=ORD hyphen? quarter", _part(Unit.QUARTER)),
    rule(f"n=ORD quarters ( {Y} )?", _part(Unit.QUARTER)),
    rule(f"n=ORD quarters {R}", _part(Unit.QUARTER)),
    rule(
        "the? n=ORD (?= comma? ORD? comma? ORD? comma? and|or|to|hyphen|through the? ORD hyphen? quarters|quarter )",
        _part(Unit.QUARTER),
    ),
    rule(f"the? fiscal|calendar? n=ORD fiscal|calendar? hyphen? half {Y}", _part(Unit.HALF)),
    rule(f"the? n=ORD hyphen? half {R}", _part(Unit.HALF)),
    rule("the n=ordinal|second half !>of|time", _part(Unit.HALF)),
    rule("n=ordinal|second hyphen half", _part(Unit.HALF)),
    rule("the? m=MONTH hyphen? quarter !>of", _quarter_to),
    rule("the? y=yyyy quarter|period", _quarter_spoken_of),
    rule("c=code|quarterly", lambda found: written.code(found.word("c"))),
    rule(f"c=code|quarterly {Y}", _coded_of_year),
    rule(f"c=code|quarterly {R}", _coded_of_year),
    rule(f"the? s=season {Y}", _season),
    rule(f"the? s=season {R}", _season),
    rule("w=last|past|this|next|coming|previous s=season", _season),
    rule("(?<= in|during|over|by|for|since the ) s=season !>of", _season),
    rule("the? n=ORD|last u=unit of m=MONTH", _week_of_month),
    rule(f"the? n=ORD|last u=unit of m=MONTH {Y}", _week_of_month),
    rule("y=yyyy", lambda found: Day(years.number(found)) if years.is_year(found) else None),
    rule("(?<= from|between yyyy to|and|until|till|through ) y=yyyy", _last_of_years),
    rule("the? year y=yyyy", _stated_year),
    rule("the? year y=number", _stated_year),
    rule("the? more_of hyphen? year y=yyyy|fiscal_code", _stated_year),
    rule("y=fiscal_code", _stated_year),
    rule("the? u=year hyphen? x=edge_of y=yyyy|fiscal_code", _end_of_year),
    rule("the? fiscal|calendar year? y=yyyy|short", _stated_year),
    rule("the? y=yyyy fiscal|calendar year", _stated_year),
    rule("<in|since|of|season|to|from|and y=short", _stated_year),
    rule("the t=decade", lambda f: written.decade(f.word("t"))),
    rule("t=decade", lambda f: written.decade(f.word("t"))),
    rule("the n=nineties", _nineties),
    rule("the? c=small n=nineties", _spoken_nineties),
    rule("<edge|edge_of|hyphen n=nineties", _nineties),
    rule("the? n=ordinal hyphen? century", _century),
    rule(f"h=holiday v=eve? unit|weekday? ( {Y} )?", _holiday),
    rule(f"h=holiday_of quote? s? unit ( {Y} )?", _holiday),
    rule(f"new year quote? s? v=eve|unit ( {Y} )?", _new_year),
    rule("the? u=year|quarter|unit hyphen|quote? s? x=edge_of !>of", _end_of_unit),
    rule("x=edge|edge_of hyphen u=year|quarter !>hyphen", _end_of_unit),
    rule("<at|by|until|till|from|around|about n=small in the p=daypart", _early_hour),
    rule("t=clock", _clock),
    rule("<at|by|until|till|from|around|about t=time", _clock),
    rule("t=time >zone", _clock),
    rule("t=noon", lambda found: Clock(str(found.value("t")))),
    rule("<at|by|until|till|from|around|about|and|to n=number|yyyy zone", _four_figures),
]
