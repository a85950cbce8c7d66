"""Coroutines run from threads that wait for them, and left behind when the wait is broken off."""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

R = TypeVar("R")
T = TypeVar("T")


class EventLoop:
    """An event loop on a daemon thread of its own, started on first use: it holds up no program's end.

    One process needs one, `SHARED`, however many models it opens: each has a thread and three open files.
    """

    def __init__(self) -> None:
        self._begin()
        os.register_at_fork(after_in_child=self._begin)  # a forked process has no thread that would run it

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, coroutine: Coroutine[Any, Any, R]) -> R:
        """The result of ``coroutine``; an interrupt of the waiting thread cancels it and is not kept waiting."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._running())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def run_heard(self, make: Callable[[Callable[[T], None]], Coroutine[Any, Any, R]], hear: Callable[[T], None]) -> R:
        """The result of the coroutine that ``make`` gives, whose argument hands what it is called with to ``hear``, on
        the waiting thread; an error of ``hear`` ends the coroutine, too.
        """
        said: queue.SimpleQueue[tuple[T] | None] = queue.SimpleQueue()
        coroutine = make(lambda piece: said.put((piece,)))
        future = asyncio.run_coroutine_threadsafe(coroutine, self._running())
        future.add_done_callback(lambda _: said.put(None))
        try:
            while (piece := said.get()) is not None:
                hear(*piece)
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="timeweave-models", daemon=True).start()
            return self._loop


SHARED = EventLoop()
