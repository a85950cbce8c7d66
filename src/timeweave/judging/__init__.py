"""What answers about news are worth: a model's ratings by three criteria, and how far people agree with them."""

from __future__ import annotations

from timeweave.judging.agreement import Agreement, agreement, lengths_by_rating
from timeweave.judging.judges import CRITERIA, Judge, Rated, Rating

__all__ = ["CRITERIA", "Agreement", "Judge", "Rated", "Rating", "agreement", "lengths_by_rating"]
