"""A server from its start to its end: opened, warmed, listened with, and stopped without losing anything."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import signal
import threading
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from timeweave.errors import NoStoreError, TimeweaveError, UsageError
from timeweave.server.access import Access
from timeweave.server.app import make_app
from timeweave.server.limits import Limits
from timeweave.server.observing import LOG, Metrics
from timeweave.server.pool import Pool
from timeweave.server.serving import Serving
from timeweave.server.stores import DEFAULT, Stores
from timeweave.server.tokens import TokenFile

_WARMING = "What happened last year?"
_LARGEST_HEADERS = 32_768
_IDLE = 15  # seconds for which a connection stays open between two requests
_log = logging.getLogger(LOG)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be served, where, and to whom: without ``tokens`` to everybody on this machine."""

    single: Path | None
    folder: Path | None
    tokens: TokenFile | None
    host: str = "127.0.0.1"
    port: int = 8321
    origins: Collection[str] = ()
    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """That it may be served so.

        Raises:
            UsageError: there are no tokens, or everybody would be let in from elsewhere.
            NoStoreError: there is nothing to serve.
        """
        if self.tokens is None and not is_loopback(self.host):
            raise UsageError(
                f"--no-auth with --host {self.host}: everybody who reaches this machine could read and write; "
                "make a token with `timeweave token create`, or listen at 127.0.0.1"
            )
        if self.tokens is not None and not self.tokens.tokens():
            raise UsageError(
                f"there are no tokens in {str(self.tokens.path)!r}: make one with `timeweave token create --name NAME "
                "--scope write`, or serve this machine alone with --no-auth"
            )
        if self.folder is not None and not self.folder.is_dir():
            raise NoStoreError(f"--stores: {str(self.folder)!r} is not a folder: make it", path=str(self.folder))

    def serving(self) -> Serving:
        """The parts of the server."""
        metrics, limits = Metrics(), self.limits
        stores = Stores(self.single, self.folder, metrics.ingest)
        pool = Pool(limits.threads, limits.waiting, limits.seconds)
        return Serving(stores, Access.of(self.tokens, limits), limits, metrics, pool)


class PatientProtocol(H11Protocol):
    """HTTP of a client that has to send the whole of its headers within a time."""

    header_seconds = Limits().header_seconds
    _due: Any = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read on; wait while headers are under way."""
        super().data_received(data)
        if repr(self.conn.their_state) == "IDLE":
            if self._due is None:
                self._wait()
        else:
            self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._rest()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._due = self.loop.call_later(self.header_seconds, self._give_up)

    def _rest(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()


def run(plan: Plan) -> None:
    """Serve until the process is told to stop; then finish the documents in hand.

    Raises:
        UsageError: it may not be served so, or the port is taken.
        StoreError: a knowledge base cannot be opened.
    """
    with started(plan) as (app, server):
        listener = _bound(plan)
        threading.Thread(target=warm, args=(server,), name="timeweave-warm", daemon=True).start()
        with _heard():
            uvicorn.Server(config(app, plan)).run(sockets=[listener])


@contextlib.contextmanager
def _heard() -> Iterator[None]:
    """Being told to stop ends the block and no more: uvicorn, which heeds it, sends the signal on afterwards."""
    before = {one: signal.signal(one, lambda *_: None) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextlib.contextmanager
def started(plan: Plan) -> Iterator[tuple[FastAPI, Serving]]:
    """The application with its stores open: what was left of earlier ingests goes on at once."""
    plan.check()
    server = plan.serving()
    try:
        for name in server.stores.names():
            _opened(name, server, plan)
        yield make_app(server, plan.origins, only_loopback=plan.tokens is None), server
    finally:
        server.stores.close(plan.limits.drain)


def config(app: FastAPI, plan: Plan) -> uvicorn.Config:
    """How uvicorn runs it."""
    return uvicorn.Config(
        app,
        http=type("Protocol", (PatientProtocol,), {"header_seconds": plan.limits.header_seconds}),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=_IDLE,
        timeout_graceful_shutdown=int(plan.limits.drain),
        limit_concurrency=plan.limits.connections,
        h11_max_incomplete_event_size=_LARGEST_HEADERS,
        lifespan="on",
    )


def warm(server: Serving) -> None:
    """Load what the first question would wait for; then the server is ready."""
    for known in list(server.stores.opened.values())[:1]:
        try:
            known.kb.ask(_WARMING)
        except TimeweaveError as error:
            _log.warning("not warm", extra={"kb": known.name, "error": type(error).__name__})
    server.ready.set()
    _log.info("ready", extra={"knowledge_bases": len(server.stores.opened)})


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _opened(name: str, server: Serving, plan: Plan) -> None:
    try:
        server.stores.get(name)
    except TimeweaveError as error:
        if plan.folder is None or name == DEFAULT:
            raise
        _log.error("not opened", extra={"kb": name, "error": type(error).__name__})  # the others are served


def _bound(plan: Plan) -> Any:
    import socket

    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((plan.host, plan.port))
    except OSError as error:
        listener.close()
        raise UsageError(f"cannot listen at {plan.host}:{plan.port}: {error.strerror}; choose another port") from None
    return listener
