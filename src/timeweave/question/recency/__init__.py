"""How much a question wants the newest (TW-06): r(q), by pattern and learned."""

from __future__ import annotations

from timeweave.question.recency.estimate import held_to_words, learned_recency, recency_by_pattern

__all__ = ["held_to_words", "learned_recency", "recency_by_pattern"]
