"""What a chat request asks for: its task, its sections, and what was said before in the same conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sections import parse_sections

from timeweave.language.tokens import count_tokens

_TASK = re.compile(r"^Task: *([a-z][\w-]*)/(\S+)", re.MULTILINE)
_SYSTEM = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a request, its parts joined."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """A chat request as far as the endpoint heeds it.

    ``task`` is the name in the system message's line ``Task: NAME/VERSION``, ``""`` where there is none. ``sections``
    are those of the first user message that has any. ``tool`` is the function through which the answer is to be given,
    where the client asks for it that way.
    """

    model: str
    task: str
    version: str
    turns: tuple[Turn, ...]
    sections: Mapping[str, str]
    schema: Mapping[str, Any]
    tool: str | None
    streams: bool
    most_tokens: int | None

    @property
    def system(self) -> str:
        """All system messages."""
        return "\n".join(turn.text for turn in self.turns if turn.role in _SYSTEM)

    @property
    def attempt(self) -> int:
        """1 for a first question, 2 for its first repetition."""
        return 1 + sum(turn.role == "assistant" for turn in self.turns)

    @property
    def problems(self) -> str:
        """Why the latest answer was no good, ``""`` at the first attempt."""
        said = [i for i, turn in enumerate(self.turns) if turn.role == "assistant"]
        return "\n".join(turn.text for turn in self.turns[said[-1] + 1 :]) if said else ""

    def prompt_tokens(self) -> int:
        """Tokens of all messages and of the schema as compact JSON, without anything for roles or framing."""
        schema = json.dumps(self.schema, ensure_ascii=False, separators=(",", ":")) if self.schema else ""
        return sum(count_tokens(turn.text) for turn in self.turns) + count_tokens(schema)


def read_request(body: Mapping[str, Any]) -> Request:
    """The request in a JSON body.

    Raises:
        ValueError: it is no chat request; says what is missing.
    """
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages or not all(isinstance(m, dict) for m in messages):
        raise ValueError("'messages' must be a list of one message or more")
    turns = tuple(Turn(str(m.get("role", "")), _text(m)) for m in messages)
    task = _TASK.search("\n".join(turn.text for turn in turns if turn.role in _SYSTEM))
    schema, tool = _schema(body)
    most = body.get("max_completion_tokens") or body.get("max_tokens")
    return Request(
        model=str(body.get("model", "")),
        task=task[1] if task else "",
        version=task[2] if task else "",
        turns=turns,
        sections=_sections(turns),
        schema=schema,
        tool=tool,
        streams=body.get("stream") is True,
        most_tokens=most if isinstance(most, int) else None,
    )


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    called = [call.get("function", {}).get("arguments") for call in message.get("tool_calls") or []]
    return "\n".join(text for text in (*texts, *called) if isinstance(text, str))


def _schema(body: Mapping[str, Any]) -> tuple[Mapping[str, Any], str | None]:
    """The JSON Schema of the answer, and the function that takes it where it is asked for as a function's arguments."""
    wanted = body.get("response_format")
    if isinstance(wanted, dict) and isinstance(wanted.get("json_schema"), dict):
        return wanted["json_schema"].get("schema") or {}, None
    tools = body.get("tools")
    if isinstance(tools, list) and tools:
        function = tools[0].get("function", {})
        return function.get("parameters") or {}, str(function.get("name", ""))
    return {}, None


def _sections(turns: Sequence[Turn]) -> Mapping[str, str]:
    for turn in turns:
        if turn.role == "user" and (sections := parse_sections(turn.text)):
            return sections
    return {}
