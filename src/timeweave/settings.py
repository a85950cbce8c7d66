"""What a knowledge base is opened with: arguments before the environment before `timeweave.toml` before none.

The file lies in the knowledge base's folder, or beside that folder:

    embedder = "minilm-l6-int8"

    [llm]                                   # for indexing, answering and judging, where those say nothing else
    model = "openai:MODEL"
    url = "http://localhost:8080/v1"
    budget_tokens = 1_000_000

    [llm.index]
    model = "local:models/small.gguf"

    [extraction]
    entity_types = ["person", "organisation", "place"]
    gleanings = 1

The path of a local model in it is relative to the file's folder. Keys of providers have no place in it: they are read
from the provider's own environment variable, by its client.
"""

from __future__ import annotations

import enum
import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn
from urllib.parse import urlsplit

from timeweave.errors import UsageError

FILE = "timeweave.toml"
LOCAL = "local"
"""The provider of a model that is a file on this machine."""
NONE = "none"
"""The name that switches a model off which the environment or the file would switch on."""


class Use(enum.StrEnum):
    """What a language model is for; each may be another (TG-23)."""

    INDEX = "index"
    ANSWER = "answer"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A language model by name (``PROVIDER:MODEL``), its address where that is not the provider's own, and what else
    `timeweave.llm.choosing.open_model` takes.
    """

    model: str
    url: str | None = None
    options: Mapping[str, float | str | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """How a model extracts (TG-02): which types of entities (``None``: the usual ones), how often it is asked what it
    missed, and whether facts carry a time.
    """

    entity_types: tuple[str, ...] | None = None
    gleanings: int = 0
    temporal: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is set; ``models`` holds no entry where no model is wanted. Budgets are those of one opening."""

    models: Mapping[Use, ModelSettings] = field(default_factory=dict)
    embedder: str | None = None
    embedder_url: str | None = None
    budget_tokens: int | None = None
    budget_usd: float | None = None
    concurrency: int | None = None
    extraction: ExtractionSettings = field(default_factory=ExtractionSettings)


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
    file = _read_file(path)
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
    if address is None and _provider(chosen) == "openai":
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
    )


def settings_file(path: Path) -> Path | None:
    """The settings file of the knowledge base in folder ``path``, if there is one."""
    return next((file for file in (path / FILE, path.absolute().parent / FILE) if file.is_file()), None)


def use_of(name: str) -> Use:
    """The use of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in set(Use):
        raise UsageError(f"no use {name!r} of a model: name one of {', '.join(repr(str(use)) for use in Use)}")
    return Use(name)


def _model(use: Use, given: str | None, url: str | None, env: _Environment, file: _File) -> ModelSettings | None:
    written, beside = file.model(use)
    name = given or env.get("TIMEWEAVE_LLM") or written
    if name is None or name == NONE:
        return None
    provider = _provider(name)
    address = url
    if address is None and provider == "openai":  # the others have addresses of their own
        address = env.get("TIMEWEAVE_LLM_URL") or env.get("OPENAI_BASE_URL")
        if address is None and (written is None or _provider(written) == provider):
            address = beside
    return ModelSettings(name, _checked_url(address, f"the address of {name!r}"), file.options(use, name))


def _provider(name: str | None) -> str:
    return (name or "").partition(":")[0]


def _checked_url(url: str | None, whose: str) -> str | None:
    """``url`` where it is an address, and holds no key that would end up in names and messages."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket that is not closed, a port that is no number: a secret may stand anywhere in it
        raise UsageError(f"{whose} cannot be read: give it as http://HOST:PORT/PATH") from None
    if parts.username or parts.password or any(word in parts.query.casefold() for word in _SECRET):
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


_Kind = type | UnionType
_OPTIONS: Mapping[str, _Kind] = {
    "temperature": float,
    "seed": int,
    "max_tokens": int,
    "top_p": float,
    "top_k": int,
    "thinking": bool | str,
    "timeout": float,
    "context": int,
}
_BOUNDS: Mapping[str, tuple[float, float]] = {
    "temperature": (0, 2),
    "max_tokens": (1, sys.maxsize),
    "top_p": (0, 1),
    "top_k": (1, sys.maxsize),
    "timeout": (0.1, 86_400),  # seconds
    "context": (1, sys.maxsize),
    "budget_tokens": (1, sys.maxsize),
    "concurrency": (1, 1_000),
    "gleanings": (0, 10),
}
_MODEL_KEYS: Mapping[str, _Kind] = {"model": str, "url": str, **_OPTIONS}
_TABLES: Mapping[str, Mapping[str, _Kind]] = {
    "": {"embedder": str, "embedder_url": str, "llm": dict, "extraction": dict},
    "llm": {**_MODEL_KEYS, "budget_tokens": int, "budget_usd": float, "concurrency": int, **dict.fromkeys(Use, dict)},
    **{f"llm.{use}": _MODEL_KEYS for use in Use},
    "extraction": {"entity_types": list, "gleanings": int, "temporal": bool},
}
_KINDS: Mapping[_Kind, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}
_SECRET = ("key", "token", "secret", "password", "authorization")
_LOOKS_SECRET = ("sk-", "sk_", "gsk_", "hf_", "AIza", "Bearer ")
_NO_SECRETS = (
    "is a secret, which is never read from a file: delete it there, and set the provider's environment variable, "
    "such as OPENAI_API_KEY"
)


