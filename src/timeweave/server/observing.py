"""What an operator sees: metrics, spans, and a line of JSON for each request. None holds a token, question or text."""

from __future__ import annotations

import datetime as dt
import json
import logging
import secrets
import sys
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opentelemetry import propagate, trace
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from timeweave.errors import TimeweaveWarning
from timeweave.outcomes import AddResult
from timeweave.server.problems import MEDIA_TYPE, Problem
from timeweave.server.stores import Stores
from timeweave.server.tokens import Token

LOG = "timeweave.server"
_log = logging.getLogger(LOG)
_tracer = trace.get_tracer(LOG)
_ELSEWHERE = "(none)"  # the route of what is served by none: addresses are anybody's words
_METHODS = frozenset({"GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"})
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_FAILED = Problem(500, "failed", "the server failed at this request", "tell the operator; the log has it by request id")


class Metrics:
    """The counts of one server."""

    def __init__(self) -> None:
        self.registry = to = CollectorRegistry()
        self.requests = Counter("timeweave_requests", "Requests.", ["method", "route", "status"], registry=to)
        self.seconds = Histogram("timeweave_request_seconds", "Their time.", ["route"], buckets=_BUCKETS, registry=to)
        self.ingested = Counter("timeweave_ingested", "Documents that were handled.", ["kb", "outcome"], registry=to)

    def ingest(self, kb: str, result: AddResult) -> None:
        """Count what came of an addition."""
        for outcome in ("added", "unchanged", "replaced"):
            self.ingested.labels(kb, outcome).inc(getattr(result, outcome))
        self.ingested.labels(kb, "failed").inc(len(result.failed))

    def page(self, stores: Stores, token: Token) -> bytes:
        """What Prometheus reads: of the process, and of the knowledge bases that ``token`` is for."""
        told = CollectorRegistry(auto_describe=False)
        told.register(_Told(self.registry, stores, token))
        return generate_latest(told)


@dataclass(frozen=True, slots=True)
class _Told(Collector):
    """What one token is told: no sample names a knowledge base that it does not reach."""

    kept: CollectorRegistry
    stores: Stores
    token: Token

    def collect(self) -> Iterator[Metric]:
        """What was counted, and what there is now."""
        for family in self.kept.collect():
            family.samples = [s for s in family.samples if "kb" not in s.labels or self.token.reaches(s.labels["kb"])]
            yield family
        queue = GaugeMetricFamily("timeweave_ingest_queue", "Ingests that are not over.", labels=["kb"])
        documents = GaugeMetricFamily("timeweave_documents", "Documents in the store.", labels=["kb"])
        for name, known in self.stores.opened.items():
            if self.token.reaches(name):
                queue.add_metric([name], len(known.spool.waiting()))
                documents.add_metric([name], known.kb.stats().counts["documents"])
        yield from (queue, documents)


class Observing:
    """Counts, times, traces and logs each request, and answers where nothing else did."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, sent = time.perf_counter(), {"status": 0, "bytes": 0}
        request_id = secrets.token_hex(8)
        scope["timeweave.request"] = request_id

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent["status"] = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            elif message["type"] == "http.response.body":
                sent["bytes"] += len(message.get("body", b""))
            await send(message)

        carried = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"] if k == b"traceparent"}
        with _tracer.start_as_current_span(
            scope["method"],
            propagate.extract(carried),
            kind=trace.SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,  # it would quote the error
        ) as span:
            try:
                await self._app(scope, receive, counted)
            except Exception as error:  # noqa: BLE001 - the outer rim
                _log.error("failed", extra={"request": request_id, "error": _where(error)})
                if not sent["status"]:
                    await answer(_FAILED, counted)
            route = route_of(scope)
            span.update_name(f"{scope['method']} {route}")
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", sent["status"])
        elapsed = time.perf_counter() - started
        method = scope["method"] if scope["method"] in _METHODS else _ELSEWHERE
        self._metrics.requests.labels(method, route, str(sent["status"])).inc()
        self._metrics.seconds.labels(route).observe(elapsed)
        told = {"request": request_id, "method": scope["method"], "route": route, **sent}
        told |= {"ms": round(elapsed * 1000, 2), "token": scope.get("timeweave.token", "")}
        _log.info("request", extra=told)


async def answer(problem: Problem, send: Send) -> None:
    """Send a problem, where no route does."""
    headers = {"content-type": MEDIA_TYPE, **problem.headers}
    lines = [(name.lower().encode("latin-1"), said.encode("latin-1")) for name, said in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": lines})
    await send({"type": "http.response.body", "body": problem.body()})


def route_of(scope: Scope) -> str:
    """The template of the route that served a request."""
    found = getattr(scope.get("route"), "path", None)
    return found if isinstance(found, str) else _ELSEWHERE


def _where(error: BaseException) -> str:
    """The kind of an error and where it came up; not its words, which may quote documents."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames))
    return f"{type(error).__name__} at {places}"


class JsonLines(logging.Formatter):
    """A log record as a line of JSON: what was given as ``extra``, and never the arguments of a message."""

    _OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"time": when, "level": record.levelname.lower(), "event": record.getMessage()}
        told |= {name: value for name, value in record.__dict__.items() if name not in self._OWN}
        if record.exc_info is not None and record.exc_info[1] is not None:
            told["error"] = _where(record.exc_info[1])
        return json.dumps(told, default=str)


def log_as_json() -> None:
    """Have this process write what the server logs to standard error, a line of JSON each."""
    warnings.filterwarnings("ignore", category=TimeweaveWarning)  # they quote documents
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in (LOG, "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.INFO)
        logger.propagate = False
