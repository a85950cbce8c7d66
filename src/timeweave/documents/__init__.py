"""Bytes to documents: files, folders, JSON Lines, tables, feeds and dated triples, a module per format."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from timeweave.documents.jsonl import write_jsonl
    from timeweave.documents.native import document_from_json, document_to_json
    from timeweave.documents.reading import read

__all__ = ["document_from_json", "document_to_json", "read", "write_jsonl"]

_FROM = {"document_from_json": "native", "document_to_json": "native", "read": "reading", "write_jsonl": "jsonl"}


def __getattr__(name: str) -> Any:
    # questions read dates as documents do, and need not wait for what reads files
    if name in _FROM:
        return getattr(importlib.import_module(f"{__name__}.{_FROM[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
