"""What the endpoint remembers of a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modelserver.conversation import Turn
from modelserver.misbehaving import Fault


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it was answered.

    ``task`` is the name in the system message, ``embeddings`` or ``models`` for those. ``sections`` gives the
    characters of each section, ``text`` is what was said, ``status`` the HTTP status (0 for a hanging request),
    ``attempt`` 1 for a first question and more for its repetitions, ``streams`` whether a stream was asked for.
    """

    task: str
    model: str
    sections: Mapping[str, int]
    turns: tuple[Turn, ...]
    text: str
    prompt_tokens: int
    completion_tokens: int
    status: int
    attempt: int = 1
    fault: Fault | None = None
    streams: bool = False
