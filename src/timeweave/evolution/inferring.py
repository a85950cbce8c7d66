"""How many values a relation has at a time, read off facts that last (EK-05).

Looked at are the whole histories of some hundred subjects, drawn by the ids of facts: these are digests of what the
facts say, so that the sample is even, the same whatever the order of adding, and as small however many facts there are.

A subject with several values *has one at a time* where stated intervals follow one another without overlap, or where
the tellings of values come in their order: with each value ranked by its first telling, as in the test of Mann and
Kendall, (pairs in order - pairs out of order) / pairs is near 1. It *has several* where intervals overlap, one document
names two values of one day, or tellings of the values alternate. A subject whose values are told once each tells
nothing.
"""

from __future__ import annotations

import datetime as dt
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from timeweave.evolution.reliability import Reliability, judged, publishers
from timeweave.lexicon.relations import Values
from timeweave.records import EntityId, Fact, FactId, SupportedFact, is_concept
from timeweave.store.base import View
from timeweave.store.canonical import lasts
from timeweave.temporal.interval import Interval

SAMPLE = 100  # facts whose subjects are looked at
_LEAST = 5  # subjects that tell something, below which nothing is inferred
_MUCH = 3  # tellings of one value, beside which a single one of another may be an error
_LEAST_FOR_EVER = 20
_FOR_EVER = 0.95  # of them that were always told the same
_SHARE = 0.85  # of them with one value at a time
_SURE = 0.6  # what that share is at least, as far as so few can tell
_IN_ORDER = 0.8  # of the order of tellings, at least where a subject has one value at a time
_OVERLAP = 0.1  # of the shorter of two intervals, up to which they still follow one another
_YEAR = dt.timedelta(days=365)
_Z = 1.645


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a sample of histories tells: how many subjects show one value at a time (``apart``) or several
    (``together``), the mean ``order`` of tellings where values were told repeatedly; and how
    many were told over more than a year (``lasting``) with how many of these always told the same (``same``); and how
    reliable the ``sources`` are that tell of them.
    """

    apart: int = 0
    together: int = 0
    order: float | None = None
    lasting: int = 0
    same: int = 0
    sources: Mapping[str, Reliability] = field(default_factory=dict)

    @property
    def doubted(self) -> frozenset[str]:
        """The sources that others rather contradict than bear out."""
        return frozenset(name for name, found in self.sources.items() if found.is_doubted)

    @property
    def values(self) -> Values | None:
        """What follows from it; ``None`` where it is too little."""
        told = self.apart + self.together
        if told < _LEAST:
            settled = self.lasting >= _LEAST_FOR_EVER and self.same >= _FOR_EVER * self.lasting
            return Values.EVER if settled else None
        one = self.apart / told >= _SHARE and _at_least(self.apart, told) >= _SURE
        return Values.ONE if one else Values.MANY

    def in_words(self) -> str:
        """What was counted."""
        told = self.apart + self.together
        if self.values is Values.EVER:
            return f"{self.same} of {self.lasting} subjects told of for over a year were always told the same"
        words = f"{self.apart} of {told} subjects with several values have one at a time"
        if self.order is not None:
            words += f", order of tellings {self.order:.2f}"
        return words if told >= _LEAST else f"{words}: too few to tell"


def drawn(relation: str, view: View) -> Sequence[tuple[FactId, EntityId]]:
    """The facts of ``relation`` whose subjects are looked at, each with its subject; by id."""
    return view.kept(f"sample of {relation}", lambda: view.lasting(relation, SAMPLE))


def bears_on_sample(fact: Fact, view: View) -> bool:
    """Whether the sample of its relation would be another one with or without ``fact``."""
    held = drawn(fact.relation, view)
    is_among = lasts(fact.valid) and (len(held) < SAMPLE or fact.id <= held[-1][0])
    return is_among or any(subject == fact.subject for _, subject in held)


def sample(
    relation: str, view: View, changed: Mapping[FactId, SupportedFact | None] | None = None
) -> list[SupportedFact]:
    """The facts of ``relation`` of some subjects: as ``view`` has them, or with ``changed`` ones as they will be, those
    that will be gone being ``None``.
    """
    new = {id_: fact for id_, fact in (changed or {}).items() if fact is None or fact.fact.relation == relation}
    held = view.lasting(relation, SAMPLE + len(new)) if new else drawn(relation, view)
    arriving = {(id_, s.fact.subject) for id_, s in new.items() if s is not None and lasts(s.fact.valid)}
    chosen = sorted({pair for pair in held if pair[0] not in new} | arriving)[:SAMPLE]
    if len(chosen) < _LEAST:
        return []
    subjects = {subject for _, subject in chosen if not is_concept(subject)}
    facts = {s.fact.id: s for s in view.facts_about(sorted(subjects), relation=relation) if s.fact.id not in new}
    facts |= {id_: fact for id_, fact in new.items() if fact is not None}
    return [s for s in facts.values() if s.fact.subject in subjects and s.fact.quantity is None]


def evidence_in(facts: Iterable[SupportedFact], said: Mapping[str, float] | None = None) -> Evidence:
    """What the histories of subjects, each whole, tell of how many values they have; with what is ``said`` of sources
    in place of how reliable they are found to be.
    """
    histories: dict[str, list[SupportedFact]] = defaultdict(list)
    for supported in facts:
        valid = supported.fact.valid
        if valid is not None and valid.start is not None and (lasts(valid) or not valid.is_unit):
            histories[supported.fact.subject].append(supported)
    ordered = [sorted(histories[s], key=lambda f: (_start(f), f.fact.id)) for s in sorted(histories)]
    sources = judged(ordered, said)
    doubted = frozenset(name for name, found in sources.items() if found.is_doubted)
    apart = together = lasting = same = 0
    orders = []
    for history in (_without(doubted, history) for history in ordered):
        if len({s.fact.object for s in history}) == 1:
            is_lasting = _start(history[-1]) - _start(history[0]) >= _YEAR
            lasting, same = lasting + is_lasting, same + is_lasting
            continue
        lasting += 1
        order = _order(history)
        if order is not None:
            orders.append(order)
        told = {_follow(a, b) for a, b in _pairs(history)} - {None}
        if False in told or (order is not None and order < _IN_ORDER):
            together += 1
        elif told or order is not None:
            apart += 1
    mean = math.fsum(orders) / len(orders) if orders else None
    return Evidence(apart, together, mean, lasting, same, sources)


def _without(doubted: Set[str], history: Sequence[SupportedFact]) -> Sequence[SupportedFact]:
    """A history without what only doubted sources tell, where others tell anything; and beside a value that is told
    time and again, without open states that one document tells of once: they may be errors.
    """
    heard = [s for s in history if not publishers(s) <= doubted] or history
    told = Counter(s.fact.object for s in heard for _ in {p.document_id for p in s.supports})
    if max(told.values()) < _MUCH:
        return heard
    return [s for s in heard if told[s.fact.object] > 1 or (s.fact.valid is not None and s.fact.valid.end is not None)]


def _pairs(history: Sequence[SupportedFact]) -> Iterator[tuple[SupportedFact, SupportedFact]]:
    """Two tellings of different values, the earlier first."""
    return ((a, b) for a, b in itertools.combinations(history, 2) if a.fact.object != b.fact.object)


def _follow(one: SupportedFact, other: SupportedFact) -> bool | None:
    """Whether ``other`` begins when ``one`` is over; ``None`` where an end is not told."""
    a, b = one.fact.valid, other.fact.valid
    assert a is not None
    assert b is not None
    if a.start == b.start and {s.document_id for s in one.supports} & {s.document_id for s in other.supports}:
        return False
    if a.end is None:
        return None
    common = a.intersection(b)
    if common is None:
        return True
    return _days(common) <= max(_OVERLAP * min(_days(a), _days(b)), 1)


def _order(history: Sequence[SupportedFact]) -> float | None:
    """Kendall's order of the tellings of values, -1 to 1; ``None`` where each is told once: that is always in order."""
    first: dict[str, int] = {}
    for supported in history:
        first.setdefault(supported.fact.object, len(first))
    if len(history) <= len(first):
        return None
    pairs = [(first[a.fact.object], first[b.fact.object]) for a, b in _pairs(history) if _start(a) < _start(b)]
    return sum(1 if a < b else -1 for a, b in pairs) / len(pairs) if pairs else None


def _days(valid: Interval) -> float:
    return math.inf if valid.start is None or valid.end is None else (valid.end - valid.start).days


def _start(supported: SupportedFact) -> dt.date:
    valid = supported.fact.valid
    assert valid is not None
    assert valid.start is not None
    return valid.start


def _at_least(hits: int, tries: int) -> float:
    """The lower bound of a share, as Wilson has it."""
    share, z2 = hits / tries, _Z * _Z
    spread = _Z * math.sqrt(share * (1 - share) / tries + z2 / (4 * tries * tries))
    return (share + z2 / (2 * tries) - spread) / (1 + z2 / tries)
