"""Mode ``news``: what happened with an entity on a day and around it (NEON)."""

from __future__ import annotations

from timeweave.retrieval.news.options import NewsOptions
from timeweave.retrieval.news.retrieving import retrieve_news

__all__ = ["NewsOptions", "retrieve_news"]
