"""Tallies: how many were for, against and neither, as minutes note the votes on a motion, one below the other."""

from __future__ import annotations

import re

from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import VOTES

BETWEEN = "; "
"""What stands between the counts of a tally as it is read."""
_COUNT = lazily(
    rf"[\s>*_+-]*{any_of(VOTES)}[*_]*: *[*_]*\d{{1,6}}(?: ?(?:\+ ?\d|votes?\b|\()[^;]{{0,30}})?\s*", re.IGNORECASE
)


def is_count(line: str) -> bool:
    """Whether a line is a vote, and how many cast it: "Against: 2"."""
    return _COUNT.fullmatch(line) is not None


def is_tally(text: str) -> bool:
    """Whether words are several counts side by side: "For: 9; Against: 2"."""
    parts = text.split(BETWEEN)
    return len(parts) > 1 and all(map(is_count, parts))
