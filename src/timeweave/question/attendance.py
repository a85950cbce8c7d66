"""Questions for who was at meetings, who led them and took their minutes: who, when, which, how often, and whether."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import (
    ATTENDED,
    ATTENDING,
    GATHERINGS,
    GUESTS,
    LEADING,
    MINUTED,
    MINUTING,
    MISSED,
    MISSING,
    PRESIDED,
)
from timeweave.question.documents import ORDERING_TERMS, terms_left
from timeweave.temporal.expressions import TimeExpression


class Wanted(enum.StrEnum):
    """What is asked of those who were at meetings."""

    COUNT = "count"
    """How many meetings somebody was at, or how many people were there."""
    WHEN = "when"
    WHICH = "which"
    WHO = "who"
    MOST = "most"
    """Who was there most often."""
    EACH = "each"
    """Who was at every one."""
    LARGEST = "largest"
    SMALLEST = "smallest"
    """The meeting at which most people were, or the fewest."""
    WHETHER = "whether"


class End(enum.StrEnum):
    """The first or the last of the meetings."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class AttendanceAsked:
    """What is wanted of which ``relations``; ``people``: those who did it are counted, not the meetings; ``terms`` are
    those that only the name of the meeting, of the body or of somebody explains; ``guise``: as whom ("observer");
    ``sure``: it speaks of meetings or their lists, else only somebody who was at one makes it a question of these.
    """

    wanted: Wanted
    relations: frozenset[str]
    end: End | None
    people: bool
    terms: frozenset[str]
    guise: str = ""
    sure: bool = True
    each: bool = False
    """Whether all meetings are meant: "Was she at every meeting?"."""


