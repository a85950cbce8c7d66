"""One knowledge base over standard input and output, for a client that starts the server itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from timeweave.errors import DocumentError, NotFoundError, StoreError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document
from timeweave.server.mcp.tools import Outcome, mcp_server

T = TypeVar("T")
DEFAULT = "default"
_AT_ONCE = 4


class OneBase:
    """The knowledge base called ``default``, whose caller started the process and may do anything."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._base = base
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def read(self, kb: str | None, work: Callable[[KnowledgeBase], T]) -> T:
        """As `Bases.read`."""
        _require(kb)
        async with self._places:
            return await asyncio.to_thread(work, self._base)

    async def add(self, kb: str | None, document: Document) -> Outcome:
        """As `Bases.add`; it is stored when this returns."""
        _require(kb)
        async with self._places:
            return await asyncio.to_thread(added, self._base, document)


def added(base: KnowledgeBase, document: Document) -> Outcome:
    """Add one document, and say what became of it.

    Raises:
        DocumentError: it cannot be read.
        StoreError: it was not stored.
    """
    result = base.add([document], workers=1)
    if result.failed:
        raise DocumentError(result.failed[0].error, source=document.id)
    if result.stopped is not None:
        raise StoreError(result.stopped)
    if result.replaced:
        return "replaced"
    return "added" if result.added else "unchanged"


def _require(kb: str | None) -> None:
    if kb not in (None, DEFAULT):
        raise NotFoundError(f"no knowledge base {kb!r}: leave kb out, there is one only")


def serve_stdio(base: KnowledgeBase) -> None:
    """Answer on standard input and output until the client goes."""
    asyncio.run(mcp_server(OneBase(base)).run_stdio_async())
