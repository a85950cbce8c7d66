"""The endpoint: a server on this machine that starts, records, misbehaves on request, and stops."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from modelserver.conversation import Request
from modelserver.misbehaving import Fault, Misbehaviour, Plan, Tampered
from modelserver.recorded import Call
from modelserver.serving import Server
from modelserver.tasks import TASKS, Answerer


class TestEndpoint:
    """An OpenAI-compatible server that answers by rules from what it is shown. A context manager.

    Answers are a function of the request alone, so the same one gives the same bytes; what it costs is counted with the
    packaged tokenizer over all messages and the schema (as compact JSON), and over what is said. ``key``, where given,
    must be sent as a bearer token. ``tasks`` adds tasks or replaces their rules: sections by name to a JSON object.
    """

    __test__ = False  # it is no test, whatever its name begins with

    def __init__(self, *, port: int = 0, key: str | None = None, tasks: Mapping[str, Answerer] | None = None) -> None:
        self._plan = Plan()
        self._lock = threading.Lock()
        self._calls: list[Call] = []
        self._server = Server(port, self._plan, {**TASKS, **(tasks or {})}, self._record, key)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """What a client takes as base URL: ``http://127.0.0.1:PORT/v1``."""
        return f"http://127.0.0.1:{self._server.port}/v1"

    @property
    def calls(self) -> tuple[Call, ...]:
        """All requests so far, in the order in which they were answered."""
        with self._lock:
            return tuple(self._calls)

    @property
    def most_at_once(self) -> int:
        """The most requests that were open at the same time."""
        return self._server.most_at_once

    def calls_of(self, *tasks: str) -> tuple[Call, ...]:
        """Those of ``tasks``."""
        return tuple(call for call in self.calls if call.task in tasks)

    def forget(self) -> None:
        """Begin a new record of calls."""
        with self._lock:
            self._calls.clear()

    def misbehave(
        self,
        fault: Fault | str,
        *,
        times: int | None = 1,
        task: str | None = None,
        when: Callable[[Request], bool] | None = None,
        retry_after: float | dt.timedelta | None = None,
        seconds: float = 0.5,
        tampered: Tampered | None = None,
    ) -> None:
        """Let ``fault`` befall the next requests that it is meant for, after what was asked for before.

        As in `Misbehaviour`: ``times=None`` lasts until `behave`; a `timedelta` is sent as an HTTP date.
        """
        how = tampered or Tampered()
        self._plan.add(Misbehaviour(Fault(fault), times, task, when, retry_after, seconds, how))

    def behave(self) -> None:
        """Nothing goes wrong any more."""
        self._plan.clear()

    def serve(self) -> None:
        """Answer until interrupted, on the thread that calls."""
        self._server.serve_forever()

    def close(self) -> None:
        """Stop; requests that hang are broken off."""
        self._server.close()

    def _record(self, call: Call) -> None:
        with self._lock:
            self._calls.append(call)
