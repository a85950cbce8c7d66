"""What stands before all routes: who may call from where, how large a body is, how long it takes, headers that
protect those who read what comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from timeweave.server.limits import Limits
from timeweave.server.observing import answer
from timeweave.server.problems import Problem, RefusedError

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_LINES = [(name.encode(), said.encode()) for name, said in _HEADERS.items()]
GONE = "timeweave.gone"
"""Where the scope of a request holds a future that is done when its client has gone away."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class Headers:
    """Adds to every response what keeps browsers from making anything else of it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(line for line in _LINES if line[0] not in said)]
            await send(message)

        await self._app(scope, receive, guarded)


class Origins:
    """Turns away pages of other sites, and on loopback every name that is not this machine's own: a name that anybody
    owns may be made to lead here (DNS rebinding), and a browser sends simple requests anywhere.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str], *, only_loopback: bool) -> None:
        self._app = app
        self._origins = frozenset(origins)
        self._only_loopback = only_loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] == "http" and (problem := self._problem(scope)) is not None:
            await answer(problem, send)
            return
        await self._app(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        headers = {name: said.decode("latin-1") for name, said in scope["headers"]}
        host = headers.get(b"host", "")
        try:
            name = urlsplit(f"//{host}").hostname or ""
            origin = urlsplit(headers.get(b"origin", "")).netloc
        except ValueError:
            return Problem(400, "bad-host", "the Host or Origin header is no address", "send the server's own")
        if self._only_loopback and name not in LOOPBACK:
            detail = f"this server is called by another name than its own: {name[:80]!r}"
            return Problem(421, "misdirected", detail, "call it 127.0.0.1 or localhost")
        said = headers.get(b"origin")
        if said is not None and origin != host and said not in self._origins:
            detail = f"pages of {said[:80]!r} may not use this server"
            return Problem(403, "other-origin", detail, "have the operator name the origin with --allow-origin")
        return None


class Bounds:
    """Turns away bodies that are too large or too slow, gives up readers that do not read, and notices those who go
    away: `GONE` of the scope is done then.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = _Client(receive)
        scope[GONE] = client.gone
        limits = self._limits
        most = limits.upload if scope["path"].endswith("/documents") else limits.body
        loop = asyncio.get_running_loop()
        due = loop.time() + limits.body_seconds
        got, begun = 0, False

        async def bounded() -> Message:
            nonlocal got
            if client.is_whole:
                return await client.left()
            try:
                message = await asyncio.wait_for(client.receive(), max(0.0, due - loop.time()))
            except TimeoutError:
                detail = f"the body did not arrive within {limits.body_seconds:g} s"
                raise RefusedError(Problem(408, "slow-body", detail, "send it faster, or in parts")) from None
            got += len(message.get("body", b""))
            if got > most:
                raise RefusedError(_too_large(most))
            return message

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await asyncio.wait_for(send(message), limits.body_seconds)

        try:
            if _announced(scope) > most:
                raise RefusedError(_too_large(most))
            if not _has_body(scope):
                await client.begin()
            await self._app(scope, bounded, watched)
        except RefusedError as refused:
            if not begun:
                await answer(refused.problem, send)
        finally:
            client.rest()


class _Client:
    """Who sends a request: its body as it comes, and behind that whether it is still there."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._first: Message | None = None
        self._watch: asyncio.Task[Message] | None = None
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def is_whole(self) -> bool:
        """Whether all of the body was handed on."""
        return self._first is None and self._watch is not None

    async def begin(self) -> None:
        """Take what comes first, which is all of a request that has no body, and watch from now on."""
        self._first = await self.receive()

    async def receive(self) -> Message:
        """The next part of the body."""
        if self._first is not None:
            message, self._first = self._first, None
            return message
        message = await self._receive()
        if message["type"] != "http.request" or not message.get("more_body", False):
            self._watch = asyncio.ensure_future(self._until_gone())
        return message

    async def left(self) -> Message:
        """What comes when it goes away."""
        assert self._watch is not None
        return await asyncio.shield(self._watch)

    def rest(self) -> None:
        """Watch no more."""
        if self._watch is not None:
            self._watch.cancel()

    async def _until_gone(self) -> Message:
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                if not self.gone.done():
                    self.gone.set_result(None)
                return message


def _has_body(scope: Scope) -> bool:
    return _announced(scope) > 0 or any(name == b"transfer-encoding" for name, _ in scope["headers"])


def _announced(scope: Scope) -> int:
    said = next((v for k, v in scope["headers"] if k == b"content-length"), b"0")
    return int(said) if said.isdigit() else 0


def _too_large(most: int) -> Problem:
    return Problem(413, "too-large", f"the body has more than {most:,} bytes", "send it in parts")
