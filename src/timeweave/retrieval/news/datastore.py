"""A temporal datastore D of entries (t_d, d), densely indexed: what NEON and its baselines retrieve from (NE-07)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from timeweave.errors import UsageError
from timeweave.retrieval.news.options import STRATEGIES

Embed = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True, slots=True)
class Passage:
    """An entry: its ``day`` t_d, where one is known, its words d, and whose they are (a document, an address).

    ``known`` is the day from which it may be told, where that is later; ``quote`` the words of its source, where
    ``text`` tells them in others.
    """

    day: dt.date | None
    text: str
    source: str
    known: dt.date | None = None
    quote: str = ""

    @property
    def visible(self) -> dt.date:
        """The first day on which it is seen; one without a day at any time."""
        return self.known or self.day or dt.date.min


class Datastore:
    """Entries with their vectors, each text embedded once."""

    def __init__(self, passages: Sequence[Passage], embed: Embed) -> None:
        self.passages = tuple(passages)
        self._embed = embed
        texts = {text: row for row, text in enumerate(dict.fromkeys(p.text for p in self.passages))}
        self._rows = np.array([texts[p.text] for p in self.passages], np.int64)
        self._vectors = embed(list(texts)) if texts else np.zeros((0, 1))
        self._days = np.array([(p.day or dt.date.min).toordinal() for p in self.passages], np.int64)
        self._visible = np.array([p.visible.toordinal() for p in self.passages], np.int64)

    def find(self, query: str, day: dt.date, k: int, strategy: str = "generic", days: int = 3) -> list[Passage]:
        """The top-k for ``query``, put on ``day``, each text once; nothing that was not known by then.

        ``temporal`` takes what is of the day, then of up to ``days`` before, nearest first; ``generic`` goes by
        similarity alone; ``back-off`` fills what the first lacks by the second (NE-09, NE-10).

        Raises:
            UsageError: there is no such strategy.
        """
        if strategy not in STRATEGIES:
            raise UsageError(f"strategy {strategy!r} does not exist: use {', '.join(STRATEGIES)}")
        if not self.passages:
            return []
        cosines = (self._vectors @ self._embed([query])[0])[self._rows]
        order = np.lexsort((-self._days, -cosines))
        order = order[self._visible[order] <= day.toordinal()]
        found: dict[str, Passage] = {}
        for ring in _rings(day.toordinal() - self._days[order], strategy, days):
            for row in order[ring]:
                if len(found) == k:
                    return list(found.values())
                found.setdefault(self.passages[row].text, self.passages[row])
        return list(found.values())


def _rings(age: np.ndarray, strategy: str, days: int) -> Iterator[np.ndarray]:
    """Which entries are looked at one after the other, by their age in days."""
    if strategy != "generic":
        yield from (age == away for away in range(days + 1))
    if strategy != "temporal":
        yield np.ones(len(age), bool)


def interleaved(rankings: Sequence[Sequence[Passage]], k: int) -> list[Passage]:
    """The best of each ranking in turn, ``k`` in all, each text once: NEON's tuples and its chunks together (NE-15)."""
    once: dict[str, Passage] = {}
    for passage in (p for rank in zip_longest(*rankings) for p in rank if p is not None):
        once.setdefault(passage.text, passage)
    return list(once.values())[:k]
