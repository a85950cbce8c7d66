"""Weights of terms by how few lines of the evidence hold them, and the share of a clause that a line says by these."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass

from timeweave.answering.context.reading import Line

_TITLE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class TermWeights:
    """The inverse document frequency of each term among the lines of the evidence; ``unseen`` is that of any other."""

    weights: dict[str, float]
    unseen: float

    @classmethod
    def of(cls, lines: Sequence[Line]) -> TermWeights:
        """By what ``lines`` hold, a title with them."""
        counts: dict[str, int] = {}
        for line in lines:
            for term in line.terms | line.title_terms:
                counts[term] = counts.get(term, 0) + 1
        every = len(lines)
        return cls({t: math.log(1 + every / n) for t, n in sorted(counts.items())}, math.log(1 + every))

    def weight(self, terms: Set[str]) -> float:
        """What ``terms`` weigh together."""
        return math.fsum(self.weights.get(t, self.unseen) for t in sorted(terms))

    def share(self, terms: Set[str], line: Line) -> float:
        """The share by weight of ``terms`` that ``line`` holds, and half of what its title alone does; 0 for none."""
        whole = self.weight(terms)
        if not whole:
            return 0.0
        held = self.weight(terms & line.terms)
        return (held + _TITLE * self.weight(terms & (line.title_terms - line.terms))) / whole
