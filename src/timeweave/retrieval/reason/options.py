"""The settings of mode ``reason``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """How far routes are walked: ``width`` entities at each step, to ``depth`` hops, along the ``most`` cheapest; with
    ``rerank`` facts count by their likeness to the question.
    """

    width: int
    depth: int
    most: int
    rerank: bool = True


@dataclass(frozen=True, slots=True)
class ReasonOptions:
    """``width`` w entities and relations are tried at each step, to the depth ``depth`` d; ``routes`` N are kept.

    What is switched off to see what it is worth (ER-09): ``exact``, the logical form worked out over all facts;
    ``initialisation``, beginning at facts near the whole question; ``rerank``, s_triplet; ``temporal``, the times of
    the question; ``planned``, that paths are led by the words that are not yet told.
    """

    width: int = 5
    depth: int = 3
    routes: int = 12
    initialisation: bool = True
    rerank: bool = True
    exact: bool = True
    temporal: bool = True
    planned: bool = True

    @property
    def reach(self) -> Reach:
        """How far routes with subgoals are walked."""
        return Reach(self.width, self.depth, self.routes, self.rerank)
