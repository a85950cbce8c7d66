"""Spans of the stages of work, for who looks on with OpenTelemetry. A span holds the name of its stage, its time and
numbers; no question, no text, no name of anything.

Nothing is loaded for it: where the process has not loaded OpenTelemetry by itself, nobody looks on.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_API = "opentelemetry.trace"
_NOTHING: AbstractContextManager[None] = nullcontext()
_END = object()


def traced(name: str, **numbers: int | str) -> AbstractContextManager[None]:
    """A span called ``name`` around what is done inside, below the one that is open; ``numbers`` are told with it as
    ``timeweave.NUMBER``. Where it ends in an error it says of what kind, and not its words, which may quote documents.
    """
    api = sys.modules.get(_API)
    return _NOTHING if api is None else _span(api, name, numbers)


def each(name: str, items: Iterable[T]) -> Iterator[T]:
    """The same items, each with a span around the making of it."""
    remaining = iter(items)
    while True:
        with traced(name):
            item = next(remaining, _END)
        if item is _END:
            return
        yield item  # type: ignore[misc]


def below(do: Callable[[T], R]) -> Callable[[T], R]:
    """The same for another thread, with its spans below the one that is open here."""
    api = sys.modules.get("opentelemetry.context")
    if api is None:
        return do
    here = api.get_current()

    def done(task: T) -> R:
        mark = api.attach(here)
        try:
            return do(task)
        finally:
            api.detach(mark)

    return done


@contextmanager
def _span(api: Any, name: str, numbers: dict[str, int | str]) -> Iterator[None]:
    told = {f"timeweave.{key}": value for key, value in numbers.items()}
    with _tracer(api).start_as_current_span(
        name, attributes=told, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except Exception as error:
            span.set_status(api.StatusCode.ERROR, type(error).__name__)
            raise


@functools.cache
def _tracer(api: Any) -> Any:
    return api.get_tracer("timeweave")
