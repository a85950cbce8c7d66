"""What a question demands of the figures that it counts, picks or asserts: "above 10 %", "second highest", "in a row".

Read from the question's words alone. Numbers are read as in documents, so that "$2 billion" here is the 2e9 USD there.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.extraction.amounts.numbers import Amount, find_amounts
from timeweave.lexicon.changes import FALLING, FALLING_TOO, GAINING, RISING, RISING_TOO
from timeweave.lexicon.comparing import (
    ABOVE,
    AT_LEAST,
    AT_MOST,
    BELOW,
    LEAST,
    LESS,
    LESS_THAN,
    MORE,
    MORE_THAN,
    MOST,
)
from timeweave.lexicon.families import any_of, matching
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import NUMBERS, ONES, ORDINALS
from timeweave.records import Span
from timeweave.temporal.expressions import TimeExpression


class Comparison(enum.StrEnum):
    """How a figure stands to the bound of a condition; ``rose`` and ``fell`` to the figure of the period before."""

    ABOVE = "above"
    AT_LEAST = "at least"
    BELOW = "below"
    AT_MOST = "at most"
    BETWEEN = "between"
    EQUAL = "equal"
    ROSE = "rose"
    FELL = "fell"


@dataclass(frozen=True, slots=True)
class Condition:
    """What a figure has to be, as the characters ``span`` of the question say it.

    ``value`` is in the base unit of ``unit`` as in `Quantity`; ``unit`` is empty for a bare number, which fits every
    unit. ``high`` is the upper bound of ``between``. Both ends of ``between`` are included. ``rose`` and ``fell`` have
    neither.
    """

    comparison: Comparison
    span: Span
    value: float | None = None
    unit: str = ""
    high: float | None = None

    def holds(self, value: float, previous: float | None = None) -> bool:
        """Whether ``value`` meets the condition; ``previous`` is the figure of the period before, for rose and fell."""
        against = previous if self.comparison in (Comparison.ROSE, Comparison.FELL) else self.value
        if against is None:
            return False
        return {
            Comparison.ABOVE: value > against,
            Comparison.AT_LEAST: value >= against,
            Comparison.BELOW: value < against,
            Comparison.AT_MOST: value <= against,
            Comparison.BETWEEN: against <= value <= (against if self.high is None else self.high),
            Comparison.EQUAL: value == against,
            Comparison.ROSE: value > against,
            Comparison.FELL: value < against,
        }[self.comparison]


class Ranking(enum.StrEnum):
    """By what the n-th is counted."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Place:
    """The ``number``-th of a ranking, from 1; with ``several``, all up to that ("the three highest")."""

    number: int
    ranking: Ranking
    several: bool = False


_BEFORE_AMOUNT = (
    (Comparison.AT_LEAST, (*AT_LEAST, "a minimum of")),
    (Comparison.AT_MOST, (*AT_MOST, "a maximum of")),
    (Comparison.ABOVE, (*MORE_THAN, *ABOVE, "topped", "topping")),
    (Comparison.BELOW, (*LESS_THAN, *BELOW)),
    (Comparison.EQUAL, ("exactly", "equal to")),
)
_LEADS = tuple(
    (comparison, lazily(rf"\b{any_of(words)}\s+(?:the\s+|an?\s+)?$", re.IGNORECASE))
    for comparison, words in _BEFORE_AMOUNT
)
_TRAILS = (
    (Comparison.AT_LEAST, lazily(rf"\s*(?:or|and)\s+{any_of(MORE, ABOVE)}\b", re.IGNORECASE)),
    (Comparison.AT_MOST, lazily(rf"\s*(?:or|and)\s+{any_of(LESS, BELOW)}\b", re.IGNORECASE)),
)
_CONTEXT = 40  # characters before an amount in which the words that compare it stand
_COUNTED = lazily(r"\s+(?:\w+\s+)?(?:quarters?|years?|months?|times|days|weeks|companies|compan(?:y|ies))\b", re.I)
_MOVED = (
    (Comparison.ROSE, matching(v.base for v in (*RISING, *GAINING, *RISING_TOO))),
    (Comparison.FELL, matching(v.base for v in (*FALLING, *FALLING_TOO))),
)
_PICKS = lazily(
    r"\bhow\s+many\b|\b(?:which|what)\s+(?:\w+\s+){0,2}?(?:quarters?|years?|months?|compan(?:y|ies))\b", re.I
)
_DID = lazily(r"\b(?:did|does|do)\b", re.IGNORECASE)

