"""News as stories: articles that tell the same are one, and a name on a day is answered by what happened."""

from __future__ import annotations

from timeweave.answering.stories.telling import tell_news

__all__ = ["tell_news"]
