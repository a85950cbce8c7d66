"""Folders of the user's own, as the XDG base directories have them."""

from __future__ import annotations

import os
from pathlib import Path


def config_folder() -> Path | None:
    """``$XDG_CONFIG_HOME/timeweave``, by default ``~/.config/timeweave``; ``None`` where there is no home.

    A relative path is passed over, as the specification wants: it would lie in whatever folder we stand in.
    """
    given = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    if given.is_absolute():
        return given / "timeweave"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ".config" / "timeweave" if home.is_absolute() else None
