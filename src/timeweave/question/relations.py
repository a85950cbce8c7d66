"""What a question asks of several reports: whether each says something, in which order, whether they agree."""

from __future__ import annotations

import enum
import re

from timeweave.question.conditions import Comparison
from timeweave.question.operations import asserted


class Relation(enum.StrEnum):
    """What a question asks of several reports."""

    CLAIMS = "claims"
    ORDER = "order"
    AGREEMENT = "agreement"
    CHANGE = "change"
    SOURCE = "source"
    FIGURES = "figures"


DISAGREES = re.compile(
    r"\b(?:inconsisten\w*|discrepanc\w+|disagree\w*|contradict\w*|conflicting|conflicts?\s+with)\b", re.IGNORECASE
)
NO_CHANGE = re.compile(r"\bno\s+(?:change|shift)\b|\b(?:unchanged|remain(?:ed)? the same)\b", re.IGNORECASE)
ORDER = re.compile(
    r"\b(?P<before>before|prior\s+to|earlier\s+than)\b|\b(?P<after>after|later\s+than|following)\b", re.IGNORECASE
)
_SOURCE = re.compile(
    r"\b(?:which|what)\s+(?:of\s+the\s+(?:two\s+)?)?(?:news\s+)?"
    r"(?:source|outlet|publication|newspaper|paper|publisher|article|report)s?\b",
    re.IGNORECASE,
)
# reports agree with each other, whom they are about may "agree to buy" or sign a "trade agreement"
_AGREES = re.compile(
    r"\b(?:consisten\w*|agrees?(?!\s+to\b)|agreed(?!\s+(?:to|that)\b)|in\s+agreement"
    r"|there\s+(?:an?\s+)?agreement|in\s+line\s+with)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:change[ds]?|shift(?:ed)?)\b", re.IGNORECASE)
_OF_CHANGE = re.compile(
    r"\bthere\s+(?:been\s+)?an?\s+(?:\w+\s+){0,2}(?:change|shift)\b|\b(?:any|no)\s+(?:change|shift)\b"
    r"|(?<!climate )\b(?:change[ds]?|shift(?:ed)?)\s+(?:between|from|since|over)\b"
    r"|^\W*(?:did|has|have)\b.*\b(?:change|shift)(?:d|ed)?\s+(?:its|their)\b.*\b(?:earlier|previous|compared)\b",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    rf"(?:{ORDER.pattern})\s+(?:the\s+|an?\s+)?"
    r"(?:(?:later|subsequent|other|report|article|piece|story|from|in|by|of)\s+)*"
    r"['‘\"“]?(?:[Tt]he\s+)?(?-i:[A-Z])",
    re.IGNORECASE,
)
_AUXILIARY = r"(?:did|does|do|is|are|was|were|has|have|had|will|would|can|could)"
VERDICT = re.compile(rf"^\W*{_AUXILIARY}\b", re.IGNORECASE)
_OPENS = re.compile(r"\W*(?:between|after|before)\b", re.IGNORECASE)
_LATER = re.compile(rf",\s+{_AUXILIARY}\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)


def verdict_asked(question: str, together: str) -> bool:
    """Whether yes or no answers what is asked of reports: ``together``, or the question itself."""
    return VERDICT.match(together or question) is not None or (
        _OPENS.match(question) is not None and _LATER.search(question) is not None
    )


def relation_asked(question: str, together: str) -> Relation:
    """What ``question`` asks of its reports; ``together`` is where it speaks of all of them, if that stands apart."""
    asked = together or question
    if _SOURCE.search(asked):
        return Relation.SOURCE
    if _AGREES.search(asked) or DISAGREES.search(asked):
        return Relation.AGREEMENT
    if (_CHANGE if together else _OF_CHANGE).search(asked) or NO_CHANGE.search(asked):
        return Relation.CHANGE
    if not together and _ORDERED.search(question):
        return Relation.ORDER
    if not together and _THAN.search(question) and asserted(question) in (Comparison.ABOVE, Comparison.BELOW):
        return Relation.FIGURES
    return Relation.CLAIMS
