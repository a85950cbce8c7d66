"""How many values a relation has at a time, and why it is taken so (EK-05).

A company has one headquarters at a time: a later one ends the earlier. Somebody was born in one place for ever: a
second place contradicts the first. Memberships hold side by side. Which is which is declared in the table of relations,
in the user's settings file, by a correction that the store keeps, or else read off the visible facts
(`evolution.inferring`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from timeweave.evolution.inferring import Evidence, evidence_in, sample
from timeweave.evolution.reliability import said_in
from timeweave.lexicon.relations import Values, relations
from timeweave.records import Fact
from timeweave.store.base import View

SETTING = "values of relations"
"""The setting of a store that keeps what its user says of relations."""

YOU, FILE, MODEL, TABLE, DATA, NOTHING = "you", "file", "model", "table", "data", "nothing"
"""Who says how many values a relation has, the most trusted first."""


@dataclass(frozen=True, slots=True)
class Said:
    """How many values a relation has, and who says so; with what the data tell, where they were looked at."""

    values: Values
    by: str
    evidence: Evidence | None = None

    @property
    def why(self) -> str:
        """The reason, in words."""
        if self.evidence is not None:
            return self.evidence.in_words()
        return _WHY[self.by]


_WHY = {
    YOU: "you said so",
    FILE: "your settings file says so",
    MODEL: "a language model said so",
    TABLE: "the table of relations says so",
    NOTHING: "nothing says that it has one",
}

Stated = Mapping[str, tuple[Values, str]]
"""What is said of relations besides the table: how many values, and by whom."""


class RelationModel:
    """How many values each relation has: as ``stated``, else as the table has it, else by ``evidence``."""

    def __init__(self, stated: Stated | None = None, evidence: Callable[[str], Evidence] | None = None) -> None:
        self._stated = stated or {}
        self._look = evidence
        self._read: dict[str, Evidence] = {}

    def said(self, relation: str) -> Said:
        """How many values ``relation`` has, and why."""
        if (stated := self._stated.get(relation)) is not None:
            return Said(*stated)
        if (declared := relations().values(relation)) is not None:
            return Said(declared, TABLE)
        if self._look is None:
            return Said(Values.MANY, NOTHING)
        return _read_off(self._looked_at(relation))

    def _looked_at(self, relation: str) -> Evidence:
        known = self._read.get(relation)
        if known is None and self._look is not None:
            known = self._read[relation] = self._look(relation)
        return known or Evidence()

    def values(self, relation: str) -> Values:
        """How many values ``relation`` has."""
        return self.said(relation).values

    def has_one(self, relation: str) -> bool:
        """Whether a subject has at most one object of ``relation`` at a time, and another one later."""
        return self.values(relation) is Values.ONE

    def is_exclusive(self, relation: str) -> bool:
        """Whether two objects of ``relation`` can contradict or follow each other."""
        return self.values(relation) is not Values.MANY

    def doubted(self, relation: str) -> frozenset[str]:
        """The sources that others rather contradict than bear out on ``relation``, where it has one value at a time."""
        if self._look is None or not self.is_exclusive(relation):
            return frozenset()
        return frozenset().union(*(self._looked_at(name).doubted for name in same_seat(relation)))

    def is_inferred(self, relation: str) -> bool:
        """Whether only the data can tell how many values ``relation`` has."""
        return relation not in self._stated and relations().values(relation) is None


def _read_off(evidence: Evidence) -> Said:
    if (values := evidence.values) is None:
        return Said(Values.MANY, NOTHING, evidence)
    return Said(values, DATA, evidence)


DECLARED = RelationModel()
"""What the table says, without any data."""


def relations_of(view: View) -> RelationModel:
    """How many values each relation has as far as ``view`` sees; what it sees is looked at when first asked for."""
    return RelationModel(stated_in(view), lambda relation: evidence_of(relation, view))


def evidence_of(relation: str, view: View) -> Evidence:
    """What the visible facts of ``relation`` tell of its values."""
    said = said_in(view)
    return view.kept(f"values of {relation} {said}", lambda: evidence_in(sample(relation, view), said))


def stated_in(view: View) -> Stated:
    """What the store keeps of what was said of relations."""
    kept = view.setting(SETTING)
    written: Mapping[str, Any] = json.loads(kept) if kept else {}
    return {name: (Values(one["values"]), str(one["by"])) for name, one in written.items()}


def as_setting(stated: Stated) -> str:
    """``stated`` as the store keeps it."""
    return json.dumps({name: {"values": values, "by": by} for name, (values, by) in sorted(stated.items())})


def is_functional(relation: str) -> bool:
    """Whether a subject is declared to have at most one object of ``relation`` at a time."""
    return DECLARED.has_one(relation)


def same_seat(relation: str) -> tuple[str, ...]:
    """The relations of one office by several names, ``relation`` among them: who chairs follows a chairman."""
    return relations().same_seat(relation)


def is_measured_value(fact: Fact) -> bool:
    """Whether the fact gives the value of a measure, of which a period has one; guidance and changes are not such."""
    qualifiers = dict(fact.qualifiers)
    return (
        fact.quantity is not None
        and fact.valid is not None
        and qualifiers.get("modality", "actual") == "actual"
        and qualifiers.get("kind", "value") == "value"
    )
