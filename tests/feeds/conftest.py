"""A site on this machine, whose pages a test writes and whose visitors it sees."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from timeweave.feeds import Visitor
from timeweave.feeds.fetching import Limits
from timeweave.feeds.guard import Guard

HOST = "127.0.0.1"


@dataclass
class Reply:
    """What the site answers at a path."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0  # seconds between two bytes


@dataclass
class Site:
    """The pages by path, and every request that came: its path and headers."""

    pages: dict[str, Reply | Callable[[], Reply]]
    requests: list[tuple[str, dict[str, str]]]
    port: int

    def url(self, path: str = "/") -> str:
        return f"http://{HOST}:{self.port}{path}"

    def put(self, path: str, body: str | bytes, status: int = 200, **headers: str) -> str:
        raw = body.encode() if isinstance(body, str) else body
        self.pages[path] = Reply(raw, status, {k.replace("_", "-"): v for k, v in headers.items()})
        return self.url(path)

    def asked(self, path: str) -> list[dict[str, str]]:
        return [headers for at, headers in self.requests if at == path]


@pytest.fixture
def site() -> Iterator[Site]:
    pages: dict[str, Any] = {}
    requests: list[tuple[str, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append((self.path, {k.casefold(): v for k, v in self.headers.items()}))
            reply = pages.get(self.path, Reply(b"none", 404))
            reply = reply() if callable(reply) else reply
            etag = reply.headers.get("etag")
            if etag and self.headers.get("If-None-Match") == etag:
                reply = Reply(status=304, headers={"etag": etag})
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            try:
                if reply.drip:
                    for byte in reply.body:
                        self.wfile.write(bytes([byte]))
                        self.wfile.flush()
                        stopped.wait(reply.drip)
                else:
                    self.wfile.write(reply.body)
            except OSError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    stopped = threading.Event()
    server = ThreadingHTTPServer((HOST, 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Site(pages, requests, server.server_address[1])
    stopped.set()
    server.shutdown()
    server.server_close()


class SteppedClock:
    """A clock that only moves where it is told to wait."""

    def __init__(self, now: str = "2024-05-07T12:00:00+00:00") -> None:
        self.at = dt.datetime.fromisoformat(now)
        self.slept: list[float] = []

    def now(self) -> dt.datetime:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += dt.timedelta(seconds=seconds)


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture
def visitor(clock: SteppedClock) -> Visitor:
    """Visits this machine; a request may take two seconds and 50,000 bytes."""
    return Visitor(Guard((HOST,)), clock=clock, limits=Limits(bytes=50_000, silence=1.0, seconds=2.0))
