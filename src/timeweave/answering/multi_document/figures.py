"""The figures of a text, to set beside those of another."""

from __future__ import annotations

from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.temporal.expressions import find_expressions


def figures_in(text: str) -> set[tuple[str, float]]:
    """The unit and the value of each amount of ``text``."""
    return {(amount.unit, amount.value) for amount in find_amounts(text, find_expressions(text))}
