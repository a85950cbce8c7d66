"""Quoted words as people read them: on one line; several as a list, never glued."""

from __future__ import annotations

from collections.abc import Sequence


def on_one_line(text: str) -> str:
    """``text`` with single blanks between its words."""
    return " ".join(text.split())


def listed_quotes(texts: Sequence[str]) -> str:
    """One quotation as it is, several as items of a list, none twice."""
    readable = list(dict.fromkeys(r for r in map(on_one_line, texts) if r))
    return readable[0] if len(readable) == 1 else "\n".join(f"- {r}" for r in readable)
