"""The files of a folder, in a fixed order, without going round in circles."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from timeweave.documents.source_file import SourceFile, printable
from timeweave.results import Failure


def files_under(folder: Path, skip: Collection[Path] = ()) -> Iterator[SourceFile | Failure]:
    """Every regular file below ``folder``, folder by folder, each sorted by name.

    Hidden files and folders are passed over, ``skip`` too. Symbolic links are followed; a link back to a folder that
    holds it, a link to nothing, and what is neither file nor folder are failures.
    """
    skipped = {_identity(path) for path in skip if path.exists()}
    yield from _walk(folder, "", (), skipped)


def _walk(
    folder: Path, prefix: str, above: tuple[tuple[int, int], ...], skipped: set[tuple[int, int]]
) -> Iterator[SourceFile | Failure]:
    try:
        identity = _identity(folder)
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        yield _failure(folder, f"cannot be listed: {error.strerror}; check its permissions")
        return
    if identity in skipped:
        return
    if identity in above:
        yield _failure(folder, "is a link back to a folder that holds it: remove the link, its files are read already")
        return
    for name in names:
        path = folder / name
        try:
            mode = path.stat().st_mode
        except OSError as error:
            yield _failure(path, _why_not(path, error))
            continue
        if stat.S_ISDIR(mode):
            yield from _walk(path, f"{prefix}{name}/", (*above, identity), skipped)
        elif stat.S_ISREG(mode):
            if _identity(path) not in skipped:
                yield SourceFile(path, prefix + name)
        else:
            yield _failure(path, "is neither a file nor a folder: remove it from the folder")


def _why_not(path: Path, error: OSError) -> str:
    if path.is_symlink():
        target = printable(os.readlink(path))
        return f"is a symbolic link to {target!r}, which cannot be followed: mend or remove the link"
    return f"cannot be read: {error.strerror}"


def _failure(path: Path, message: str) -> Failure:
    return Failure(printable(str(path)), None, message)


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
