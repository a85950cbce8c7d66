"""On which day a holiday falls (those of the United States that newswire names)."""

from __future__ import annotations

import datetime as dt

_FIXED = {
    "christmas": (12, 25), "christmas eve": (12, 24), "halloween": (10, 31), "new year": (1, 1),
    "new year eve": (12, 31), "independence": (7, 4), "veterans": (11, 11), "valentine": (2, 14),
}  # fmt: skip
# Month, weekday (Monday 0), and which of them in the month; -1 is the last.
_FLOATING = {
    "thanksgiving": (11, 3, 4),
    "labor": (9, 0, 1),
    "memorial": (5, 0, -1),
    "columbus": (10, 0, 2),
    "presidents": (2, 0, 3),
}


def holiday(name: str, year: int) -> dt.date | None:
    """The day of the holiday in a year; ``None`` for a name that is not known."""
    if name in _FIXED:
        month, day = _FIXED[name]
        return dt.date(year, month, day)
    if name == "easter":
        return _easter(year)
    if name not in _FLOATING:
        return None
    month, weekday, which = _FLOATING[name]
    days = [d for d in range(1, 32) if month in (5, 10) or d <= 30 - 2 * (month == 2)]
    matching = [d for d in days if dt.date(year, month, d).weekday() == weekday]
    return dt.date(year, month, matching[which - 1 if which > 0 else which])


def _easter(year: int) -> dt.date:
    """Gregorian Easter Sunday (the anonymous algorithm printed by Meeus, 1991)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return dt.date(year, month, day + 1)
