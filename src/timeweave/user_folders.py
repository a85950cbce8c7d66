"""Folders of the user's own, as the XDG base directories have them."""

from __future__ import annotations

import os
from pathlib import Path


def config_folder() -> Path | None:
    """``$XDG_CONFIG_HOME/timeweave``, by default ``~/.config/timeweave``; ``None`` where there is no home."""
    return _folder("XDG_CONFIG_HOME", ".config")


def cache_folder() -> Path | None:
    """``$XDG_CACHE_HOME/timeweave``, by default ``~/.cache/timeweave``; ``None`` where there is no home."""
    return _folder("XDG_CACHE_HOME", ".cache")


def _folder(variable: str, below_home: str) -> Path | None:
    """A relative path is passed over, as the specification wants: it would lie in whatever folder we stand in."""
    given = Path(os.environ.get(variable, ""))
    if given.is_absolute():
        return given / "timeweave"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / below_home / "timeweave" if home.is_absolute() else None
