"""What may be chosen of how answers are made."""

from __future__ import annotations

from dataclasses import dataclass

MIN_CONFIDENCE = 0.45
"""Below it an answer is refused, unless another bound is given."""


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """``min_confidence`` is the probability of being correct below which an answer is refused (0: none is for that).

    ``model_first`` asks a model even where code has worked an answer out of cited facts.

    ``evidence`` and ``points`` are the most tokens of lines that a model is given for a local answer and of points for
    a global one (TG-15: 24,000).
    """

    min_confidence: float = MIN_CONFIDENCE
    model_first: bool = False
    evidence: int = 6_000
    points: int = 24_000
