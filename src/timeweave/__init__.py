"""Dated documents in, an evolving temporal knowledge graph kept, questions about *when* answered with citations.

import timeweave

with timeweave.open("my-kb") as kb:
    kb.add("docs/")
    print(kb.ask("Who was chief executive in 2023?", as_of="2024-05-01").answer)

`open` gives a `KnowledgeBase`; its `ask` an `Answer`, its `search` a `SearchResult`, its `add` an `AddResult`.
Everything that is raised is a `TimeweaveError`; `timeweave.errors` draws the whole tree.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from timeweave.errors import InputError, ModelError, StoreError, TimeweaveError, TimeweaveWarning, UsageError
from timeweave.records import Citation, Document

if TYPE_CHECKING:
    from timeweave.knowledge_base import KnowledgeBase
    from timeweave.opening import open_knowledge_base as open  # noqa: A004 - `timeweave.open` is the name users type
    from timeweave.outcomes import AddEstimate, AddResult, Failure
    from timeweave.overviews import Stats, Timeline
    from timeweave.results import Answer, Evidence, SearchResult, Value
    from timeweave.temporal.interval import Interval

__all__ = [
    "AddEstimate",
    "AddResult",
    "Answer",
    "Citation",
    "Document",
    "Evidence",
    "Failure",
    "InputError",
    "Interval",
    "KnowledgeBase",
    "ModelError",
    "SearchResult",
    "Stats",
    "StoreError",
    "Timeline",
    "TimeweaveError",
    "TimeweaveWarning",
    "UsageError",
    "Value",
    "open",
]

_LAZY = {
    "AddEstimate": ("timeweave.outcomes", "AddEstimate"),
    "AddResult": ("timeweave.outcomes", "AddResult"),
    "Answer": ("timeweave.results", "Answer"),
    "Evidence": ("timeweave.results", "Evidence"),
    "Failure": ("timeweave.outcomes", "Failure"),
    "Interval": ("timeweave.temporal.interval", "Interval"),
    "KnowledgeBase": ("timeweave.knowledge_base", "KnowledgeBase"),
    "SearchResult": ("timeweave.results", "SearchResult"),
    "Stats": ("timeweave.overviews", "Stats"),
    "Timeline": ("timeweave.overviews", "Timeline"),
    "Value": ("timeweave.results", "Value"),
    "open": ("timeweave.opening", "open_knowledge_base"),
}


def __getattr__(name: str) -> Any:
    # the facade pulls in every layer; a caller that only wants the calendar should not wait for it
    if name in _LAZY:
        module, attribute = _LAZY[name]
        return getattr(importlib.import_module(module), attribute)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
