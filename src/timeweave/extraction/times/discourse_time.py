"""Discourse time: the period that an opening sentence sets for those after it, as in "For the full year, sales rose.
Costs fell".
"""

from __future__ import annotations

import re

from timeweave.extraction.times.timing import looks_ahead
from timeweave.temporal.interval import Granularity, Interval

_FOR = 4  # sentences; after that a speaker has usually gone on to something else without saying so
_OPENING = re.compile(
    r"\W*(?:(?:and|but|so|now|then|overall|again|finally|lastly|additionally|turning to [^,]{1,30}"
    r"|looking (?:ahead )?to [^,]{1,30})\b,?\s*){0,2}(?:for|in|during)\s+(?:the\s+|our\s+)?"
    r"(?:(?:full|fiscal|entire|whole|calendar|first|second|third|fourth)\b|year\b|q[1-4]\b|(?:19|20)\d\d\b)",
    re.IGNORECASE,
)
_NAMES_A_UNIT = re.compile(r"\b(?:quarter|month|half|week)\b", re.IGNORECASE)


class DiscourseTime:
    """The period in force at a sentence of a report: follows the sentences in order, and carries a period over to
    one that names none.

    What is reported takes on a longer period that holds the report's own, since a report returns to its own without
    saying so; what is expected takes on any.
    """

    def __init__(self, period: Interval | None) -> None:
        self._period = period if period is not None and period.is_bounded else None
        self._interval: Interval | None = None
        self._ahead = False
        self._left = 0

    def over(self, sentence: str) -> Interval | None:
        """The period set before that holds for ``sentence``, if it names none itself."""
        if self._left == 0 or (looks_ahead(sentence) is not None) != self._ahead:
            return None
        return self._interval

    def follow(self, sentence: str, valid: Interval | None, *, named: bool) -> None:
        """Go past ``sentence``, which speaks of ``valid``; ``named`` says that it does so itself."""
        if self._period is None:
            return
        ahead = looks_ahead(sentence) is not None
        if named and valid is not None and valid.is_unit and _OPENING.match(sentence) and self._lasts(valid, ahead):
            self._interval, self._ahead, self._left = valid, ahead, _FOR
        elif named or _NAMES_A_UNIT.search(sentence):
            self._left = 0
        else:
            self._left = max(0, self._left - 1)

    def stop(self) -> None:
        """Forget the period: a new paragraph begins."""
        self._left = 0

    def _lasts(self, valid: Interval, ahead: bool) -> bool:
        assert self._period is not None
        if ahead:
            return valid.granularity in (Granularity.YEAR, Granularity.QUARTER)
        own, given = self._period, valid
        assert own.start is not None
        assert own.end is not None
        assert given.start is not None
        assert given.end is not None
        return given.start <= own.start and own.end <= given.end and given != own
