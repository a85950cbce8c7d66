"""The client against the server as it runs, and against what goes wrong on the way there."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import threading
import typing
from collections.abc import Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

import pytest

from timeweave import Document
from timeweave.client import AsyncClient, shapes
from timeweave.client.calling import EVENTS
from timeweave.errors import InputError, NotFoundError, ServerError, TemporalError, UsageError

from .conftest import TEXTS, Served

T = TypeVar("T")
ASKED = "Who is the chief executive officer of Acme Robotics?"
EMPTY = b'{"items": [], "next": null, "id": "i", "state": "done"}'
PROBLEM = {
    "type": "urn:timeweave:problem:not-found",
    "detail": "no entity 'x'",
    "remedy": "name another",
    "status": 404,
}


def using(served: Served, work: Callable[[AsyncClient], Awaitable[T]], who: str = "write", kb: str = "alpha") -> T:
    """What ``work`` does with a client that has the token of ``who``."""

    async def run() -> T:
        async with AsyncClient(served.url, token=served.tokens[who], kb=kb) as client:
            return await work(client)

    return asyncio.run(run())


def required(shape: Any) -> set[str]:
    hints = typing.get_type_hints(shape, include_extras=True)
    return {name for name, kind in hints.items() if typing.get_origin(kind) is not typing.NotRequired}


def allowed(shape: Any) -> set[str]:
    return set(typing.get_type_hints(shape))


def test_questions_are_answered_as_of_a_day(served: Served) -> None:
    """Answers, evidence, timelines and facts come as the shapes say, as of the day that was asked for."""

    async def work(client: AsyncClient) -> None:
        answer = await client.ask(ASKED)
        assert answer["answer"] == "Ben Marsh"
        assert set(answer) == required(shapes.Answered)
        assert set(answer["citations"][0]) == required(shapes.Cited)
        assert "Ada Brook" in (await client.ask(ASKED, as_of=dt.date(2024, 1, 1)))["answer"]
        found = await client.search("Acme Robotics revenue", limit=2, explain=True)
        assert set(found) == allowed(shapes.Found)
        assert 1 <= len(found["evidence"]) <= 2
        assert all(set(one) == required(shapes.Evidence) for one in found["evidence"])
        line = await client.timeline("Acme Robotics", "chief executive officer", spikes=True)
        assert set(line) == allowed(shapes.Timeline)
        assert [fact["object_name"] for fact in line["facts"]] == ["Ada Brook", "Ben Marsh"]
        assert set(line["facts"][0]) == allowed(shapes.Fact)
        assert set(line["facts"][0]["sources"][0]) == required(shapes.Support)
        why = await client.explain(line["facts"][0]["id"])
        assert why
        figure = await client.figure(ASKED)
        assert figure["nodes"]
        assert (await client.ask(ASKED, figure=True))["figure"] == figure
        assert (await client.suggestions())[0]["question"].endswith("?")

    using(served, work, "read")


def test_what_happens_while_a_question_is_answered_is_told(served: Served) -> None:
    """Progress, then the answer that `ask` gives; what is wrong with the question is raised as `ask` raises it."""

    async def work(client: AsyncClient) -> None:
        came = [event async for event in client.events(ASKED, as_of=dt.date(2024, 1, 1), figure=True)]
        assert [event["event"] for event in came] == ["progress", "progress", "answer"]
        assert [set(event) for event in came] == [required(s) for s in (shapes.Progress, shapes.Progress, shapes.Came)]
        assert "Ada Brook" in came[-1]["answer"]["answer"]
        assert came[-1]["answer"]["figure"]["nodes"]
        with pytest.raises(UsageError, match="2024-13"):
            await anext(client.events(ASKED, as_of="2024-13"))
        with pytest.raises(UsageError, match="min_confidence"):
            await anext(client.events(ASKED, min_confidence=2))

    using(served, work)


@pytest.mark.parametrize(
    ("rest", "kind", "error", "said"),
    [
        (f"event: error\ndata: {json.dumps(PROBLEM)}\n\n", EVENTS, NotFoundError, "no entity 'x': name another"),
        (": at work\n\n", EVENTS, ServerError, "broke off: ask again"),
        ("", "text/html", ServerError, "is it the address of `timeweave serve`"),
    ],
)
def test_a_problem_among_events_is_the_error_that_it_is(
    flaky: str, rest: str, kind: str, error: type[Exception], said: str
) -> None:
    """What goes wrong after the beginning, what breaks off, and what is no stream of events."""
    told: list[Any] = []

    async def run() -> None:
        async with AsyncClient(flaky, retries=0) as client:
            body = f'event: progress\ndata: {{"stage": "waiting"}}\n\n{rest}'
            _Flaky.script[:] = [(200, {"Content-Type": kind, "Content-Length": str(len(body))})]
            _Flaky.body = body.encode()
            async for event in client.events(ASKED):
                told.append(event)

    with pytest.raises(error, match=said):
        asyncio.run(run())
    assert told == ([{"event": "progress", "stage": "waiting"}] if kind == EVENTS else [])


def test_what_is_known_is_listed_whole(served: Served) -> None:
    """Lists go over all their pages; reports, periods, entities, relations and sizes are there."""

    async def work(client: AsyncClient) -> None:
        documents = [one async for one in client.documents()]
        assert {one["id"] for one in documents} >= set(TEXTS)
        assert all(set(one) >= required(shapes.DocumentListed) for one in documents)
        assert [one["id"] async for one in client.documents("notes/ü")] == ["notes/ü"]
        assert (await client.document("notes/a b"))["text"] == TEXTS["notes/a b"][1]
        facts = [fact async for fact in client.facts()]
        assert all(set(fact) >= required(shapes.Fact) for fact in facts)
        assert len({fact["id"] for fact in facts}) == len(facts) > 3
        changes = [change async for change in client.changes(since=dt.date(2020, 1, 1))]
        assert len(changes) >= len(TEXTS)
        assert set(changes[0]) == required(shapes.Change)
        assert (await client.report("2024"))["period"] == "2024"
        periods = await client.periods()
        assert "2024" in {one["label"] for one in periods}
        assert set(periods[0]) >= required(shapes.Period)
        assert (await client.entities("acme"))["entities"]
        assert await client.entity("Acme Robotics")
        assert "chief executive officer" in {one["name"] for one in await client.relations()}
        assert (await client.stats())["documents"] >= len(TEXTS)
        bases = await client.bases()
        assert [base["name"] for base in bases] == ["alpha", "beta"]
        assert set(bases[0]) >= required(shapes.Base)

    using(served, work)


def test_a_page_after_the_other_is_read(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is longer than a page is the same as one that is not."""

    async def work(client: AsyncClient) -> None:
        whole = [one["id"] async for one in client.documents()]
        line, relations = await client.timeline("Acme Robotics"), await client.relations()
        monkeypatch.setattr("timeweave.client.client._PAGE", 2)
        monkeypatch.setattr("timeweave.client.client._LINE", 2)
        assert [one["id"] async for one in client.documents()] == whole
        assert await client.timeline("Acme Robotics") == line
        assert await client.relations() == relations
        assert len(line["facts"]) > 4
        first = await client.entities(limit=2)
        second = await client.entities(limit=2, cursor=first["next"])
        assert first["entities"] + second["entities"] == (await client.entities(limit=4))["entities"]
        assert (await client.spikes("Acme Robotics", peak="2024"))["counts"]

    using(served, work, "read")


