"""A chat model of any provider that pydantic-ai knows, or of any server that speaks OpenAI's protocol."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import ContentFilterError, ModelAPIError, UnsupportedSettingWarning
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from timeweave.addresses import announce
from timeweave.llm.base import Completion, Finish, Message, Role
from timeweave.llm.event_loop import SHARED
from timeweave.llm.failures import rejects_schemas, translated
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
        announce(self._name, self._model.base_url, self._named_by)
        response = self._response(messages, schema)
        if isinstance(response, _SchemaRejectedError):
            self._native = False  # the server speaks the protocol but for this part of it
            response = self._response(messages, schema)
        if isinstance(response, Exception):
            # raised here, so that no traceback leads to the provider's error, which may quote a key
            raise response
        return response

    def _response(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> Completion | Exception:
        native = self._native
        try:
            response = SHARED.run(self._request(messages, schema, native=native))
        except ContentFilterError:
            return Completion("", 0, 0, Finish.REFUSED)
        except ModelAPIError as error:
            if native and rejects_schemas(error):
                return _SchemaRejectedError()
            return translated(error, self._name)
        except Exception as error:  # noqa: BLE001 - a reply of any form is read in there: its indices, types, depth
            return translated(error, self._name)
        return Completion(
            response.text or "",
            response.usage.input_tokens,
            response.usage.output_tokens,
            _finish(response),
        )

    async def _request(self, messages: Sequence[Message], schema: Mapping[str, Any], *, native: bool) -> ModelResponse:
        wanted = OutputObjectDefinition(json_schema=dict(schema), name=str(schema.get("title", "value")).lower())
        return await model_request(
            self._model,
            _as_requests(messages),
            model_settings=self._settings,
            model_request_parameters=ModelRequestParameters(
                output_mode="native" if native else "prompted", output_object=wanted
            ),
        )


def _bound_replies(model: Model[Any], timeout: float) -> None:
    """Only a model of OpenAI's protocol can be at an address that somebody else named."""
    from pydantic_ai.models.openai import OpenAIChatModel

    if isinstance(model, OpenAIChatModel):
        bound_replies(model.client._client, timeout)


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
