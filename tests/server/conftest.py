"""Servers as they run: uvicorn on a port of this machine, with two knowledge bases and tokens for each scope."""

from __future__ import annotations

import contextlib
import datetime as dt
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn

import timeweave
from timeweave import Document
from timeweave.server.limits import Limits
from timeweave.server.running import Plan, config, started, warm
from timeweave.server.serving import Serving
from timeweave.server.tokens import TokenFile

XSS = "<script>alert(1)</script>"
TEXTS = {
    "press/2023-05-09": (dt.date(2023, 5, 9), "Acme Robotics acquired Zuna Labs for $84 million in May 2023."),
    "press/2023-06-01": (dt.date(2023, 6, 1), "Ada Brook was appointed chief executive officer of Acme Robotics."),
    "press/2024-02-10": (dt.date(2024, 2, 10), "Acme Robotics had revenue of $5 million in the first quarter of 2024."),
    "press/2024-07-20": (
        dt.date(2024, 7, 20),
        "Ben Marsh succeeded Ada Brook as chief executive officer of Acme Robotics.",
    ),
    "press/2024-09-02": (dt.date(2024, 9, 2), "Acme Robotics moved its headquarters to Bern in September 2024."),
    "notes/a b": (dt.date(2024, 9, 3), "The council of Port Lorne met in 2024 and spoke of the harbour."),
    "notes/ü": (dt.date(2024, 10, 4), "Müller Werke opened a plant in Zürich on 4 October 2024."),
    "notes/title": (dt.date(2024, 11, 5), "Halden Group closed its mill in Sarn in November 2024."),
    "notes/last": (dt.date(2025, 1, 6), "Acme Robotics had revenue of $9 million in the fourth quarter of 2024."),
}
SECRET = "Beta Holdings was bought by Gamma Trust in March 2024 for $77 million."


@dataclass
class Served:
    """A server that runs, and clients of it."""

    url: str
    serving: Serving
    tokens: dict[str, str] = field(default_factory=dict)
    folder: Path = Path()

    def client(self, who: str | None = "admin", **headers: str) -> httpx2.Client:
        """A client with the token of ``who``."""
        bearer = {} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"}
        return httpx2.Client(base_url=self.url, headers={**bearer, **headers}, timeout=60, trust_env=False)

    def get(self, path: str, who: str | None = "admin", **params: Any) -> httpx2.Response:
        """What a path gives."""
        with self.client(who) as client:
            return client.get(path, params=params)

    def post(self, path: str, body: Any, who: str | None = "admin", **headers: str) -> httpx2.Response:
        """What comes of posting JSON."""
        with self.client(who, **headers) as client:
            return client.post(path, json=body)

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)


@contextlib.contextmanager
def serving(plan: Plan) -> Iterator[tuple[str, Serving]]:
    """A server that runs until the end of the block."""
    with started(plan) as (app, server):
        listener = socket.create_server((plan.host, 0))
        running = uvicorn.Server(config(app, plan))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 30
        while not running.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", server
        finally:
            running.should_exit = True
            thread.join(30)
            assert not thread.is_alive()


def made_tokens(path: Path) -> tuple[TokenFile, dict[str, str]]:
    """A token of each scope, and one for a single knowledge base."""
    file = TokenFile(path)
    secrets = {scope: file.create(scope, scope, ())[1] for scope in ("read", "write", "admin")}
    secrets["alpha"] = file.create("alpha", "write", ("alpha",))[1]
    return file, secrets


@pytest.fixture(scope="session")
def made_stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the knowledge bases alpha and beta; tests copy it."""
    folder = tmp_path_factory.mktemp("made")
    with timeweave.open(folder / "alpha") as kb:
        documents = [Document(id=id_, text=text, date=day, source=id_[:5]) for id_, (day, text) in TEXTS.items()]
        titled = [replace(d, title=XSS) if d.id == "notes/title" else d for d in documents]
        assert kb.add(titled, workers=1).added == len(TEXTS)
    with timeweave.open(folder / "beta") as kb:
        assert kb.add([Document(id="secret", text=SECRET, date=dt.date(2024, 3, 1))], workers=1).added == 1
    return folder


@pytest.fixture(scope="module")
def served(made_stores: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of copies of both, which is ready; each module has its own."""
    import shutil

    home = tmp_path_factory.mktemp("served")
    shutil.copytree(made_stores, home / "stores")
    file, secrets = made_tokens(home / "tokens.json")
    limits = Limits(rate=0, guesses=1000, body=200_000, upload=2_000_000, header_seconds=1.0, body_seconds=3.0)
    with serving(Plan(None, home / "stores", file, limits=limits)) as (url, server):
        warm(server)
        yield Served(url, server, secrets, home)
