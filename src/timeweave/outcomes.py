"""What adding documents comes to, and writing them out: what was done or would be, and what could not be added."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from timeweave.records import Usage


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that could not be added, and why."""

    source: str
    line: int | None
    error: str


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that is no document, and why: nothing failed, and nothing is missing."""

    source: str
    why: str


@dataclass(frozen=True, slots=True)
class AddResult:
    """What an `add` did.

    ``fallbacks`` counts what rules did where a language model failed, ``stopped`` says why it ended early. ``reread``
    counts documents that were read anew; of the ``unchanged``, rules alone have read ``by_rules`` at least in part,
    although there is a model now. ``other_relations`` counts the documents in the store that were read with other rows
    of a user's in the table of relations than there are now. ``undated`` are the ids of new documents without a date,
    which count as published on the day of the addition.
    """

    added: int
    unchanged: int
    replaced: int
    failed: tuple[Failure, ...]
    usage: Mapping[str, Usage]
    elapsed_ms: float
    fallbacks: int = 0
    stopped: str | None = None
    reread: int = 0
    by_rules: int = 0
    other_relations: int = 0
    undated: tuple[str, ...] = ()

    def __add__(self, other: AddResult) -> AddResult:
        """What two additions one after the other did."""
        stages = self.usage.keys() | other.usage.keys()
        return AddResult(
            added=self.added + other.added,
            unchanged=self.unchanged + other.unchanged,
            replaced=self.replaced + other.replaced,
            failed=(*self.failed, *other.failed),
            usage={s: self.usage.get(s, Usage()) + other.usage.get(s, Usage()) for s in sorted(stages)},
            elapsed_ms=self.elapsed_ms + other.elapsed_ms,
            fallbacks=self.fallbacks + other.fallbacks,
            stopped=self.stopped or other.stopped,
            reread=self.reread + other.reread,
            by_rules=self.by_rules + other.by_rules,
            other_relations=max(self.other_relations, other.other_relations),
            undated=(*self.undated, *other.undated),
        )


@dataclass(frozen=True, slots=True)
class FollowResult:
    """What visiting feeds did: what was ``added``; of the feeds how many were ``visited``, of these how many told
    nothing new (``unchanged``), and how many are ``waiting`` because they failed or their server wants it.
    """

    added: AddResult
    visited: int
    unchanged: int
    waiting: int


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What an `export` wrote: where, in which format, as of which day, how many facts, in how many milliseconds."""

    path: str
    format: str
    as_of: dt.date | None
    facts: int
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class AddEstimate:
    """What an `add` would do and cost; nothing was changed, no model asked.

    ``usage`` holds the most that the calls of a language model would take, by stage; ``cache_hits`` are those that are
    answered already and cost nothing. ``documents`` are new or changed, ``reread`` would be read anew. ``unpriced``
    says that the price of a call is not known, so that `Usage.usd` is too low. ``stale_nodes`` are the time nodes whose
    reports would have to be made again.
    """

    documents: int
    unchanged: int
    failed: tuple[Failure, ...]
    chunks: int
    stale_nodes: tuple[str, ...]
    usage: Mapping[str, Usage]
    unpriced: bool
    elapsed_ms: float
    reread: int = 0
