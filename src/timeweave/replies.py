"""What a model's server may send back: bounded in bytes and in time, whatever it is; counts that can be true."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 64 * 2**20
"""Of one reply. The largest that is meant, 256 vectors of 4,096 numbers, has a third of that."""

MOST_TOKENS = 10_000_000
"""Of one call, prompt or completion: more than the context of any model. A count beyond it is a slip or a lie."""

_PLAIN = "identity"


def counted(tokens: object) -> int | None:
    """The number of tokens that a server says to have counted; ``None`` where it cannot be one.

    What is kept of it goes into sums of budgets and into 64-bit columns.
    """
    return tokens if type(tokens) is int and 0 <= tokens <= MOST_TOKENS else None


def bound_replies(client: httpx2.Client | httpx2.AsyncClient, seconds: float) -> None:
    """Let ``client`` break a reply off that has more than `MOST_BYTES` or takes longer than ``seconds`` to come.

    Replies are asked for as they are, and refused where they come packed: a few bytes may stand for gigabytes.

    Raises, when a reply is read:
        httpx2.ReadError: it is too long, or packed.
        httpx2.ReadTimeout: it takes too long.
    """
    import httpx2

    bounded = _bounded()

    def bound(response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", _PLAIN) != _PLAIN:
            raise httpx2.ReadError("the reply is packed although it was asked for as it is")
        response.stream = bounded(response.stream, time.monotonic() + seconds)

    async def bound_async(response: httpx2.Response) -> None:
        bound(response)

    client.headers["accept-encoding"] = _PLAIN
    client.event_hooks["response"].append(bound if isinstance(client, httpx2.Client) else bound_async)


@cache
def _bounded() -> type:
    """The class of the streams, made where the library of the extra `llm` is there to be loaded."""
    import httpx2

    class Bounded(httpx2.SyncByteStream, httpx2.AsyncByteStream):
        """A reply's bytes, counted as they come."""

        def __init__(self, stream: Any, until: float) -> None:
            self._stream = stream
            self._left = MOST_BYTES
            self._until = until

        def __iter__(self) -> Iterator[bytes]:
            yield from map(self._count, self._stream)

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for part in self._stream:
                yield self._count(part)

        def _count(self, part: bytes) -> bytes:
            self._left -= len(part)
            if self._left < 0:
                raise httpx2.ReadError(f"the reply has more than {MOST_BYTES >> 20} MiB")
            if time.monotonic() > self._until:
                raise httpx2.ReadTimeout("the reply does not end")
            return part

        def close(self) -> None:
            self._stream.close()

        async def aclose(self) -> None:
            await self._stream.aclose()

    return Bounded
