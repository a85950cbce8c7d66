"""Fewer calls at once after a refusal, more after successes, and waits that anyone can repeat."""

from __future__ import annotations

import threading

import pytest
from asks import asks
from modelserver import Fault

from timeweave.errors import ModelUnavailableError, RateLimitedError
from timeweave.llm.limits import Limiter, Limits, Stopped

NEVER = threading.Event()


def refuse(limiter: Limiter, at_once: int) -> None:
    """Calls that are under way together and refused together."""
    began, done = threading.Barrier(at_once), []

    def call() -> None:
        try:
            with limiter.slot(NEVER):
                began.wait(120)
                raise RateLimitedError("429")
        except RateLimitedError:
            done.append(True)

    threads = [threading.Thread(target=call) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == at_once


def test_refusals_halve_once_and_successes_add_one():
    """4 of 8 at first; refused together they halve once; a round of successes adds one call."""
    limiter = Limiter(Limits(concurrency=8))
    assert limiter.width == 4
    refuse(limiter, 4)
    assert limiter.width == 2
    refuse(limiter, 1)
    assert limiter.width == 1
    refuse(limiter, 1)
    assert limiter.width == 1
    limiter.succeeded()
    assert limiter.width == 2
    for _ in range(100):
        limiter.succeeded()
    assert limiter.width == 8


def test_a_provider_that_refuses_gets_fewer_calls_at_once(endpoint, make_client):
    """After a 429 calls are made with half the width, and all are answered in the end."""
    endpoint.misbehave(Fault.RATE_LIMITED, times=3)
    client = make_client(limits={"concurrency": 8})
    values = list(client.ask_all(asks(20)))
    assert all(not isinstance(value, Exception) for value in values)
    assert client.usage()["answer"].retries == 3


def test_waits_double_and_are_spread_by_key():
    """The wait before an attempt lies between half and all of a doubling bound, the same for the same key."""
    limits = Limits(first_wait=1.0, longest_wait=10.0)
    waits = [limits.wait_before(attempt, "key") for attempt in range(2, 9)]
    for wait, bound in zip(waits, [1, 2, 4, 8, 10, 10, 10], strict=True):
        assert bound / 2 <= wait <= bound
    assert waits == [limits.wait_before(attempt, "key") for attempt in range(2, 9)]
    assert len({limits.wait_before(2, f"key {i}") for i in range(50)}) == 50


def test_one_who_waits_for_room_can_be_stopped():
    """An abandoned call neither waits for room nor rests."""
    limiter, stop = Limiter(Limits(concurrency=1)), threading.Event()
    stopped: list[str] = []

    def wait() -> None:
        try:
            with limiter.slot(stop):
                stopped.append("got room")
        except Stopped:
            stopped.append("stopped")

    with limiter.slot(NEVER):
        waiting = threading.Thread(target=wait)
        waiting.start()
        stop.set()
        limiter.wake()
        waiting.join(timeout=120)
    assert stopped == ["stopped"]
    with pytest.raises(Stopped):
        limiter.rest(60.0, stop)


def test_a_success_ends_a_row_of_failures():
    """Only failures in a row let the next ask fail at once."""
    limiter = Limiter(Limits(failures=2, pause=60.0))
    for _ in range(3):
        limiter.failed()
        limiter.succeeded()
    limiter.failed()
    limiter.check("m")
    limiter.failed()
    with pytest.raises(ModelUnavailableError, match="2 times in a row"):
        limiter.check("m")
