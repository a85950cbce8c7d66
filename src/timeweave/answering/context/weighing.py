"""How near the lines of the evidence are to a question: by rare words that both have, by meaning, by time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from timeweave.answering.context.reading import Line
from timeweave.answering.relevance import Relevance
from timeweave.language.terms import index_terms
from timeweave.question import Question
from timeweave.records import StatementKey

_ASKING_WORDS = frozenset(index_terms("when what which who where how many much did"))


class NearnessWeights:
    """``words``: the share by weight of the question's words that a line holds, ``title``: that only its title holds;
    ``meaning``: its cosine; ``standing``: the score of its evidence over the best.
    """

    words: float = 0.8
    title: float = 0.25
    meaning: float = 1.0
    standing: float = 0.3


@dataclass(frozen=True, eq=False)
class Weighing:
    """The lines of one search weighed against its question; what is asked for is worked out once."""

    question: Question
    lines: Sequence[Line]
    scores: Sequence[float]
    relevance: Relevance

    @cached_property
    def terms(self) -> dict[str, float]:
        """The question's terms with their weight; words of asking and of times weigh nothing."""
        timed = {t for e in self.question.scope.expressions for t in index_terms(e.text)}
        kept = [t for t in self.question.terms if t not in _ASKING_WORDS and t not in timed]
        return {t: max(w, 0.0) for t, w in self.relevance.idf(kept).items()}

    @cached_property
    def found(self) -> dict[str, float]:
        """Those of them that some line of the evidence, or its title, holds."""
        held = frozenset[str]().union(*(line.terms | line.title_terms for line in self.lines))
        return {t: w for t, w in self.terms.items() if t in held}

    @cached_property
    def missing(self) -> float:
        """The share by weight of the question's terms that nothing of the evidence holds."""
        whole = sum(self.terms.values())
        return 1.0 - sum(self.found.values()) / whole if whole > 0 else 1.0

    def share(self, terms: Set[str], of: Iterable[str] | None = None) -> float:
        """The share by weight of the terms found, or of those ``of`` them, that are among ``terms``."""
        asked = self.found.keys() if of is None else sorted(t for t in of if t in self.found)
        whole = sum(self.terms[t] for t in asked)
        return sum(self.terms[t] for t in asked if t in terms) / whole if whole > 0 else 0.0

    def cosine(self, line: Line) -> float:
        """How near a line is in meaning."""
        return self._cosines.get(StatementKey(line.info.ordinal, line.statement.index), 0.0)

    @cached_property
    def _cosines(self) -> dict[StatementKey, float]:
        keys = list(dict.fromkeys(StatementKey(line.info.ordinal, line.statement.index) for line in self.lines))
        return dict(zip(keys, self.relevance.cosines(keys).tolist(), strict=True)) if keys else {}

    def standing(self, line: Line) -> float:
        """The score of a line's evidence over the best."""
        best = max(self.scores, default=0.0)
        return self.scores[line.rank] / best if best > 0 else 0.0

    def nearness(self, line: Line) -> float:
        """How near a line is to the question, all in all."""
        titled = self.share(line.title_terms - line.terms)
        return (
            NearnessWeights.words * self.share(line.terms)
            + NearnessWeights.title * titled
            + NearnessWeights.meaning * self.cosine(line)
            + NearnessWeights.standing * self.standing(line)
        )

    @cached_property
    def best_share(self) -> float:
        """The largest share that a line holds."""
        return max((self.share(line.terms) for line in self.lines), default=0.0)

    @cached_property
    def cosines(self) -> Sequence[float]:
        """Of all lines, highest first."""
        return sorted(self._cosines.values(), reverse=True)
