"""Rules for what is counted from the day it is said, or from what was just spoken of."""

from __future__ import annotations

from timeweave.temporal.timex.calendar_rules import direction
from timeweave.temporal.timex.grammar import Found, rule, says
from timeweave.temporal.timex.lean import lean
from timeweave.temporal.timex.readings import (
    Amount,
    Base,
    Clock,
    Direction,
    Mentioned,
    Part,
    Reading,
    Shift,
    Unit,
    Vague,
    Weekday,
)

_STEPS = {
    "last": -1,
    "past": -1,
    "trailing": -1,
    "previous": -1,
    "prior": -1,
    "preceding": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "following": 1,
}
_YEARS = {Unit.DECADE: 10, Unit.CENTURY: 100, Unit.MILLENNIUM: 1000}
_FROM_MENTION = frozenset(("previous", "prior", "preceding", "following"))


def _today(found: Found) -> Reading | None:
    if _is_title(found):
        return None
    return Shift(Unit.DAY, found.number("t"))


def _is_title(found: Found) -> bool:
    """Whether it is part of a name: "USA Today"."""
    line, i = found.line, found.match.start()
    return i > 0 and line.text[line.starts[i]].isupper() and line.text[line.starts[i - 1]].isupper()


def _is_quoted_title(found: Found) -> bool:
    """Whether it is a name in quotation marks: ABC's "This Week With …"."""
    line, i, last = found.line, found.match.start(), found.end - 1
    capital = line.text[line.starts[i]].isupper() and line.text[line.starts[last]].isupper()
    return capital and last > i and found.neighbour(-1) in ('"', "“", "`")


def _is_final(found: Found, unit: Unit) -> bool:
    """Whether the last one is that of a series, and not the one just over: "the last day", "the last week of term"."""
    if unit is Unit.DAY:
        return found.neighbour(-1) not in ("in", "within", "over", "during", "for")
    return found.neighbour(1) == "of" or (found.line.words[found.match.start()] == "the" and found.neighbour(1) == "to")


def _day_but_one(found: Found) -> Reading | None:
    steps = found.number("t")
    return Shift(Unit.DAY, 2 * steps) if steps and (steps < 0) == (found.word("w") == "before") else None


def _unit(found: Found) -> Reading | None:
    word, unit = found.word("w"), found.unit("u")
    if word == "latest":
        return Mentioned(unit) if unit is Unit.QUARTER else Shift(unit, -1)
    if word in ("same", "that"):
        return Mentioned(unit)
    # "the third minute", "this second" are no dates.
    if unit < Unit.DAY:
        return Vague("PRESENT_REF") if word == "this" else None
    if _is_quoted_title(found) or (word == "last" and _is_final(found, unit)):
        return None
    if unit is Unit.DECADE and word == "last":
        return Amount(1, unit, -1)
    # "the next day" is told of a day in the past, "next week" from where the speaker stands.
    told = word in _FROM_MENTION or (word == "next" and unit is Unit.DAY)
    return Shift(unit, _STEPS[word], Base.MENTION if told else Base.ANCHOR)


def _whole_year(found: Found) -> Reading | None:
    # "changed from a fiscal year to a calendar year", "the third consecutive year" are no certain year.
    said = found.line.words[found.match.start()] == "the" or found.neighbour(-1) in ("in", "for", "of", "this")
    return Mentioned(Unit.YEAR) if said else None


def _day_before(found: Found) -> Reading | None:
    unit = found.unit("u")
    if unit < Unit.DAY:
        return None
    return Shift(unit, -1 if found.word("w") == "before" else 1, Base.MENTION)


def _weekday(found: Found) -> Reading | None:
    return Weekday(found.number("d"), direction(found.word("w")))


def _weekday_of_week(found: Found) -> Reading | None:
    return Weekday(found.number("d"), Direction.OPEN, _STEPS[found.word("w")])


def _daypart(found: Found) -> Reading | None:
    word = found.word("w")
    day: Reading = (
        Shift(Unit.DAY, -1)
        if word == "last"
        else Shift(Unit.DAY, 0)
        if word == "this"
        else Shift(Unit.DAY, _STEPS.get(word, 0), Base.MENTION)
    )
    return Clock(f"T{found.value('p')}", day)


def _ago(found: Found) -> Reading | None:
    count, unit = found.value("c"), found.unit("u")
    if not isinstance(count, int) or unit is Unit.WEEKEND:
        return Vague("PAST_REF") if unit > Unit.HOUR else None
    word = found.word("w")
    if unit in _YEARS:
        count, unit = count * _YEARS[unit], Unit.YEAR
    steps = -count if word in ("ago", "earlier", "before") else count
    base = Base.ANCHOR if word in ("ago", "now", "hence", "today") else Base.MENTION
    if unit < Unit.DAY:
        return Vague("PAST_REF" if steps < 0 else "FUTURE_REF")
    return Shift(
        unit, steps, base, inherits=base is Base.MENTION or (word == "ago" and unit is Unit.YEAR and count == 1)
    )


