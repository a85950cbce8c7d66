"""Lists of words, written as text."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """The words of ``text``."""
    return tuple(text.split())
