"""What NEON is compared with: chunks of the news, and the results of a search API (NE-14)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from timeweave.feeds.searching import WebResult
from timeweave.retrieval.news.asked import dated
from timeweave.retrieval.news.datastore import Datastore, Passage

TOP_CHUNKS = 5
"""Chunks, or results of a search, that an answer is made from; they are longer than tuples."""

WebSearch = Callable[[str, dt.date], Sequence[WebResult]]
"""Results for a query put on a day: `timeweave.feeds.searching.SearchApi.search`, or what stands in for it."""


def news_rag(
    chunks: Datastore, query: str, day: dt.date, *, top: int = TOP_CHUNKS, strategy: str = "generic"
) -> list[Passage]:
    """NewsRAG: the chunks of the news that are nearest in meaning to the query with its date."""
    return chunks.find(dated(query, day), day, top, strategy)


def web_rag(
    search: WebSearch, query: str, day: dt.date, *, top: int = TOP_CHUNKS, undated: bool = False
) -> list[Passage]:
    """WebRAG: the first results of a search for the query with its date, none later than its day.

    One without a date may be later, and is left out unless ``undated``.

    Raises:
        FetchError: the search cannot be made.
    """
    found = search(dated(query, day), day)
    kept = [r for r in found if (undated if r.day is None else r.day <= day)]
    return [Passage(r.day, _told(r), r.url) for r in kept[:top]]


def _told(result: WebResult) -> str:
    """Title and snippet, whichever there are; a title that the snippet begins with is said once."""
    if not result.title or result.snippet.casefold().startswith(result.title.casefold()):
        return result.snippet
    return f"{result.title}: {result.snippet}" if result.snippet else result.title
