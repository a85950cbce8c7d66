"""What people say of two relations: a log that is only ever added to, undoing included (EK-07).

What is said counts from a day on, and is not known before it; of two relations the last word holds.
"""

from __future__ import annotations

import datetime as dt
import enum
import json
from dataclasses import dataclass

from timeweave.evolution.synonyms.linking import YOU, Synonym, is_known
from timeweave.store.base import Transaction, View

SETTING = "synonyms of relations"
"""The setting of a store that keeps the log."""


class Verdict(enum.StrEnum):
    """What is said of two relations."""

    SAME = "same"
    INVERSE = "inverse"
    DIFFERENT = "different"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the log: the ``verdict`` on two relations from ``day`` on; ``NOTHING`` takes back what was said."""

    relation: str
    other: str
    verdict: Verdict
    day: dt.date

    @property
    def pair(self) -> frozenset[str]:
        """The two."""
        return frozenset((self.relation, self.other))


def in_force(view: View) -> list[Said]:
    """What is said of each pair of relations by the view's day."""
    lines = (Said(a, b, Verdict(verdict), dt.date.fromisoformat(day)) for a, b, verdict, day in _lines(view))
    last = {said.pair: said for said in lines if view.as_of is None or said.day <= view.as_of}
    return [said for said in last.values() if said.verdict is not Verdict.NOTHING]


def links_of(said: list[Said]) -> dict[str, Synonym]:
    """The links that people made: to the one of two relations that the table of relations knows, else to the second."""
    found = {}
    for one in said:
        if one.verdict in (Verdict.SAME, Verdict.INVERSE):
            name, head = (
                sorted((one.relation, one.other), key=is_known) if is_known(one.relation) else (one.relation, one.other)
            )
            found[name] = Synonym(name, head, 1.0, YOU, turned=one.verdict is Verdict.INVERSE)
    return found


def apart_in(said: list[Said]) -> frozenset[frozenset[str]]:
    """The pairs that people keep apart."""
    return frozenset(one.pair for one in said if one.verdict is Verdict.DIFFERENT)


def record(transaction: Transaction, *lines: Said) -> None:
    """Add lines to the log."""
    kept = [*_lines(transaction), *((one.relation, one.other, one.verdict, one.day.isoformat()) for one in lines)]
    transaction.set_setting(SETTING, json.dumps(kept, ensure_ascii=False))


def _lines(view: View) -> list[tuple[str, str, str, str]]:
    return [tuple(line) for line in json.loads(view.setting(SETTING) or "[]")]