def _ago_today(found: Found) -> Reading | None:
    count, days = found.value("c"), _DAYS.get(found.unit("u"))
    return Shift(Unit.DAY, -count * days) if isinstance(count, int) and days else None


def _year_ago_quarter(found: Found) -> Reading | None:
    return Part(Unit.QUARTER, found.number("n"), Shift(Unit.YEAR, -1, Base.MENTION))


def _year_ago(found: Found) -> Reading | None:
    unit = found.value("u")
    return Mentioned(Unit(unit) if isinstance(unit, int) else Unit.QUARTER, -1)


def _the_weekend(found: Found) -> Reading | None:
    return Mentioned(Unit.WEEKEND) if found.number("u") == Unit.WEEKEND else None


def _the_week_or_month(found: Found) -> Reading | None:
    unit = found.unit("u")
    return Mentioned(unit) if unit in (Unit.WEEK, Unit.MONTH) else None


def _vague(found: Found) -> Reading | None:
    if found.value("t") == "FUTURE_REF" and lean(found.line.words, found.match.start(), found.end) < 0:
        # "soon became" looks ahead from no present.
        return None
    return Vague(str(found.value("t")))


def _past_or_future(found: Found) -> Reading | None:
    words = found.match
    last = found.line.words[words.end() - 1]
    if last == "past":
        return (
            Vague("PAST_REF")
            if words.end() - words.start() == 2 and found.neighbour(-1) in ("in", "of", "from")
            else None
        )
    return Vague("FUTURE_REF") if last == "future" else None


_DAYS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.FORTNIGHT: 14}
_NEAR = "last|this|next|coming|current|previous|following|latest|same|that"
_AGO = "ago|earlier|later|hence"
_OF_BEFORE = "of|in? the? previous|last year"
_SAME = "same|like"

RELATIVE_RULES = [
    rule("t=today", _today),
    rule("t=tonight", says(Clock("TNI", Shift(Unit.DAY, 0)))),
    rule("the? unit w=before|after t=today", _day_but_one),
    rule(f"the|earlier|later? w={_NEAR} u=ONE", _unit),
    rule("this w=last|following u=ONE", _unit),
    rule("earlier|later that w=same u=ONE", _unit),
    rule(f"the? w={_NEAR} fiscal|calendar u=year|quarter", _unit),
    rule("the? past year", says(Shift(Unit.YEAR, -1))),
    rule("this century", says(Shift(Unit.CENTURY, 0))),
    rule("the u=year|quarter !>edge|hyphen|edge_of|before|after", lambda found: Mentioned(found.unit("u"))),
    rule("<for|during|in|of the u=unit !>of|before|after", _the_week_or_month),
    rule("d=weekday", _weekday),
    rule("w=last|this|next|past|coming|previous|following d=weekday", _weekday),
    rule("d=weekday of? w=last|this|next unit", _weekday_of_week),
    rule("the? w=last|this|that|same|next|previous|following p=daypart", _daypart),
    rule(f"c=COUNT|some u=UNIT w={_AGO}", _ago),
    rule("c=COUNT u=UNIT ago today", _ago_today),
    rule(f"a c=some|count of? u=UNIT w={_AGO}", _ago),
    rule("c=COUNT u=UNIT from w=now|today", _ago),
    rule(f"c=a u=ONE or so|small w={_AGO}", _ago),
    rule("the? more_of|fiscal|calendar u=year", _whole_year),
    rule("the u=ONE w=before|after (?= comma|stop )", _day_before),
    rule("future MANY", says(Vague("FUTURE_REF"))),
    rule("c=COUNT hyphen u=UNIT w=ago", _ago),
    rule("c=COUNT|some u=UNIT w=before (?= comma|stop )", _ago),
    rule("MANY|long ago", says(Vague("PAST_REF"))),
    rule("NUM or|to NUM MANY ago", says(Vague("PAST_REF"))),
    rule("the? year hyphen? ago|earlier n=ORD hyphen? quarter", _year_ago_quarter),
    rule("the? previous hyphen? year hyphen? n=ORD hyphen? quarter", _year_ago_quarter),
    rule("the? year hyphen ago|earlier u=quarter|unit|period?", _year_ago),
    rule("the? previous hyphen? year u=quarter|unit|period", _year_ago),
    rule(f"the? {_SAME} u=quarter|unit|period|half|moment {_OF_BEFORE}", _year_ago),
    rule(f"the? {_SAME} u=quarter|unit|period|half|moment a year ago|earlier", _year_ago),
    rule("the? like hyphen? year hyphen ago|earlier u=quarter|period", _year_ago),
    rule("the? u=quarter|period a year ago|earlier", _year_ago),
    rule("the? latest period", says(Mentioned(Unit.QUARTER))),
    rule("that moment", says(Mentioned(None))),
    rule("<since|until|by|till|from then", says(Mentioned(None))),
    rule("most? t=now", _vague),
    rule("the near|past|future !>NUM|some|ONE|MANY|hyphen|term", _past_or_future),
    rule("the near hyphen? term|future", says(Vague("FUTURE_REF"))),
    rule("the u=unit", _the_weekend),
]