_ORDINALS = {word: number for word, number in ORDINALS.items() if 2 <= number <= 10}
_NUMBERS = {word: NUMBERS[word] for word in ONES[2:11]}
_MOST, _LEAST = any_of(MOST, ["top"]), any_of(LEAST)
_ORDINAL = "|".join(_ORDINALS)
_NUMBER = rf"{'|'.join(_NUMBERS)}|\d{{1,2}}"
_NTH = lazily(
    rf"\b(?P<ordinal>{_ORDINAL})[-\s]+(?:(?P<most>{_MOST})|(?P<least>{_LEAST})|(?:to|from)[-\s]+(?P<last>last))\b",
    re.IGNORECASE,
)
_NTH_TIME = lazily(
    rf"^\W*who\s+(?:was|is|were|became)\s+the\s+(?P<ordinal>{_ORDINAL})\s+(?!quarters?\b|half\b|halves\b|years?\b|months?\b|fiscal\b|time\b|century\b)"
    r"(?P<noun>[a-z]\w+)(?:\s+[a-z]+){0,2}?\s+(?:of|to)\b",
    re.IGNORECASE,
)
_TOP = lazily(
    r"^\W*(?:which|what|who|list|name)\s+(?:(?:are|were|was|is)\s+)?(?:[^,?]*?['’]s?\s+)?(?:the\s+)?"
    rf"(?:(?:top|highest)\s+(?P<top>{_NUMBER})|(?:bottom|lowest)\s+(?P<bottom>{_NUMBER})"
    rf"|(?P<most>{_NUMBER})\s+(?:{_MOST})|(?P<least>{_NUMBER})\s+(?:{_LEAST}))\b(?!\s*(?:%|percent|billion|million))",
    re.IGNORECASE,
)
IN_A_ROW = lazily(r"\b(?:in\s+a\s+row|consecutive(?:ly)?|straight|running|successive)\b", re.IGNORECASE)


def find_condition(question: str, times: Sequence[TimeExpression] = ()) -> Condition | None:
    """The condition that figures must meet, where ``question`` states one; what lies inside ``times`` is no number.

    "In more than two quarters" counts quarters and bounds no figure. "In how many quarters did revenue fall" compares
    each with the one before.
    """
    for amount in find_amounts(question, times):
        if not amount.unit and _COUNTED.match(question, amount.end):
            continue
        found = _bounded(question, amount)
        if found is not None:
            return found
    return _moved(question)


def find_place(question: str) -> Place | None:
    """Which place of a ranking ``question`` asks for: "second highest", "the third chief executive of", "top three"."""
    if match := _NTH.search(question):
        ranking = Ranking.HIGHEST if match["most"] else Ranking.LOWEST if match["least"] else Ranking.LAST
        return Place(_ORDINALS[match["ordinal"].lower()], ranking)
    if match := _TOP.search(question):
        most = match["top"] or match["most"]
        word = (most or match["bottom"] or match["least"]).lower()
        number = int(word) if word.isdigit() else _NUMBERS[word]
        return Place(number, Ranking.HIGHEST if most else Ranking.LOWEST, several=True) if number > 1 else None
    if match := _NTH_TIME.search(question):
        return Place(_ORDINALS[match["ordinal"].lower()], Ranking.FIRST)
    return None


def _bounded(question: str, amount: Amount) -> Condition | None:
    before = question[max(0, amount.start - _CONTEXT) : amount.start]
    if amount.high is not None and re.search(r"\bbetween\s+$", before, re.IGNORECASE):
        start = amount.start - len(before) + before.lower().rindex("between")
        span = Span(start, amount.end)
        return Condition(Comparison.BETWEEN, span, amount.value, amount.unit, amount.high)
    for comparison, pattern in _TRAILS:
        if match := pattern.match(question, amount.end):
            return Condition(comparison, Span(amount.start, match.end()), amount.value, amount.unit)
    for comparison, pattern in _LEADS:
        if match := pattern.search(before):
            start = amount.start - len(before) + match.start()
            return Condition(comparison, Span(start, amount.end), amount.value, amount.unit)
    return None


def _moved(question: str) -> Condition | None:
    """As in "in which quarters did margins fall": only where cells are counted or picked, and after the auxiliary."""
    picks, did = _PICKS.search(question), _DID.search(question)
    if picks is None or did is None or re.search(r"\b(?:most|least|by\s+how\s+much|how\s+much)\b", question, re.I):
        return None
    for comparison, pattern in _MOVED:
        if match := pattern.search(question, did.end()):
            return Condition(comparison, Span(*match.span()))
    return None
