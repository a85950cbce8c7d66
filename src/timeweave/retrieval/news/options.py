"""How mode ``news`` searches."""

from __future__ import annotations

from dataclasses import dataclass

from timeweave.errors import UsageError

STRATEGIES = ("temporal", "generic", "back-off")


@dataclass(frozen=True, slots=True)
class NewsOptions:
    """``strategy`` is ``temporal`` (published on the day asked for, then up to ``days`` before and after), ``generic``
    (by similarity alone) or ``back-off`` (temporal, and generic where that gives fewer than ``tuples``). ``tuples`` is
    the top-k of statements and interactions, ``chunks`` that of whole chunks.

    ``dense`` times a cosine, ``lexical`` times BM25 over the best, ``lead`` times a share that falls from the first
    statement of an article on.
    """

    strategy: str = "back-off"
    days: int = 3
    tuples: int = 10
    chunks: int = 5
    dense: float = 1.0
    lexical: float = 0.6
    lead: float = 0.6

    def __post_init__(self) -> None:
        if self.strategy not in STRATEGIES:
            raise UsageError(f"strategy {self.strategy!r} does not exist: use {', '.join(STRATEGIES)}")
        if self.days < 0 or self.tuples < 1 or self.chunks < 1:
            raise UsageError("days must be 0 or more, tuples and chunks 1 or more")
