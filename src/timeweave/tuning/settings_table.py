"""Learned weights in the settings file: the rest of it stays as it is, and it is whole at every moment."""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from collections.abc import MutableMapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from timeweave.errors import MissingExtraError, UsageError
from timeweave.settings import FILE, settings_file
from timeweave.tuning.weights import Weights

_TABLE = "hybrid"
_MARK = "\ufeff"  # of a file that some editors begin so


def write_weights(weights: Weights, folder: Path) -> Path:
    """Write ``weights`` to ``[hybrid]`` of the settings file of the knowledge base in ``folder``, and give its path.

    Where there is none it is made in that folder. The other keys, comments and their order stay.

    Raises:
        MissingExtraError: the extra ``tune`` is not installed.
        UsageError: the file cannot be read or written, or is not TOML.
    """
    path = (settings_file(folder) or folder / FILE).resolve()
    try:
        before = path.read_bytes().decode("utf-8") if path.exists() else ""
        _replace(path, changed(before, weights, path))
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}; check its permissions") from None
    except UnicodeDecodeError:
        raise UsageError(f"{str(path)!r} is not UTF-8: save it anew") from None
    return path


def changed(text: str, weights: Weights, path: Path) -> str:
    """The text of a settings file with ``weights`` in its ``[hybrid]``.

    Raises:
        MissingExtraError, UsageError: as `write_weights`.
    """
    try:
        import tomlkit
        from tomlkit.exceptions import TOMLKitError
    except ImportError:
        raise MissingExtraError("writing weights", "tune") from None
    mark = _MARK if text.startswith(_MARK) else ""
    bare = text.removeprefix(_MARK)
    try:
        document = tomlkit.parse(bare)
        table: Any = document.get(_TABLE)
        if table is None:
            table = tomlkit.table()
            if bare.strip():
                document.add(tomlkit.nl())
            document.add(_TABLE, table)
        if not isinstance(table, MutableMapping):
            raise UsageError(f"{str(path)!r}: {_TABLE!r} must be a table: delete what stands there")
        for key, value in asdict(weights).items():
            table[key] = value
        made = tomlkit.dumps(document)
        expected = tomllib.loads(bare)
        held = {**expected, _TABLE: {**expected.get(_TABLE, {}), **asdict(weights)}}
        if tomllib.loads(made) != held:
            raise UsageError(f"{str(path)!r}: [{_TABLE}] cannot be written there: write it as a table of its own")
    except (TOMLKitError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{str(path)!r} is not TOML: {error}") from None
    return mark + made


def _replace(path: Path, text: str) -> None:
    """Put ``text`` in the place of what the file held, in one step."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)
        else:
            Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
