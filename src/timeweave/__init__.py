"""Dated documents in, an evolving temporal knowledge graph kept, questions about *when* answered with citations.

import timeweave

with timeweave.open("my-kb") as kb:
    kb.add("docs/")
    print(kb.ask("Who was chief executive in 2023?", as_of="2024-05-01").answer)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from timeweave.records import Document

if TYPE_CHECKING:
    from timeweave.knowledge_base import KnowledgeBase
    from timeweave.opening import open_knowledge_base as open  # noqa: A004 - `timeweave.open` is the name users type

__all__ = ["Document", "KnowledgeBase", "open"]

_LAZY = {
    "KnowledgeBase": ("timeweave.knowledge_base", "KnowledgeBase"),
    "open": ("timeweave.opening", "open_knowledge_base"),
}


def __getattr__(name: str) -> Any:
    # the facade pulls in every layer; a caller that only wants the calendar should not wait for it
    if name in _LAZY:
        module, attribute = _LAZY[name]
        return getattr(importlib.import_module(module), attribute)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
