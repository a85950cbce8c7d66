"""An answer as server-sent events: what is under way, then what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request
from starlette.responses import Response, StreamingResponse

from timeweave.errors import TimeweaveError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.server import operations
from timeweave.server.problems import RefusedError, problem_of
from timeweave.server.serving import Base, to_bytes
from timeweave.server.shapes import AskRequest

EVENTS = "text/event-stream"
_PULSE = 10.0  # seconds of silence, after which proxies might take it for dead


def wants_events(request: Request) -> bool:
    """Whether a client would have an answer as events."""
    return EVENTS in request.headers.get("accept", "")


def streamed(request: Request, base: Base, asked: AskRequest) -> Response:
    """The answer as events: ``progress`` with its stage, then ``answer`` or ``error``."""
    del request
    asked.options()  # what cannot be read is refused before there is any event
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_events(base, asked), media_type=EVENTS, headers=headers)


async def _events(base: Base, asked: AskRequest) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    begun = asyncio.Event()

    def call(kb: KnowledgeBase) -> bytes:
        loop.call_soon_threadsafe(begun.set)
        return to_bytes(operations.ask(kb, asked))

    yield _event("progress", {"stage": "waiting"})
    work = asyncio.ensure_future(base.run(call))
    start = asyncio.ensure_future(begun.wait())
    try:
        await asyncio.wait([work, start], return_when=asyncio.FIRST_COMPLETED)
        if begun.is_set():
            yield _event("progress", {"stage": "answering"})
        while not (await asyncio.wait([work], timeout=_PULSE))[0]:
            yield b": at work\n\n"
        yield b"event: answer\ndata: " + work.result() + b"\n\n"
    except RefusedError as refused:
        yield _event("error", refused.problem.to_json())
    except TimeweaveError as error:
        yield _event("error", problem_of(error).to_json())
    finally:
        start.cancel()
        work.cancel()


def _event(kind: str, data: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: ".encode() + to_bytes(data) + b"\n\n"