def test_documents_and_files_are_added_once_and_removed(served: Served, tmp_path: Path) -> None:
    """What is added is known when the call returns; under the same key nothing is done twice; ids of any letters
    lead to their documents.
    """
    path = tmp_path / "note.md"
    path.write_text("---\ndate: 2024-08-01\n---\nSarn Mills opened a plant in Bern in August 2024.\n", encoding="utf-8")
    document = Document(
        "new/a?b#c%", "Sarn Mills named Ines Calder as chief executive officer.", date=dt.date(2024, 8, 2)
    )

    async def work(client: AsyncClient) -> None:
        ingest = await client.add(document, key="one-key")
        assert set(ingest) >= required(shapes.Ingest)
        assert (ingest["state"], ingest["added"]) == ("done", 1)
        again = await client.add(document, key="one-key")
        assert again["id"] == ingest["id"]
        assert (await client.add([document]))["unchanged"] == 1
        assert (await client.add({"id": "", "text": "x"}))["failed"][0]["error"]
        sent = await client.add(path)
        assert sent["added"] == 1
        queued = await client.add({"id": "later", "text": "Sarn Mills closed in 2025."}, wait=None)
        assert (await client.wait_for(queued["id"], 30))["state"] == "done"
        assert queued["id"] in {one["id"] for one in await client.ingests()}
        assert (await client.document(document.id))["text"] == document.text
        assert await client.remove(document.id, "later") == 2
        with pytest.raises(NotFoundError):
            await client.document(document.id)
        with pytest.raises(NotFoundError):
            await client.remove("none such")
        with pytest.raises(ServerError) as other_use:
            await client.add({"id": "other", "text": "Other."}, key="one-key")
        assert other_use.value.status == 409

    using(served, work)


