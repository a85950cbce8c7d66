"""Namespaces: each a knowledge base of its own, under a name that is checked, opened once with its spool and writer."""

from __future__ import annotations

import re
import secrets
import shutil
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from timeweave.errors import NoStoreError, NotFoundError, StoreInUseError, UsageError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.opening import open_knowledge_base
from timeweave.outcomes import AddResult
from timeweave.server.ingesting import Worker
from timeweave.server.problems import Problem, RefusedError
from timeweave.server.spool import Spool
from timeweave.store.sqlite import DATABASE

DEFAULT = "default"
NAME = r"^[a-z0-9][a-z0-9_-]{0,63}$"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

Told = Callable[[str, AddResult], None]


@dataclass(frozen=True, slots=True)
class Namespace:
    """A knowledge base that is open, with what was sent to it and the one who takes it in."""

    name: str
    kb: KnowledgeBase
    spool: Spool
    worker: Worker

    def close(self, patience: float) -> None:
        """Finish the documents in hand, and close it."""
        self.worker.stop(patience)
        self.spool.close()
        self.kb.close()


class Stores:
    """The knowledge bases that are served: one as ``default``, those in ``folder`` by the names of their folders."""

    def __init__(self, single: Path | None, folder: Path | None, told: Told = lambda _, __: None) -> None:
        self._single = single
        self._folder = folder
        self._told = told
        self._guard = threading.Lock()
        self._open: dict[str, Namespace] = {}
        self._going: set[str] = set()  # those that are being deleted
        self._closed = False

    @property
    def opened(self) -> Mapping[str, Namespace]:
        """Those that are open."""
        with self._guard:
            return dict(self._open)

    def names(self) -> list[str]:
        """All that are there."""
        found = {DEFAULT} if self._single is not None else set()
        if self._folder is not None:
            found |= {path.name for path in self._folder.iterdir() if _is_store(path)}
        return sorted(found)

    def get(self, name: str) -> Namespace:
        """The knowledge base called ``name``, opened where it is not yet.

        Raises:
            NotFoundError: there is none.
            StoreError: it cannot be opened, or another server has it.
        """
        with self._guard:
            if (known := self._open.get(name)) is not None:
                return known
            home = None if self._closed or name in self._going else self._home(name)
            if home is None:
                raise _unknown(name)
            return self._opened(name, home)

    def make(self, name: str) -> bool:
        """Make an empty knowledge base; whether it is new.

        Raises:
            UsageError: the name is none.
        """
        folder = self._require_folder(name)
        with self._guard:
            if self._home(name) is not None:
                return False
            open_knowledge_base(folder / name).close()
            return True

    def drop(self, name: str, patience: float) -> None:
        """Delete a knowledge base with all that is in it.

        Raises:
            NotFoundError: there is none.
        """
        folder = self._require_folder(name)
        with self._guard:
            if name in self._going or not _is_store(folder / name):
                raise _unknown(name)
            self._going.add(name)
            known = self._open.pop(name, None)
        gone = folder / f".{name}.{secrets.token_hex(4)}.deleted"
        try:
            if known is not None:
                known.close(patience)
            (folder / name).rename(gone)
        finally:
            with self._guard:
                self._going.discard(name)
        shutil.rmtree(gone, ignore_errors=True)

    def close(self, patience: float) -> None:
        """Close all: each writer finishes the documents in hand."""
        with self._guard:
            self._closed = True
            known, self._open = list(self._open.values()), {}
        for namespace in known:  # all are told before any is waited for
            namespace.worker.stop(0)
        for namespace in known:
            namespace.close(patience)

    def _home(self, name: str) -> Path | None:
        if name == DEFAULT and self._single is not None:
            return self._single
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        home = self._folder / name
        return home if _is_store(home) else None

    def _opened(self, name: str, home: Path) -> Namespace:
        with suppress(NotADirectoryError):
            kb = open_knowledge_base(home, create=False)
            try:
                spool = Spool(home)
            except BlockingIOError:
                kb.close()
                message = f"{str(home)!r} is served by another process: end it, or serve another store"
                raise StoreInUseError(message, path=str(home)) from None
            except BaseException:
                kb.close()
                raise
            worker = Worker(kb, spool, lambda result: self._told(name, result))
            made = self._open[name] = Namespace(name, kb, spool, worker)
            worker.start()
            return made
        raise NoStoreError(f"{str(home)!r} is not a folder: choose another", path=str(home))

    def _require_folder(self, name: str) -> Path:
        if self._folder is None:
            detail = "this server serves one knowledge base"
            remedy = "start it with `timeweave serve --stores FOLDER` to make and delete others"
            raise RefusedError(Problem(409, "one-store", detail, remedy))
        if not _NAME.fullmatch(name) or (name == DEFAULT and self._single is not None):
            raise UsageError(
                f"{name[:80]!r} is no name for a knowledge base: use up to 64 of a-z, 0-9, _ and -, no sign first"
            )
        return self._folder


def _is_store(path: Path) -> bool:
    """A folder of its own with a store in it; no link, which could lead anywhere."""
    return bool(_NAME.fullmatch(path.name)) and not path.is_symlink() and (path / DATABASE).is_file()


def passed_over(folder: Path) -> list[str]:
    """Folders with a store in them that are not served, as their names are none of a knowledge base."""
    found = [path for path in folder.iterdir() if (path / DATABASE).is_file()] if folder.is_dir() else []
    return sorted(path.name for path in found if not (_NAME.fullmatch(path.name) or path.name.startswith(".")))


def _unknown(name: str) -> NotFoundError:
    return NotFoundError(f"no knowledge base {name[:80]!r}: GET /v1/kb lists those that there are")
