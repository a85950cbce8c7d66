"""The files of a folder, in a fixed order, each once, and none from outside of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from timeweave.documents.source_file import SourceFile, printable
from timeweave.outcomes import Failure


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a folder lists; ``name`` is its path below the first folder, ``linked`` whether a link led to it."""

    path: Path
    name: str = ""
    linked: bool = False


def files_under(
    folder: Path, skip: Collection[Path] = (), *, follow_links: bool = False
) -> Iterator[SourceFile | Failure]:
    """Every regular file below ``folder``, folder by folder, each sorted by name.

    Hidden files and folders are passed over, ``skip`` too. A symbolic link that leads out of ``folder`` is a failure
    unless ``follow_links``: who made the folder must not choose what else of the machine is read. What a link inside
    leads to is read once, in its own place where that is not hidden. A link to nothing, and what is neither file nor
    folder, are failures, and never opened.
    """
    links = _Links(Path(os.path.realpath(folder)), {os.path.realpath(path) for path in skip}, follow_links)
    skipped = {_identity(path.stat()) for path in skip if path.exists()}
    entered: set[tuple[int, int]] = set()
    waiting = [_Entry(folder)]
    while waiting:
        entry = waiting.pop()
        try:
            status = entry.path.stat()
        except OSError as error:
            yield _failure(entry.path, _why_not(entry.path, error))
            continue
        identity = _identity(status)
        if identity in skipped or identity in entered:
            continue
        linked = entry.linked
        if entry.name and entry.path.is_symlink():
            linked = True
            if links.leads_out(entry.path):
                yield _failure(entry.path, _outside(entry.path))
                continue
            if links.is_read_elsewhere(entry.path):
                continue
        if linked or stat.S_ISDIR(status.st_mode):
            entered.add(identity)
        if stat.S_ISREG(status.st_mode):
            yield SourceFile(entry.path, entry.name)
        elif stat.S_ISDIR(status.st_mode):
            try:
                waiting.extend(_listed(entry, linked))
            except OSError as error:
                yield _failure(entry.path, f"cannot be listed: {error.strerror}; check its permissions")
        else:
            yield _failure(entry.path, "is neither a file nor a folder: remove it from the folder")


@dataclass(frozen=True, slots=True)
class _Links:
    """Where links of the folder ``root`` lead."""

    root: Path
    skipped: Collection[str]
    follow: bool

    def leads_out(self, link: Path) -> bool:
        """Whether it leads out of the folder, and must not."""
        return not self.follow and not self._target(link).is_relative_to(self.root)

    def is_read_elsewhere(self, link: Path) -> bool:
        """Whether what it leads to is read where it stands, or is to be passed over."""
        target = self._target(link)
        if any(str(part) in self.skipped for part in (target, *target.parents)):
            return True
        if not target.is_relative_to(self.root):
            return False
        return not any(part.startswith(".") for part in target.relative_to(self.root).parts)

    @staticmethod
    def _target(link: Path) -> Path:
        return Path(os.path.realpath(link))


def _listed(entry: _Entry, linked: bool) -> list[_Entry]:
    """What the folder holds, the last name first."""
    names = sorted((name for name in os.listdir(entry.path) if not name.startswith(".")), reverse=True)
    prefix = f"{entry.name}/" if entry.name else ""
    return [_Entry(entry.path / name, prefix + name, linked) for name in names]


def _outside(link: Path) -> str:
    target = printable(os.path.realpath(link))
    return f"is a symbolic link to {target!r}, out of the folder: add that by its own path, or use --follow-links"


def _why_not(path: Path, error: OSError) -> str:
    if path.is_symlink():
        target = printable(os.readlink(path))
        return f"is a symbolic link to {target!r}, which cannot be followed: mend or remove the link"
    return f"cannot be read: {error.strerror}"


def _failure(path: Path, message: str) -> Failure:
    return Failure(printable(str(path)), None, message)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
