"""A request to what the endpoint says to it: the rules' answer, and what a misbehaviour makes of it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import format_datetime
from typing import Any

from modelserver.conversation import Request
from modelserver.evidence import NO_ANSWER
from modelserver.gullible import obeyed
from modelserver.misbehaving import Fault, Misbehaviour
from modelserver.tasks import Answerer, reconsidered
from modelserver.ungrounded import ungrounded
from timeweave.language.tokens import count_tokens, token_spans

REFUSAL = "I'm sorry, but I can't help with that."
_LEAST_CUT = 2  # characters that a cut answer keeps


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back: the text of an answer, or an error with its status.

    ``finish`` is the finish reason of the wire. ``hangs`` and ``closes`` say that the connection gives nothing, or
    breaks in the middle; ``seconds`` how long it waits.
    """

    text: str = ""
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    error: Mapping[str, Any] | None = None
    headers: Mapping[str, str] | None = None
    hangs: bool = False
    closes: bool = False
    seconds: float = 0.0

    @property
    def completion_tokens(self) -> int:
        """Tokens of what is said."""
        return count_tokens(self.text) + count_tokens(self.refusal or "")


_SILENT = {
    Fault.EMPTY: Reply(""),
    Fault.REFUSAL: Reply("", refusal=REFUSAL),
    Fault.FILTERED: Reply("", finish="content_filter"),
}


def failed(status: int, message: str, code: str, headers: Mapping[str, str] | None = None) -> Reply:
    """An error in the form in which providers tell it."""
    return Reply(
        status=status,
        error={
            "message": message,
            "type": "invalid_request_error" if status < 429 else code,
            "param": None,
            "code": code,
        },
        headers=headers,
    )


def reply(request: Request, tasks: Mapping[str, Answerer], misbehaviour: Misbehaviour | None, key: str) -> Reply:
    """The reply to ``request``; ``key`` is what the client authorised itself with."""
    if misbehaviour is not None and (error := _error(misbehaviour, request, key)) is not None:
        return error
    answerer = tasks.get(request.task)
    if answerer is None:
        asked = f"task {request.task!r}" if request.task else "a system message without a line 'Task: NAME/VERSION'"
        return failed(400, f"{asked}: this endpoint knows {', '.join(sorted(tasks))}", "unknown_task")
    value = reconsidered(answerer(request.sections), request)
    said = misbehaviour and _misbehaved(misbehaviour, value, request)
    return _bounded(said or Reply(_json(value)), request)


def _error(misbehaviour: Misbehaviour, request: Request, key: str) -> Reply | None:
    match misbehaviour.fault:
        case Fault.RATE_LIMITED:
            return failed(429, "Rate limit reached for requests", "rate_limit_exceeded", _retry_after(misbehaviour))
        case Fault.SERVER_ERROR:
            message = "The server had an error while processing your request"
            return failed(500, message, "server_error", _retry_after(misbehaviour))
        case Fault.BAD_KEY:
            return failed(401, f"Incorrect API key provided: {key}", "invalid_api_key")
        case Fault.NO_SUCH_MODEL:
            return failed(404, f"The model `{request.model}` does not exist", "model_not_found")
        case Fault.TOO_LONG:
            message = f"This model's context length is exceeded by {request.prompt_tokens()} tokens"
            return failed(400, message, "context_length_exceeded")
        case Fault.NO_SCHEMAS if request.schema:
            return failed(400, "'response_format' of type 'json_schema' is not supported", "unsupported_parameter")
        case Fault.NO_STREAMS if request.streams:
            return failed(400, "'stream' is not supported by this model", "unsupported_parameter")
        case Fault.HANGING:
            return Reply(status=0, hangs=True)
    return None


def _misbehaved(misbehaviour: Misbehaviour, value: Mapping[str, Any], request: Request) -> Reply:
    text = _json(value)
    match misbehaviour.fault:
        case Fault.MALFORMED:
            return Reply(text[: max(_LEAST_CUT, len(text) * 2 // 3)])
        case Fault.PROSE:
            return Reply(f"Here is what you asked for:\n\n```json\n{text}\n```\n\nLet me know if you need more.")
        case Fault.TRUNCATED:
            return Reply(text[: max(_LEAST_CUT, len(text) // 2)], finish="length")
        case Fault.WRONG_SCHEMA:
            return Reply(_json({"result": list(value.values()), "ok": True}))
        case Fault.UNGROUNDED:
            return Reply(_json(ungrounded(request.task, value)))
        case Fault.GULLIBLE:
            return Reply(_json(obeyed(request, value)))
        case Fault.NOTHING_FOUND:
            return Reply(_json(NO_ANSWER if request.task in ("answer", "news") else {key: [] for key in value}))
        case Fault.EMPTY | Fault.REFUSAL | Fault.FILTERED:
            return _SILENT[misbehaviour.fault]
        case Fault.CLOSING:
            return Reply(text, closes=True)
        case Fault.SLOW:
            return Reply(text, seconds=misbehaviour.seconds)
        case _:
            return Reply(text)


def _bounded(said: Reply, request: Request) -> Reply:
    """Cut at the most tokens that the request allows."""
    most = request.most_tokens
    if most is None or said.completion_tokens <= most:
        return said
    spans = token_spans(said.text)
    return Reply(
        said.text[: spans[most - 1][1]] if most else "", finish="length", closes=said.closes, seconds=said.seconds
    )


def _retry_after(misbehaviour: Misbehaviour) -> Mapping[str, str]:
    wait = misbehaviour.retry_after
    if wait is None:
        return {}
    if isinstance(wait, dt.timedelta):
        return {"Retry-After": format_datetime(dt.datetime.now(dt.UTC) + wait, usegmt=True)}
    return {"Retry-After": f"{wait:g}"}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
