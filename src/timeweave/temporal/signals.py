"""Temporal signals (TimeML): the words around a period that say how what is told stands to it, as one table."""

from __future__ import annotations

import enum
import re

from timeweave.lexicon.lazy import lazily

CONTEXT = 60  # characters around a period in which words that bear on it are looked for


class TemporalRelation(enum.Enum):
    """How what is told stands to a period; before and after leave the period out, since and until take it in."""

    AT = "at"
    DURING = "during"
    BY = "by"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    BETWEEN = "between"


LEADING = {
    TemporalRelation.AT: "as of|as at|dates from|date from|dated from|dating from|are from|is from",
    TemporalRelation.DURING: "during|throughout|within|over|all through|in the course of|over the course of",
    TemporalRelation.BY: "by|no later than|not later than|as late as",
    TemporalRelation.SINCE: (
        "since|from|as from|as early as|effective|effective from|effective as of|with effect from|starting"
        "|starting from|starting with|beginning|beginning from|beginning with|commencing|no earlier than"
        "|not earlier than|not before"
    ),
    TemporalRelation.UNTIL: "until|till|until after|up to|up until|through|thru|ending|not after|? -|? –|? —",
    TemporalRelation.BEFORE: "before|prior to|previous to|earlier than|preceding|ahead of|leading up to",
    TemporalRelation.AFTER: "after|later than|following|subsequent to|beyond",
}
"""What stands before a period, and the relation that it states."""

FOLLOWING = {
    TemporalRelation.SINCE: "onward|onwards|or later|or beyond|and beyond|or thereafter|and thereafter",
    TemporalRelation.UNTIL: "or earlier",
}
"""What stands behind a period."""

CLOSING = {
    TemporalRelation.SINCE: "and later|or after|and after|or since|and since|-|–|—",
    TemporalRelation.UNTIL: "and earlier|or before|and before",
}
"""What stands behind a period and ends its clause."""

RANGE = "to|through|thru|until|till|up to|up until|-|--|–|—"
"""What stands between the two ends of a range."""

PRESENT = "present|now|date|today|current"
"""What stands for the second end of a range that lasts."""

_NO_UNIT = "".join(rf"(?<!{u} )(?<!{u}s )" for u in ("day", "week", "month", "quarter", "year"))
_NO_CLAUSE = r"(?!\s+(?:in|on|at)\b)"
_GUARDS = {  # what may not stand before and behind: "year by year", "the following 15 June"
    "by": (_NO_UNIT, _NO_CLAUSE),
    "ending": (_NO_UNIT, ""),
    "starting": ("", ""),
    "beginning": ("", ""),
    "commencing": ("", ""),
    "effective": ("", ""),
    "following": (r"(?<!the )", _NO_CLAUSE),
    "preceding": (r"(?<!the )", _NO_CLAUSE),
}
_VERBS = frozenset({"starting", "beginning", "commencing", "ending"})  # "ending the 2003–04 season in goal"
_GUARDED = ("", _NO_CLAUSE)  # every other: "before in 2003 joining the club"
_PARTS = r"(?:end|start|beginning|middle|close)\s+of"
_FILLING = (
    rf"the|in|of|at|on|fiscal|calendar|years?|quarters?|months?|periods?|date|and\s+including|{_PARTS}"
    r"|about|around|early|mid|late"
)


def _any(phrases: str) -> str:
    patterns = ((r"\s+".join(map(re.escape, p.split())), *_GUARDS.get(p, _GUARDED)) for p in phrases.split("|"))
    return "|".join(before + pattern + behind for pattern, before, behind in patterns)


def _groups(table: dict[TemporalRelation, str]) -> str:
    return "|".join(rf"(?P<{relation.value}>{_any(phrases)})" for relation, phrases in table.items())


_CLAUSE_ENDS = r"(?=\s*(?:[?.,;:!)]|$))"
_BEFORE = lazily(rf"(?<!\w)(?:{_groups(LEADING)})(?:\s+(?:{_FILLING}))*\s*$", re.IGNORECASE)
_BEHIND = lazily(rf"\s*,?\s*(?:{_groups(FOLLOWING)})\b", re.IGNORECASE)
_CLOSING = lazily(rf"\s*,?\s*(?:{_groups(CLOSING)}){_CLAUSE_ENDS}", re.IGNORECASE)
ONCE = lazily(r"\b(?:once|after|as soon as)\s+$", re.IGNORECASE)
OVER = r"(?:had|has|was|is|were|are)\s+(?:passed|over|ended|past|gone(?:\s+by)?)\b"
"""What stands before and behind a period that lies behind: "once May was over"."""
_OVER = lazily(rf"\s+{OVER}", re.IGNORECASE)
_TO_NOW = lazily(rf"\s*,?\s*(?:{_any(RANGE)})\s*(?:the\s+)?(?:{PRESENT})\b", re.IGNORECASE)
_BETWEEN = lazily(rf"\bbetween(?:\s+(?:{_FILLING}))*\s*$", re.IGNORECASE)
_AND = lazily(rf"\s*,?\s*and(?:\s+(?:{_FILLING}))*\s*", re.IGNORECASE)
_FROM = lazily(rf"\bfrom(?:\s+(?:{_FILLING}))*\s*$", re.IGNORECASE)

RANGE_JOIN = lazily(rf"\s*[,(]?\s*(?:{_any(RANGE)})(?:\s*(?:{_FILLING}))*\s*", re.IGNORECASE)
"""What stands between the two ends of a range, with words that add nothing."""


def signalled(text: str, left: int, start: int, end: int, *, is_event: bool) -> TemporalRelation | None:
    """The relation that is stated by the words from ``left`` up to a period at ``start`` to ``end`` of ``text``, or by
    those behind it; none where they state none. ``is_event`` says that the period only says which event is meant.
    """
    stop = end + CONTEXT
    if _OVER.match(text, end, stop) and ONCE.search(text, left, start):
        return TemporalRelation.AFTER
    if _TO_NOW.match(text, end, stop):
        return TemporalRelation.SINCE
    match = _BEHIND.match(text, end, stop) or _CLOSING.match(text, end, stop) or _BEFORE.search(text, left, start)
    if match is None or match.lastgroup is None or (is_event and match[match.lastgroup].lower() in _VERBS):
        return None
    return TemporalRelation(match.lastgroup)


def is_range(before: str, gap: str) -> bool:
    """Whether ``gap``, between two periods, makes them a range: "from A to B", "between A and B"."""
    if _AND.fullmatch(gap):
        return _BETWEEN.search(before) is not None
    return RANGE_JOIN.fullmatch(gap) is not None


def opens_range(before: str) -> bool:
    """Whether the words before a range belong to it, as in "from 2019–2021"."""
    return _FROM.search(before) is not None
