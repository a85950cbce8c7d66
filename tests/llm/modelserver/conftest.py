"""Asking the endpoint as a client does, with nothing between."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from modelserver import TestEndpoint

from timeweave.prompts.fencing import written_sections


@dataclass(frozen=True)
class Answered:
    """A response of the endpoint."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def choice(self) -> Any:
        return self.body["choices"][0]

    @property
    def text(self) -> str:
        return self.choice["message"]["content"]

    @property
    def value(self) -> Any:
        return json.loads(self.text)


@pytest.fixture
def post(endpoint: TestEndpoint) -> Callable[[str, object], Answered]:
    """Send a body, as JSON if it is not bytes, to a path of the endpoint."""

    def posted(path: str, body: object) -> Answered:
        connection = http.client.HTTPConnection(urlsplit(endpoint.url).netloc, timeout=120)
        try:
            connection.request("POST", f"/v1/{path}", body if isinstance(body, bytes) else json.dumps(body).encode())
            response = connection.getresponse()
            return Answered(response.status, dict(response.headers), json.loads(response.read()))
        finally:
            connection.close()

    return posted


@pytest.fixture
def ask(post: Callable[[str, object], Answered]) -> Callable[..., Answered]:
    """Put a task with its sections; ``more`` messages and other fields of the body go along."""

    def asked(
        task: str, sections: Mapping[str, str], more: list[dict[str, str]] | None = None, **fields: Any
    ) -> Answered:
        opening = [
            {"role": "system", "content": f"Task: {task}/1\nDo it."},
            {"role": "user", "content": written_sections(sections)},
        ]
        return post("chat/completions", {"model": "rules", "messages": [*opening, *(more or [])], **fields})

    return asked
