"""What a way of answering puts forward, and what such a way is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.results import Answer

UNDETERMINED = "figure undetermined"
"""A feature of what is proposed where a figure is asked for that follows from nothing."""


_TIMES = 10  # as much as before, or as little


@dataclass(frozen=True, slots=True)
class Reading:
    """What a figure counts, and when that was told: how things stand is told by the newest of those that count one."""

    counted: str
    value: float
    day: dt.date

    def continues(self, other: Reading) -> bool:
        """Whether it may be the same count at a later time: not of another order of magnitude."""
        low, high = sorted((abs(self.value), abs(other.value)))
        return self.counted == other.counted and self.day > other.day and high <= _TIMES * low


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """An answer that one answerer would give, with its citations. ``features`` are what only it knows of the answer;
    what can be said of any answer is read by `arbiter.features`. One that ``settles`` the question follows from facts
    that it cites, and is given before any other where it is likely enough. ``confidence`` is the probability that it
    is right, where its answerer knows it better than the arbiter. ``reading`` is what its figure counts, where the
    question is how things stand. One that ``collects`` has what was told at several times, where as many things are
    asked for as there are.
    """

    answerer: str
    answer: Answer
    features: Mapping[str, float] = field(default_factory=dict)
    settles: bool = False
    confidence: float | None = None
    reading: Reading | None = None
    collects: bool = False


class Answerer(Protocol):
    """A way of answering. It proposes what it finds, however weak, and never decides."""

    def __call__(self, context: AnswerContext, /) -> Iterable[Proposal]:
        """What it would answer; nothing where it has nothing."""
