"""Lines of a prompt: a mark to cite by, fields, and a text, one row each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from timeweave.language.tokens import count_tokens

T = TypeVar("T")


def row(mark: str, *fields: str) -> str:
    """``E1 | field | text``; no field breaks the row, and none but the last holds a bar."""
    *named, text = (" ".join(field.split()) for field in fields)
    return " | ".join([mark, *(field.replace("|", "/") for field in named), text])


def within(rows: Iterable[str], budget: int) -> list[str]:
    """The first rows that hold at most ``budget`` tokens together; one at least, if there is any."""
    kept: list[str] = []
    spent = 0
    for text in rows:
        spent += count_tokens(text)
        if kept and spent > budget:
            break
        kept.append(text)
    return kept


def marked(letter: str, items: Sequence[T]) -> dict[str, T]:
    """Items by their marks, counted from 1: ``E1``, ``E2``."""
    return {f"{letter}{number}": item for number, item in enumerate(items, 1)}


def unknown_marks(cites: Sequence[str], known: Iterable[str], what: str) -> list[str]:
    """Problems with citations, in words: none at all, or marks that were not given."""
    if not cites:
        return [f"no {what} is cited: give those that say it in cites"]
    given = set(known)
    return [f"there is no {what} {mark!r}" for mark in dict.fromkeys(cites) if mark not in given]
