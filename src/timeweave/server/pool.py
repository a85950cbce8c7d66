"""Blocking calls in a bounded number of threads, never on the event loop, each within a time limit."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from timeweave.server.problems import Problem, RefusedError

P = ParamSpec("P")
T = TypeVar("T")

_BUSY = Problem(
    503, "busy", "as many requests as the server takes are under way", "try again in a moment", {"Retry-After": "1"}
)


class Pool:
    """``threads`` calls at once and ``waiting`` more in line; one that takes longer than ``limit`` seconds is given up.

    A thread cannot be stopped: a call that was given up keeps its place until it ends, so that no more than these are
    ever at work.
    """

    def __init__(self, threads: int, waiting: int, limit: float) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="timeweave-serve")
        self._most = threads + waiting
        self._limit = limit
        self._guard = threading.Lock()
        self._held = 0

    @property
    def held(self) -> int:
        """How many calls are at work or in line."""
        return self._held

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``call`` gives.

        Raises:
            RefusedError: too many are under way, or it took too long.
        """
        with self._guard:
            if self._held >= self._most:
                raise RefusedError(_BUSY)
            self._held += 1
        context = contextvars.copy_context()
        future = self._executor.submit(context.run, functools.partial(call, *args, **kwargs))
        future.add_done_callback(self._release)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._limit)
        except TimeoutError:
            detail = f"it took longer than {self._limit:g} s"
            remedy = "ask for less: a narrower question, a smaller budget or limit"
            raise RefusedError(Problem(503, "too-slow", detail, remedy, {"Retry-After": "10"})) from None

    def _release(self, _: Future[T]) -> None:
        with self._guard:
            self._held -= 1

    def close(self) -> None:
        """Take no more; calls in line are dropped."""
        self._executor.shutdown(wait=False, cancel_futures=True)
