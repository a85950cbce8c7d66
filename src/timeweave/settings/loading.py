"""What holds of the settings given: arguments before the environment before the file before none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from timeweave.errors import UsageError
from timeweave.settings.settings_file import SECRET, SettingsFile, provider_of, read_settings_file
from timeweave.settings.values import NONE, HybridSettings, ModelSettings, Settings, Use


def load(
    path: Path,
    *,
    llm: str | Mapping[str, str] | None = None,
    llm_url: str | None = None,
    embedder: str | None = None,
    embedder_url: str | None = None,
    budget_tokens: int | None = None,
    budget_usd: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """The settings of the knowledge base in folder ``path``; what is given here goes before all else.

    Raises:
        UsageError: the file cannot be read, or a setting does not exist or does not fit; names file and key.
    """
    file = read_settings_file(path)
    env = _Environment(os.environ if environment is None else environment)
    given = (
        dict.fromkeys(Use, llm)
        if llm is None or isinstance(llm, str)
        else {use_of(use): name for use, name in llm.items()}
    )
    models = {use: _model(use, given.get(use), llm_url, env, file) for use in Use}
    if llm_url is not None and not any(models.values()) and NONE not in given.values():
        raise UsageError(f"{llm_url!r} is the address of no model: name the model too, as in --llm openai:MODEL")
    name, url = file.embedder
    chosen = embedder or env.get("TIMEWEAVE_EMBEDDER") or name
    address = embedder_url
    if address is None and provider_of(chosen) == "openai":
        own = env.get("TIMEWEAVE_EMBEDDER_URL") or (url if chosen == name else None)
        address = own or env.get("OPENAI_BASE_URL")
    return Settings(
        models={use: model for use, model in models.items() if model is not None},
        embedder=chosen,
        embedder_url=_checked_url(address, "the embedder's address"),
        budget_tokens=budget_tokens if budget_tokens is not None else file.number("llm", "budget_tokens"),
        budget_usd=budget_usd if budget_usd is not None else file.amount("llm", "budget_usd"),
        concurrency=file.number("llm", "concurrency"),
        extraction=file.extraction,
        hybrid=_hybrid(env, file),
    )


def use_of(name: str) -> Use:
    """The use of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in set(Use):
        raise UsageError(f"no use {name!r} of a model: name one of {', '.join(repr(str(use)) for use in Use)}")
    return Use(name)


def _model(use: Use, given: str | None, url: str | None, env: _Environment, file: SettingsFile) -> ModelSettings | None:
    written, beside = file.model(use)
    name = given or env.get("TIMEWEAVE_LLM") or written
    if name is None or name == NONE:
        return None
    provider = provider_of(name)
    address = url
    if address is None and provider == "openai":  # the others have addresses of their own
        address = env.get("TIMEWEAVE_LLM_URL") or env.get("OPENAI_BASE_URL")
        if address is None and (written is None or provider_of(written) == provider):
            address = beside
    return ModelSettings(name, _checked_url(address, f"the address of {name!r}"), file.options(use, name))


def _hybrid(env: _Environment, file: SettingsFile) -> HybridSettings:
    folder = env.get("TIMEWEAVE_RERANKER")
    return replace(file.hybrid, reranker=Path(folder).expanduser()) if folder else file.hybrid


def _checked_url(url: str | None, whose: str) -> str | None:
    """``url`` where it is an address, and holds no key that would end up in names and messages."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket that is not closed, a port that is no number: a secret may stand anywhere in it
        raise UsageError(f"{whose} cannot be read: give it as http://HOST:PORT/PATH") from None
    if parts.username or parts.password or any(word in parts.query.casefold() for word in SECRET):
        raise UsageError(f"{whose} holds a secret: leave it out, and set the provider's environment variable")
    if parts.scheme not in ("http", "https") or not has_host:
        raise UsageError(f"{whose} is {url!r}: give it as http://HOST:PORT/PATH")
    return url


class _Environment:
    """Variables; an empty one counts as not set."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def get(self, name: str) -> str | None:
        return self._variables.get(name, "").strip() or None
