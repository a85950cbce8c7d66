"""Correcting which relations are one: what somebody says of two, checked and kept (EK-07)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from timeweave.errors import UsageError
from timeweave.evolution.correcting import named
from timeweave.evolution.synonyms.decisions import Said, Verdict, in_force, record
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
        UsageError: there is no such verdict, the two are one relation, or they are one already.
    """
    name = named(relation, transaction)
    second = None if other is None else named(other, transaction)
    if verdict not in list(Verdict) or (second is None and verdict != Verdict.NOTHING):
        raise UsageError(f"{verdict!r} cannot be said of {relation!r} and {other!r}: say same, inverse or different")
    if second == name:
        raise UsageError(f"{name!r} is one relation: give another to compare it with")
    said = Verdict(verdict)
    if said is Verdict.NOTHING:
        pairs = [one for one in in_force(transaction) if name in one.pair and (second is None or second in one.pair)]
        record(transaction, *(Said(one.relation, one.other, said, day) for one in pairs))
        return
    assert second is not None
    links = find(transaction)
    if said is not Verdict.DIFFERENT and _head(name, links) == _head(second, links):
        raise UsageError(f"{name!r} and {second!r} are one relation already: `timeweave relations` says why")
    record(transaction, Said(name, second, said, day))


def _head(name: str, links: Mapping[str, Synonym]) -> str:
    return links[name].head if name in links else name
