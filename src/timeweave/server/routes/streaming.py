"""An answer as server-sent events: what is under way, the words of a model as they come, then what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
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


def streamed(base: Base, asked: AskRequest) -> Response:
    """The answer as events: ``progress`` with its stage, ``words`` of a model where one writes it, then ``answer`` or
    ``error``.
    """
    asked.options()  # what cannot be read is refused before there is any event
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_events(base, asked), media_type=EVENTS, headers=headers)


async def _events(base: Base, asked: AskRequest) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    coming: asyncio.Queue[bytes | None] = asyncio.Queue()

    def call(kb: KnowledgeBase) -> bytes:
        tell("progress", {"stage": "answering"})
        return to_bytes(operations.ask(kb, asked, hear))

    def hear(text: str, *, anew: bool) -> None:
        tell("words", {"text": text, "anew": anew})

    def tell(kind: str, data: dict[str, Any]) -> None:
        with suppress(RuntimeError):  # the server has stopped, and nobody hears
            loop.call_soon_threadsafe(coming.put_nowait, _event(kind, data))

    yield _event("progress", {"stage": "waiting"})
    work = asyncio.ensure_future(base.run(call))
    work.add_done_callback(lambda _: coming.put_nowait(None))
    try:
        async for event in _until_over(coming):
            yield event
        yield b"event: answer\ndata: " + work.result() + b"\n\n"
    except RefusedError as refused:
        yield _event("error", refused.problem.to_json())
    except TimeweaveError as error:
        yield _event("error", problem_of(error).to_json())
    finally:
        work.cancel()


async def _until_over(coming: asyncio.Queue[bytes | None]) -> AsyncIterator[bytes]:
    """The events up to ``None``, with a sign of life where there is none for long."""
    while True:
        try:
            event = await asyncio.wait_for(coming.get(), _PULSE)
        except TimeoutError:
            event = b": at work\n\n"
        if event is None:
            return
        yield event


def _event(kind: str, data: dict[str, Any]) -> bytes:
    return f"event: {kind}\ndata: ".encode() + to_bytes(data) + b"\n\n"
