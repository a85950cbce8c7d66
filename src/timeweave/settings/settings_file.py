"""A settings file: where it lies, and its tables, checked."""

from __future__ import annotations

import shlex
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn

from timeweave.addresses import SECRET_WORDS, checked, split_name
from timeweave.errors import UsageError
from timeweave.lexicon.relations import Row
from timeweave.settings.relation_rows import relation_rows
from timeweave.settings.trust import Trusted
from timeweave.settings.values import LOCAL, ExtractionSettings, HybridSettings, Use
from timeweave.user_folders import config_folder

FILE = "timeweave.toml"

_LARGEST = 16_000  # bytes: a key of as many parts takes the parser a second and 260 MB, four times as many 4 GB

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
    **dict.fromkeys(("alpha", "beta", "gamma", "delta_base"), (0, 1_000)),
    **dict.fromkeys(("tau_min", "tau_max"), (0.1, 1_000_000)),  # days
    "margin": (0, 1_000),
    "agreement": (0, 1),
    **dict.fromkeys(("hops", "entity_hops"), (0, 5)),
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "dense": ("neural", "svd"),
    "recency": ("learned", "pattern"),
    "centrality": ("degree", "pagerank", "none"),
    "ages_from": ("newest", "now"),
    "agreement_over": ("read", "attainable"),
}
_MODEL_KEYS: Mapping[str, _Kind] = {"model": str, "url": str, **_OPTIONS}
_TABLES: Mapping[str, Mapping[str, _Kind]] = {
    "": {"embedder": str, "embedder_url": str, "llm": dict, "extraction": dict, "hybrid": dict, "relation": list},
    "llm": {**_MODEL_KEYS, "budget_tokens": int, "budget_usd": float, "concurrency": int, **dict.fromkeys(Use, dict)},
    **{f"llm.{use}": _MODEL_KEYS for use in Use},
    "extraction": {"entity_types": list, "gleanings": int, "temporal": bool, "concepts": bool},
    "hybrid": {
        **dict.fromkeys(("alpha", "beta", "gamma", "delta_base", "tau_min", "tau_max", "margin", "agreement"), float),
        **dict.fromkeys(("dense", "recency", "centrality", "ages_from", "agreement_over"), str),
        **dict.fromkeys(("fold_copies", "halting"), bool),
        **dict.fromkeys(("hops", "entity_hops"), int),
        "rerank": bool,
        "reranker": str,
    },
}
_NAMING: Mapping[str, tuple[str, ...]] = {
    "": ("embedder", "embedder_url"),
    **dict.fromkeys(("llm", *(f"llm.{use}" for use in Use)), ("model", "url")),
    "hybrid": ("reranker",),
}
_KINDS: Mapping[_Kind, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}
_LOOKS_SECRET = ("sk-", "sk_", "gsk_", "hf_", "AIza", "Bearer ")
_NO_SECRETS = (
    "is a secret, which is never read from a file: delete it there, and set the provider's environment variable, "
    "such as OPENAI_API_KEY"
)


