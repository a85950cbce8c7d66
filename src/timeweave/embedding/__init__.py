"""Texts to vectors: the port, and the packaged models by name."""

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


def get_embedder(name: str | None = None, *, threads: int | None = None) -> Embedder:
    """The packaged embedder called ``name``, the default one for ``None``; ``threads`` bounds what it uses.

    Raises:
        UsageError: there is none of that name.
        MissingExtraError: it needs an extra that is not installed.
    """
    wanted = _SHORT_NAMES.get(name or DEFAULT, name or DEFAULT)
    if wanted not in _EMBEDDERS:
        raise UsageError(f"no embedder {name!r}: choose one of {', '.join(map(repr, sorted(_EMBEDDERS)))}")
    module, extra = _EMBEDDERS[wanted]
    try:
        return cast("Embedder", importlib.import_module(module).load(threads=threads))
    except ImportError as error:
        if extra is None:
            raise
        raise MissingExtraError(f"embedder {wanted!r}", extra) from error


__all__ = ["DEFAULT", "Embedder", "get_embedder"]
