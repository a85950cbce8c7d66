"""Questions for what is still to come: "when is the next meetup", "what date is the upcoming vote"."""

from __future__ import annotations

import re

from timeweave.lexicon.lazy import lazily
from timeweave.question.kinds import Kind
from timeweave.question.question import Question

_NEXT = lazily(r"\b(?:next|upcoming|forthcoming)\s+(?!after\b|to\b|door\b|of\b)\w", re.I)
_IS = lazily(
    r"\W*(?:and |so )?(?:when(?:['’]s| is| are| will)"
    r"|(?:on )?(?:what|which) (?:day|date|time)(?:['’]s| is| are| will))\b",
    re.I,
)
"""How a question begins that asks when something will be."""


def asks_upcoming(question: Question) -> bool:
    """Whether the day of what comes next is asked for, as of the day of the question."""
    if question.kind is not Kind.WHEN or question.periods:
        return False
    return _NEXT.search(question.text) is not None and _IS.match(question.text) is not None
