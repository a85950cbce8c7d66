"""What facts have of a level that was set: its amount, whether two are one, and which way words tell that it went."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.extraction.amounts.numbers import Amount, find_amounts
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.levels import FALLS_OF, GOING_DOWN, GOING_UP, LOWERING, RAISING, RISES_OF

LEVEL = "level"
"""The relation of what is set to its level."""

_RISE, _FALL = (
    lazily(rf"\b{any_of(forms(*told), nouns)}\b", re.IGNORECASE)
    for told, nouns in (((RAISING, GOING_UP), RISES_OF), ((LOWERING, GOING_DOWN), FALLS_OF))
)


def amounts_of(level: str) -> Sequence[Amount]:
    """The amounts of a level as a fact has it; a number alone is one, too."""
    return find_amounts(level) or find_amounts(f"{level} units")


def number_of(level: str) -> float | None:
    """A level as a number, of a range its middle; ``None`` where it is none."""
    amounts = amounts_of(level)
    return None if len(amounts) != 1 else (amounts[0].value + (amounts[0].high or amounts[0].value)) / 2


def is_same_level(one: str, other: str) -> bool:
    """Whether two levels are one in other words: "5%" and "5 percent"."""
    found = [[(a.value, a.high, a.unit) for a in amounts_of(level)] for level in (one, other)]
    return one == other or (len(found[0]) == 1 and found[0] == found[1])


def way_told(words: str) -> int:
    """Whether words tell of a rise (1) or of a fall (-1) of a level, of both or neither (0)."""
    return (_RISE.search(words) is not None) - (_FALL.search(words) is not None)
