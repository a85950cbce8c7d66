"""What a server bears: sizes, times and rates."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from dataclasses import dataclass

_MOST_CALLERS = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one server; 0 of a rate is none."""

    body: int = 1_000_000  # bytes of a question
    upload: int = 100_000_000  # bytes of documents
    files: int = 1_000  # of one upload
    seconds: float = 60.0  # of a question
    body_seconds: float = 120.0  # for a body to arrive, or to be taken
    header_seconds: float = 10.0
    threads: int = 4
    waiting: int = 60
    rate: float = 50.0  # requests a second of one caller, in the long run
    burst: float = 200.0
    guesses: float = 20.0  # tokens of one address that are none, before it has to wait
    drain: float = 25.0  # seconds for the documents in hand when it is stopped
    connections: int = 512


class Buckets:
    """A token bucket for each caller: ``burst`` at once, ``rate`` a second after that."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, when

    def wait(self, caller: str) -> int:
        """Take one; 0, or the seconds after which there is one again."""
        if not self._rate:
            return 0
        now = time.monotonic()
        left, then = self._known.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        taken = left >= 1.0
        self._known[caller] = (left - 1.0 if taken else left, now)
        self._known.move_to_end(caller)
        if len(self._known) > _MOST_CALLERS:
            self._known.popitem(last=False)
        return 0 if taken else max(1, math.ceil((1.0 - left) / self._rate))
