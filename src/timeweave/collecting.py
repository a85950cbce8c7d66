"""When the interpreter looks for objects that hold one another and nothing else does."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused(*, when: bool) -> Iterator[None]:
    """Not inside, where ``when`` says so: among the records of a large graph, which hold none, looking takes a fifth of
    the time. It is of all threads; the first of several that ends lets it begin again.
    """
    pausing = when and gc.isenabled()
    if pausing:
        gc.disable()
    try:
        yield
    finally:
        if pausing:
            gc.enable()
