"""What holds of the settings given: arguments before the environment before the file before none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from timeweave.addresses import OPENAI, checked, is_address, normal, split_name
from timeweave.errors import UsageError
from timeweave.settings.settings_file import SettingsFile, provider_of, read_settings_files
from timeweave.settings.trust import Trusted, read_trusted
from timeweave.settings.values import LOCAL, NONE, ExtractionSettings, HybridSettings, ModelSettings, Settings, Use

T = TypeVar("T", int, float)

_ADDRESSES = ("TIMEWEAVE_LLM_URL", "TIMEWEAVE_EMBEDDER_URL", "OPENAI_BASE_URL")


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
        UsageError: a file cannot be read, or a setting does not exist or does not fit; names file and key.
    """
    trusted = read_trusted()
    files = read_settings_files(path, trusted)
    env = _Environment(os.environ if environment is None else environment)
    given = (
        dict.fromkeys(Use, llm)
        if llm is None or isinstance(llm, str)
        else {use_of(use): name for use, name in llm.items()}
    )
    addresses = _addresses(trusted, files, env, (llm_url, embedder_url, split_name(embedder or "")[1]))
    models = {use: _model(use, given.get(use), llm_url, env, files, addresses) for use in Use}
    if llm_url is not None and not any(models.values()) and NONE not in given.values():
        raise UsageError(f"{llm_url!r} is the address of no model: name the model too, as in --llm openai:MODEL")
    return Settings(
        models={use: model for use, model in models.items() if model is not None},
        embedder=_embedder(embedder, embedder_url, env, files, addresses),
        embedder_url=embedder_url,
        addresses=addresses,
        budget_tokens=_least(budget_tokens, (file.number("llm", "budget_tokens") for file in files)),
        budget_usd=_least(budget_usd, (file.amount("llm", "budget_usd") for file in files)),
        concurrency=next((n for file in files if (n := file.number("llm", "concurrency")) is not None), None),
        extraction=next((file.extraction for file in files if file.has("extraction")), ExtractionSettings()),
        hybrid=_hybrid(env, files),
        relations=tuple(row for file in files for row in file.relations),
    )


def use_of(name: str) -> Use:
    """The use of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in set(Use):
        raise UsageError(f"no use {name!r} of a model: name one of {', '.join(repr(str(use)) for use in Use)}")
    return Use(name)


def _addresses(
    trusted: Trusted, files: Sequence[SettingsFile], env: _Environment, given: Sequence[str | None]
) -> frozenset[str]:
    """The addresses, in normal form, that the user named or approved, and the one that OPENAI_API_KEY is for."""
    named = {url for url in (*given, *map(env.get, _ADDRESSES)) if url is not None}
    named.update(url for file in files if file.is_trusted for url in file.addresses())
    return trusted.addresses | {normal(url) for url in (OPENAI, *named) if is_address(url)}


def _model(
    use: Use,
    given: str | None,
    url: str | None,
    env: _Environment,
    files: Sequence[SettingsFile],
    addresses: frozenset[str],
) -> ModelSettings | None:
    own = next((file for file in files if file.model(use)[0] is not None), None)
    named = given or env.get("TIMEWEAVE_LLM")
    written, beside = (None, None) if own is None or named else own.model(use)
    name = named or written
    if name is None or name == NONE:
        return None
    options: dict[str, float | str | bool] = {}
    for file in reversed(files):
        options.update(file.options(use, name))
    source = None if named else own
    address = url
    if address is None and provider_of(name) == "openai":  # the others have addresses of their own
        address = env.get("TIMEWEAVE_LLM_URL") or env.get("OPENAI_BASE_URL") or beside
    return _settled(name, address, source, addresses, options, instead="do without (--llm none)")


def _embedder(
    given: str | None,
    url: str | None,
    env: _Environment,
    files: Sequence[SettingsFile],
    addresses: frozenset[str],
) -> ModelSettings | None:
    own = next((file for file in files if file.embedder[0] is not None), None)
    named, within = split_name(given or env.get("TIMEWEAVE_EMBEDDER") or "")
    written, beside = (None, within) if own is None or named else own.embedder
    name = named or written
    if name is None:
        return None
    address = url
    if address is None and provider_of(name) == "openai":
        address = env.get("TIMEWEAVE_EMBEDDER_URL") or beside or env.get("OPENAI_BASE_URL")
    return _settled(name, address, None if named else own, addresses, {}, instead="name another in TIMEWEAVE_EMBEDDER")


def _settled(
    name: str,
    url: str | None,
    source: SettingsFile | None,
    addresses: frozenset[str],
    options: Mapping[str, float | str | bool],
    instead: str,
) -> ModelSettings:
    """A model as it was named: by ``source``, or by the user where that is ``None``."""
    address = None if url is None else checked(url, f"the address of {name!r}")
    if source is None:
        return ModelSettings(name, address, options)
    refused = None
    if address is not None and normal(address) not in addresses:
        refused = source.refused(f"the address {address!r} for {name!r}", instead)
    elif provider_of(name) == LOCAL:
        refused = source.refused(f"the model {name!r}", instead)
    return ModelSettings(name, address, options, None if source.is_users else source.path, refused)


def _least(given: T | None, written: Iterable[T | None]) -> T | None:
    """A budget: what is given, else the smallest that a file sets, for a file of the data must not raise the user's."""
    return given if given is not None else min((budget for budget in written if budget is not None), default=None)


def _hybrid(env: _Environment, files: Sequence[SettingsFile]) -> HybridSettings:
    merged: dict[str, object] = {}
    for file in reversed(files):
        merged.update({key: value for key, value in asdict(file.hybrid).items() if value is not None})
    if folder := env.get("TIMEWEAVE_RERANKER"):
        merged.update(reranker=Path(folder).expanduser(), reranker_refused=None)
    return HybridSettings(**merged)  # type: ignore[arg-type]  # each file's are checked


class _Environment:
    """Variables; an empty one counts as not set."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def get(self, name: str) -> str | None:
        return self._variables.get(name, "").strip() or None
