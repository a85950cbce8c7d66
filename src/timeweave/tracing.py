"""Spans of the stages of work, for who looks on with OpenTelemetry. A span holds the name of its stage, its time and
numbers; no question, no text, no name of anything.

Nothing is loaded for it: where the process has not loaded OpenTelemetry by itself, nobody looks on.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_API = "opentelemetry.trace"
_NOTHING: AbstractContextManager[None] = nullcontext()
_END = object()


def traced(name: str, **numbers: int | str) -> AbstractContextManager[None]:
    """A span called ``name`` around what is done inside, below the one that is open; ``numbers`` are told with it as
    ``timeweave.NUMBER``. Where it ends in an error it says of what kind, and not its words, which may quote documents.
    """
    kept = _kept.get()
    if kept is not None:
        return _stage(kept, name, numbers)
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


@dataclass(slots=True)
class Stage:
    """A span that another process kept for this one: times in nanoseconds since 1970, and the spans below it."""

    name: str
    numbers: dict[str, int | str]
    began: int
    ended: int = 0
    below: list[Stage] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Keeping(Generic[T, R]):
    """``work`` for another process, which gives back its result and the spans that it would have had here."""

    work: Callable[[T], R]

    def __call__(self, task: T) -> tuple[R, list[Stage]]:
        """Work on a task."""
        stages: list[Stage] = []
        mark = _kept.set(stages)
        try:
            return self.work(task), stages
        finally:
            _kept.reset(mark)


def is_watched() -> bool:
    """Whether somebody looks on in this process."""
    return _API in sys.modules


def tell(stages: Iterable[Stage]) -> None:
    """The spans that another process kept, below the one that is open here."""
    api = sys.modules[_API]
    for stage in stages:
        span = _tracer(api).start_span(stage.name, attributes=_told(stage.numbers), start_time=stage.began)
        with api.use_span(span, end_on_exit=False):
            tell(stage.below)
        span.end(stage.ended)


_kept: ContextVar[list[Stage] | None] = ContextVar("timeweave_stages", default=None)


@contextmanager
def _stage(kept: list[Stage], name: str, numbers: dict[str, int | str]) -> Iterator[None]:
    stage = Stage(name, numbers, time.time_ns())
    kept.append(stage)
    mark = _kept.set(stage.below)
    try:
        yield
    finally:
        _kept.reset(mark)
        stage.ended = time.time_ns()


def _told(numbers: dict[str, int | str]) -> dict[str, int | str]:
    return {f"timeweave.{key}": value for key, value in numbers.items()}


@contextmanager
def _span(api: Any, name: str, numbers: dict[str, int | str]) -> Iterator[None]:
    with _tracer(api).start_as_current_span(
        name, attributes=_told(numbers), record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except Exception as error:
            span.set_status(api.StatusCode.ERROR, type(error).__name__)
            raise


@functools.cache
def _tracer(api: Any) -> Any:
    return api.get_tracer("timeweave")
