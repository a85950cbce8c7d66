"""The write lock: one writer at a time, across threads and processes, named while it holds the lock.

SQLite's own lock would do for the database. This one also covers the index files that a transaction writes beside it,
says who holds it, and is given up by the kernel when its process dies.
"""

from __future__ import annotations

import errno
import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from timeweave.errors import StoreInUseError

_POLL = 0.02  # seconds between two attempts

# POSIX locks belong to the process: inside it, threads and further stores on the same file exclude one another here.
_inside: dict[Path, threading.Lock] = {}
_guard = threading.Lock()


def _forget_parent() -> None:
    global _guard
    _guard = threading.Lock()
    _inside.clear()


os.register_at_fork(after_in_child=_forget_parent)


@contextmanager
def write_lock(path: Path, timeout: float) -> Iterator[None]:
    """Hold the lock file ``path``, waiting for at most ``timeout`` seconds.

    Raises:
        StoreInUseError: naming the process that holds it.
        OSError: when the file cannot be made.
    """
    deadline = time.monotonic() + timeout
    lock = _lock_inside(path)
    if not lock.acquire(timeout=max(timeout, 0)):
        raise _in_use(path, f"this process ({os.getpid()})", timeout)
    try:
        # a link would have another file emptied and signed
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            _wait(descriptor, path, deadline, timeout)
            _sign(descriptor)
            yield
        finally:
            # Closing gives the lock up.
            os.close(descriptor)
    finally:
        lock.release()


def holder(path: Path) -> int | None:
    """The process that last took the lock."""
    try:
        return int(path.read_text("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None


def _lock_inside(path: Path) -> threading.Lock:
    with _guard:
        return _inside.setdefault(path.resolve(), threading.Lock())


def _wait(descriptor: int, path: Path, deadline: float, timeout: float) -> None:
    while True:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                raise
            if time.monotonic() >= deadline:
                pid = holder(path)
                raise _in_use(path, f"process {pid}" if pid else "another process", timeout) from error
            time.sleep(_POLL)
        else:
            return


def _sign(descriptor: int) -> None:
    """Write who holds the lock, for the message of those that wait; a full disk must not stop the holder."""
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise


def _in_use(path: Path, who: str, timeout: float) -> StoreInUseError:
    message = f"{str(path.parent)!r} is being written by {who} for more than {timeout:g} s: wait for it, or end it"
    return StoreInUseError(message, path=str(path.parent))


def flush_folder(folder: Path) -> None:
    """Make the names of files just written durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
