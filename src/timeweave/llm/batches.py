"""Many things done at once, their results in order."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

from timeweave.tracing import below

A = TypeVar("A")
R = TypeVar("R")


def in_order(
    do: Callable[[A], R],
    tasks: Iterable[A],
    *,
    threads: int,
    stop: threading.Event,
    wake: Callable[[], None],
) -> Iterator[R]:
    """``do`` of each task in up to ``threads`` threads, at most twice as many tasks ahead of the reader.

    When the reader leaves, ``stop`` is set and ``wake`` called, and nobody waits for what is under way: the threads are
    daemons, for the thread of an executor would hold up the end of the program.
    """
    do = below(do)
    waiting: queue.SimpleQueue[tuple[Future[R], A] | None] = queue.SimpleQueue()
    ahead: deque[Future[R]] = deque()
    started = 0
    try:
        for task in tasks:
            future: Future[R] = Future()
            waiting.put((future, task))
            ahead.append(future)
            if started < min(threads, len(ahead)):
                started += 1
                threading.Thread(target=_work, args=(do, waiting, stop), name="timeweave-ask", daemon=True).start()
            if len(ahead) >= 2 * threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        stop.set()
        wake()
        for _ in range(started):
            waiting.put(None)


def _work(
    do: Callable[[A], R],
    waiting: queue.SimpleQueue[tuple[Future[R], A] | None],
    stop: threading.Event,
) -> None:
    while (job := waiting.get()) is not None and not stop.is_set():
        future, task = job
        try:
            future.set_result(do(task))
        except BaseException as error:  # noqa: BLE001 - the reader raises it
            future.set_exception(error)
