"""Questions that a knowledge base can answer, for whoever does not know yet what to ask it."""

from timeweave.suggesting.suggestions import Suggesting, Suggestion

__all__ = ["Suggesting", "Suggestion"]
