"""Models by name: ``PROVIDER:MODEL``, ``openai:MODEL`` at an address, ``local:PATH.gguf``."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from timeweave.addresses import AT, require_plain, shown
from timeweave.errors import MissingExtraError, ModelError, UsageError
from timeweave.llm.base import ChatModel

if TYPE_CHECKING:
    from pydantic_ai.models import Model

DEFAULT_TIMEOUT = 120.0
"""Seconds that a whole request may take."""

DEFAULT_CONTEXT = 8192
"""Tokens that a conversation with a local model may have."""

_DEFAULTS: dict[str, float | int] = {"temperature": 0.0, "seed": 0, "max_tokens": 4096}
_OPTIONS = ("temperature", "seed", "max_tokens", "top_p", "top_k", "thinking", "timeout", "context")


def open_model(
    name: str, url: str | None = None, *, named_by: str | None = None, **options: float | str | bool
) -> ChatModel:
    """The chat model called ``name``.

    ``openai:MODEL`` is OpenAI's, or, with ``url`` or the environment variable ``OPENAI_BASE_URL``, the one of that name
    at any server that speaks OpenAI's protocol. ``PROVIDER:MODEL`` is any that pydantic-ai knows, ``local:PATH.gguf`` a
    file on this machine. Keys are read from the provider's usual environment variable, for example ``OPENAI_API_KEY``.
    ``options`` are ``temperature`` (0), ``seed`` (0), ``max_tokens`` that it may write (4096), ``top_p``, ``top_k``,
    ``thinking``, ``timeout`` of a request in seconds (120), and ``context`` of a local model in tokens (8192).
    The first request says where to (`timeweave.addresses.announce`); ``named_by`` is the file of the data that named
    the model.

    Raises:
        UsageError: the name, address or an option is not of this form, the provider does not exist, or its package is
            not installed.
        MissingExtraError: the extra ``llm`` or ``local`` is not installed.
        ModelError: there is no key.
    """
    provider, colon, model = require_plain(name).partition(":")
    if not (provider and colon and model):
        raise UsageError(f"model {name!r}: write PROVIDER:MODEL, for example 'openai:gpt-5-mini' or 'local:model.gguf'")
    if unknown := sorted(set(options) - set(_OPTIONS)):
        raise UsageError(f"no model option {unknown[0]!r}: choose one of {', '.join(map(repr, _OPTIONS))}")
    context = options.pop("context", None)
    if url is not None and provider != "openai":
        raise UsageError(
            f"model {name!r} has an address of its own: write 'openai:{model}' for a server at {shown(url)!r}"
        )
    if provider == "local":
        return _local(Path(model).expanduser(), options, context)
    if context is not None:
        raise UsageError(f"model {name!r}: only a local model can be given its context")
    if provider == "openai":
        return _openai(model, url, named_by, options)
    return _of_provider(name, named_by, options)


def _openai(model: str, url: str | None, named_by: str | None, options: dict[str, float | str | bool]) -> ChatModel:
    url = url or os.environ.get("OPENAI_BASE_URL") or None
    if url is not None and urlsplit(url).scheme not in ("http", "https"):
        raise UsageError(f"address {shown(url)!r}: write it with http:// or https://")
    _need_pydantic_ai()
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    try:
        found = OpenAIChatModel(model, provider=OpenAIProvider(base_url=url))
    except UserError:
        found = None
    if found is None:
        raise ModelError(
            f"model 'openai:{model}' needs a key: set OPENAI_API_KEY, or give the address of another server (--llm-url)"
        )
    return _as_chat_model(found, f"openai:{model}" + (f"{AT}{shown(url)}" if url else ""), named_by, options)


def _of_provider(name: str, named_by: str | None, options: dict[str, float | str | bool]) -> ChatModel:
    _need_pydantic_ai()
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.models import infer_model

    from timeweave.llm.failures import without_secrets

    provider = name.partition(":")[0]
    try:
        return _as_chat_model(infer_model(name), name, named_by, options)
    except ImportError:
        problem: Exception = UsageError(
            f"model {name!r} needs its provider's package: pip install 'pydantic-ai-slim[{provider}]'"
        )
    except (UserError, ValueError) as error:
        problem = ModelError(f"model {name!r} cannot be used: {without_secrets(str(error))}")
        if str(error).startswith("Unknown model"):
            problem = UsageError(
                f"model {name!r}: no provider {provider!r} is known; there are openai, anthropic, google, mistral and "
                "others of pydantic-ai, and local for a GGUF file"
            )
    raise problem


def _local(path: Path, options: dict[str, float | str | bool], context: float | str | None) -> ChatModel:
    if not path.is_file():
        raise UsageError(f"no model file {str(path)!r}: 'local:' takes the path of a GGUF file")
    _need_pydantic_ai()
    try:
        importlib.import_module("xllamacpp")
    except ImportError:
        raise MissingExtraError("a local model", "local") from None
    from timeweave.llm.local import LocalModel, LocalServer

    server = LocalServer(path, DEFAULT_CONTEXT if context is None else int(context))
    timeout, parameters = _parameters(options)
    return LocalModel(server, parameters, timeout=timeout)


def _as_chat_model(model: Model, name: str, named_by: str | None, options: dict[str, float | str | bool]) -> ChatModel:
    from timeweave.llm.provider import ProviderModel

    timeout, parameters = _parameters(options)
    return ProviderModel(model, name, parameters, timeout=timeout, named_by=named_by)


def _parameters(options: dict[str, float | str | bool]) -> tuple[float, dict[str, float | str | bool]]:
    parameters: dict[str, float | str | bool] = {**_DEFAULTS, **options}
    return float(parameters.pop("timeout", DEFAULT_TIMEOUT)), parameters


def _need_pydantic_ai() -> None:
    try:
        importlib.import_module("pydantic_ai.models.openai")
    except ImportError:
        raise MissingExtraError("a language model", "llm") from None
