"""What may be spent: reserved before each call, so that calls made at once cannot exceed it together."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass

from timeweave.errors import BudgetError
from timeweave.llm.limits import Stopped


@dataclass(frozen=True, slots=True)
class Amount:
    """Tokens, prompt and completion together, and their price."""

    tokens: int = 0
    usd: float = 0.0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.tokens + other.tokens, self.usd + other.usd)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.tokens - other.tokens, self.usd - other.usd)


class Budget:
    """At most ``tokens`` and ``usd`` for all the clients that share it; ``None`` sets no bound."""

    def __init__(self, tokens: int | None = None, usd: float | None = None) -> None:
        self.tokens = tokens
        self.usd = usd
        self._spent = Amount()
        self._reserved = Amount()
        self._calls = 0
        self._changed = threading.Condition()

    def reserve(self, most: Amount, stop: threading.Event) -> None:
        """Set aside the most that a call can cost, waiting for calls under way to give back what they do not need.

        Raises:
            BudgetError: it does not fit, and nothing is under way that could make room.
            Stopped: ``stop`` was set while waiting.
        """
        with self._changed:
            while not self._fits(self._spent + self._reserved + most):
                if stop.is_set():
                    raise Stopped
                if not self._calls or not self._fits(self._spent + most):
                    raise BudgetError(self._refusal(most))
                self._changed.wait()
            self._reserved = self._reserved + most
            self._calls += 1

    def settle(self, reserved: Amount, cost: Amount) -> None:
        """Give back what was set aside, and book what the call did cost."""
        with self._changed:
            self._reserved = self._reserved - reserved
            self._spent = self._spent + cost
            self._calls -= 1
            self._changed.notify_all()

    def wake(self) -> None:
        """Let those who wait see that they were stopped."""
        with self._changed:
            self._changed.notify_all()

    def _fits(self, amount: Amount) -> bool:
        return amount.tokens <= (math.inf if self.tokens is None else self.tokens) and (
            amount.usd <= (math.inf if self.usd is None else self.usd) + 1e-12
        )

    def _refusal(self, most: Amount) -> str:
        if self.tokens is not None and self._spent.tokens + self._reserved.tokens + most.tokens > self.tokens:
            return (
                f"the next call may take {most.tokens:,} tokens and {self.tokens - self._spent.tokens:,} of the budget "
                f"of {self.tokens:,} are left: allow more tokens, or run again later; what was answered is kept"
            )
        return (
            f"the next call may cost ${most.usd:.4f} and ${(self.usd or 0.0) - self._spent.usd:.4f} of the budget of "
            f"${self.usd or 0.0:.2f} are left: allow more, or run again later; what was answered is kept"
        )
