"""What the routes of one server share, and how a request becomes a call of the facade in a thread."""

from __future__ import annotations

import functools
import json
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from fastapi import Depends, Path, Request
from starlette.responses import Response

from timeweave.knowledge_base import KnowledgeBase
from timeweave.server.access import Access
from timeweave.server.limits import Limits
from timeweave.server.observing import Metrics
from timeweave.server.pool import Pool
from timeweave.server.problems import RefusedError, unknown_parameters
from timeweave.server.stores import NAME, Namespace, Stores
from timeweave.server.tokens import Token
from timeweave.tracing import traced

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Serving:
    """A server's parts."""

    stores: Stores
    access: Access
    limits: Limits
    metrics: Metrics
    pool: Pool
    ready: threading.Event = field(default_factory=threading.Event)


def serving(request: Request) -> Serving:
    """The server that got the request."""
    found: Serving = request.app.state.serving
    return found


Server = Annotated[Serving, Depends(serving)]
BaseName = Annotated[
    str, Path(alias="name", pattern=NAME, description="The name of a knowledge base.", examples=["default"])
]


def admit(request: Request, scope: str, base: str | None = None) -> Token:
    """Let a caller in, or refuse; and so what asks for something that the route does not know."""
    token = serving(request).access.require(request, scope, base)
    request.scope["timeweave.token"] = token.id
    if request.query_params:
        known = [one.alias for one in request.scope["route"].dependant.query_params]
        if (problem := unknown_parameters(request.query_params, known)) is not None:
            raise RefusedError(problem)
    return token


@dataclass(frozen=True, slots=True)
class Base:
    """A knowledge base that a request is about, and may read or write."""

    server: Serving
    known: Namespace

    async def run(self, call: Callable[Concatenate[KnowledgeBase, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``call`` gives, in a thread."""
        return await self.server.pool.run(functools.partial(_traced, call, self.known.kb, *args, **kwargs))

    async def told(
        self, call: Callable[Concatenate[KnowledgeBase, P], Any], *args: P.args, **kwargs: P.kwargs
    ) -> Response:
        """The same as JSON, which is written in the thread too."""
        return await self.server.pool.run(functools.partial(_written, call, self.known.kb, *args, **kwargs))


async def _readable(request: Request, server: Server, name: BaseName) -> Base:
    admit(request, "read", name)
    return Base(server, await server.pool.run(server.stores.get, name))


async def _writable(request: Request, server: Server, name: BaseName) -> Base:
    admit(request, "write", name)
    return Base(server, await server.pool.run(server.stores.get, name))


Readable = Annotated[Base, Depends(_readable)]
Writable = Annotated[Base, Depends(_writable)]


def json_response(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response of JSON; what JSON has no number for is null."""
    return Response(to_bytes(document), status, headers, "application/json")


def to_bytes(document: Any) -> bytes:
    """``document`` as UTF-8; with lone surrogates as ASCII, which can hold them."""
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        text = json.dumps(_finite(document), ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text)).encode()


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, list | tuple) else value


def _traced(call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    with traced(getattr(call, "__name__", "call")):
        return call(*args, **kwargs)


def _written(call: Callable[..., Any], *args: Any, **kwargs: Any) -> Response:
    found = _traced(call, *args, **kwargs)
    with traced("write"):
        return json_response(found)
