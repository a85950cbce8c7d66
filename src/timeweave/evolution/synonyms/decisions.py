"""What people say of two relations: a log that is only ever added to, undoing included (EK-07).

What is said counts from a day on, and is not known before it; of two relations the last word holds.
"""

from __future__ import annotations

import datetime as dt
import enum
import json
from collections.abc import Iterable, Sequence
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


def links_of(said: Iterable[Said]) -> dict[str, Synonym]:
    """The links that people made. All that are one, be it by others between them, go by one name: by one that the table
    of relations knows, else by that of which the others were first said to be.
    """
    joined = [one for one in said if one.verdict in (Verdict.SAME, Verdict.INVERSE)]
    beside: dict[str, list[tuple[str, bool]]] = {}
    for one in joined:
        for name, other in ((one.relation, one.other), (one.other, one.relation)):
            beside.setdefault(name, []).append((other, one.verdict is Verdict.INVERSE))
    found: dict[str, Synonym] = {}
    seen: set[str] = set()
    for head in sorted(
        dict.fromkeys(one.other for one in joined) | dict.fromkeys(beside), key=lambda n: not is_known(n)
    ):
        reached = [] if head in seen else [(head, False)]
        seen.add(head)
        for name, turned in reached:
            for other, is_turned in beside[name]:
                if other not in seen:
                    seen.add(other)
                    reached.append((other, turned != is_turned))
        found |= {name: Synonym(name, head, 1.0, YOU, turned) for name, turned in reached[1:]}
    return found


def conflict(said: Sequence[Said]) -> Said | None:
    """What keeps two apart that are one by all else that is said."""
    links = links_of(said)
    heads = {name: link.head for name, link in links.items()}
    apart = (one for one in said if one.verdict is Verdict.DIFFERENT)
    return next((o for o in apart if heads.get(o.relation, o.relation) == heads.get(o.other, o.other)), None)


def apart_in(said: Iterable[Said]) -> frozenset[frozenset[str]]:
    """The pairs that people keep apart."""
    return frozenset(one.pair for one in said if one.verdict is Verdict.DIFFERENT)


def record(transaction: Transaction, *lines: Said) -> None:
    """Add lines to the log."""
    kept = [*_lines(transaction), *((one.relation, one.other, one.verdict, one.day.isoformat()) for one in lines)]
    transaction.set_setting(SETTING, json.dumps(kept, ensure_ascii=False))


def _lines(view: View) -> list[tuple[str, str, str, str]]:
    return [tuple(line) for line in json.loads(view.setting(SETTING) or "[]")]
