"""Routes that change a knowledge base: documents in and out, and the ingests that take them in."""

from __future__ import annotations

import asyncio
import io
import json
import re
import time
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import Response

from timeweave.errors import UsageError
from timeweave.records import Markup
from timeweave.server import operations, told
from timeweave.server.describing import WITH_TOKEN, described
from timeweave.server.ingesting import GIVEN
from timeweave.server.problems import Problem, RefusedError, quoted
from timeweave.server.serving import Base, Readable, Writable, json_response
from timeweave.server.shapes import DocumentsRequest
from timeweave.server.spool import OPEN, Job, Upload, unkept

router = APIRouter(prefix="/v1/kb/{name}", tags=["documents"], dependencies=WITH_TOKEN)

_SUFFIX = re.compile(r"(?:\.[a-z0-9]{1,10})?(?:\.gz)?", re.ASCII)
_LOOK = 0.05  # seconds between two looks at an ingest that is waited for
_LONGEST_NAME = 500

Key = Annotated[
    str | None,
    Header(alias="Idempotency-Key", max_length=200, description="The same request under the same key is done once."),
]
Wait = Annotated[float, Query(ge=0, le=60, description="Seconds to wait for the end of it.")]

_TAKEN = {
    **described(told.Ingest, "It is on disk, and is taken in in turn.", 202),
    **described(told.Ingest, "It is over."),
}
_FORM = {
    "type": "object",
    "required": ["files"],
    "properties": {
        "files": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
        "mapping": {"type": "string", "description": "An object of names as JSON: of our fields to yours."},
        "markup": {"type": "string", "enum": [one.value for one in Markup]},
    },
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": DocumentsRequest.model_json_schema()},
            "multipart/form-data": {"schema": _FORM},
        },
    }
}


@router.post("/documents", status_code=202, responses=_TAKEN, openapi_extra=_BODY)
async def add(request: Request, base: Writable, wait: Wait = 0.0, key: Key = None) -> Response:
    """Add documents: as JSON, or as files in a form. What is acknowledged is on disk, and is taken in in turn."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if kind == "multipart/form-data":
        upload, form = await _of_form(request, base, key)
        try:
            job, _ = await base.server.pool.run(base.known.spool.put, upload)
        finally:
            await form.close()
    elif kind in ("application/json", ""):
        job, _ = await base.server.pool.run(base.known.spool.put, _of_json(await request.body(), key))
    else:
        detail = f"documents do not come as {quoted(kind)}"
        raise RefusedError(Problem(415, "media-type", detail, "send application/json or multipart/form-data"))
    base.known.worker.wake()
    until = time.monotonic() + wait
    while job.state in OPEN and time.monotonic() < until:
        await asyncio.sleep(_LOOK)
    place = f"/v1/kb/{base.known.name}/ingests/{job.id}"
    return json_response(job.to_json(), 202 if job.state in OPEN else 200, {"Location": place})


@router.delete("/documents/{id:path}", responses=described(told.Removed, "It is gone."))
async def remove(base: Writable, id: str) -> Response:  # noqa: A002 - the name in the address
    """Erase a document and all that only it supported."""
    gone = await base.told(operations.remove, id)
    base.known.spool.forget()
    return gone


@router.get("/ingests", responses=described(told.Ingests, "The ingests."))
async def ingests(base: Readable, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> Response:
    """The ingests that are known, the newest first."""
    return json_response({"items": [job.to_json() for job in base.known.spool.jobs()[:limit]]})


@router.get("/ingests/{id}", responses=described(told.Ingest, "The ingest."))
async def ingest(base: Readable, id: str) -> Response:  # noqa: A002 - the name in the address
    """How far an ingest is."""
    return json_response(base.known.spool.get(id).to_json())


@router.delete("/ingests/{id}", responses=described(told.Ingest, "The ingest, which is over."))
async def cancel(base: Writable, id: str) -> Response:  # noqa: A002 - the name in the address
    """End an ingest; what was added of it stays."""
    job: Job = await base.server.pool.run(base.known.spool.cancel, id)
    return json_response(job.to_json())


def _of_json(body: bytes, key: str | None) -> Upload:
    try:
        given = DocumentsRequest.model_validate_json(body)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False, include_context=False)) from None
    _require_markup(given.markup)
    lines = "".join(json.dumps(one) + "\n" for one in given.documents).encode("ascii")
    files = [(".jsonl", GIVEN, io.BytesIO(lines))]
    return Upload(files, len(given.documents), given.mapping, given.markup, key)


async def _of_form(request: Request, base: Base, key: str | None) -> tuple[Upload, FormData]:
    try:
        form = await request.form(max_files=base.server.limits.files, max_fields=20)
    except OSError as error:  # large parts go to a temporary file
        raise unkept(error, base.known.spool.folder) from None
    except RefusedError:
        raise
    except HTTPException as error:
        detail = f"the form cannot be read: {error.detail}"
        raise RefusedError(Problem(422, "bad-form", detail, "mend the form")) from None
    files = [one for name, one in form.multi_items() if name == "files" and isinstance(one, UploadFile)]
    if not files:
        raise UsageError("the form holds no files: send each as a part called 'files'")
    markup = _text(form.get("markup"))
    _require_markup(markup)
    named = [(*_name(one.filename or "", number), one.file) for number, one in enumerate(files, 1)]
    return Upload(named, len(files), _mapping(_text(form.get("mapping"))), markup, key), form


def _name(given: str, number: int) -> tuple[str, str]:
    """The suffix that a file is kept under, and the name that it is known by: neither leads anywhere."""
    name = "".join(c if c.isprintable() else "_" for c in given.replace("\\", "/")).strip()[-_LONGEST_NAME:]
    name = "/".join(part for part in name.split("/") if part not in ("", ".", "..")) or f"file-{number}"
    found = re.search(r"(?:\.[^./]*)?(?:\.gz)?$", name.casefold())
    suffix = found[0] if found is not None else ""
    return (suffix if _SUFFIX.fullmatch(suffix) else ""), name


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _mapping(text: str | None) -> dict[str, str]:
    try:
        found: Any = {} if text is None else json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(said, str) for said in found.values()):
        raise UsageError(f'mapping: {quoted(text)} is no object of names: send {{"text": "body"}}')
    return found


def _require_markup(markup: str | None) -> None:
    known = [one.value for one in Markup]
    if markup is not None and markup not in known:
        raise UsageError(f"markup: texts are not written as {quoted(markup)}: say one of {', '.join(known)}")
