"""Rules for how long and how often: durations and sets."""

from __future__ import annotations

from timeweave.lexicon.families import words
from timeweave.temporal.timex import years
from timeweave.temporal.timex.grammar import Found, rule
from timeweave.temporal.timex.readings import Amount, Day, Opening, Reading, Recurring, Unit

_SIDES = {
    "last": -1,
    "past": -1,
    "trailing": -1,
    "previous": -1,
    "prior": -1,
    "preceding": -1,
    "recent": -1,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "following": 1,
}
_LETTERS = {
    Unit.SECOND: "T1S", Unit.MINUTE: "T1M", Unit.HOUR: "T1H", Unit.DAY: "1D", Unit.WEEK: "1W", Unit.MONTH: "1M",
    Unit.QUARTER: "1Q", Unit.YEAR: "1Y",
    Unit.WEEKEND: "1WE", Unit.FORTNIGHT: "2W", Unit.DECADE: "10Y", Unit.CENTURY: "100Y",
}  # fmt: skip
_LASTING = frozenset(
    words(
        "for in of on by to after within over under than about nearly almost only just takes take took taking lasts "
        "last lasting least another be is was were had have has spent spend during until before from with at or and "
        "as into around roughly approximately quite"
    )
)


def count(found: Found, label: str) -> float | None:
    """The number in an item; ``None`` for "several" and for what is no number."""
    value = found.value(label)
    if isinstance(value, int):
        return value
    try:
        return float(str(value).replace(",", ""))
    except ValueError:
        return None


def _amount(found: Found) -> Reading | None:
    number = count(found, "c")
    if number is None and found.line.values[found.match.start("c")] is not None:
        return None
    # "48-year-old", "70 years old" tell an age, not a time.
    if found.neighbour(1) == "old" or (
        found.neighbour(1) == "-" and found.line.words[found.end + 1 : found.end + 2] == ["old"]
    ):
        return None
    # "24 hours a day" is always.
    following = found.line.words[found.end : found.end + 2]
    if following in (["a", "day"], ["a", "week"]):
        return None
    # "three quarters of a point" is a fraction.
    if found.unit("u") is Unit.QUARTER and found.neighbour(1) == "of":
        return None
    return Amount(number, found.unit("u"), _SIDES.get(found.word("w"), 0))


def _half_more(found: Found) -> Reading | None:
    number = count(found, "c")
    return None if number is None else Amount(number + 0.5, found.unit("u"))


def _with_fraction(found: Found) -> Reading | None:
    i = found.match.start() + (found.line.words[found.match.start() + 1] == "-")
    upper, lower = found.line.values[i + 1], found.line.values[i + 3]
    if not isinstance(upper, int) or not isinstance(lower, int) or upper >= lower:
        return None
    return Amount(found.number("c") + upper / lower, found.unit("u"))


def _half(found: Found) -> Reading | None:
    unit = found.unit("u")
    if unit in (Unit.YEAR, Unit.DECADE, Unit.CENTURY):
        months = {Unit.YEAR: 6, Unit.DECADE: 60, Unit.CENTURY: 600}[unit]
        return Amount(months, Unit.MONTH) if unit is Unit.YEAR else Amount(months / 12, Unit.YEAR)
    return Amount(0.5, unit)


def _quarter_century(found: Found) -> Reading | None:
    return Amount(25, Unit.YEAR) if found.unit("u") is Unit.CENTURY else None


def _single(found: Found) -> Reading | None:
    # "a year" says how often after a rate ("$2 million a year"), else how long ("for a year").
    unit, before = found.unit("u"), found.neighbour(-1)
    if before in ("hours", "days"):
        return None
    rated = (
        before == "%"
        or before[-1:].isdigit()
        or (before.isalpha() and before.endswith("s") and not before.endswith("ss"))
    )
    if before not in _LASTING and (rated or before in _RATES):
        return Recurring("P" + _LETTERS[unit]) if unit in _LETTERS else None
    if unit in (Unit.QUARTER, Unit.SECOND) and found.word("a") != "one":
        return None
    return Amount(1, unit)


_RATES = frozenset(
    words("once twice million billion trillion thousand hundred percent share barrel time ton dose tonne ounce people")
)


