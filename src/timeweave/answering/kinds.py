"""What kind of answer a question wants, read from its words alone."""

from __future__ import annotations

import enum
import re

_SUPERLATIVE = r"(?:highest|largest|greatest|biggest|maximum|most|best|strongest|longest|peak)"
_DIMINUTIVE = r"(?:lowest|smallest|least|minimum|worst|weakest|shortest|fewest)"


class Kind(enum.StrEnum):
    """The kinds of answer."""

    VALUE = "value"
    EACH = "each"
    HIGHEST = "highest"
    LOWEST = "lowest"
    FIRST = "first"
    LAST = "last"
    CHANGE = "change"
    COUNT = "count"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    YES_NO = "yes/no"
    OPEN = "open"


_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            Kind.CHANGE,
            r"\bhow (?:much )?(?:did|has|have)\b.*\b(?:change|develop|evolve)d?\b.*\b(?:from|between|since)\b",
        ),
        (Kind.OPEN, r"^\s*(?:why|how (?!much|many|high|low|large|big|long|old|often))\b"),
        (Kind.COUNT, r"\bhow many (?:different |distinct )?(?:quarters|years|months|times|companies|ceos|people)\b"),
        (Kind.LOWEST, rf"\b{_DIMINUTIVE}\b"),
        (Kind.HIGHEST, rf"\b{_SUPERLATIVE}\b"),
        (Kind.EACH, r"\b(?:each|every) (?:of |fiscal |calendar )*(?:the )?(?:quarter|year|month|day|week)"),
        (Kind.WHO, r"^\W*(?:(?:in|on|at|by|as of|during|since|until)\b[^,]*,\s*)?(?:who|whom|whose)\b"),
        (Kind.WHERE, r"^\W*(?:in|on|at)?\W*(?:where|(?:in )?(?:which|what) (?:city|country|place|state))\b"),
        (Kind.WHEN, r"^\W*(?:when\b|(?:on|in|at|since|until)? ?(?:which|what) (?:date|day|month|year|quarter)\b)"),
        (
            Kind.FIRST,
            r"\b(?:first|earliest|initial(?:ly)?|original(?:ly)?)\b(?! (?:fiscal )?(?:quarter|half|nine|six|year))",
        ),
        (Kind.LAST, r"\b(?:latest|most recent(?:ly)?|current(?:ly)?|newest)\b"),
        (Kind.YES_NO, r"^\s*(?:did|does|do|is|are|was|were|has|have|had|will|would|can|could)\b"),
    )
)
_VALUE = re.compile(r"^\W*(?:what|how (?:much|many|high|low|large|big)|which|in what|at what)\b", re.IGNORECASE)


def kind_of(question: str) -> Kind:
    """The kind of answer that ``question`` wants; the first rule that fits decides."""
    for kind, pattern in _RULES:
        if pattern.search(question):
            return kind
    return Kind.VALUE if _VALUE.search(question) else Kind.OPEN
