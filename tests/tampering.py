"""What a server can make of an answer that is right in form: each by its name, with the headers that it comes under."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any

from modelserver import Tampered

DEEP = b"[" * 100_000 + b"]" * 100_000
BOMB = gzip.compress(b" " * 256 * 2**20)

EVERY_REPLY = {
    "HTML": Tampered(lambda _: b"<!DOCTYPE html><p>sign in</p>", headers={"Content-Type": "text/html"}),
    "HTML called JSON": Tampered(lambda _: b"<!DOCTYPE html><p>sign in</p>"),
    "no JSON": Tampered(lambda _: b'{"choices": [{"message"'),
    "nothing": Tampered(lambda _: b""),
    "no UTF-8": Tampered(lambda _: b'{"a": "\xff\xfe"}'),
    "null": Tampered(lambda _: None),
    "a list": Tampered(lambda _: []),
    "a number": Tampered(lambda _: 5),
    "a text": Tampered(lambda _: "hello"),
    "an empty object": Tampered(lambda _: {}),
    "nested 100,000 deep": Tampered(lambda _: DEEP),
    "a number of 5,000 digits": Tampered(lambda _: b'{"created": ' + b"1" * 5000 + b"}"),
    "a bomb": Tampered(lambda _: BOMB, headers={"Content-Encoding": "gzip"}),
    "packed, but not": Tampered(lambda _: b"hello", headers={"Content-Encoding": "gzip"}),
    "204": Tampered(lambda _: b"", 204),
    "301 to nowhere": Tampered(lambda _: b"", 301),
    "304": Tampered(lambda _: b"", 304),
    "307 to itself": Tampered(lambda _: b"", 307, {"Location": "/v1/chat/completions"}),
    "shorter than said": Tampered(
        lambda value: json.dumps(value).encode()[:40], headers={"Content-Length": "100000", "Connection": "close"}
    ),
}


def _put(*path: str | int, to: Any) -> Tampered:
    """The value at ``path`` is ``to``."""

    def make(value: Any) -> Any:
        inner = value
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to
        return value

    return Tampered(make)


_NOT_FINITE = {"not a number": float("nan"), "infinite": float("inf")}

CHAT = {
    "no choices": _put("choices", to=[]),
    "choices null": _put("choices", to=None),
    "choices a text": _put("choices", to="first"),
    "a choice a number": _put("choices", to=[1]),
    "message null": _put("choices", 0, "message", to=None),
    "message a number": _put("choices", 0, "message", to=3),
    "content a number": _put("choices", 0, "message", "content", to=5),
    "content a list": _put("choices", 0, "message", "content", to=[1]),
    "tool calls a number": _put("choices", 0, "message", "tool_calls", to=7),
    "finish reason a number": _put("choices", 0, "finish_reason", to=7),
    "made in the year 10^22": _put("created", to=10**30),
    "no model": _put("model", to=None),
    "usage a text": _put("usage", to="much"),
}

COUNTS: Mapping[str, Tampered] = {
    name: _put("usage", "prompt_tokens", to=count)
    for name, count in {"10^30": 10**30, "-5": -5, "1.5": 1.5, "null": None, "a text": "many", **_NOT_FINITE}.items()
}

EMBEDDINGS = {
    "no data": _put("data", to=[]),
    "data null": _put("data", to=None),
    "data a text": _put("data", to="ab"),
    "data numbers": _put("data", to=[1, 2]),
    "data nulls": _put("data", to=[None, None]),
    "a wrong index": _put("data", 1, "index", to=5),
    "an index twice": _put("data", 1, "index", to=0),
    "an index below zero": _put("data", 1, "index", to=-1),
    "an index a text": _put("data", 1, "index", to="1"),
    "no vector": _put("data", 1, to={"index": 1}),
    "vector null": _put("data", 1, "embedding", to=None),
    "vector a text": _put("data", 1, "embedding", to="AAAA"),
    "vector of texts": _put("data", 1, "embedding", to=["a"] * 256),
    "vector of nothing": _put("data", 1, "embedding", to=[]),
    "vector of lists": _put("data", 1, "embedding", to=[[1.0]] * 256),
    "vector of zeros": _put("data", 1, "embedding", to=[0.0] * 256),
    "vector of another length": _put("data", 1, "embedding", to=[1.0] * 255),
    "vector of huge integers": _put("data", 1, "embedding", to=[10**400] * 256),
    **{f"vector {name}": _put("data", 1, "embedding", to=[value] * 256) for name, value in _NOT_FINITE.items()},
}
