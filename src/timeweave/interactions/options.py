"""How interactions are gathered, by the paper's parameters."""

from __future__ import annotations

from dataclasses import dataclass

from timeweave.errors import UsageError


@dataclass(frozen=True, slots=True)
class InteractionOptions:
    """``m`` sentences a chunk, of which ``overlap`` stand in the next as well; ``k`` chunks a prompt for a pair;
    ``pairs`` are the most objects of one subject.

    Raises:
        UsageError: they do not fit together.
    """

    m: int = 5
    overlap: int = 1
    k: int = 4
    pairs: int = 10

    def __post_init__(self) -> None:
        if not 0 <= self.overlap < self.m or self.k < 1 or self.pairs < 1:
            given = f"m={self.m}, overlap={self.overlap}, k={self.k}, pairs={self.pairs}"
            raise UsageError(f"{given}: overlap must be 0 or more and below m, the others 1 or more")
