"""Rows of several segments put together, those of some documents left out: what all kinds of segment do alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from timeweave.indexes.lists import WordLists
from timeweave.indexes.stored import Documents, joined, joined_documents


class HasRows(Protocol):
    """Rows with the ordinals of their documents."""

    @property
    def documents(self) -> Documents:
        """Those that the rows belong to."""

    @property
    def ordinals(self) -> np.ndarray:
        """One per row."""

    def __len__(self) -> int: ...


class Merging:
    """The rows of ``parts``, one after the other, but for those of the documents ``without``, as ``arranged``.

    ``arranged`` gets the numbers of the rows that stay and gives them in their new order.
    """

    def __init__(
        self, parts: Sequence[HasRows], without: frozenset[int], arranged: Callable[[np.ndarray], np.ndarray]
    ) -> None:
        self._parts = parts
        ordinals = joined(parts, "ordinals")
        self.documents = joined_documents([p.documents for p in parts], without)
        self.order = arranged(np.flatnonzero(~np.isin(ordinals, sorted(without))))
        placed = np.full(len(ordinals), -1, np.int64)
        placed[self.order] = np.arange(len(self.order))
        self.places = np.split(placed, np.cumsum([len(p) for p in parts])[:-1])
        """Of each part the new number of every row; -1 for one that is left out."""

    def column(self, name: str) -> np.ndarray:
        """A column of the merged rows."""
        return np.asarray(joined(self._parts, name)[self.order])

    def lists(self, name: str) -> WordLists:
        """The words of the merged rows."""
        return WordLists.merged(
            [(getattr(p, name), places) for p, places in zip(self._parts, self.places, strict=True)]
        )


def merging_by_position(parts: Sequence[HasRows], without: frozenset[int]) -> Merging:
    """In order of document and of index inside."""
    ordinals, indexes = joined(parts, "ordinals"), joined(parts, "indexes")
    return Merging(parts, without, lambda stay: stay[np.lexsort((indexes[stay], ordinals[stay]))])