class _File:
    """The tables of a settings file, checked; messages name file and key, and never quote a value."""

    def __init__(self, tables: Mapping[str, Any], path: Path | None) -> None:
        self._path = path
        self._tables: dict[str, Mapping[str, Any]] = {}
        self._check("", tables)

    @property
    def embedder(self) -> tuple[str | None, str | None]:
        """Name and address."""
        top = self._tables.get("", {})
        return top.get("embedder"), top.get("embedder_url")

    @property
    def extraction(self) -> ExtractionSettings:
        table = self._tables.get("extraction", {})
        types = table.get("entity_types")
        if types is not None and not (types and all(isinstance(t, str) and t.strip() for t in types)):
            self._refuse("extraction", "entity_types", 'must be a list of names, such as ["person", "place"]')
        gleanings = self.number("extraction", "gleanings") or 0
        return ExtractionSettings(tuple(types) if types else None, gleanings, bool(table.get("temporal", True)))

    def model(self, use: Use) -> tuple[str | None, str | None]:
        """Name and address of a model; an own name without an address has none but its provider's."""
        own, shared = self._tables.get(f"llm.{use}", {}), self._tables.get("llm", {})
        name = own.get("model", shared.get("model"))
        same = _provider(name) == _provider(shared.get("model", name))
        if _provider(name) == LOCAL and self._path is not None:
            _, _, file = name.partition(":")
            name = f"{LOCAL}:{self._path.parent / Path(file).expanduser()}"
        return name, own.get("url", shared.get("url") if same else None)

    def options(self, use: Use, name: str) -> Mapping[str, float | str | bool]:
        """What is set for a use, as far as it can be of the model called ``name``, which may come from elsewhere."""
        own = self._tables.get(f"llm.{use}", {})
        both = {**self._tables.get("llm", {}), **own}
        if _provider(name) != LOCAL and own.get("model") != name:
            both.pop("context", None)  # of a local model that is not used here
        return {key: both[key] for key in _OPTIONS if key in both}

    def number(self, table: str, key: str) -> int | None:
        return self._tables.get(table, {}).get(key)

    def amount(self, table: str, key: str) -> float | None:
        found = self._tables.get(table, {}).get(key)
        if found is not None and not 0 < found < float("inf"):
            self._refuse(table, key, "must be more than 0")
        return None if found is None else float(found)

    def _check(self, name: str, table: Mapping[str, Any]) -> None:
        known = _TABLES[name]
        self._tables[name] = table
        for key, value in table.items():
            if key not in known:
                if any(word in key.casefold() for word in _SECRET):
                    self._refuse(name, key, _NO_SECRETS)
                self._refuse(name, key, f"does not exist: known are {', '.join(map(str, known))}")
            kind = known[key]
            fits = isinstance(value, int | float if kind is float else kind)
            if not fits or (isinstance(value, bool) and kind not in (bool, bool | str)):
                self._refuse(name, key, f"must be {_KINDS.get(kind, 'a word')}, not {type(value).__name__}")
            if isinstance(value, str) and value.startswith(_LOOKS_SECRET):
                self._refuse(name, key, _NO_SECRETS)
            if key in _BOUNDS:
                self._hold_to(name, key, value)
            if kind is dict:
                self._check(f"{name}.{key}" if name else key, value)

    def _hold_to(self, table: str, key: str, value: float) -> None:
        least, most = _BOUNDS[key]
        if not least <= value <= most:
            self._refuse(table, key, f"must be {least:g} or more" + (f", and {most:g} at most" if value > most else ""))

    def _refuse(self, table: str, key: str, why: str) -> NoReturn:
        where = f"{key!r} in [{table}]" if table else repr(key)
        raise UsageError(f"{str(self._path)!r}: {where} {why}")


def _read_file(path: Path) -> _File:
    file = settings_file(path)
    if file is None:
        return _File({}, None)
    try:
        return _File(tomllib.loads(file.read_text(encoding="utf-8-sig")), file)
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be read: {error.strerror}; check its permissions") from None
    except UnicodeDecodeError:
        raise UsageError(f"{str(file)!r} is not UTF-8: save it anew") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{str(file)!r} is not TOML: {error}") from None
