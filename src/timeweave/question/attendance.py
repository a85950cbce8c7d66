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
    WHETHER = "whether"


class End(enum.StrEnum):
    """The first or the last of the meetings."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class AttendanceAsked:
    """What is wanted of which ``relations``; ``people``: those who did it are counted, not the meetings; ``terms`` are
    those that only the name of the meeting, of the body or of somebody explains; ``guise``: as whom ("observer").
    """

    wanted: Wanted
    relations: frozenset[str]
    end: End | None
    people: bool
    terms: frozenset[str]
    guise: str = ""


_GATHERING = (
    rf"(?:{any_of(GATHERINGS, (f'{noun}s' for noun in GATHERINGS), ['telcon', 'telcons', 'telecon', 'telecons'])})"
)
_MEETING = lazily(rf"\b{_GATHERING}\b", re.IGNORECASE)
_DENIED = lazily(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_VERBS = (
    (frozenset({MISSED}), lazily(rf"\b{any_of(MISSING)}\b", re.IGNORECASE)),
    (frozenset({MINUTED}), lazily(rf"\b{any_of(MINUTING)}\b", re.IGNORECASE)),
    (frozenset(PRESIDED), lazily(rf"\b{any_of(LEADING)}\b", re.IGNORECASE)),
    (frozenset({ATTENDED}), lazily(rf"\b{any_of(ATTENDING)}\b", re.IGNORECASE)),
)
_OBSERVED = lazily(r"\b(?:observed|observing|(?:as (?:an? )?)?(?:observer|guest|visitor)s?)\b", re.IGNORECASE)
_FIRST = lazily(r"\b(?:first|earliest)\b", re.IGNORECASE)
_LAST = lazily(r"\b(?:last|latest|most recent(?:ly)?)\b", re.IGNORECASE)
_MOST = lazily(r"\bmost(?! recent)\b(?: often| frequently)?", re.IGNORECASE)
_HOW_MANY = lazily(r"\bhow (?:many|often)\b|\bnumber of\b", re.IGNORECASE)
_PEOPLE = lazily(
    r"\bhow many (?:\w+ ){0,2}?(?:people|persons?|members?|attendees|participants|observers|guests|were|was)\b",
    re.IGNORECASE,
)
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
        lazily(rf"\b(?:which|what) (?:[\w’'-]+ ){{0,3}}?{_GATHERING}\b|^\W*(?:list|name)\b", re.IGNORECASE),
    ),
)
_PLAIN = "most recently frequently ever actually people person member persons take taken as who whom which what how"
_WORDS = (*GATHERINGS, *ATTENDING, *MISSING, *LEADING, *MINUTING, *GUESTS, _PLAIN, "observed")
_EXPLAINED = ORDERING_TERMS | index_terms(" ".join(_WORDS)).keys()


def read_attendance(text: str, expressions: Sequence[TimeExpression]) -> AttendanceAsked | None:
    """``text`` as a question of that kind; ``None`` where it asks for something else."""
    observed = _OBSERVED.search(text) is not None
    relations = next((relations for relations, verb in _VERBS if verb.search(text)), None)
    if relations is None and observed:
        relations = frozenset({ATTENDED})
    wanted = _wanted(text)
    if relations is None or wanted is None or not (_MEETING.search(text) or relations == {MINUTED}):
        return None
    if _DENIED.search(text):
        if relations != {ATTENDED}:
            return None
        relations = frozenset({MISSED})
    bare = "".join(" " if any(e.start <= i < e.end for e in expressions) else c for i, c in enumerate(text))
    end = End.FIRST if _FIRST.search(bare) else End.LAST if _LAST.search(bare) else None
    people = wanted is Wanted.COUNT and _PEOPLE.search(text) is not None
    terms = terms_left(text, expressions) - _EXPLAINED
    return AttendanceAsked(wanted, relations, end, people, terms, "observer" if observed else "")


def _wanted(text: str) -> Wanted | None:
    if _HOW_MANY.search(text):
        return Wanted.COUNT
    wanted = next((wanted for wanted, opens in _OPENS if opens.search(text)), None)
    if wanted is Wanted.WHO and _MOST.search(text):
        return Wanted.MOST
    return wanted or (Wanted.WHETHER if _WHETHER.search(text) else None)
