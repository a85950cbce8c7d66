"""How hard a model is worked: how many calls at once, how often again, how long to wait."""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from timeweave.errors import ModelSilentError, RateLimitedError


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client holds to.

    ``concurrency`` is the most calls at once; fewer are made while a provider asks for fewer. What a model says that
    cannot be used is shown to it ``repairs`` times. A call that does not come through is made up to ``attempts`` times,
    after waits that start at ``first_wait`` seconds and double, but not when it has taken ``patience`` seconds; a
    provider that wants to be left alone for longer than ``longest_wait`` seconds is given up. When ``failures`` asks in
    a row got no answer at all, the model is given up as dead: those that follow within ``pause`` seconds fail at once.
    """

    concurrency: int = 8
    repairs: int = 2
    attempts: int = 5
    first_wait: float = 1.0
    longest_wait: float = 90.0
    patience: float = 180.0
    failures: int = 3
    pause: float = 30.0

    def wait_before(self, attempt: int, key: str) -> float:
        """Seconds before ``attempt`` (from 2): doubling, and spread by ``key`` so that calls do not march in step."""
        spread = hashlib.blake2b(f"{key}/{attempt}".encode(), digest_size=4).digest()
        whole = min(self.longest_wait, self.first_wait * 2.0 ** (attempt - 2))
        return whole * (0.5 + int.from_bytes(spread, "big") / 2**33)


class Stopped(Exception):  # noqa: N818 - it is no error: nobody waits for the answer any more
    """The call was given up by the one who wanted it."""


class Limiter:
    """Bounds the calls at once: one more after each full round of successes, half as many after a refusal.

    A refusal halves once for all the calls that were under way when it came.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._changed = threading.Condition()
        self._width = float(max(1, limits.concurrency // 2))
        self._under_way = 0
        self._not_before = 0.0
        self._halved = 0.0
        self._failures = 0
        self._failed = 0.0
        self._answered: float | None = None

    @property
    def width(self) -> int:
        """How many calls at once are made now."""
        with self._changed:
            return int(self._width)

    @contextmanager
    def slot(self, stop: threading.Event) -> Iterator[None]:
        """Room for one call, waited for.

        Raises:
            Stopped: ``stop`` was set first.
        """
        with self._changed:
            while not stop.is_set() and (wait := self._to_wait()) > 0:
                self._changed.wait(None if wait == float("inf") else wait)
            if stop.is_set():
                raise Stopped
            self._under_way += 1
        began = time.monotonic()
        try:
            yield
        except RateLimitedError:
            self._halve(began)
            raise
        finally:
            with self._changed:
                self._under_way -= 1
                self._changed.notify_all()

    def rest(self, seconds: float, stop: threading.Event) -> None:
        """Wait between two attempts, unless ``stop`` is set."""
        until = time.monotonic() + seconds
        with self._changed:
            while not stop.is_set() and (left := until - time.monotonic()) > 0:
                self._changed.wait(left)
        if stop.is_set():
            raise Stopped

    def wake(self) -> None:
        """Let those who wait see that they were stopped."""
        with self._changed:
            self._changed.notify_all()

    @property
    def has_answered(self) -> bool:
        """Whether any call ever came through."""
        with self._changed:
            return self._answered is not None

    def succeeded(self) -> None:
        """A call came through."""
        with self._changed:
            self._failures = 0
            self._answered = time.monotonic()
            self._width = min(float(self._limits.concurrency), self._width + 1 / self._width)
            self._changed.notify_all()

    def hold_back(self, seconds: float) -> None:
        """Let no call begin for so long."""
        with self._changed:
            self._not_before = max(self._not_before, time.monotonic() + seconds)

    def failed(self, since: float = math.inf) -> int:
        """An ask got no answer from ``since`` on, however often it was tried; returns how many in a row have.

        Where others got one meanwhile it failed for itself, which tells nothing about the next.
        """
        with self._changed:
            if self._answered is None or self._answered < since:
                self._failures += 1
                self._failed = time.monotonic()
            return self._failures

    def check(self, name: str) -> None:
        """Fail at once where waiting for another failure would only take time.

        Raises:
            ModelSilentError: too many asks in a row have just failed.
        """
        with self._changed:
            if self._failures < self._limits.failures:
                return
            if time.monotonic() - self._failed < self._limits.pause:
                raise ModelSilentError(
                    f"model {name!r} has not answered {self._failures} times in a row, each asked up to "
                    f"{self._limits.attempts} times: it is left alone for {self._limits.pause:.0f} seconds"
                )

    def _halve(self, began: float) -> None:
        with self._changed:
            if began >= self._halved:
                self._width = max(1.0, self._width / 2)
                self._halved = time.monotonic()

    def _to_wait(self) -> float:
        if self._under_way >= int(self._width):
            return float("inf")
        return self._not_before - time.monotonic()
