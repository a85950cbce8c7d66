"""Correcting which relations are one: what somebody says of two, checked and kept (EK-07)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping

from timeweave.errors import UsageError
from timeweave.evolution.correcting import named
from timeweave.evolution.synonyms.decisions import Said, Verdict, conflict, in_force, record
from timeweave.evolution.synonyms.linking import Synonym
from timeweave.store.base import Transaction, View


def say(
    relation: str,
    other: str | None,
    verdict: str,
    day: dt.date,
    transaction: Transaction,
    find: Callable[[View], Mapping[str, Synonym]],
) -> None:
    """Keep the ``verdict`` on two relations from ``day`` on; ``find`` tells which are one so far.

    Raises:
        NotFoundError: there is no such relation.
        UsageError: there is no such verdict, the two are one relation, or they are one already, or it stands against
            what was said of others.
    """
    so_far = in_force(transaction)
    spoken_of = frozenset().union(*(one.pair for one in so_far)) if verdict == Verdict.NOTHING else frozenset()
    name = _meant(relation, spoken_of, transaction)
    second = None if other is None else _meant(other, spoken_of, transaction)
    if verdict not in list(Verdict) or (second is None and verdict != Verdict.NOTHING):
        raise UsageError(f"{verdict!r} cannot be said of {relation!r} and {other!r}: say same, inverse or different")
    if second == name:
        raise UsageError(f"{name!r} is one relation: give another to compare it with")
    if second is None or verdict == Verdict.NOTHING:
        pairs = [one for one in so_far if name in one.pair and (second is None or second in one.pair)]
        record(transaction, *(Said(one.relation, one.other, Verdict.NOTHING, day) for one in pairs))
        return
    said = Said(name, second, Verdict(verdict), day)
    links = find(transaction)
    if said.verdict is not Verdict.DIFFERENT and _head(name, links) == _head(second, links):
        raise UsageError(f"{name!r} and {second!r} are one relation already: `timeweave relations` says why")
    against = conflict([*(one for one in so_far if one.pair != said.pair), said])
    if against is not None:
        a, b = against.relation, against.other
        raise UsageError(
            f"{a!r} and {b!r} cannot be different and one by what is said of others: take that back first, "
            f"`timeweave relations {a!r} --undo`"
        )
    record(transaction, said)


def _meant(relation: str, spoken_of: Collection[str], view: View) -> str:
    """The relation that somebody means, one of those that something was said of though no fact has it any more."""
    name = " ".join(relation.casefold().split())
    return name if name in spoken_of else named(relation, view)


def _head(name: str, links: Mapping[str, Synonym]) -> str:
    return links[name].head if name in links else name
