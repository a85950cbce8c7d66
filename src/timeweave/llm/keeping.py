"""Which response answers which ask: the key under which one is kept."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from timeweave.llm.base import ChatModel, Message


def response_key(model: ChatModel, version: str, schema: Mapping[str, Any], messages: Sequence[Message]) -> str:
    """A digest of all that decides a response: prompt version, model, parameters, schema, and every message whole."""
    parts = {
        "prompt": version,
        "model": model.name,
        "parameters": dict(model.parameters),
        "schema": schema,
        "messages": [[message.role, message.text] for message in messages],
    }
    written = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(written.encode(), digest_size=32).hexdigest()


class OneAtATime:
    """Lets one thread at a time ask under a key: the next finds the response that the first got."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._keys: set[str] = set()

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """``key`` for this thread alone."""
        with self._changed:
            self._changed.wait_for(lambda: key not in self._keys)
            self._keys.add(key)
        try:
            yield
        finally:
            with self._changed:
                self._keys.remove(key)
                self._changed.notify_all()
