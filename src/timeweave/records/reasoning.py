"""What reasoning over the graph comes to: answers with the paths that lead to them (ER-06, ER-07)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from timeweave.records.knowledge import EntityId
from timeweave.records.stored import SupportedFact


@dataclass(frozen=True, slots=True)
class Step:
    """An edge that a path goes along: from the entity ``start``, to what stands at the other end of the fact."""

    start: EntityId
    fact: SupportedFact
    relevance: float
    fit: float = 1.0

    @property
    def end(self) -> str:
        """The entity or literal that it leads to."""
        fact = self.fact.fact
        return fact.object if fact.subject == self.start else fact.subject

    @property
    def confidence(self) -> float:
        """s_rel · s_triplet."""
        return self.relevance * self.fit


@dataclass(frozen=True, slots=True)
class ReasoningPath:
    """A path from an entity of the question: Conf = s_init · ∏ s_rel · s_triplet (ER-06)."""

    seed: EntityId
    relevance: float
    steps: tuple[Step, ...]

    @property
    def confidence(self) -> float:
        """Conf of the path."""
        product = self.relevance
        for step in self.steps:
            product *= step.confidence
        return product


@dataclass(frozen=True, slots=True)
class ReasonedAnswer:
    """One answer in words, with its paths, and its share of the vote."""

    text: str
    paths: tuple[ReasoningPath, ...]
    vote: float = 1.0


@dataclass(frozen=True, slots=True)
class Reasoned:
    """What a question over the graph comes to.

    ``exact`` says that the question was read whole and the answer follows from all facts that match; ``assumed`` is
    what was taken for granted on the way, ``missing`` why there is no answer, ``warnings`` what failed on the way.
    ``facts`` are those that the answer rests on, those of an anchor too.
    """

    answers: tuple[ReasonedAnswer, ...]
    confidence: float
    exact: bool = False
    assumed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    calculation: str | None = None
    facts: tuple[SupportedFact, ...] = ()
    explanation: Mapping[str, Any] = field(default_factory=dict)
