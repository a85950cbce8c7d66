"""The ports of this layer: a chat model, and where its responses and what they cost are kept."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from timeweave.records import Usage


class Role(enum.StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a model."""

    role: Role
    text: str


class Finish(enum.StrEnum):
    """Why a model stopped."""

    DONE = "done"
    LENGTH = "length"  # cut at the most tokens it may write
    REFUSED = "refused"  # by the model or its provider's filter


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said, and the tokens that its provider counted."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish: Finish = Finish.DONE


class ChatModel(Protocol):
    """A conversation with one model of one provider. May be called from several threads at once."""

    @property
    def name(self) -> str:
        """``PROVIDER:MODEL``, with the address where it is not the provider's own; never a key."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What else decides the response (temperature, seed, most tokens), as plain JSON values."""

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> Completion:
        """The next turn, which should be one JSON value of JSON Schema ``schema`` and may be anything.

        Raises:
            RateLimitedError: with the seconds to wait, where the provider says.
            ModelUnavailableError: no connection, a time-out, a server's error, a connection closed midway.
            ModelError: what no repetition mends: a wrong key, an unknown model, too long a conversation.
        """


@runtime_checkable
class SpeakingModel(ChatModel, Protocol):
    """A chat model that can be heard while it writes."""

    def speak(self, messages: Sequence[Message], schema: Mapping[str, Any], hear: Callable[[str], None]) -> Completion:
        """The same as `complete`, and raises the same; ``hear`` is given the text in pieces as they come, on the thread
        that asks. Where a server does not stream, or what it streams cannot be read, the answer comes at once.
        """


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a call is for, in the ledger: its ``stage`` (extract, align, merge, report, answer, judge), and what it is
    ``about``: ``document:ID``, ``node:LABEL``, ``question``.
    """

    stage: str
    about: str


class ResponseStore(Protocol):
    """Responses and costs, kept durably. May be called from several threads at once."""

    def response(self, key: str) -> str | None:
        """The response that was kept under ``key``."""

    def keep_response(self, key: str, text: str, purpose: Purpose, usage: Usage) -> None:
        """Keep a response, and charge what it cost, in one commit."""

    def charge(self, purpose: Purpose, usage: Usage) -> None:
        """Add to the ledger what brought no new response: cache hits, repetitions, failures."""
