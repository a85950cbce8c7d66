"""How much a question wants the newest (TW-06): r(q) by pattern, as the paper has it, and learned."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from timeweave.question.recency.model import changes
from timeweave.question.recency.words import asks_of_closed_time, says_now, without_now, without_years

_RECENT, _GENERAL = 1.0, 0.3  # section 2.3, step 1
_NOW_AT_LEAST, _CLOSED_AT_MOST = 0.5, 0.1


def recency_by_pattern(question: str) -> float:
    """1.0 where the question says that it means now or the newest (`says_now`), else 0.3."""
    return _RECENT if says_now(question) else _GENERAL


def learned_recency(question: str, now: dt.date | None = None) -> float:
    """How fast the answer changes, as learned, held to what the words say: from 0 to 1.

    Where the question says that it means now, at least 0.5 and no less than without those words; else at most 0.1
    where it asks of a period that was over on ``now`` (without it: of any that it names). The words outweigh a period:
    "the current chair of the club founded in 1921" asks of now.
    """
    return held_to_words(question, now, lambda text: changes(text).recency)


def held_to_words(question: str, now: dt.date | None, learned: Callable[[str], float]) -> float:
    """What `learned_recency` makes of the r that ``learned`` gives a text."""
    if not says_now(question):
        if asks_of_closed_time(question, now):
            return _CLOSED_AT_MOST * learned(question)
        return learned(without_years(question))
    asked = without_years(question)
    return max(_NOW_AT_LEAST, learned(asked), learned(without_now(asked)))
