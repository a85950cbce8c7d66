"""The application: its routes, what stands before them, and how errors become problems."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response

from timeweave.errors import TimeweaveError
from timeweave.server.describing import PROBLEMS
from timeweave.server.guarding import Bounds, Headers, Origins
from timeweave.server.mcp.over_http import Endpoint
from timeweave.server.observing import Observing
from timeweave.server.problems import MEDIA_TYPE, Problem, RefusedError, http_problem, invalid, problem_of
from timeweave.server.routes import about, reading, writing
from timeweave.server.serving import Serving

_SILENT: Any = {"tracing": False, "logs": False, "metrics": False}
"""The framework's own spans hold addresses, its logs errors in their words, which name what was asked for; `observing`
tells of requests without. Versions that have no telemetry of their own take no notice.
"""


def make_app(server: Serving, origins: Collection[str] = (), *, only_loopback: bool = False) -> FastAPI:
    """The application of ``server``; pages of ``origins`` may use it, besides its own."""
    tools = Endpoint(server, origins, only_loopback=only_loopback)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with tools.running():
            yield
        server.pool.close()

    app = FastAPI(
        title="Timeweave",
        version=_version(),
        summary="Dated documents in, a temporal knowledge graph kept, questions about when answered with citations.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        responses=PROBLEMS,
        telemetry=_SILENT,
    )
    app.state.serving = server
    app.state.page = about.page_files()
    for router in (about.router, reading.router, writing.router):
        app.include_router(router)
    app.router.routes.append(tools.route)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(TimeweaveError, _failed)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _of_http)
    # the last added stands before the others
    app.add_middleware(Bounds, limits=server.limits)
    if origins:
        methods = ["GET", "POST", "PUT", "DELETE"]
        allowed = ["Authorization", "Content-Type", "Idempotency-Key"]
        app.add_middleware(CORSMiddleware, allow_origins=list(origins), allow_methods=methods, allow_headers=allowed)
    app.add_middleware(Origins, origins=origins, only_loopback=only_loopback)
    app.add_middleware(Observing, metrics=server.metrics)
    app.add_middleware(Headers)
    return app


def problem_response(problem: Problem) -> Response:
    """A problem as a response."""
    return Response(problem.body(), problem.status, dict(problem.headers), MEDIA_TYPE)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return problem_response(error.problem)


async def _failed(_: Request, error: Exception) -> Response:
    assert isinstance(error, TimeweaveError)
    return problem_response(problem_of(error))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(invalid(list(error.errors())))


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = f"nothing is served at {request.url.path[:80]!r}" if error.status_code == 404 else str(error.detail)
    return problem_response(http_problem(error.status_code, detail, error.headers))


def _version() -> str:
    try:
        return version("timeweave")
    except PackageNotFoundError:
        return "0"
