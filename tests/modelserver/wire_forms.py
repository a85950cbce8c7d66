"""The JSON forms of OpenAI's API, as far as clients read them."""

from __future__ import annotations

import array
import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from modelserver.conversation import Request, Turn
from modelserver.misbehaving import Fault
from modelserver.replying import Reply
from timeweave.language.tokens import count_tokens

_CREATED = 1_700_000_000  # the same in every answer, so that one request always gives the same bytes
_PIECE = 64  # characters of a stream's event


def completion(request: Request, said: Reply, prompt_tokens: int) -> Mapping[str, Any]:
    """A whole answer."""
    message: dict[str, Any] = {"role": "assistant", "content": said.text or None, "refusal": said.refusal}
    if request.tool is not None and said.text:
        message = {**message, "content": None, "tool_calls": [_tool_call(request.tool, said.text)]}
    choice = {"index": 0, "message": message, "finish_reason": _finish(request, said), "logprobs": None}
    usage = _usage(prompt_tokens, said.completion_tokens)
    return {**_head(request, "chat.completion"), "choices": [choice], "usage": usage}


def stream(request: Request, said: Reply, prompt_tokens: int, fault: Fault | None = None) -> Iterator[str]:
    """An answer as the events of a stream, the usage last; with what a ``fault`` makes of it."""
    head = _head(request, "chat.completion.chunk")
    told = 0

    def event(delta: Mapping[str, Any], finish: str | None = None) -> str:
        nonlocal told
        told += count_tokens(delta.get("content") or "")
        so_far = {"usage": _usage(prompt_tokens, told)} if fault is Fault.COUNTING else {}
        return json.dumps({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **so_far})

    yield event({"role": "assistant", "content": ""})
    if said.refusal is not None:
        yield event({"refusal": said.refusal})
    for start in range(0, len(said.text), _PIECE):
        piece = said.text[start : start + _PIECE]
        if request.tool is None:
            yield event({"content": piece})
        else:
            name = request.tool if start == 0 else None
            yield event({"tool_calls": [{**_tool_call(name, piece), "index": 0}]})
        if fault is Fault.GARBLED:
            yield "{'no': JSON"
    yield event({}, _finish(request, said))
    if fault is not Fault.UNCOUNTED:
        yield json.dumps({**head, "choices": [], "usage": _usage(prompt_tokens, said.completion_tokens)})
    yield "[DONE]"


def embedding_request(body: Mapping[str, Any], texts: Sequence[str]) -> Request:
    """A request for vectors, as if its texts were messages: counted and made to misbehave like one."""
    turns = tuple(Turn("user", text) for text in texts)
    return Request(str(body.get("model", "")), "embeddings", "1", turns, {}, {}, None, streams=False, most_tokens=None)


def embeddings(body: Mapping[str, Any], vectors: Sequence[Sequence[float]], tokens: int) -> Mapping[str, Any]:
    """Vectors in order, as numbers or as base64 of 32-bit floats, whichever was asked for."""
    coded = body.get("encoding_format") == "base64"
    data = [
        {"object": "embedding", "index": i, "embedding": _base64(vector) if coded else vector}
        for i, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": str(body.get("model", "")), "usage": usage}


def models(names: Sequence[str]) -> Mapping[str, Any]:
    """What there is to ask; any other name does as well."""
    data = [{"id": name, "object": "model", "created": _CREATED, "owned_by": "timeweave"} for name in names]
    return {"object": "list", "data": data}


def _head(request: Request, kind: str) -> Mapping[str, Any]:
    content = "\0".join(f"{turn.role}:{turn.text}" for turn in request.turns).encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(content, digest_size=12).hexdigest()
    return {"id": f"chatcmpl-{digest}", "object": kind, "created": _CREATED, "model": request.model}


def _finish(request: Request, said: Reply) -> str:
    return "tool_calls" if request.tool is not None and said.text and said.finish == "stop" else said.finish


def _tool_call(name: str | None, arguments: str) -> Mapping[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


def _usage(prompt: int, said: int) -> Mapping[str, int]:
    return {"prompt_tokens": prompt, "completion_tokens": said, "total_tokens": prompt + said}


def _base64(vector: Sequence[float]) -> str:
    return base64.b64encode(array.array("f", vector).tobytes()).decode("ascii")
