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
    name: module
    for module, names in {
        "timeweave.knowledge_base": ("KnowledgeBase",),
        "timeweave.opening": ("open",),
        "timeweave.outcomes": ("AddEstimate", "AddResult", "Failure"),
        "timeweave.overviews": ("Stats", "Timeline"),
        "timeweave.results": ("Answer", "Evidence", "SearchResult", "Value"),
        "timeweave.temporal.interval": ("Interval",),
    }.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    # the facade pulls in every layer; a caller that only wants the calendar should not wait for it
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), "open_knowledge_base" if name == "open" else name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
