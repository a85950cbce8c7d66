"""The logical form of a question over dated facts: what is wanted, which of several facts, and when (ER-01)."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.records import Span
from timeweave.temporal.interval import Granularity, Interval


class Wants(enum.StrEnum):
    """What kind of answer is wanted."""

    ENTITY = "entity"
    TIME = "time"
    COUNT = "count"
    DURATION = "duration"
    VERDICT = "verdict"


class Pick(enum.StrEnum):
    """Which of the facts that match are meant."""

    ALL = "all"
    FIRST = "first"
    LAST = "last"
    NTH = "n-th"
    LONGEST = "longest"
    SHORTEST = "shortest"
    MOST = "most"
    FEWEST = "fewest"

    @property
    def compares(self) -> bool:
        """Whether what is meant is found by comparing lengths or numbers, not by order of time."""
        return self in (Pick.LONGEST, Pick.SHORTEST, Pick.MOST, Pick.FEWEST)


class Order(enum.StrEnum):
    """How the time that is meant lies to another fact's."""

    BEFORE = "before"
    AFTER = "after"
    SAME = "same"


class Role(enum.StrEnum):
    """Whether a name does what a clause tells of, or has it done to it; ``ANY`` where the words do not tell."""

    AGENT = "agent"
    PATIENT = "patient"
    ANY = "any"


class Succession(enum.StrEnum):
    """Which of several that followed one another is meant, where words say so."""

    ANY = "any"
    CURRENT = "current"
    PREVIOUS = "previous"


@dataclass(frozen=True, slots=True)
class ChainStep:
    """What leads from one thing to the next, in ``words``, and which of several."""

    words: str
    succession: Succession = Succession.ANY


@dataclass(frozen=True, slots=True)
class Chain:
    """From the mention of number ``start`` step by step to what is asked."""

    start: int
    steps: tuple[ChainStep, ...]

    def readings(self, most: int) -> Iterator[tuple[ChainStep, ...]]:
        """The ways in which steps next to each other may be one relation, of two to ``most`` of them."""
        count = len(self.steps)
        for size in range(2, min(count, most) + 1):
            for inner in itertools.combinations(range(1, count), size - 1):
                bounds = (0, *inner, count)
                parts = [self.steps[a:b] for a, b in itertools.pairwise(bounds)]
                yield tuple(_as_one(part) for part in parts)


def _as_one(steps: tuple[ChainStep, ...]) -> ChainStep:
    """Steps that are one relation, in the order of words: "head government" of "head of the government"."""
    told = (s.succession for s in steps if s.succession is not Succession.ANY)
    return ChainStep(" ".join(s.words for s in reversed(steps)), next(told, Succession.ANY))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words next to each other that may be a name; ``asked_for`` says that "which" or "what" stands before them."""

    span: Span
    text: str
    asked_for: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause tells: its ``words`` without names, times and scaffolding, and the part of each mention (by its
    number) in it.
    """

    words: str
    roles: tuple[tuple[int, Role], ...] = ()

    @property
    def mentions(self) -> tuple[int, ...]:
        """The numbers of the mentions in it."""
        return tuple(number for number, _ in self.roles)


@dataclass(frozen=True, slots=True)
class Anchor:
    """Another fact by which the question gives a time: before it, after it, in the same ``unit``.

    ``clause`` without words is a bare name, which stands where the answer does: "after Iran". ``closely`` says that
    only what lies next to it is meant: "right after".
    """

    order: Order
    clause: Clause
    unit: Granularity | None = None
    like_agent: bool = False
    closely: bool = False


@dataclass(frozen=True, slots=True)
class LogicalForm:
    """A question over dated facts.

    ``unit`` is that in which a time is wanted, ``rank`` the place of an n-th, ``distinct`` that different answers are
    counted, not facts; ``at_end`` that the end of a state is meant, ``at_start`` its beginning. ``periods`` is the time
    that it names, none where it names none; ``newest`` that what holds now, or was last, is meant, ``present`` that of
    what has ended and what has not the latter is, ``asks_person`` that "who" asks for an entity, ``asks_place`` that
    "where" does, ``kind`` is the noun of what it asks for, where it has one: "team". ``alternatives`` are the mentions
    of which one is the answer: "Ann Lee or Tom Pike". ``of_others`` says that those may be meant who have something in
    common with whom the question names, ``chain`` how what is asked is described, step by step, ``within`` is the
    mention in whose own time it asks ("during the Harbour War"), and ``beyond_form`` says that the question denies or
    compares in a way that this form cannot hold.
    """

    wants: Wants
    pick: Pick
    main: Clause
    anchor: Anchor | None = None
    periods: tuple[Interval, ...] = ()
    unit: Granularity | None = None
    rank: int = 1
    distinct: bool = False
    at_end: bool = False
    at_start: bool = False
    newest: bool = False
    present: bool = False
    asks_person: bool = False
    asks_place: bool = False
    kind: str = ""
    alternatives: tuple[int, ...] = ()
    of_others: bool = False
    chain: Chain | None = None
    beyond_form: bool = False
    within: int | None = None

    @property
    def may_be_present(self) -> bool:
        """Whether nothing but the tense says of which time what is asked for is."""
        return self.wants in (Wants.ENTITY, Wants.DURATION) and self.pick is Pick.ALL and self.anchor is None
