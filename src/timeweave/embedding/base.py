"""The Embedder port, and what an embedder may offer besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from timeweave.records import Usage


class Embedder(Protocol):
    """Texts to vectors."""

    @property
    def name(self) -> str:
        """Identifies model and version; a store remembers it and refuses vectors of another."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One float32 row of unit length per text (texts × dimensions).

        The rows are a function of the list ``texts`` as a whole: the same list gives the same bits, whatever was
        embedded before. An empty list gives shape (0, dimensions).
        """


@runtime_checkable
class Metered(Protocol):
    """An embedder whose calls cost something, and are counted."""

    def spent(self) -> Usage:
        """What the calls since this was last called have cost."""
