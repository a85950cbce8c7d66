"""Answers that a model writes, told while it writes: over HTTP, and by the page."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from modelserver import Fault, TestEndpoint
from playwright.sync_api import expect

import timeweave
from timeweave import Document
from timeweave.client import AsyncClient
from timeweave.client.shapes import AskEvent
from timeweave.server.running import Plan, warm

from .conftest import serving
from .test_page import ask as address_of
from .test_page import browser, look  # noqa: F401 - a fixture

WHY = "Why did Halden begin work on a second plant?"
BECAUSE = "Halden began work on a second plant because demand for lenses is strong."
BASE = "/v1/kb/default"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words") / "kb"
    texts = {
        "a": f"{BECAUSE} It hired forty people.",
        "b": "Halden opened an office in Sarn in May 2023, and spoke of its plant there.",
    }
    with timeweave.open(folder) as base:
        documents = [Document(name, text, date=dt.date(2023, 5, 9)) for name, text in texts.items()]
        assert base.add(documents, workers=1).added == 2
    return folder


@pytest.fixture
def url(kb: Path, endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with a model of its own."""
    monkeypatch.setenv("TIMEWEAVE_LLM", "openai:rules")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    with serving(Plan(kb, None, None)) as (address, server):
        warm(server)
        endpoint.forget()
        yield address


def told(url: str, question: str) -> Iterator[tuple[str, dict, float]]:
    """The events of an answer with the time at which each came."""
    client = httpx2.Client(base_url=url, headers={"Accept": "text/event-stream"}, timeout=60, trust_env=False)
    with client, client.stream("POST", f"{BASE}/ask", json={"question": question}) as response:
        kind = ""
        for line in response.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield kind, json.loads(line.removeprefix("data: ")), time.monotonic()


def spent(url: str) -> int:
    """Calls of the model for answers, as the ledger has them."""
    stats = httpx2.get(f"{url}{BASE}/stats", timeout=60, trust_env=False).json()
    return stats["ledger"].get("answer", {}).get("calls", 0)


def test_words_come_before_the_answer_that_counts(url: str, endpoint: TestEndpoint) -> None:
    """They are the answer's own, come while the model writes, and the answer has its citations and its costs."""
    endpoint.misbehave(Fault.TRICKLING, seconds=0.3)
    events = list(told(url, f"{WHY} "))
    kinds = [kind for kind, _, _ in events]
    assert kinds == ["progress", "progress", *["words"] * (len(events) - 3), "answer"]
    assert kinds.count("words") > 1
    answer, words = events[-1][1], [one for kind, one, _ in events if kind == "words"]
    assert "".join(one["text"] for one in words) == answer["answer"] == BECAUSE
    assert not any(one["anew"] for one in words)
    assert events[-1][2] - events[2][2] > 0.5
    assert (answer["method"], answer["citations"][0]["quote"]) == ("llm", BECAUSE)
    (call,) = endpoint.calls
    spent = answer["usage"]["answer"]
    assert (spent["calls"], spent["prompt_tokens"]) == (1, call.prompt_tokens)
    kept = list(told(url, f"{WHY} "))  # for nothing, and at once
    assert [kind for kind, _, _ in kept] == ["progress", "progress", "answer"]
    assert kept[-1][1]["answer"] == BECAUSE
    assert len(endpoint.calls) == 1


def test_the_client_hears_them(url: str, endpoint: TestEndpoint) -> None:
    """As they come, and then the answer."""
    endpoint.misbehave(Fault.TRICKLING, seconds=0.3)

    async def heard() -> list[AskEvent]:
        async with AsyncClient(url) as client:
            return [event async for event in client.events(f"{WHY} \t")]

    *before, last = asyncio.run(heard())
    words = [event for event in before if event["event"] == "words"]
    assert len(words) > 1
    assert "".join(one["text"] for one in words) == BECAUSE == last["answer"]["answer"]


def test_words_are_shown_on_a_terminal(kb: Path, endpoint: TestEndpoint) -> None:
    """`ask` shows them while they come and then the answer in their place; a pipe and `--json` get that alone."""
    asked = [sys.executable, "-m", "timeweave", "ask", f"{WHY}  \t", "--kb", str(kb)]
    asked += ["--llm", "openai:rules", "--llm-url", endpoint.url]
    endpoint.misbehave(Fault.TRICKLING, seconds=0.3)
    shown = on_a_terminal(asked)
    first, taken_away, last = shown.partition("\x1b[2K")
    assert first.count("Halden") >= 1
    assert taken_away
    assert BECAUSE in last.rpartition("\x1b[2K")[2]
    piped = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=120)
    assert piped.stdout.startswith(f"{BECAUSE}\n")
    endpoint.forget()
    endpoint.misbehave(Fault.TRICKLING, seconds=0.3)
    told = on_a_terminal([*asked[:4], f"{asked[4]} ", *asked[5:], "--json"])
    assert json.loads(told)["answer"] == BECAUSE
    assert len(endpoint.calls) == 1


def on_a_terminal(command: list[str]) -> str:
    """What a terminal is shown."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    running = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # which is how it ends
        while piece := os.read(ours, 65_536):
            shown += piece
    os.close(ours)
    assert running.wait(120) == 0
    return shown.decode().replace("\r\n", "\n")


def test_words_in_vain_are_withdrawn(url: str, endpoint: TestEndpoint) -> None:
    """What the evidence does not carry is taken back, and where nothing else comes the rules answer."""
    endpoint.misbehave(Fault.UNGROUNDED)
    *events, (kind, answer, _) = told(url, f"{WHY}  ")
    assert (kind, answer["answer"]) == ("answer", BECAUSE)
    words = [one for said, one, _ in events if said == "words"]
    assert [one["text"] for one in words if one["anew"]] == [""]
    endpoint.misbehave(Fault.UNGROUNDED, times=None)
    *_, (kind, answer, _) = told(url, f"{WHY}   ")
    assert (kind, answer["method"] == "llm") == ("answer", False)
    assert any("without a language model" in one for one in answer["warnings"])


def test_one_who_leaves_costs_no_answer(url: str, endpoint: TestEndpoint) -> None:
    """What was being written when its reader left is kept, and is there for the next."""
    before = spent(url)
    endpoint.misbehave(Fault.TRICKLING, seconds=0.2)
    for kind, _, _ in told(url, f"{WHY}    "):
        if kind == "words":
            break
    deadline = time.monotonic() + 30
    while spent(url) == before:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    *_, (_, answer, _) = told(url, f"{WHY}    ")
    assert (answer["answer"], answer["usage"]["answer"]["cache_hits"]) == (BECAUSE, 1)
    assert len(endpoint.calls) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_the_page_shows_them_while_it_waits(browser, url, endpoint, scheme, width):  # noqa: F811 - the fixture
    """And the answer takes their place."""
    endpoint.misbehave(Fault.TRICKLING, seconds=1.5)
    for seen in look(browser, url, scheme=scheme, width=width):
        page = seen.page
        page.goto(f"{url}/{address_of(WHY)}")
        expect(page.locator(".said")).to_contain_text("Halden began", timeout=60_000)
        expect(page.locator(".waiting")).to_contain_text("checked when it is whole")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        seen.settle()
        expect(page.locator(".answer .words")).to_have_text(BECAUSE)
        expect(page.locator(".said")).to_have_count(0)
        assert seen.amiss == []