_GATHERING = (
    rf"(?:{any_of(GATHERINGS, (f'{noun}s' for noun in GATHERINGS), ['telcon', 'telcons', 'telecon', 'telecons'])})"
)
_MEETING = lazily(rf"\b{_GATHERING}\b", re.IGNORECASE)
_DENIED = lazily(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_VERBS = (
    (frozenset({MISSED}), lazily(rf"\b{any_of(MISSING)}\b", re.IGNORECASE)),
    (frozenset({MINUTED}), lazily(rf"\b{any_of(MINUTING)}\b", re.IGNORECASE)),
    (frozenset(PRESIDED), lazily(rf"\b{any_of(LEADING)}\b", re.IGNORECASE)),
    (
        frozenset({ATTENDED}),
        lazily(
            rf"\b{any_of(ATTENDING)}\b|\b(?:was|were|been)\b.*\bat(?: (?:[\w’'-]+ ){{0,4}}{_GATHERING}\b|\W*$)",
            re.IGNORECASE,
        ),
    ),
)
_OF_LISTS = lazily(r"\battendance\b|\battendees\b", re.IGNORECASE)
_EACH = lazily(rf"\b(?:every|all|each)\b(?: (?:of|the|single|[\w’'-]+)){{0,3}} {_GATHERING}\b", re.IGNORECASE)
_FEW = lazily(r"\b(?:fewest|smallest|least)\b", re.IGNORECASE)
_MANY = lazily(r"\b(?:most|largest|biggest|highest)\b", re.IGNORECASE)
_OF_PEOPLE = lazily(r"\b(?:people|attendees|participants|attendance|attended|turnout|members)\b", re.IGNORECASE)
_OBSERVED = lazily(r"\b(?:observed|observing|(?:as (?:an? )?)?(?:observer|guest|visitor)s?)\b", re.IGNORECASE)
_FIRST = lazily(r"\b(?:first|earliest)\b", re.IGNORECASE)
_LAST = lazily(r"\b(?:last|latest|most recent(?:ly)?)\b", re.IGNORECASE)
_MOST = lazily(r"\bmost(?! recent)\b", re.IGNORECASE)
_HOW_MANY = lazily(r"\bhow (?:many|often)\b|\bnumber of\b", re.IGNORECASE)
_MEETINGS = any_of(f"{noun}s" for noun in (*GATHERINGS, "telcon", "telecon"))
_PEOPLE = lazily(
    rf"\bhow many (?!(?:[\w’'-]+ ){{0,2}}?{_MEETINGS}\b)(?:\w+ ){{0,2}}?"
    r"(?:people|persons?|members?|attendees|participants|observers|guests|were|was)\b",
    re.IGNORECASE,
)
_LASTING = lazily(r"\bhow (?:long|many (?:minutes|hours|days))\b|\bwhat time\b|\bday of the week\b", re.IGNORECASE)
_WHETHER = lazily(r"^\W*(?:was|were|did|has|have|had)\b", re.IGNORECASE)
_THERE = any_of(("attendees", "participants"), GUESTS)
_WHO = (
    r"\bwho(?:m)?\b|\bby whom\b|\b(?:which|what) (?:people|persons?|members?)\b"
    rf"|^\W*(?:list|name)\b.*\b{_THERE}\b"
)
_OPENS = (
    (Wanted.WHEN, lazily(r"\bwhen\b|\b(?:on )?(?:what|which) (?:day|days|date|dates)\b", re.IGNORECASE)),
    (Wanted.WHO, lazily(_WHO, re.IGNORECASE)),
    (
        Wanted.WHICH,
        lazily(rf"\b(?:which|what)(?: of the)? (?:[\w’'-]+ ){{0,3}}?{_GATHERING}\b|^\W*(?:list|name)\b", re.IGNORECASE),
    ),
)
_PLAIN = (
    "fewest largest smallest every each single between going according tables table unable most recently frequently"
    " ever actually people person member persons take taken as who whom which what how"
)
_WORDS = (*GATHERINGS, *ATTENDING, *MISSING, *LEADING, *MINUTING, *GUESTS, _PLAIN, "observed")
_EXPLAINED = ORDERING_TERMS | index_terms(" ".join(_WORDS)).keys()


def read_attendance(text: str, expressions: Sequence[TimeExpression]) -> AttendanceAsked | None:
    """``text`` as a question of that kind; ``None`` where it asks for something else."""
    observed = _OBSERVED.search(text) is not None
    relations = next((relations for relations, verb in _VERBS if verb.search(text)), None)
    wanted = _wanted(text)
    if relations is None and (observed or wanted in (Wanted.LARGEST, Wanted.SMALLEST)):
        relations = frozenset({ATTENDED})
    if relations is None or wanted is None or _LASTING.search(text):
        return None
    sure = _MEETING.search(text) is not None or _OF_LISTS.search(text) is not None or relations == {MINUTED}
    if not sure and relations not in ({ATTENDED}, {MISSED}):
        return None
    if _DENIED.search(text):
        if relations != {ATTENDED}:
            return None
        relations = frozenset({MISSED})
    bare = "".join(" " if any(e.start <= i < e.end for e in expressions) else c for i, c in enumerate(text))
    ends = [end for end, said in ((End.FIRST, _FIRST), (End.LAST, _LAST)) if said.search(bare)]
    end = ends[0] if len(ends) == 1 else None
    people = wanted is Wanted.COUNT and _PEOPLE.search(text) is not None
    terms = terms_left(text, expressions) - _EXPLAINED
    guise = "observer" if observed else ""
    return AttendanceAsked(wanted, relations, end, people, terms, guise, sure, _EACH.search(text) is not None)


def _wanted(text: str) -> Wanted | None:
    wanted = next((wanted for wanted, opens in _OPENS if opens.search(text)), None)
    if wanted is Wanted.WHO and (_MOST.search(text) or _EACH.search(text)):
        return Wanted.MOST if _MOST.search(text) else Wanted.EACH
    if wanted is Wanted.WHICH and _OF_PEOPLE.search(text) and (_FEW.search(text) or _MANY.search(text)):
        return Wanted.SMALLEST if _FEW.search(text) else Wanted.LARGEST
    if _HOW_MANY.search(text):
        return Wanted.COUNT
    return wanted or (Wanted.WHETHER if _WHETHER.search(text) else None)