def _every(found: Found) -> Reading | None:
    unit = found.unit("u")
    # "instructions per second" tells a speed.
    if unit not in _LETTERS or (unit < Unit.DAY and found.line.words[found.match.start()] == "per"):
        return None
    year = years.relative(found.word("r")) if found.has("r") else years.number(found)
    within = Day(year) if isinstance(year, int) else year
    value = _LETTERS[unit] if not found.has("o") else _LETTERS[unit].replace("1", "2", 1)
    return Recurring("P" + value, within)


def _every_some(found: Found) -> Reading | None:
    unit, number = found.unit("u"), count(found, "c")
    if number is None or unit not in _LETTERS:
        return None
    return Recurring(f"P{_LETTERS[unit]}".replace("1", f"{number:g}", 1))


def _every_weekday(found: Found) -> Reading | None:
    return Recurring(f"XXXX-WXX-{found.number('d')}")


def _unstated(found: Found) -> Reading | None:
    return Amount(None, found.unit("u"), _SIDES.get(found.word("w"), 0))


def _last_one(found: Found) -> Reading | None:
    unit = found.unit("u")
    return Amount(1, unit, _SIDES[found.word("w")])


def _opening(found: Found) -> Reading | None:
    number = found.value("c")
    if not isinstance(number, int) or found.value("w") not in (1, -1):
        return None
    side = -1 if found.word("w") in ("last", "final") else 1
    return Opening(number, found.unit("u"), side)


_SIDE = "last|past|next|coming|previous|following|recent"

AMOUNT_RULES = [
    rule("the? w=last c=NUM u=MANY (?= of the|this|that|yyyy|fiscal|last|next )", _opening),
    rule("c=NUM|some|yyyy u=MANY", _amount),
    rule("c=NUM hyphen? u=ONE|MANY", _amount),
    rule("a c=some|count of? more_of? u=MANY", _amount),
    rule("c=NUM more_of|most|working u=MANY|ONE", _amount),
    rule("a edge|more_of u=MANY", _unstated),
    rule("the edge|ordinal u=MANY", _unstated),
    rule("a c=NUM hyphen u=ONE period", _amount),
    rule(f"each of the? w={_SIDE} c=NUM|some u=MANY", _amount),
    rule(f"the? w={_SIDE} c=NUM|some u=MANY", _amount),
    rule(f"the? w={_SIDE} c=NUM more_of|fiscal|calendar u=MANY", _amount),
    rule(f"the? w={_SIDE} c=some? u=MANY", _unstated),
    rule("the u=MANY ahead", _unstated),
    rule("<for|over|after|within|in u=MANY !>of|ago|earlier", _unstated),
    rule("the? w=past u=unit", _last_one),
    rule(f"the? w={_SIDE} NUM to|or|hyphen c=NUM u=MANY", _unstated),
    rule("NUM to|or|hyphen c=NUM hyphen? u=MANY|ONE", _unstated),
    rule("c=NUM hyphen? and hyphen? a hyphen? half hyphen? u=MANY|ONE", _half_more),
    rule("c=a u=ONE and a half", _half_more),
    rule("c=small hyphen? small slash small hyphen? u=MANY|ONE", _with_fraction),
    rule("half a|hyphen? u=ONE|century", _half),
    rule("a half hyphen? u=ONE|century", _half),
    rule("a quarter hyphen? of? a? u=century", _quarter_century),
    rule("a=a|small u=ONE !>hyphen|ago", _single),
    rule("a more_of u=ONE", lambda found: Amount(1, found.unit("u"))),
    rule("each o=other? u=ONE", _every),
    rule(f"each u=quarter|unit {years.FIGURES}", _every),
    rule(f"each u=quarter|unit {years.RELATIVE}", _every),
    rule("each c=NUM u=MANY", _every_some),
    rule("per u=ONE", _every),
    rule("each d=weekday", _every_weekday),
    rule("each m=MONTH", lambda found: Recurring(f"XXXX-{found.number('m'):02d}")),
    rule("d=weekdays", _every_weekday),
    rule("t=often", lambda found: Recurring(str(found.value("t")))),
    rule("the? w=ordinal|last|last_of c=NUM u=MANY", _opening),
    rule("<over the u=years !>of|that", _unstated),
]
