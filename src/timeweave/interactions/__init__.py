"""Interactions of entities over time (NEON): chunks of news, who acts with whom in them, by rules and by a model."""

from __future__ import annotations

from timeweave.interactions.gathering import Interaction, gather
from timeweave.interactions.options import InteractionOptions
from timeweave.interactions.running import InteractionsResult, run

__all__ = ["Interaction", "InteractionOptions", "InteractionsResult", "gather", "run"]
