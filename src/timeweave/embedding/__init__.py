"""Texts to vectors: the port, the packaged models by name, and models at an address."""

from __future__ import annotations

import importlib
from typing import cast

from timeweave.embedding.base import Embedder
from timeweave.errors import MissingExtraError, UsageError

DEFAULT = "minilm-l6-int8"

_EMBEDDERS: dict[str, tuple[str, str | None]] = {
    "minilm-l6-int8": ("timeweave.embedding.minilm", None),
    "wordllama-256": ("timeweave.embedding.wordllama", "wordllama"),
}
_SHORT_NAMES = {"minilm": "minilm-l6-int8", "wordllama": "wordllama-256"}


_REMOTE = "openai:"


def get_embedder(name: str | None = None, *, url: str | None = None, threads: int | None = None) -> Embedder:
    """The embedder called ``name``, the default packaged one for ``None``; ``threads`` bounds what a packaged one uses.

    ``openai:MODEL`` is OpenAI's, or, with ``url`` or the environment variable ``OPENAI_BASE_URL``, the one of that name
    at any server that speaks OpenAI's protocol. Its key is read from ``OPENAI_API_KEY``.

    Raises:
        UsageError: there is none of that name, or it has no address.
        MissingExtraError: it needs an extra that is not installed.
        ModelError: it needs a key.
    """
    if name is not None and is_remote(name):
        return _remote(name, url)
    wanted = _SHORT_NAMES.get(name or DEFAULT, name or DEFAULT)
    if wanted not in _EMBEDDERS:
        known = ", ".join(map(repr, sorted(_EMBEDDERS)))
        raise UsageError(f"no embedder {name!r}: choose one of {known}, or 'openai:MODEL'")
    if url is not None:
        raise UsageError(f"embedder {wanted!r} is packaged and has no address: leave it out, or name 'openai:MODEL'")
    module, extra = _EMBEDDERS[wanted]
    try:
        return cast("Embedder", importlib.import_module(module).load(threads=threads))
    except ImportError as error:
        if extra is None:
            raise
        raise MissingExtraError(f"embedder {wanted!r}", extra) from error


def is_remote(name: str) -> bool:
    """Whether an embedder of that name is at an address: texts are sent there."""
    return name.startswith(_REMOTE)


def _remote(name: str, url: str | None) -> Embedder:
    try:
        remote = importlib.import_module("timeweave.embedding.remote")
    except ImportError as error:
        raise MissingExtraError(f"embedder {name!r}", "llm") from error
    return cast("Embedder", remote.load(name, url))


__all__ = ["DEFAULT", "Embedder", "get_embedder", "is_remote"]
