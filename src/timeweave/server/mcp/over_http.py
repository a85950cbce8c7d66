"""The tools over streamable HTTP, at `/mcp` of the server: the same tokens, scopes, threads and ingests as its API.

Every request stands for itself, with no session: a token that is revoked opens nothing from then on.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextvars import ContextVar
from typing import TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import HTTPConnection
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from timeweave.documents.native import document_to_json
from timeweave.errors import NotFoundError, StoreError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document
from timeweave.server.ingesting import GIVEN
from timeweave.server.mcp.quoting import Quoter
from timeweave.server.mcp.tools import Outcome, mcp_server
from timeweave.server.observing import answer
from timeweave.server.problems import Problem, RefusedError, problem_of
from timeweave.server.serving import Serving
from timeweave.server.spool import OPEN, Upload
from timeweave.server.stores import DEFAULT, Namespace

PATH = "/mcp"
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_WAIT = 30.0  # seconds for a document to be taken in, after which its tool says that it waits
_LOOK = 0.05

_caller: ContextVar[HTTPConnection] = ContextVar("timeweave_mcp_caller")
T = TypeVar("T")


class ServedBases:
    """The knowledge bases of a server, for whoever sent the request that is being answered (`Bases`)."""

    def __init__(self, server: Serving) -> None:
        self._server = server

    async def read(self, kb: str | None, work: Callable[[KnowledgeBase], T]) -> T:
        """As `Bases.read`."""
        with _told():
            known = await self._known(kb, "read")
            return await self._server.pool.run(work, known.kb)

    async def add(self, kb: str | None, document: Document) -> Outcome:
        """As `Bases.add`: kept on disk, and waited for; what takes longer is "queued"."""
        with _told():
            known = await self._known(kb, "write")
            line = json.dumps(document_to_json(document)) + "\n"
            upload = Upload([(".jsonl", GIVEN, io.BytesIO(line.encode("ascii")))], 1, {}, None, None)
            job, _ = await self._server.pool.run(known.spool.put, upload)
            known.worker.wake()
            until = time.monotonic() + _WAIT
            while job.state in OPEN and time.monotonic() < until:
                await asyncio.sleep(_LOOK)
        if job.state in OPEN:
            return "queued"
        if job.error or job.failed:
            raise ToolError(Quoter().text(job.error or job.failed[0]["error"]))
        if job.replaced:
            return "replaced"
        return "added" if job.added else "unchanged"

    async def _known(self, kb: str | None, scope: str) -> Namespace:
        token = self._server.access.require(_caller.get(), scope, kb)
        names = [name for name in await self._server.pool.run(self._server.stores.names) if token.reaches(name)]
        named = kb if kb is not None else names[0] if len(names) == 1 else DEFAULT
        if named not in names:
            wrong = "it is not said which knowledge base" if kb is None else f"no knowledge base {kb[:80]!r}"
            raise NotFoundError(f"{wrong}: name one of those that there are as kb: {', '.join(names) or 'none'}")
        return await self._server.pool.run(self._server.stores.get, named)


class Endpoint:
    """The application behind `PATH`."""

    def __init__(self, server: Serving, origins: Collection[str], *, only_loopback: bool) -> None:
        self.route = Route(PATH, self)
        self._access = server.access
        self._server = mcp_server(ServedBases(server))
        self._server.streamable_http_app(
            stateless_http=True,
            json_response=True,
            transport_security=_security(origins, only_loopback=only_loopback),
            max_request_body_size=server.limits.body,
        )

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answer while the block lasts."""
        async with self._server.session_manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request of a caller who may read; what a tool does asks for more."""
        caller = HTTPConnection(scope)
        scope["route"] = self.route  # as those of the API, to be counted and traced by
        try:
            scope["timeweave.token"] = self._access.require(caller, "read").id
        except RefusedError as refused:
            await answer(refused.problem, send)
            return
        mark = _caller.set(caller)
        try:
            await self._server.session_manager.handle_request(scope, receive, send)
        finally:
            _caller.reset(mark)


def _security(origins: Collection[str], *, only_loopback: bool) -> TransportSecuritySettings:
    """Against names and pages of others that lead here; a server with tokens may have any name, and its own guard looks
    at the origins (`server.guarding`).
    """
    hosts = [f"{host}{port}" for host in _HOSTS for port in ("", ":*")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=only_loopback,
        allowed_hosts=hosts,
        allowed_origins=[*(f"http://{host}" for host in hosts), *origins],
    )


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What the server refuses and what its stores fail at, as errors of the tool that name no folder of its."""
    try:
        yield
    except RefusedError as refused:
        raise _error(refused.problem) from None
    except StoreError as error:
        raise _error(problem_of(error)) from None


def _error(problem: Problem) -> ToolError:
    detail = problem.detail if problem.detail.endswith(problem.remedy) else f"{problem.detail}: {problem.remedy}"
    return ToolError(Quoter().text(detail))
