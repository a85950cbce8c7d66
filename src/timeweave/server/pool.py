"""Blocking calls in a bounded number of threads, never on the event loop, each within a time limit, and shared out
fairly among those who ask.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from timeweave.server.problems import Problem, RefusedError

P = ParamSpec("P")
T = TypeVar("T")

_BUSY = Problem(
    503, "busy", "as many requests as the server takes are under way", "try again in a moment", {"Retry-After": "1"}
)
_GONE = Problem(503, "gone", "the client went away while its request was in line", "ask again")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who a call is for: the name of a caller, and what is done as soon as its client has gone."""

    name: str = ""
    gone: asyncio.Future[None] | None = None


_SERVER = Asker()
asking: ContextVar[Asker] = ContextVar("timeweave_asking")
"""Who asks what is being served; unset where it is the server itself."""


@dataclass(slots=True, eq=False)
class _Call:
    caller: str
    work: Callable[[], Any]
    future: Future[Any] = field(default_factory=Future)

    def refuse(self, problem: Problem) -> None:
        with suppress(InvalidStateError):  # it was dropped meanwhile
            self.future.set_exception(RefusedError(problem))


class Pool:
    """``threads`` calls at once and ``waiting`` more in line; one that takes longer than ``limit`` seconds is given up.

    A thread cannot be stopped: a call that was given up keeps its place until it ends, so that no more than these are
    ever at work. One in line whose client has gone is dropped. No caller has all threads where there are several; the
    next call is one of the caller who has fewest at work, and where the line is full the newest of the one who has most
    in it makes room for a caller who has fewer.
    """

    def __init__(self, threads: int, waiting: int, limit: float) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="timeweave-serve")
        self._threads = threads
        self._share = max(1, threads - 1)
        self._most = threads + waiting
        self._limit = limit
        self._guard = threading.Lock()
        self._line: dict[str, deque[_Call]] = {}  # by caller, those served longest ago first
        self._at_work: Counter[str] = Counter()

    @property
    def held(self) -> int:
        """How many calls are at work or in line."""
        with self._guard:
            return self._count()

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``call`` gives.

        Raises:
            RefusedError: too many are under way, it took too long, or its client went away before it began.
        """
        asker = asking.get(_SERVER)
        work = functools.partial(contextvars.copy_context().run, functools.partial(call, *args, **kwargs))
        made = _Call(asker.name, work)
        self._take(made)
        waiter: asyncio.Future[T] = asyncio.wrap_future(made.future)

        def drop(_: object) -> None:
            made.future.cancel()

        if asker.gone is not None:
            asker.gone.add_done_callback(drop)
        try:
            if not (await asyncio.wait([waiter], timeout=self._limit))[0]:
                detail = f"it took longer than {self._limit:g} s"
                remedy = "ask for less: a narrower question, a smaller budget or limit"
                raise RefusedError(Problem(503, "too-slow", detail, remedy, {"Retry-After": "10"}))
            if waiter.cancelled():
                raise RefusedError(_GONE)
            return waiter.result()
        finally:
            waiter.cancel()
            if asker.gone is not None:
                asker.gone.remove_done_callback(drop)

    def close(self) -> None:
        """Take no more; calls in line are dropped."""
        with self._guard:
            self._most = 0
            dropped = [call for line in self._line.values() for call in line]
            self._line.clear()
        for call in dropped:
            call.refuse(_BUSY)
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _take(self, call: _Call) -> None:
        evicted = None
        with self._guard:
            if self._count() >= self._most:
                evicted = self._makes_room_for(call.caller)
                if evicted is None:
                    raise RefusedError(_BUSY)
            self._line.setdefault(call.caller, deque()).append(call)
            self._begin()
        if evicted is not None:
            evicted.refuse(_BUSY)
        call.future.add_done_callback(lambda _: self._forget(call))

    def _count(self) -> int:
        return self._at_work.total() + sum(map(len, self._line.values()))

    def _makes_room_for(self, caller: str) -> _Call | None:
        """The newest call of the caller who has most in line, where that is more than ``caller`` would have."""
        longest = max(self._line.values(), key=len, default=None)
        if self._most == 0 or longest is None or len(longest) <= len(self._line.get(caller, ())) + 1:
            return None
        found = longest.pop()
        if not longest:
            del self._line[found.caller]
        return found

    def _begin(self) -> None:
        """Have threads that are free take calls."""
        while self._at_work.total() < self._threads:
            able = [caller for caller in self._line if self._at_work[caller] < self._share]
            if not able:
                return
            caller = min(able, key=lambda one: self._at_work[one])
            line = self._line.pop(caller)
            call = line.popleft()
            if line:
                self._line[caller] = line
            if call.future.set_running_or_notify_cancel():
                self._at_work[caller] += 1
                self._executor.submit(self._do, call)

    def _do(self, call: _Call) -> None:
        try:
            given, error = call.work(), None
        except BaseException as raised:  # noqa: BLE001 - it is for the one who waits
            given, error = None, raised
        with self._guard:
            self._at_work[call.caller] -= 1
            self._at_work += Counter()  # forgets those that have none
            self._begin()
        if error is None:
            call.future.set_result(given)
        else:
            call.future.set_exception(error)

    def _forget(self, call: _Call) -> None:
        """Take a call that was dropped out of the line."""
        with self._guard:
            line = self._line.get(call.caller)
            if line is not None and call in line:
                line.remove(call)
                if not line:
                    del self._line[call.caller]
