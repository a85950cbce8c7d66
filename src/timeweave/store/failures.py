"""What SQLite and the file system report, said in Timeweave's errors."""

from __future__ import annotations

import errno
import functools
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from timeweave.errors import (
    InputError,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreInUseError,
    StoreReadOnlyError,
    TemporalError,
    TimeweaveError,
    command,
)

P = ParamSpec("P")
R = TypeVar("R")

_SCARCE = 256 * 1024  # free bytes below which a failed write is taken for a full disk
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR}
# What decoding a damaged row ends in: a TemporalError is one too, for no caller passes periods to be parsed.
UNDECODABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, zlib.error)
_OUTSIDE = (sqlite3.Error, OSError, UnicodeEncodeError)


class HasPath(Protocol):
    """Something that reads one database."""

    @property
    def path(self) -> Path:
        """The database."""


HasPathT = TypeVar("HasPathT", bound=HasPath)


def store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """The Timeweave error for what SQLite reports about the database at ``path``."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    primary = code & 0xFF
    where = str(path)
    if primary in _BUSY:
        return StoreInUseError(f"{where!r} is in use by another process: try again when it has finished", path=where)
    if primary == sqlite3.SQLITE_FULL or (primary == sqlite3.SQLITE_IOERR and _is_full(path)):
        return StoreFullError(
            f"no space left for {where!r}: nothing of the current change was kept; make room", path=where
        )
    if primary == sqlite3.SQLITE_READONLY or (primary == sqlite3.SQLITE_CANTOPEN and path.exists()):
        return StoreReadOnlyError(f"{where!r} cannot be written: {error}; check permissions and mount", path=where)
    if primary in _DAMAGED or code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return damaged(path, error)
    return StoreError(f"{where!r} cannot be used: {error}", path=where)


def damaged(path: Path, error: BaseException) -> StoreDamagedError:
    """The error for a database whose content makes no sense."""
    checking = command("check", home_of(path))
    remedy = f"{checking} says which documents can be saved; restore a backup or add them to a new store"
    return StoreDamagedError(f"{str(path)!r} is damaged ({error}): {remedy}", path=str(path))


def home_of(path: Path) -> Path:
    """The folder of the store whose folder or database is ``path``."""
    return path if path.is_dir() else path.parent


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of SQLite and the file system inside become Timeweave's."""
    try:
        yield
    except _OUTSIDE as error:
        known = _translation(error, path)
        if known is None:
            raise
        raise known from error


def guarded(method: Callable[Concatenate[HasPathT, P], R]) -> Callable[Concatenate[HasPathT, P], R]:
    """A reading method whose failures, those of decoding a damaged row included, are Timeweave's errors."""

    @functools.wraps(method)
    def wrapper(self: HasPathT, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # as `translated` does it, without its cost: a question reads hundreds of times
        try:
            return method(self, *args, **kwargs)
        except _OUTSIDE as error:
            known = _translation(error, self.path)
            if known is None:
                raise
            raise known from error
        except TemporalError as error:
            raise damaged(self.path, error) from error
        except TimeweaveError:
            raise
        except UNDECODABLE as error:
            raise damaged(self.path, error) from error

    return wrapper


def translating(method: Callable[Concatenate[HasPathT, P], R]) -> Callable[Concatenate[HasPathT, P], R]:
    """A writing method: what goes wrong with its values is the caller's, with the database Timeweave's."""

    @functools.wraps(method)
    def wrapper(self: HasPathT, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with translated(self.path):
            return method(self, *args, **kwargs)

    return wrapper


def _translation(error: Exception, path: Path) -> TimeweaveError | None:
    """The error of Timeweave for one from outside, where there is one."""
    where = str(path)
    if isinstance(error, sqlite3.Error):
        return store_error(error, path)
    if isinstance(error, UnicodeEncodeError):
        return InputError(f"text that is not valid Unicode cannot be stored or looked up: {error}")
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.ENOSPC, errno.EDQUOT):
        return StoreFullError(f"no space left for {where!r}: {error}; make room", path=where)
    if code in (errno.EROFS, errno.EACCES, errno.EPERM):
        return StoreReadOnlyError(f"{where!r} cannot be written: {error}; check permissions and mount", path=where)
    if code == errno.EIO:
        return StoreError(f"{where!r} cannot be read or written: {error}; check the disk", path=where)
    return None


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _SCARCE
    except OSError:
        return False
