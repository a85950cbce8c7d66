"""Calls in threads are bounded in number and time, and a full disk is told as one."""

from __future__ import annotations

import asyncio
import errno
import io
import threading
import time
from pathlib import Path

import pytest

import timeweave
from timeweave.errors import StoreFullError
from timeweave.server.limits import Buckets
from timeweave.server.pool import Asker, Pool, asking
from timeweave.server.problems import RefusedError, problem_of
from timeweave.server.spool import Spool, Upload


def test_no_more_are_under_way_than_allowed() -> None:
    """Those beyond are refused at once, and taken again when there is room."""
    release = threading.Event()

    async def crowd() -> list[object]:
        pool = Pool(1, 1, 30)
        first = [asyncio.create_task(pool.run(release.wait)) for _ in range(2)]
        await asyncio.sleep(0.05)
        with pytest.raises(RefusedError) as refused:
            await pool.run(time.monotonic)
        release.set()
        done = await asyncio.gather(*first)
        await asyncio.sleep(0.05)
        return [*done, refused.value.problem.status, await pool.run(lambda: "taken"), pool.held]

    assert asyncio.run(crowd()) == [True, True, 503, "taken", 0]


def test_what_takes_too_long_is_given_up_and_keeps_its_place() -> None:
    """The caller is told; the thread counts as long as it is at work."""
    release = threading.Event()

    async def slow() -> list[object]:
        pool = Pool(1, 0, 0.05)
        with pytest.raises(RefusedError) as late:
            await pool.run(release.wait)
        with pytest.raises(RefusedError) as busy:
            await pool.run(time.monotonic)
        release.set()
        await asyncio.sleep(0.1)
        return [late.value.problem.kind, busy.value.problem.kind, pool.held]

    assert asyncio.run(slow()) == ["too-slow", "busy", 0]


def test_threads_and_the_line_are_shared_out() -> None:
    """No caller has every thread; the next is one of who has fewest at work; who has most in line makes room."""
    release = threading.Event()
    order: list[str] = []

    def work(name: str) -> str:
        order.append(name)
        release.wait(30)
        return name

    async def crowd() -> tuple[list[object], int]:
        pool = Pool(2, 4, 30)

        async def run(name: str) -> str:
            asking.set(Asker(name[0]))
            return await pool.run(work, name)

        async def begin(*names: str) -> list[asyncio.Task[str]]:
            tasks = [asyncio.create_task(run(name)) for name in names]
            await asyncio.sleep(0.05)
            return tasks

        tasks = await begin("a1", "a2", "a3", "a4", "a5", "a6")
        assert order == ["a1"]
        tasks += await begin("a7", "b1", "b2", "c1")
        assert order == ["a1", "b1"]
        release.set()
        return await asyncio.gather(*tasks, return_exceptions=True), pool.held

    told, held = asyncio.run(crowd())
    refused = told[3:7]  # a4 to a6 for b1 to c1, a7 at once
    assert all(isinstance(one, RefusedError) and one.problem.kind == "busy" for one in refused), told
    assert [one for one in told if one not in refused] == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert order.index("c1") < order.index("a3")
    assert held == 0


def test_a_call_in_line_is_dropped_when_its_client_goes() -> None:
    """It is never begun; one that has begun is waited for."""
    release = threading.Event()

    async def leave() -> tuple[object, object, int]:
        pool = Pool(1, 5, 30)
        gone = asyncio.get_running_loop().create_future()
        asking.set(Asker("a", gone))
        begun = asyncio.create_task(pool.run(release.wait))
        await asyncio.sleep(0.05)
        waiting = asyncio.create_task(pool.run(time.monotonic))
        await asyncio.sleep(0.05)
        gone.set_result(None)
        (dropped,) = await asyncio.gather(waiting, return_exceptions=True)
        held = pool.held
        release.set()
        return dropped, await begun, held

    dropped, waited, held = asyncio.run(leave())
    assert isinstance(dropped, RefusedError)
    assert (dropped.problem.kind, waited, held) == ("gone", True, 1)


def test_a_caller_gets_what_its_bucket_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many at once as it holds, then so many a second; callers do not touch each other, nor does their number."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    buckets = Buckets(2.0, 3.0)
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 1]
    assert buckets.wait("b") == 0
    now[0] = 0.5
    assert [buckets.wait("a") for _ in range(2)] == [0, 1]
    now[0] = 100.0
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 1]
    assert all(buckets.wait(str(n)) == 0 for n in range(20_000))
    assert len(buckets._known) == 10_000


class _Full(io.BytesIO):
    """A stream that finds the disk full."""

    def read(self, *_: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_acknowledges_nothing(tmp_path: Path) -> None:
    """507, and nothing is left of it."""
    home = tmp_path / "kb"
    timeweave.open(home).close()
    spool = Spool(home)
    with pytest.raises(StoreFullError) as full:
        spool.put(Upload([(".txt", "a.txt", _Full())], 1, {}, None, None))
    problem = problem_of(full.value)
    assert (problem.status, str(tmp_path) in str(problem.to_json())) == (507, False)
    assert [path.name for path in spool.folder.iterdir()] == [".lock"]
    assert spool.jobs() == []
    spool.close()
