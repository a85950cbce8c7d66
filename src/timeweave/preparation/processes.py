"""One piece of work after another in processes, results in order; what kills a process fails alone."""

from __future__ import annotations

import contextlib
import itertools
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import TypeVar

from timeweave.errors import is_interrupt
from timeweave.tracing import Keeping, is_watched, tell

A = TypeVar("A")
R = TypeVar("R")

WINDOW = 6  # pieces of work under way per process: keeps them busy, and memory bounded
_WATCH_EVERY = 1.0  # seconds
_SAFE_PATH = "PYTHONSAFEPATH"


class KilledError(Exception):
    """The process that did a task was killed, and so was the one that did it anew."""


def attempt(work: Callable[[], R]) -> R | Exception:
    """The result, or the error that one piece of work of many has met; an interrupt is not its error."""
    try:
        return work()
    except Exception as error:  # the rim of one document in a batch: it is reported, the rest goes on
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        return error


def in_processes(work: Callable[[A], R], tasks: Iterable[A], workers: int) -> Iterator[tuple[A, R | Exception]]:
    """``work``, which other processes can import, done on each task by ``workers`` of them.

    When one is killed, the task that it cannot bear fails with `KilledError`, and no other. What is traced of the work
    is told here, but for what ended in an error.
    """
    if not is_watched():
        yield from _done(work, tasks, workers)
        return
    for task, outcome in _done(Keeping(work), tasks, workers):
        if isinstance(outcome, Exception):
            yield task, outcome
        else:
            result, stages = outcome
            tell(stages)
            yield task, result


def _done(work: Callable[[A], R], tasks: Iterable[A], workers: int) -> Iterator[tuple[A, R | Exception]]:
    stream = iter(tasks)
    with _safe_path():
        while suspects := (yield from _until_broken(work, stream, workers, workers * WINDOW)):
            alone = iter(suspects)
            while unbearable := (yield from _until_broken(work, alone, workers=1, window=1)):
                for task in unbearable:
                    yield task, KilledError()


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Processes that begin meanwhile take no module from the folder we stand in: it may be a stranger's ``json.py``."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _until_broken(
    work: Callable[[A], R], tasks: Iterator[A], workers: int, window: int
) -> Generator[tuple[A, R | Exception], None, list[A]]:
    """Work on ``tasks`` until a process is killed; returns those that were then under way, in their order."""
    # loky, since the standard pool imports the caller's main module again and so breaks unguarded scripts
    from loky import ProcessPoolExecutor

    pending: deque[tuple[A, Future[R]]] = deque()
    pool = ProcessPoolExecutor(max_workers=workers, initializer=_end_with, initargs=(os.getpid(),))
    try:
        for task in itertools.chain(tasks, itertools.repeat(None)):
            if task is not None:
                pending.append((task, _submitted(pool, work, task)))
            elif not pending:
                break
            if task is None or len(pending) >= window or pending[0][1].done():
                first, future = pending[0]
                outcome = attempt(future.result)
                if isinstance(outcome, BrokenExecutor):
                    return [waiting for waiting, _ in pending]
                pending.popleft()
                yield first, outcome
        return []
    finally:  # an interrupt or a consumer that stops must not wait for work that nobody will take
        pool.shutdown(wait=True, kill_workers=bool(pending))


def _submitted(pool: Executor, work: Callable[[A], R], task: A) -> Future[R]:
    try:
        return pool.submit(work, task)
    except BrokenExecutor as error:
        future: Future[R] = Future()
        future.set_exception(error)
        return future


def _end_with(parent: int) -> None:
    """Let this process end when ``parent`` has: one that is killed cannot tell its workers to stop."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH_EVERY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
