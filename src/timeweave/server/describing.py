"""How the OpenAPI document tells what a server takes and gives: tokens, responses with examples, problems."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from fastapi import Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel

EXAMPLES: dict[str, Any] = json.loads((files("timeweave.server") / "examples.json").read_text(encoding="utf-8"))
"""What a response of each kind looks like."""
WITH_TOKEN = [
    Security(
        HTTPBearer(
            scheme_name="token",
            description="What `timeweave token create` shows; a server that is started with --no-auth needs none.",
            auto_error=False,  # `server.access` says what is wrong
        )
    )
]
"""The dependencies of routes that a token is needed for."""

_PROBLEM = {
    "type": "object",
    "examples": [EXAMPLES["Problem"]],
    "required": ["type", "title", "status", "detail", "remedy"],
    "properties": {
        "type": {"type": "string", "examples": ["urn:timeweave:problem:not-found"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "remedy": {"type": "string", "description": "What to do about it."},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
}
_WORDS = {
    400: "The request is not HTTP as it should be.",
    401: "No token, or none that is valid.",
    403: "The token may not, or a page of another site asks.",
    404: "There is nothing like that.",
    405: "Not with this method.",
    408: "The body came too slowly.",
    409: "It goes against what is there.",
    413: "The body is too large.",
    415: "Not in this media type.",
    421: "The server is called by another name than its own.",
    422: "It was read, and cannot be done so; says which part and what to do.",
    429: "Too many requests; says when there may be more.",
    501: "The server lacks a package.",
    503: "Not now.",
    507: "No space is left.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": words, "content": {"application/problem+json": {"schema": _PROBLEM}}}
    for status, words in _WORDS.items()
}


def described(model: type[BaseModel], words: str, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The response of a route, for its ``responses``."""
    shown = {"application/json": {"example": EXAMPLES[model.__name__]}}
    return {status: {"model": model, "description": words, "content": shown}}
