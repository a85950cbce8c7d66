"""Questions about a level that is set and stands until the next is set: what it is, was, how often it was raised.

What has the level is known to the documents alone: who knows their levels says whether all words of a question are of
one (`answering.levels`).
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.language.terms import index_terms
from timeweave.lexicon.changes import CHANGING, DEVELOPING
from timeweave.lexicon.comparing import LEAST, MOST
from timeweave.lexicon.families import any_of, asked_by, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.levels import (
    FALLS_OF,
    GOING_DOWN,
    GOING_UP,
    KEEPING,
    LOWERING,
    RAISING,
    RISES_OF,
    SETTABLE,
    SETTING,
    STAYING,
)


class LevelAsk(enum.StrEnum):
    """What is asked of a level."""

    VALUE = "value"
    BEFORE = "before"
    WHEN = "when"
    COUNT = "count"
    COURSE = "course"
    DIFFERENCE = "difference"
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class LevelAsked:
    """``way`` is 1 where rises are asked for, -1 where falls are, 0 where either; ``last`` and ``first`` say which of
    several; ``levels`` are those that it names, ``terms`` those of its words that only what has the level explains.
    """

    ask: LevelAsk
    terms: frozenset[str]
    levels: frozenset[float] = frozenset()
    way: int = 0
    first: bool = False
    last: bool = False


_UP = any_of((*asked_by(RAISING, GOING_UP), *forms(RAISING), *RISES_OF))
_DOWN = any_of((*asked_by(LOWERING, GOING_DOWN), *forms(LOWERING), *FALLS_OF))
_MOVED = any_of((*forms(CHANGING, SETTING), "changes", "moves"))
_TURNED = rf"\b(?:{_UP}|{_DOWN}|{_MOVED})\b"
_COUNT = lazily(
    rf"^\W*count the\b.*{_TURNED}|\bhow (?:many times|often)\b.*{_TURNED}"
    rf"|\bhow many\b.*\b(?:{any_of((*RISES_OF, *FALLS_OF))}s?|changes)\b",
    re.IGNORECASE,
)
_WHEN = lazily(
    rf"^\W*(?:when|on (?:which|what) (?:day|date)|(?:in )?(?:which|what) (?:year|month))\b.*{_TURNED}", re.IGNORECASE
)
_TO_COME = lazily(r"\b(?:will|going to|shall)\b", re.IGNORECASE)
_KIND = lazily(rf"\b([a-z]+) {any_of(SETTABLE)}\b", re.IGNORECASE)
_NO_KIND = frozenset(
    index_terms("current present latest new old highest lowest initial original previous last first same")
)
"""What a word before what is set says: the "day rate" is another than the "night rate", the "current rate" is not."""
_HOW_FAR = lazily(
    rf"^\W*what (?:was|is|were) the (?:\w+ )?{any_of(RISES_OF, FALLS_OF)} (?:in|to|of)\b"
    rf"|\b(?:how far|by how much|how much (?:did|has|have|was|were)) .*{_TURNED}",
    re.IGNORECASE,
)
_COURSE = lazily(
    rf"\bhow (?:has|have|did|was|were)\b.*\b(?:{any_of(forms(CHANGING, DEVELOPING))}|moved?|altered)\b|\bhistory of\b"
    r"|\bover (?:time|the years)\b",
    re.IGNORECASE,
)
_BEFORE = lazily(rf"\bbefore (?:it|they|that|this|the|being|its|their)?\b.*{_TURNED}", re.IGNORECASE)
_VALUE = lazily(
    r"^\W*(?:what(?:['’]s| is| was| are| were)|how (?:much|high|low|large|big) (?:is|was|are|were)"
    r"|where (?:did|does|do)\b.*\b(?:stand|lie)|(?:at|to) (?:what|which)\b|what\b.*\b(?:stand|apply|applied)\b)",
    re.IGNORECASE,
)
_RISES, _FALLS = lazily(rf"\b{_UP}\b", re.IGNORECASE), lazily(rf"\b{_DOWN}\b", re.IGNORECASE)
_YEAR = lazily(r"[12]\d{3}")
_LAST, _FIRST = lazily(r"\b(?:last|latest|most recent(?:ly)?)\b", re.IGNORECASE), lazily(r"\bfirst\b", re.IGNORECASE)
_HIGHEST, _LOWEST = (
    lazily(rf"\b(?:{any_of(MOST)}|peak)\b", re.IGNORECASE),
    lazily(rf"\b(?:{any_of(LEAST)})\b", re.IGNORECASE),
)
_EXPLAINED = frozenset(
    index_terms(
        " ".join(
            (
                *forms(RAISING, LOWERING, SETTING, KEEPING, GOING_UP, GOING_DOWN, STAYING, CHANGING, DEVELOPING),
                *RISES_OF, *FALLS_OF, *MOST, *LEAST,
                "level value amount far much many times often high low large big currently current now present moment "
                "still between during until since from today latest last first recent history time years over stand "
                "apply applied peak when what which how day date year month before after altered moved change changes "
                "eve end start beginning right at",
            )
        )
    )
)  # fmt: skip


def read_levels(text: str) -> LevelAsked | None:
    """What a question may ask of a level; ``None`` where it asks for something else."""
    ask = _ask(text)
    if ask is None:
        return None
    up, down = _RISES.search(text) is not None, _FALLS.search(text) is not None
    if _TO_COME.search(text):
        return None
    amounts = [a for a in find_amounts(text) if a.unit or not _YEAR.fullmatch(a.text)]
    named = index_terms(" ".join(amount.text for amount in amounts)).keys()
    kinds = index_terms(" ".join(match[1] for match in _KIND.finditer(text))).keys() - _NO_KIND
    terms = (frozenset(index_terms(text)) - _EXPLAINED - named) | kinds
    first, last = _FIRST.search(text) is not None, _LAST.search(text) is not None
    return LevelAsked(ask, terms, frozenset(a.value for a in amounts), up - down, first, last)


def _ask(text: str) -> LevelAsk | None:
    asks = {
        LevelAsk.DIFFERENCE: _HOW_FAR,
        LevelAsk.COUNT: _COUNT,
        LevelAsk.BEFORE: _BEFORE,
        LevelAsk.WHEN: _WHEN,
        LevelAsk.COURSE: _COURSE,
    }
    for ask, pattern in asks.items():
        if pattern.search(text):
            return ask
    if not _VALUE.search(text):
        return None
    if _HIGHEST.search(text):
        return LevelAsk.HIGHEST
    return LevelAsk.LOWEST if _LOWEST.search(text) else LevelAsk.VALUE
