"""A chat model of any provider that pydantic-ai knows, or of any server that speaks OpenAI's protocol."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import ContentFilterError, ModelAPIError, UnsupportedSettingWarning
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    SystemPromptPart,
    TextPart,
    TextPartDelta,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from timeweave.addresses import announce
from timeweave.llm.base import Completion, Finish, Message, Role
from timeweave.llm.event_loop import SHARED
from timeweave.llm.failures import is_unreadable, rejects_schemas, rejects_streams, translated
from timeweave.replies import bound_replies

# a parameter that a model does not know is left out, which is what is wanted
warnings.simplefilter("ignore", UnsupportedSettingWarning)
# counts that cannot be are replaced by our own
warnings.filterwarnings("ignore", "Failed to extract usage")

Parameters: TypeAlias = Mapping[str, float | str | bool]

_FINISHES = {"length": Finish.LENGTH, "content_filter": Finish.REFUSED}


class ProviderModel:
    """A pydantic-ai model as a `ChatModel`.

    ``parameters`` are sent with each request. ``timeout`` bounds a whole request, in seconds. The schema goes along
    natively where the model takes one, in the system prompt where it does not. The provider's own repetitions are
    off: the client counts and spaces them. No redirect is followed: whoever is named gets the text, and nobody else.
    """

    def __init__(
        self, model: Model[Any], name: str, parameters: Parameters, *, timeout: float, named_by: str | None = None
    ) -> None:
        self._model = model
        self._named_by = named_by
        self._name = name
        self._parameters = MappingProxyType(dict(parameters))
        own = {"max_retries": 0, "request_timeout": timeout, "timeout": timeout}
        self._settings = cast("ModelSettings", {**parameters, **own})
        _bound_replies(model, timeout)
        self._streams = True
        self._native = bool(model.profile.get("supports_json_schema_output", False))

    def __repr__(self) -> str:
        return f"ProviderModel({self._name!r})"

    @property
    def name(self) -> str:
        """``PROVIDER:MODEL``, with the address where it is not the provider's own."""
        return self._name

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What is sent with each request."""
        return self._parameters

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> Completion:
        """The next turn (`ChatModel.complete`)."""
        return self._told(partial(self._response, messages, schema, None))

    def speak(self, messages: Sequence[Message], schema: Mapping[str, Any], hear: Callable[[str], None]) -> Completion:
        """The next turn, heard while it comes (`SpeakingModel.speak`)."""
        if not self._streams:
            return self.complete(messages, schema)
        pieces = 0

        def heard(piece: str) -> None:
            nonlocal pieces
            pieces += 1
            try:
                hear(piece)
            except Exception as error:  # noqa: BLE001 - whatever it is, it goes to the one who hears
                raise _HearingError(error) from None

        try:
            return self._told(partial(self._response, messages, schema, heard))
        except _StreamUnreadableError:
            self._streams = pieces > 0  # where nothing came at all, nothing will
            return self.complete(messages, schema)

    def _told(self, request: Callable[[], Completion | Exception]) -> Completion:
        announce(self._name, self._model.base_url, self._named_by)
        response = request()
        if isinstance(response, _SchemaRejectedError):
            self._native = False  # the server speaks the protocol but for this part of it
            response = request()
        if isinstance(response, Exception):
            # raised here, so that no traceback leads to the provider's error, which may quote a key
            raise response
        return response

    def _response(
        self, messages: Sequence[Message], schema: Mapping[str, Any], hear: Callable[[str], None] | None
    ) -> Completion | Exception:
        native = self._native
        asked = self._asked(messages, schema, native=native)
        try:
            response = (
                SHARED.run(model_request(**asked)) if hear is None else SHARED.run_heard(partial(_heard, asked), hear)
            )
        except ContentFilterError:
            return Completion("", 0, 0, Finish.REFUSED)
        except _HearingError as error:
            raise error.of from None
        except Exception as error:  # noqa: BLE001 - a reply of any form is read in there: its indices, types, depth
            if native and isinstance(error, ModelAPIError) and rejects_schemas(error):
                return _SchemaRejectedError()
            if hear is not None and (is_unreadable(error) or rejects_streams(error)):
                return _StreamUnreadableError()
            return translated(error, self._name)
        return Completion(
            response.text or "",
            response.usage.input_tokens,
            response.usage.output_tokens,
            _finish(response),
        )

    def _asked(self, messages: Sequence[Message], schema: Mapping[str, Any], *, native: bool) -> dict[str, Any]:
        wanted = OutputObjectDefinition(json_schema=dict(schema), name=str(schema.get("title", "value")).lower())
        return {
            "model": self._model,
            "messages": _as_requests(messages),
            "model_settings": self._settings,
            "model_request_parameters": ModelRequestParameters(
                output_mode="native" if native else "prompted", output_object=wanted
            ),
        }


async def _heard(asked: Mapping[str, Any], hear: Callable[[str], None]) -> ModelResponse:
    """The whole response to a request, whose text ``hear`` is given as it comes."""
    sums: list[tuple[int, int]] = []
    async with model_request_stream(**asked) as stream:
        async for event in stream:
            sums.append((stream.usage.input_tokens, stream.usage.output_tokens))
            if piece := _text(event):
                hear(piece)
        response = stream.get()
    response.usage.input_tokens, response.usage.output_tokens = _counted_once(
        [*sums, (response.usage.input_tokens, response.usage.output_tokens)]
    )
    return response


def _counted_once(sums: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The tokens of a prompt and its completion, of what was summed up of a stream from time to time: a server that
    counts all the way says anew, each time, the whole prompt and the completion up to there.
    """
    steps = [(a - b, c - d) for (a, c), (b, d) in zip(sums, [(0, 0), *sums], strict=False) if a > b]
    if not steps:
        return sums[-1]
    prompt = min(step for step, _ in steps)
    last, completion = steps[-1]
    return prompt, round(completion * prompt / last)


def _text(event: ModelResponseStreamEvent) -> str:
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""


def _bound_replies(model: Model[Any], timeout: float) -> None:
    """Only a model of OpenAI's protocol can be at an address that somebody else named."""
    from pydantic_ai.models.openai import OpenAIChatModel

    if isinstance(model, OpenAIChatModel):
        bound_replies(model.client._client, timeout)


class _HearingError(Exception):
    """An error of the one who hears, which is not the model's."""

    def __init__(self, of: Exception) -> None:
        super().__init__()
        self.of = of


class _StreamUnreadableError(Exception):
    """The server does not stream, or nothing that could be read."""


class _SchemaRejectedError(Exception):
    """The server takes no JSON Schema."""


def _as_requests(messages: Sequence[Message]) -> list[ModelMessage]:
    turns: list[ModelMessage] = []
    asked: list[SystemPromptPart | UserPromptPart] = []
    for message in messages:
        if message.role is Role.ASSISTANT:
            turns += [ModelRequest(parts=asked), ModelResponse(parts=[TextPart(message.text)])]
            asked = []
        elif message.role is Role.SYSTEM:
            asked.append(SystemPromptPart(message.text))
        else:
            asked.append(UserPromptPart(message.text))
    return [*turns, ModelRequest(parts=asked)]


def _finish(response: ModelResponse) -> Finish:
    details = response.provider_details or {}
    if details.get("refusal"):
        return Finish.REFUSED
    return _FINISHES.get(response.finish_reason or "", Finish.DONE)