def test_errors_are_those_of_the_facade(served: Served, tmp_path: Path) -> None:
    """What the facade would raise is raised; what only a server has is a `ServerError` with its status."""

    async def work(client: AsyncClient) -> None:
        with pytest.raises(NotFoundError, match="nearest names"):
            await client.timeline("Acme Robotix")
        with pytest.raises((TemporalError, UsageError), match="'some day'"):
            await client.ask(ASKED, as_of="some day")
        with pytest.raises(UsageError):
            await client.ask(ASKED, mode="sideways")
        with pytest.raises(InputError):
            await client.report("1850")
        with pytest.raises(UsageError, match="nothing to add"):
            await client.add([])
        with pytest.raises(UsageError, match="folder"):
            await client.add(tmp_path)
        with pytest.raises(UsageError, match="mixed"):
            await client.add([tmp_path / "a.txt", Document("a", "b")])
        with pytest.raises(ServerError, match="--scope write") as refused:
            await client.add(Document("a", "Sarn Mills closed in 2025."))
        assert refused.value.status == 403

    using(served, work, "read")

    async def unknown() -> None:
        async with AsyncClient(served.url, token="tw_none") as client:
            with pytest.raises(ServerError, match="timeweave token create") as refused:
                await client.stats()
            assert refused.value.status == 401

    asyncio.run(unknown())
    with pytest.raises(UsageError, match="http://HOST"):
        AsyncClient("not an address")
    with pytest.raises(UsageError, match="token"):
        AsyncClient(served.url, token="two lines\n")


class _Flaky(BaseHTTPRequestHandler):
    """Answers as its script says, one step a request: a status with headers, or a connection that breaks."""

    script: typing.ClassVar[list[tuple[int, dict[str, str]] | None]] = []
    seen: typing.ClassVar[list[tuple[str, str | None]]] = []
    body: typing.ClassVar[bytes] = EMPTY

    def do_GET(self) -> None:
        self.seen.append((self.command, self.headers.get("Idempotency-Key")))
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        step = self.script.pop(0)
        if step is None:
            self.connection.close()
            return
        status, headers = step
        body = self.body
        self.send_response(status)
        for name, said in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, said)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 - what the library calls
    do_DELETE = do_GET  # noqa: N815

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def flaky() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Flaky)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _Flaky.seen.clear()
    _Flaky.body = EMPTY
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_busy_server_is_asked_again_when_it_says_so(flaky: str) -> None:
    """Turned away with a time, and cut off, a reading call comes again; with a wait that is too long it does not."""

    async def run() -> None:
        async with AsyncClient(flaky, patience=5) as client:
            _Flaky.script[:] = [(429, {"Retry-After": "0"}), (503, {"Retry-After": "0"}), None, (200, {})]
            assert await client.relations() == []
            assert len(_Flaky.seen) == 4
            _Flaky.script[:] = [(503, {"Retry-After": "3600"})]
            with pytest.raises(ServerError) as refused:
                await client.relations()
            assert (refused.value.status, len(_Flaky.seen)) == (503, 5)

    asyncio.run(run())


def test_an_addition_is_repeated_under_its_key_and_a_removal_is_not(flaky: str) -> None:
    """All attempts of one `add` have the same key, and another call another; what was cut off while it removed is not
    sent again.
    """

    async def run() -> None:
        async with AsyncClient(flaky) as client:
            _Flaky.script[:] = [None, (429, {"Retry-After": "0"}), (200, {}), (200, {})]
            await client.add({"id": "a", "text": "b"}, wait=None)
            await client.add({"id": "a", "text": "b"}, wait=None)
            keys = [key for _, key in _Flaky.seen]
            assert keys[0] is not None
            assert keys[0] == keys[1] == keys[2] != keys[3]
            _Flaky.script[:] = [None]
            with pytest.raises(ServerError, match="cannot be reached"):
                await client.remove("a")
            assert len(_Flaky.seen) == 5

    asyncio.run(run())


def test_a_server_that_is_not_there_or_is_another_is_named() -> None:
    """No connection says what to start, after as many attempts as were allowed."""

    async def run() -> None:
        async with AsyncClient("http://127.0.0.1:9", retries=0) as client:
            with pytest.raises(ServerError, match="is `timeweave serve` running there"):
                await client.stats()

    asyncio.run(run())


def test_a_redirect_leads_nowhere(flaky: str) -> None:
    """The token is sent to the address that was given and to no other."""

    async def run() -> None:
        async with AsyncClient(flaky, token="tw_secret") as client:
            _Flaky.script[:] = [(307, {"Location": f"{flaky}/elsewhere"})]
            with pytest.raises(ServerError, match="leads elsewhere"):
                await client.stats()
            assert len(_Flaky.seen) == 1

    asyncio.run(run())
