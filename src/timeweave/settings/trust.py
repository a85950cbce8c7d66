"""What may be sent text and keys: what the user of this machine named, or approved once (``timeweave trust``).

A folder of data may come from anybody: a cloned repository, a store that was received. So an address, or the path of a
model to be run, counts only where it is an argument, in the environment, in the `timeweave.toml` of the user's own
configuration folder (`timeweave.user_folders`), or in a file or store that is approved there by its path and by what it
names. What was changed since is not approved.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from timeweave.addresses import normal
from timeweave.errors import UsageError
from timeweave.user_folders import config_folder

_RECORD = "trusted.json"


@dataclass(frozen=True, slots=True)
class Trusted:
    """What is approved on this machine: addresses, and by absolute path files and stores with the digest of what they
    name.
    """

    addresses: frozenset[str] = frozenset()
    files: Mapping[str, str] = field(default_factory=dict)
    stores: Mapping[str, str] = field(default_factory=dict)

    def allows_file(self, file: Path, named: Mapping[str, Any]) -> bool:
        """Whether a settings file is, with what it names."""
        return self.files.get(_place(file)) == digest(named)

    def allows_store(self, folder: Path, embedder: str) -> bool:
        """Whether the store in ``folder`` is, with the embedder that it remembers."""
        return self.stores.get(_place(folder)) == digest({"embedder": embedder})

    def with_address(self, url: str) -> Trusted:
        """The same, and an address."""
        return replace(self, addresses=self.addresses | {normal(url)})

    def with_file(self, file: Path, named: Mapping[str, Any]) -> Trusted:
        """The same, and a settings file with what it names."""
        return replace(self, files={**self.files, _place(file): digest(named)})

    def with_store(self, folder: Path, embedder: str) -> Trusted:
        """The same, and a store with the embedder that it remembers."""
        return replace(self, stores={**self.stores, _place(folder): digest({"embedder": embedder})})

    def without(self, what: str) -> Trusted:
        """The same but for an address, or the path of a file or store."""
        place = _place(Path(what))
        return Trusted(
            self.addresses - ({normal(what)} if "://" in what else set()),
            {path: kept for path, kept in self.files.items() if path != place},
            {path: kept for path, kept in self.stores.items() if path != place},
        )


def read_trusted() -> Trusted:
    """What is approved on this machine.

    Raises:
        UsageError: the record cannot be read; its path is quoted.
    """
    folder = config_folder()
    file = None if folder is None else folder / _RECORD
    if file is None or not file.is_file():
        return Trusted()
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return Trusted(frozenset(found["addresses"]), dict(found["files"]), dict(found["stores"]))
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be read: {error.strerror}; check its permissions") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{str(file)!r} is damaged: delete it, and approve again with `timeweave trust`") from None


def update_trusted(change: Callable[[Trusted], Trusted]) -> Trusted:
    """Keep what ``change`` makes of what is approved, in one step, readable for the user alone, and give it.

    Other processes wait meanwhile: none brings back what this one takes back.

    Raises:
        UsageError: there is no home, or the record cannot be read or written.
    """
    folder = config_folder()
    if folder is None:
        raise UsageError("there is no folder for what is approved: set HOME or XDG_CONFIG_HOME")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise _unwritable(folder, error) from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        trusted = change(read_trusted())
        _write(trusted, folder)
    finally:
        os.close(held)
    return trusted


def _write(trusted: Trusted, folder: Path) -> None:
    kept = {"addresses": sorted(trusted.addresses), "files": dict(trusted.files), "stores": dict(trusted.stores)}
    try:
        handle, name = tempfile.mkstemp(prefix=f".{_RECORD}.", dir=folder)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=2, sort_keys=True)
        Path(name).replace(folder / _RECORD)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> UsageError:
    return UsageError(f"{str(folder)!r} cannot be written: {error.strerror}; check its permissions")


def digest(named: Mapping[str, Any]) -> str:
    """A digest of what a file or a store names."""
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()


def _place(path: Path) -> str:
    return str(path.resolve())
