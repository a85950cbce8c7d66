"""The time that feeds are followed by: the machine's, or another that stands in for it."""

from __future__ import annotations

import datetime as dt
import time
from typing import Protocol


class Clock(Protocol):
    """What time it is, and waiting."""

    def now(self) -> dt.datetime:
        """The instant, with its zone."""

    def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> dt.datetime:
        """The instant, in UTC."""
        return dt.datetime.now(dt.UTC)

    def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        time.sleep(max(seconds, 0.0))
