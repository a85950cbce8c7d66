"""Years inside longer expressions, and when four figures are a year at all."""

from __future__ import annotations

from timeweave.lexicon.families import words
from timeweave.temporal.timex import written
from timeweave.temporal.timex.grammar import Found
from timeweave.temporal.timex.readings import Base, Mentioned, Shift, Unit, Year

# "2023", "of 2023", "of fiscal 2023", "in the fiscal year 2023", "of FY23": label y
FIGURES = "comma|hyphen? of|in|for? the? fiscal|calendar? year? y=yyyy|short|fiscal_code"
# "of last year", "of the previous fiscal year", "of the year": label r
RELATIVE = "of|in? the? r=the|this|that|same|current|last|next|previous|following|coming fiscal|calendar? year"

# What a year has, said after it in the plural: "1989 earnings".
_OF_A_YEAR = frozenset(
    words(
        "sales earnings results revenues profits estimates figures elections losses budgets levels taxes prices "
        "projections forecasts expenditures exports imports talks hearings"
    )
)
# What is counted, where a number of four figures before it is no year.
_COUNTED = frozenset(
    words(
        "million billion trillion percent per pct people points shares dollars cents euros pounds yen employees "
        "workers jobs miles meters metres kilometers feet tons tonnes barrels men women troops soldiers units homes "
        "votes square acres basis hours minutes degrees mm km kg lb mw gw % copies students members pages years "
        "months weeks days times"
    )
)
_LEADS = frozenset(
    words(
        "in since of by until till from through during before after for and to between or fiscal year the early late "
        "mid around about circa as a an this its his her their our post pre -"
    )
)
_NUMBERED = frozenset(
    words(
        "no number room page flight route chapter section article model level building suite box volume vol unit # c "
        "us nt hk"
    )
)
_LEADS_ONLY_TO_TIMES = frozenset(
    ("in", "since", "by", "until", "till", "during", "from", "between", "year", "fiscal", "circa")
)

_LEADS_TO_OLD_YEARS = frozenset(("of", "before", "after", "late", "early", "about", "around"))


def number(found: Found) -> int | None:
    """The year of the item ``y`` in figures (``2024``, ``'24``, ``FY24``); ``None`` where it is left out."""
    if not found.has("y"):
        return None
    value, word = found.value("y"), found.word("y")
    if isinstance(value, int):
        return value
    if word[0].isalpha():
        return written.fiscal_year(word)
    return written.full_year(word[1:])


def relative(word: str) -> Year:
    """``last``, ``this``, ``previous`` … said of a year; any other word is the year being talked about."""
    match word:
        case "this" | "current":
            return Shift(Unit.YEAR, 0)
        case "last":
            return Shift(Unit.YEAR, -1)
        case "next" | "coming" | "upcoming":
            return Shift(Unit.YEAR, 1)
        case "previous" | "prior" | "preceding":
            return Shift(Unit.YEAR, -1, Base.MENTION)
        case "following":
            return Shift(Unit.YEAR, 1, Base.MENTION)
    return Mentioned(Unit.YEAR)


def is_year(found: Found) -> bool:
    """Whether a bare number of four figures is a year where it stands."""
    year, before, after = found.number("y"), found.neighbour(-1), found.neighbour(1)
    if before in _NUMBERED or after in _COUNTED:
        return False
    plural = _is_plural(after) and not found.is_capital(1)
    if 1900 <= year <= 2099:
        return not plural or (before in _LEADS and not (year % 100 == 0 and before not in _LEADS_ONLY_TO_TIMES))
    if plural or year % 1000 == 0 or year >= 2200:
        return False
    return before in _LEADS_ONLY_TO_TIMES or (before in _LEADS_TO_OLD_YEARS and year % 100 != 0)


def is_last_of_years(found: Found) -> bool:
    """Whether an old year, two tokens behind another, ends a run of years: "from 1805 to 1827"."""
    first, last, after = found.line.values[found.match.start() - 2], found.number("y"), found.neighbour(1)
    counted = after in _COUNTED or _is_plural(after)
    return isinstance(first, int) and first < last < 1900 and not counted


def _is_plural(word: str) -> bool:
    """Whether the word may name what a number before it counts."""
    plural = word.isalpha() and len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "ics"))
    return plural and word not in _OF_A_YEAR
