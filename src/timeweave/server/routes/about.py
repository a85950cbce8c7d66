"""Routes about the server: its knowledge bases, its health, its page."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from timeweave.errors import TimeweaveError
from timeweave.server import operations, told
from timeweave.server.describing import WITH_TOKEN, described
from timeweave.server.problems import Problem, RefusedError, http_problem
from timeweave.server.serving import BaseName, Server, admit, json_response
from timeweave.server.stores import Stores

router = APIRouter()

_TEXT = {"text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml"}
_INDEX = "index.html"
_MADE = {**described(told.Made, "It was made.", 201), **described(told.Made, "It was there.")}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page."""

    data: bytes
    media_type: str
    tag: str


def page_files(folder: Traversable | None = None) -> Mapping[str, Asset]:
    """The files of the page by name, read once: no address leads to any other."""
    found: dict[str, Asset] = {}
    _gather(folder or files("timeweave.server") / "page", "", found)
    return found


def _gather(folder: Traversable, before: str, found: dict[str, Asset]) -> None:
    if not folder.is_dir():
        return
    for item in folder.iterdir():
        name = f"{before}{item.name}"
        if item.is_dir():
            _gather(item, f"{name}/", found)
        elif not item.name.startswith((".", "_")) and not item.name.endswith(".py"):
            data = item.read_bytes()
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            charset = "; charset=utf-8" if kind in _TEXT else ""
            tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
            found[name.removeprefix("assets/")] = Asset(data, kind + charset, tag)


@router.get("/", include_in_schema=False)
async def page(request: Request) -> Response:
    """The web page."""
    return _asset(request, _INDEX)


@router.get("/assets/{name:path}", include_in_schema=False)
async def asset(request: Request, name: str) -> Response:
    """A file of the page."""
    return _asset(request, name)


def _asset(request: Request, name: str) -> Response:
    found: Asset | None = request.app.state.page.get(name)
    if found is None:
        raise RefusedError(http_problem(404, f"nothing is served at {request.url.path[:80]!r}"))
    headers = {"etag": found.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.data, headers=headers, media_type=found.media_type)


@router.get("/healthz", responses=described(told.Status, "It answers."), tags=["server"])
async def healthz() -> Response:
    """Whether the server answers."""
    return json_response({"status": "ok"})


@router.get("/readyz", responses=described(told.Status, "It serves."), tags=["server"])
async def readyz(server: Server) -> Response:
    """Whether it can serve: models are warm, knowledge bases are open, what is sent can be kept."""
    if not server.ready.is_set():
        raise RefusedError(Problem(503, "not-ready", "the server is starting", "wait a moment", {"Retry-After": "1"}))
    if not await server.pool.run(_is_sound, server.stores):
        raise RefusedError(Problem(503, "not-ready", "a knowledge base cannot be read or written", "tell the operator"))
    return json_response({"status": "ready"})


def _is_sound(stores: Stores) -> bool:
    """Whether each store that is open can be read, and its spool be written."""
    for known in stores.opened.values():
        try:
            known.kb.documents(as_of="0001-01-01")
            probe = known.spool.folder / ".probe"
            probe.write_bytes(b"")
            probe.unlink(missing_ok=True)
        except Exception:  # noqa: BLE001 - whatever it is, it is not ready
            return False
    return True


@router.get("/metrics", response_class=PlainTextResponse, tags=["server"], dependencies=WITH_TOKEN)
async def metrics(request: Request, server: Server) -> Response:
    """Counts for Prometheus: of the process, and of the knowledge bases that the token is for."""
    token = admit(request, "read")
    page = await server.pool.run(server.metrics.page, server.stores, token)
    return Response(page, media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get(
    "/v1/kb",
    responses=described(told.KnowledgeBases, "Those that may be read."),
    tags=["knowledge bases"],
    dependencies=WITH_TOKEN,
)
async def bases(request: Request, server: Server) -> Response:
    """The knowledge bases that the caller may read."""
    token = admit(request, "read")
    names = [name for name in await server.pool.run(server.stores.names) if token.reaches(name)]
    return json_response({"items": await server.pool.run(_overviews, server.stores, names), "scope": token.scope})


def _overviews(stores: Stores, names: list[str]) -> list[dict[str, Any]]:
    found = []
    for name in names:
        try:
            found.append(operations.overview(name, stores.get(name).kb))
        except TimeweaveError:  # the others are told all the same
            found.append({"name": name, "documents": None, "time_range": None})
    return found


@router.put("/v1/kb/{name}", status_code=201, responses=_MADE, tags=["knowledge bases"], dependencies=WITH_TOKEN)
async def make(request: Request, server: Server, name: BaseName) -> Response:
    """Make an empty knowledge base."""
    admit(request, "admin", name)
    made = await server.pool.run(server.stores.make, name)
    return json_response({"name": name, "made": made}, 201 if made else 200)


@router.delete(
    "/v1/kb/{name}", responses=described(told.Deleted, "It is gone."), tags=["knowledge bases"], dependencies=WITH_TOKEN
)
async def drop(request: Request, server: Server, name: BaseName) -> Response:
    """Delete a knowledge base with all that is in it."""
    admit(request, "admin", name)
    await server.pool.run(server.stores.drop, name, server.limits.drain)
    return json_response({"name": name, "deleted": True})
