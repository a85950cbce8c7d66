"""Tallies: what is counted beside how many there are, as minutes note the votes on a motion, one below the other."""

from __future__ import annotations

import re

BETWEEN = "; "
"""What stands between the counts of a tally as it is read."""
_COUNT = re.compile(r"[\s>*_+-]*[A-Za-z][\w'’/-]*(?: [\w'’/-]+){0,3}[*_]*: *[*_]*\d[\d,]*(?:[ (+][^;]{0,30})?")


def is_count(line: str) -> bool:
    """Whether a line is what is counted, and how many there are: "Against: 2"."""
    return _COUNT.fullmatch(line) is not None


def is_tally(text: str) -> bool:
    """Whether words are several counts side by side: "For: 9; Against: 2"."""
    parts = text.split(BETWEEN)
    return len(parts) > 1 and all(map(is_count, parts))
