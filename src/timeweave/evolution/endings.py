"""What ends states of which many hold side by side: a stated end, a departure, the end of the thing itself (EK-06).

A membership or a shared office ends where a source says that it ended: of that person, that body and that relation.
Who left a body has left all that joined the two; what was dissolved ends whatever it was in.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from timeweave.lexicon.states import DISSOLVED, MEMBERSHIP, OVER, PARTED, STATUS
from timeweave.records import Fact, FactId, SupportedFact

Ending = tuple[dt.date, FactId]
"""The first day on which a state no longer holds, and the fact that says so."""

ENDING_RELATIONS = frozenset({*PARTED, *MEMBERSHIP, STATUS, DISSOLVED})
"""The relations of facts that can end states of other relations."""


def is_open_state(fact: Fact) -> bool:
    """Whether a fact tells what holds from a day on, with no end."""
    return fact.quantity is None and fact.valid is not None and fact.valid.end is None and fact.valid.start is not None


def tells_end(fact: Fact) -> bool:
    """Whether a fact tells that a state was over on a day."""
    if fact.quantity is not None or fact.valid is None or fact.valid.end is None:
        return False
    return fact.valid.start is None or not fact.valid.is_unit


def is_parting(fact: Fact) -> bool:
    """Whether a fact ends all that joined two: who left a club is neither its member nor its captain."""
    if not fact.object_is_entity or fact.valid is None:
        return False
    return fact.relation in PARTED or (fact.relation in MEMBERSHIP and tells_end(fact))


def ends_thing(fact: Fact) -> bool:
    """Whether a fact tells that its subject is no longer in operation."""
    if fact.valid is None:
        return False
    return fact.relation == DISSOLVED or (fact.relation == STATUS and fact.object in OVER)


@dataclass(frozen=True, slots=True)
class Endings:
    """The ends that some facts tell, by what they are ends of."""

    _of_state: dict[tuple[str, str, str], list[Ending]] = field(default_factory=lambda: defaultdict(list))
    _of_pair: dict[frozenset[str], list[Ending]] = field(default_factory=lambda: defaultdict(list))
    _of_thing: dict[str, list[Ending]] = field(default_factory=lambda: defaultdict(list))

    def of(self, fact: Fact) -> Ending | None:
        """The earliest end told of an open state after its start, ties by id; ``None`` where none is."""
        if not is_open_state(fact) or fact.valid is None or fact.valid.start is None:
            return None
        told = [*self._of_state.get((fact.subject, fact.relation, fact.object), ())]
        told += self._of_thing.get(fact.subject, ())
        if fact.object_is_entity:
            told += self._of_pair.get(frozenset({fact.subject, fact.object}), ())
            told += self._of_thing.get(fact.object, ())
        start = fact.valid.start
        return min(((day, id_) for day, id_ in told if day > start and id_ != fact.id), default=None)


def endings(facts: Iterable[SupportedFact]) -> Endings:
    """The ends that ``facts`` tell."""
    found = Endings()
    for fact in (supported.fact for supported in facts):
        if fact.valid is None:
            continue
        if tells_end(fact) and fact.valid.end is not None:
            found._of_state[fact.subject, fact.relation, fact.object].append((fact.valid.end, fact.id))
        day = fact.valid.end or fact.valid.start
        if day is not None and is_parting(fact):
            found._of_pair[frozenset({fact.subject, fact.object})].append((day, fact.id))
        if ends_thing(fact):
            first = fact.valid.start if fact.relation == STATUS else day
            if first is not None:
                found._of_thing[fact.subject].append((first, fact.id))
    return found
