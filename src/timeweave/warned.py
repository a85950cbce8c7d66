"""Warnings: to the process, as Python has it, or to the one who called and would hear them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Hearing = Callable[[str, type[Warning]], None]

_hearing: ContextVar[Hearing | None] = ContextVar("timeweave_hearing", default=None)


def warn(message: str, category: type[Warning], stacklevel: int = 1) -> None:
    """Warn; ``stacklevel`` counts from the caller, as in `warnings.warn`."""
    hearing = _hearing.get()
    if hearing is None:
        warnings.warn(message, category, stacklevel=stacklevel + 1)
    else:
        hearing(message, category)


@contextmanager
def heard(hearing: Hearing) -> Iterator[None]:
    """Have ``hearing`` told of what is warned of inside, in this thread: others go on as they are."""
    mark = _hearing.set(hearing)
    try:
        yield
    finally:
        _hearing.reset(mark)
