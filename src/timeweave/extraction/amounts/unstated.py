"""Amounts that a report names without stating them as values: differences to what was expected, aims, supposals."""

from __future__ import annotations

import re

from timeweave.extraction.amounts.quantity_words import ADJECTIVES_IN_ED_OR_ING
from timeweave.lexicon.counting import AIMS, EXPECTATIONS, SUPPOSING
from timeweave.lexicon.families import any_of, word_set

_OFF_BY = re.compile(
    r"\s*(?:[\w-]+\s+){0,2}?(?:above|below|higher|lower|ahead|better|worse|more|less|short|over|under|within)\s+"
    rf"(?:(?:than|of)\s+)?(?:[\w'’-]+\s+){{0,7}}?(?:{any_of(EXPECTATIONS)})\b",
    re.IGNORECASE,
)
_AIMED_AT = re.compile(
    rf"\b(?:{any_of(AIMS)})\s+(?:(?:of|for|to|is|was|at|remains)\s+)+(?:[\w-]+\s+){{0,3}}$", re.IGNORECASE
)
_ESTIMATED = re.compile(r"\bestimated\b(?! at\b)[^,;.]*$", re.IGNORECASE)
_SUPPOSED = re.compile(rf"(?<!\bI )\b(?:{any_of(SUPPOSING)})(?: \w+)?(?: have)?\b[^,;.]*$", re.IGNORECASE)
_WAS = word_set("was were been had came grew rose fell ran went saw did got drew hit beat kept")
_REACH = 90  # characters before an amount


def is_difference(sentence: str, end: int) -> bool:
    """Whether the amount that ends at ``end`` says how far something lies from what was expected of it."""
    return _OFF_BY.match(sentence, end, end + _REACH) is not None


def is_aimed_at(sentence: str, start: int) -> bool:
    """Whether the amount that begins at ``start`` is aimed at or estimated, and not reached."""
    before = sentence[max(0, start - _REACH) : start]
    return _AIMED_AT.search(before) is not None or _ESTIMATED.search(before) is not None


def is_supposed(sentence: str, start: int) -> bool:
    """Whether an amount only could be."""
    return _SUPPOSED.search(sentence[max(0, start - _REACH) : start]) is not None


def is_outline(sentence: str) -> bool:
    """Whether a line has no verb in the past, so that a range in it is not of what was: "Margin, 8% to 9%"."""
    words = sentence.lower().replace(",", " ").split()
    return not any(w in _WAS or (w.endswith("ed") and w not in ADJECTIVES_IN_ED_OR_ING) for w in words)
