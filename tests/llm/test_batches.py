"""Many asks at once: in order, bounded, lazy, and left at once when nobody reads on."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from itertools import islice
from pathlib import Path

import pytest
from asks import Times, asks, year_of
from modelserver import Fault, TestEndpoint

from timeweave.errors import ModelError, ModelOutputError, StoreError
from timeweave.llm.batches import in_order
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits

YEARS = [str(year) for year in range(1900, 1930)]


def late(request) -> bool:
    """Whether a request is about 1905 or later."""
    return request.sections["question"] > "What happened in 1905"


def names(year: str):
    """Whether a request is about a year."""
    return lambda request: year in request.sections["question"]


def test_values_come_in_order_however_long_each_takes(endpoint, make_client):
    """A slow answer does not let a later one overtake it."""
    endpoint.misbehave(Fault.SLOW, when=names("1900"), seconds=0.3)
    endpoint.misbehave(Fault.SLOW, when=names("1905"), seconds=0.1)
    assert [year_of(value) for value in make_client().ask_all(asks(30))] == YEARS


def test_an_error_stands_in_its_place(endpoint, make_client):
    """An ask without answer does not end the others."""
    endpoint.misbehave(Fault.MALFORMED, times=None, when=names("1903"))
    values = list(make_client().ask_all(asks(6)))
    assert [isinstance(value, ModelError) for value in values] == [False, False, False, True, False, False]
    assert isinstance(values[3], ModelOutputError)


def test_calls_at_once_are_bounded(endpoint, make_client):
    """No more requests are open at once than allowed."""
    endpoint.misbehave(Fault.SLOW, times=None, seconds=0.2)
    list(make_client(limits={"concurrency": 3}).ask_all(asks(12)))
    assert 1 < endpoint.most_at_once <= 3


def test_asks_are_read_as_room_becomes_free(make_client):
    """A long list of asks is not held in memory: at most twice as many as calls at once are ahead of the reader."""
    read = 0

    def counted():
        nonlocal read
        for ask in asks(100):
            read += 1
            yield ask

    values = make_client(limits={"concurrency": 2}).ask_all(counted())
    assert read == 0
    next(values)
    assert read == 4
    assert len(list(islice(values, 10))) == 10
    assert read == 14


def test_what_is_no_model_error_is_raised(make_client):
    """An error of the store is not taken for one of the model."""
    client = make_client()

    def broken(*_):
        raise StoreError("no space left")

    client._responses.keep_response = broken
    with pytest.raises(StoreError, match="no space left"):
        list(client.ask_all(asks(2)))


def test_a_reader_who_leaves_waits_for_nobody(endpoint, make_client):
    """Closing the iterator while the server hangs returns at once; what was answered before is kept."""
    endpoint.misbehave(Fault.HANGING, times=None, when=lambda request: "1900" not in request.sections["question"])
    client = make_client(timeout=600.0, limits={"concurrency": 20})  # those that hang take no other's room
    values = client.ask_all(asks(10))
    assert year_of(next(values)) == "1900"
    leaving = threading.Thread(target=values.close, daemon=True)
    leaving.start()
    leaving.join(timeout=120)
    assert not leaving.is_alive()
    assert make_client().estimate(asks(1)[0].filled, Times).cached


def test_a_call_that_was_given_up_does_not_touch_the_store(store):
    """What comes back after the reader has left is dropped: the store may be closed by then."""
    under_way, has_left = threading.Barrier(6), threading.Event()

    def times(sections):
        if "1900" not in sections["question"]:
            under_way.wait(120)
            has_left.wait(120)
        return {"times": []}

    touched: list[str] = []
    before = set(threading.enumerate())
    with TestEndpoint(tasks={"time": times}) as endpoint:
        model = open_model("openai:rules", endpoint.url, timeout=600.0)
        client = ModelClient(model, store.responses("x answer"), limits=Limits(concurrency=12))
        kept = client._responses.keep_response

        def keep(key, text, purpose, usage):
            touched.append(text)
            kept(key, text, purpose, usage)

        client._responses.keep_response = keep
        values = client.ask_all(asks(6))
        next(values)
        under_way.wait(120)
        values.close()
        has_left.set()
        for thread in set(threading.enumerate()) - before:
            if thread.name == "timeweave-ask":
                thread.join(120)
        assert len(endpoint.calls) == 6
    assert len(touched) == 1


def test_no_task_begins_once_the_reader_has_left():
    """Tasks that wait for a thread when the reader leaves are never begun."""
    begun: list[int] = []
    free = threading.Event()
    stop = threading.Event()

    def do(task: int) -> int:
        begun.append(task)
        if task:
            free.wait(120)
        return task

    values = in_order(do, range(100), threads=2, stop=stop, wake=lambda: None)
    assert next(values) == 0
    values.close()
    assert stop.is_set()
    free.set()
    time.sleep(0.1)
    assert set(begun) <= {0, 1, 2}


CHILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, sys.argv[3])
from asks import asks
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.store.sqlite import SqliteStore
from pathlib import Path
with SqliteStore.open(Path(sys.argv[1])) as store:
    client = ModelClient(open_model("openai:rules", sys.argv[2], timeout=300), store.responses("x add"))
    list(client.ask_all(asks(5)))  # alone: one that hangs may take the place of one that does not
    for value in client.ask_all(asks(20)):
        print(value.times[0].start, flush=True)
"""


def test_an_interrupted_run_resumes_without_asking_again(endpoint, make_client, store):
    """Ctrl-C ends the program although the server hangs, and what was answered is not asked again."""
    endpoint.misbehave(Fault.HANGING, times=None, when=late)
    arguments = [sys.executable, "-c", CHILD, str(store._home), endpoint.url, str(Path(__file__).parent)]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(arguments, **piped) as child:
        assert child.stdout is not None
        printed = [child.stdout.readline().strip() for _ in range(5)]
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=240)
    assert printed == YEARS[:5]
    assert "KeyboardInterrupt" in errors
    assert "Fatal" not in errors
    endpoint.behave()
    endpoint.forget()
    assert [year_of(value) for value in make_client(timeout=300).ask_all(asks(20))] == YEARS[:20]
    # of what hung a request may reach the server after its program has ended
    asked = "\n".join(turn.text for call in endpoint.calls for turn in call.turns)
    assert [year for year in YEARS if year in asked] == YEARS[5:20]
