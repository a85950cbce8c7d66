"""The words that speak of time: each has one category, and a value where it names a number, a unit or a member."""

from __future__ import annotations

from collections.abc import Mapping

from timeweave.lexicon.families import words
from timeweave.lexicon.numbers import DAYS, MONTHS, NUMBERS, PLACES
from timeweave.temporal.timex.readings import Direction, Edge, Unit

Value = int | str | None

_SHORT_MONTHS = {"feb": 2, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11}
_UNITS = {
    "minute": Unit.MINUTE, "hour": Unit.HOUR, "day": Unit.DAY, "week": Unit.WEEK, "weekend": Unit.WEEKEND,
    "fortnight": Unit.FORTNIGHT, "month": Unit.MONTH, "decade": Unit.DECADE,
}  # fmt: skip
_DECADES = words("twenties thirties forties fifties sixties seventies eighties nineties")

NUMBER_WORDS = NUMBERS | {"hundred": 100, "thousand": 1000}

# These count only when capitalised; in lower case they are other words, unless a year follows.
CAPITALISED = frozenset(("may", "march", "mar", "sat", "sun", "wed", "mon", "jan", "dec"))

# A word that stands under two categories has that of the later one.
_BY_CATEGORY: Mapping[str, Mapping[str, Value]] = {
    "month": {w: i for i, w in enumerate(MONTHS, 1)} | _SHORT_MONTHS,
    "may": {"may": 5, "march": 3, "mar": 3, "jan": 1, "dec": 12},
    "weekday": {w: i for i, w in enumerate(DAYS, 1)} | {"tue": 2, "tues": 2, "thu": 4, "thur": 4, "thurs": 4},
    "weekday_short": {"mon": 1, "wed": 3, "fri": 5, "sat": 6, "sun": 7},
    "weekdays": {f"{w}s": i for i, w in enumerate(DAYS, 1)},
    "ordinal": {w: i for i, w in enumerate(PLACES, 1)},
    "last_of": {"final": -1},
    "unit": dict(_UNITS),
    "units": {f"{w}s": u for w, u in _UNITS.items()}
    | {"seconds": Unit.SECOND, "mins": Unit.MINUTE, "hrs": Unit.HOUR, "centuries": Unit.CENTURY},
    "second": {"second": 2},
    "quarter": {"quarter": Unit.QUARTER},
    "quarters": {"quarters": Unit.QUARTER},
    "year": {"year": Unit.YEAR, "yr": Unit.YEAR},
    "years": {"years": Unit.YEAR, "yrs": Unit.YEAR},
    "century": {"century": Unit.CENTURY, "millennium": Unit.MILLENNIUM},
    "season": {"spring": "SP", "summer": "SU", "fall": "FA", "autumn": "FA", "winter": "WI"},
    "daypart": {"morning": "MO", "afternoon": "AF", "evening": "EV", "night": "NI"},
    "noon": {"noon": "T12:00", "midday": "T12:00", "midnight": "T24:00"},
    "today": {"today": 0, "yesterday": -1, "tomorrow": 1},
    "tonight": {"tonight": "NI"},
    "last": {"last": Direction.LAST},
    "past": {"past": -1, "trailing": -1},
    "previous": {"previous": -1, "prior": -1, "preceding": -1},
    "this": {"this": 0},
    "current": {"current": 0},
    "next": {"next": 1},
    "coming": {"coming": 1, "upcoming": 1},
    "following": {"following": 1},
    "recent": {"recent": -1},
    "future": {"future": 1},
    "count": {"couple": 2, "dozen": 12},
    "some": dict.fromkeys(("few", "several", "many", "some")),
    "more_of": dict.fromkeys(("additional", "full", "consecutive", "straight")),
    "each": dict.fromkeys(("each", "every")),
    "often": {
        "daily": "P1D", "nightly": "P1D", "weekly": "P1W", "monthly": "P1M", "yearly": "P1Y",
        "hourly": "PT1H",
    },
    "now": dict.fromkeys(("now", "currently", "nowadays", "presently"), "PRESENT_REF")
    | dict.fromkeys(("recently", "lately", "formerly"), "PAST_REF")
    | {"soon": "FUTURE_REF"},
    "edge": {"early": Edge.EARLY.value, "mid": Edge.MIDDLE.value, "late": Edge.LATE.value},
    "edge_of": {
        "middle": Edge.MIDDLE.value, "beginning": Edge.START.value, "start": Edge.START.value, "end": Edge.END.value,
        "close": Edge.END.value,
    },
    "ago": {"ago": -1},
    "earlier": {"earlier": -1},
    "later": {"later": 1},
    "nineties": {w: 1910 + 10 * i for i, w in enumerate(_DECADES, 1)},
    "holiday": {w: w for w in ("christmas", "thanksgiving", "halloween", "easter")},
    "holiday_of": {w: w for w in words("labor memorial independence veterans columbus valentine presidents")},
    "fiscal": dict.fromkeys(("fiscal", "fy")),
    "calendar": dict.fromkeys(("calendar", "financial")),
    "a": {"a": 1, "an": 1},
    "near": dict.fromkeys(("near", "short")),
    "most": dict.fromkeys(("most", "more")),
    "moment": {"time": None},
    "like": dict.fromkeys(("like", "comparable", "corresponding", "equivalent")),
    "working": dict.fromkeys(("trading", "business", "working")),
    "ended": dict.fromkeys(("ended", "ending")),
    "zone": dict.fromkeys(words("est edt cst cdt mst mdt pst pdt gmt utc et bst cet")),
}  # fmt: skip

# Words that the grammar names one by one.
_THEMSELVES = words(
    "the of in on at to and or by from since until till through between during as for about around over within than "
    "before after hence ahead long then so s same that latest period term half per other new eve"
)

LEXICON: dict[str, tuple[str, Value]] = {w: (w, None) for w in _THEMSELVES} | {
    w: (category, value) for category, members in _BY_CATEGORY.items() for w, value in members.items()
}
