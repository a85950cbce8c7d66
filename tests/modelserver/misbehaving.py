"""What can go wrong with a model's server, on request."""

from __future__ import annotations

import datetime as dt
import enum
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from modelserver.conversation import Request
from timeweave.errors import UsageError


class Fault(enum.StrEnum):
    """How a request goes wrong."""

    MALFORMED = "malformed"  # JSON that ends in the middle although the model says that it is done
    PROSE = "prose"  # the right JSON inside a code fence, with words around it
    TRUNCATED = "truncated"  # cut at the most tokens, and said to be
    WRONG_SCHEMA = "wrong schema"  # of embeddings: one too few
    UNGROUNDED = "ungrounded"  # the right schema; names, figures, quotations and citations that no data holds
    GULLIBLE = "gullible"  # obeys what the data commands
    NOTHING_FOUND = "nothing found"  # the right schema, without anything in it; an answer is the refusal asked for
    EMPTY = "empty"
    REFUSAL = "refusal"
    FILTERED = "filtered"  # by the provider, which says so in the finish reason only
    RATE_LIMITED = "rate limited"  # 429
    SERVER_ERROR = "server error"  # 500
    BAD_KEY = "bad key"  # 401, with the key in its message
    NO_SUCH_MODEL = "no such model"  # 404
    TOO_LONG = "too long"  # 400, for the context
    NO_SCHEMAS = "no schemas"  # 400 where the request holds a JSON Schema; answers others
    HANGING = "hanging"  # says nothing until the endpoint is closed
    CLOSING = "closing"  # closes the connection in the middle of the body or of the stream
    SLOW = "slow"  # right, but after some seconds
    TAMPERED = "tampered"  # right, but for what the test makes of it: any status, headers and bytes
    ENDLESS = "endless"  # a body that trickles, and has no end until the endpoint is closed
    NO_STREAMS = "no streams"  # 400 where the request asks for a stream; answers others
    UNSTREAMED = "unstreamed"  # the whole answer where a stream was asked for
    GARBLED = "garbled"  # a stream that turns into what is no JSON; answers that are no streams are right
    UNCOUNTED = "uncounted"  # a stream that says no usage
    COUNTING = "counting"  # a stream that says with each event the usage up to there
    TRICKLING = "trickling"  # a stream with some seconds before each of its events


@dataclass(frozen=True, slots=True)
class Tampered:
    """What is sent in place of an answer: ``make`` gives the body, of the JSON value that would have been sent.

    ``headers`` come on top of a content type and length; what it gives is sent as JSON unless it is bytes.
    """

    make: Callable[[Any], Any] = lambda value: value
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self, value: object) -> bytes:
        """The bytes that are sent."""
        made = self.make(json.loads(json.dumps(value)))
        return made if isinstance(made, bytes) else json.dumps(made).encode()


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """A fault, and which requests it befalls.

    ``times`` is for how many requests it lasts, ``None`` until `TestEndpoint.behave`. ``task`` and ``when`` narrow the
    requests down. ``retry_after`` of a 429 or 500 is sent in seconds, or as an HTTP date where it is a `timedelta`
    from now. ``seconds`` pass before a slow answer, between the bytes of an endless one, and the events of a trickling.
    """

    fault: Fault
    times: int | None = 1
    task: str | None = None
    when: Callable[[Request], bool] | None = None
    retry_after: float | dt.timedelta | None = None
    seconds: float = 0.5
    tampered: Tampered = Tampered()

    def befalls(self, request: Request) -> bool:
        """Whether it is meant for ``request``."""
        return (self.task is None or self.task == request.task) and (self.when is None or self.when(request))


class Plan:
    """Which misbehaviour befalls which request. May be used from several threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[Misbehaviour] = []

    def add(self, misbehaviour: Misbehaviour) -> None:
        """After those that were added before.

        Raises:
            UsageError: it would last for no request.
        """
        if misbehaviour.times is not None and misbehaviour.times < 1:
            raise UsageError(f"times={misbehaviour.times}: a misbehaviour lasts for one request or more")
        with self._lock:
            self._waiting.append(misbehaviour)

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        with self._lock:
            self._waiting.clear()

    def next(self, request: Request) -> Misbehaviour | None:
        """The first that is meant for ``request``, with one request less to last for."""
        with self._lock:
            for position, found in enumerate(self._waiting):
                if not found.befalls(request):
                    continue
                if found.times == 1:
                    del self._waiting[position]
                elif found.times is not None:
                    self._waiting[position] = replace(found, times=found.times - 1)
                return found
        return None