class SettingsFile:
    """The tables of a settings file, checked; messages name file and key, and quote no value but of a relation.

    ``trusted`` says whether what it names may be used (`timeweave.settings.trust`): addresses, and models to be run.
    """

    def __init__(self, tables: Mapping[str, Any], path: Path, trusted: Trusted | None) -> None:
        self.path = path
        self._tables: dict[str, Mapping[str, Any]] = {}
        self._check("", tables)
        self.is_users = trusted is None
        self.is_trusted = trusted is None or trusted.allows_file(path, self.named())

    @property
    def embedder(self) -> tuple[str | None, str | None]:
        """Name and address."""
        top = self._tables.get("", {})
        name, within = split_name(top.get("embedder", ""))
        return name or None, top.get("embedder_url", within)

    def named(self) -> Mapping[str, str]:
        """The models and addresses in it, by table and key: what an approval is of."""
        tables = {name: self._tables.get(name, {}) for name in _NAMING}
        return {
            f"{name}.{key}": tables[name][key] for name, keys in _NAMING.items() for key in keys if key in tables[name]
        }

    def addresses(self) -> list[str]:
        """The addresses in it, as they are written.

        Raises:
            UsageError: one is none, or holds a secret.
        """
        urls = [self.embedder[1], *(self._tables.get(t, {}).get("url") for t in ("llm", *(f"llm.{u}" for u in Use)))]
        whose = f"an address in {str(self.path)!r}"
        return list(dict.fromkeys(checked(url, whose) for url in urls if url is not None))

    def refused(self, what: str, instead: str) -> str | None:
        """Why ``what`` it names is not used, where it is not trusted; ``instead`` is what else can be done."""
        if self.is_trusted:
            return None
        approve = f"`timeweave trust {shlex.quote(str(self.path))}`"
        return (
            f"{str(self.path)!r} names {what}, which nobody approved on this machine: look at the file, then approve "
            f"it with {approve}, or {instead}"
        )

    def has(self, table: str) -> bool:
        """Whether it has a table of that name."""
        return table in self._tables

    @property
    def extraction(self) -> ExtractionSettings:
        """How facts are extracted."""
        table = self._tables.get("extraction", {})
        types = table.get("entity_types")
        if types is not None and not (types and all(isinstance(t, str) and t.strip() for t in types)):
            self._refuse("extraction", "entity_types", 'must be a list of names, such as ["person", "place"]')
        gleanings = self.number("extraction", "gleanings") or 0
        given = {key: bool(table[key]) for key in ("temporal", "concepts") if key in table}
        return ExtractionSettings(tuple(types) if types else None, gleanings, **given)

    @property
    def relations(self) -> tuple[Row, ...]:
        """What it adds to the table of relations."""
        return relation_rows(self._tables.get("", {}).get("relation", ()), str(self.path))

    @property
    def hybrid(self) -> HybridSettings:
        """How mode ``hybrid`` ranks."""
        table = dict(self._tables.get("hybrid", {}))
        least, most = table.get("tau_min"), table.get("tau_max")
        if least is not None and most is not None and least > most:
            self._refuse("hybrid", "tau_min", "must not be more than 'tau_max'")
        folder = table.pop("reranker", None)
        reranker = self._beside(folder) if folder else None
        refused = self.refused(f"the model {folder!r}", "name it in TIMEWEAVE_RERANKER") if folder else None
        return HybridSettings(**table, reranker=reranker, reranker_refused=refused)

    def model(self, use: Use) -> tuple[str | None, str | None]:
        """Name and address of a model; an own name without an address has none but its provider's."""
        own, shared = self._tables.get(f"llm.{use}", {}), self._tables.get("llm", {})
        name = own.get("model", shared.get("model"))
        same = provider_of(name) == provider_of(shared.get("model", name))
        if provider_of(name) == LOCAL:
            _, _, file = name.partition(":")
            name = f"{LOCAL}:{self._beside(file)}"
        return name, own.get("url", shared.get("url") if same else None)

    def options(self, use: Use, name: str) -> Mapping[str, float | str | bool]:
        """What is set for a use, as far as it can be of the model called ``name``, which may come from elsewhere."""
        own = self._tables.get(f"llm.{use}", {})
        both = {**self._tables.get("llm", {}), **own}
        if provider_of(name) != LOCAL and own.get("model") != name:
            both.pop("context", None)  # of a local model that is not used here
        return {key: both[key] for key in _OPTIONS if key in both}

    def number(self, table: str, key: str) -> int | None:
        """A whole number, or what is not set."""
        return self._tables.get(table, {}).get(key)

    def amount(self, table: str, key: str) -> float | None:
        """A number above 0, or what is not set."""
        found = self._tables.get(table, {}).get(key)
        if found is not None and not 0 < found < float("inf"):
            self._refuse(table, key, "must be more than 0")
        return None if found is None else float(found)

    def _beside(self, path: str) -> Path:
        """A path in it, relative to the file that a link leads to, as it is that file which is approved."""
        return self.path.resolve().parent / Path(path).expanduser()

    def _check(self, name: str, table: Mapping[str, Any]) -> None:
        known = _TABLES[name]
        self._tables[name] = table
        for key, value in table.items():
            if key not in known:
                if any(word in key.casefold() for word in SECRET_WORDS):
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
            if key in _CHOICES and value not in _CHOICES[key]:
                self._refuse(name, key, f"must be one of {', '.join(map(repr, _CHOICES[key]))}")
            if kind is dict:
                self._check(f"{name}.{key}" if name else key, value)

    def _hold_to(self, table: str, key: str, value: float) -> None:
        least, most = _BOUNDS[key]
        if not least <= value <= most:
            self._refuse(table, key, f"must be {least:g} or more" + (f", and {most:g} at most" if value > most else ""))

    def _refuse(self, table: str, key: str, why: str) -> NoReturn:
        where = f"{key!r} in [{table}]" if table else repr(key)
        raise UsageError(f"{str(self.path)!r}: {where} {why}")


def provider_of(name: str | None) -> str:
    """What stands before the colon of a model's name."""
    return (name or "").partition(":")[0]


def settings_file(path: Path) -> Path | None:
    """The settings file of the knowledge base in folder ``path``, if there is one."""
    return next((file for file in (path / FILE, path.absolute().parent / FILE) if file.is_file()), None)


def read_settings_files(path: Path, trusted: Trusted) -> list[SettingsFile]:
    """The settings file of the knowledge base in folder ``path``, then the user's own, as far as they are there.

    Raises:
        UsageError: one cannot be read, or a key in it does not exist or does not fit.
    """
    beside, home = settings_file(path), config_folder()
    own = None if home is None or not (home / FILE).is_file() else home / FILE
    found = [read_settings_file(beside, trusted)] if beside is not None else []
    return found if own is None else [*found, read_settings_file(own, None)]


def read_settings_file(file: Path, trusted: Trusted | None) -> SettingsFile:
    """A settings file; ``trusted`` is ``None`` for the user's own. Raises as `read_settings_files`."""
    try:
        if file.stat().st_size > _LARGEST:
            raise UsageError(f"{str(file)!r} is larger than {_LARGEST:,} bytes: it is no settings file")
        return SettingsFile(tomllib.loads(file.read_text(encoding="utf-8-sig")), file, trusted)
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be read: {error.strerror}; check its permissions") from None
    except UnicodeDecodeError:
        raise UsageError(f"{str(file)!r} is not UTF-8: save it anew") from None
    except (ValueError, RecursionError) as error:  # such as a number of 5,000 digits
        raise UsageError(f"{str(file)!r} is not TOML: {error}") from None
