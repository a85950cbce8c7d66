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


@contextmanager
def loading() -> Iterator[None]:
    """Not while a program loads what it is made of, and never among that afterwards: it stays until the program ends.

    For programs of our own alone: what else there is by then is kept, too.
    """
    with paused(when=True):
        yield
        gc.freeze()
