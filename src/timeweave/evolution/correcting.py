"""What somebody says of relations, kept in the store: how many values each has at a time, and what follows (EK-05)."""

from __future__ import annotations

import datetime as dt
import difflib
import itertools
from collections.abc import Collection, Iterable, Mapping

from timeweave.errors import NotFoundError, UsageError
from timeweave.evolution.deciding import standing_events
from timeweave.evolution.relations import (
    FILE,
    SETTING,
    RelationModel,
    Stated,
    as_setting,
    evidence_of,
    relations_of,
    stated_in,
)
from timeweave.evolution.resolution import resolve
from timeweave.evolution.shifting import shifted, told_of_turn
from timeweave.lexicon.relations import Values, relations
from timeweave.overviews import RelationInfo
from timeweave.records import Change, DocumentId, FactId, SupportedFact
from timeweave.store.base import Transaction, View
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import ancestors

KIND = "relations"
"""The kind of a change by which relations are taken otherwise."""

_TOGETHER = 500  # entities whose facts are read at a time
_SHOWN = 60  # characters of what was given, in a message


def listed(view: View) -> list[RelationInfo]:
    """Every relation of the visible facts, by name."""
    model = relations_of(view)
    return [_info(name, facts, model) for name, facts in view.relations().items()]


def _info(name: str, facts: int, model: RelationModel) -> RelationInfo:
    said, row = model.said(name), relations().rows.get(name)
    together = tuple(other for other in relations().same_seat(name) if other != name)
    inverse, symmetric = ("", False) if row is None else (row.inverse, row.symmetric)
    return RelationInfo(name, facts, said.values, said.by, said.why, inverse, symmetric, together)


def wanted(relation: str, values: str | None, view: View) -> tuple[str, Values | None]:
    """The relation and the number of values that somebody means.

    Raises:
        NotFoundError: no visible fact has the relation; the message names similar ones.
        UsageError: there is no such number of values.
    """
    name = " ".join(relation.casefold().split())
    known = view.relations()
    if name not in known and name not in stated_in(view):
        near = difflib.get_close_matches(name, known, 3)
        hint = f"; near it are {', '.join(map(repr, near))}" if near else ": `timeweave relations` lists all"
        raise NotFoundError(f"no fact has the relation {_quoted(relation)}{hint}")
    try:
        return name, None if values is None else Values(values.strip().casefold())
    except ValueError:
        numbers = ", ".join(f"{number.value!r}" for number in Values)
        raise UsageError(f"a relation cannot have {_quoted(values or '')} values: say one of {numbers}") from None


def correct(said: Mapping[str, Values | None], by: str, current: Transaction, recorded: dt.datetime) -> None:
    """Keep what is ``said`` of relations, ``None`` taking back what was, and put what follows into the log."""
    before = stated_in(current)
    after = {name: one for name, one in before.items() if name not in said}
    after |= {name: (values, by) for name, values in said.items() if values is not None}
    if after == before:
        return
    change = _change(after, said, current, recorded)
    current.set_setting(SETTING, as_setting(after))
    current.apply(change)


def declare(rows: Mapping[str, Values], current: Transaction, recorded: dt.datetime) -> None:
    """Keep what the settings file says of relations in place of what it said before; what its user said stays."""
    before = stated_in(current)
    by_file = [name for name, (_, by) in before.items() if by == FILE]
    others = {name for name, (_, by) in before.items() if by != FILE}
    said: dict[str, Values | None] = dict.fromkeys(by_file)
    correct(said | {name: values for name, values in rows.items() if name not in others}, FILE, current, recorded)


def is_declared(rows: Mapping[str, Values], view: View) -> bool:
    """Whether the store keeps just what the settings file says."""
    stated = stated_in(view)
    kept = {name: values for name, (values, by) in stated.items() if by == FILE}
    return kept == {name: values for name, values in rows.items() if stated.get(name, (values, FILE))[1] == FILE}


def _change(after: Stated, said: Iterable[str], current: Transaction, recorded: dt.datetime) -> Change:
    model = relations_of(current)
    later = RelationModel(after, lambda relation: evidence_of(relation, current))
    turned = shifted(model, later, frozenset(said))
    facts = _facts_of(turned, current)
    events = [
        told_of_turn(event, facts[event.fact].fact.relation, model, later)
        for event in standing_events(resolve(facts.values(), model), resolve(facts.values(), later))
    ]
    stamped = {node for event in events for node in stamps(facts[event.fact].fact.valid)}
    stale = tuple(sorted({str(n) for node in stamped for n in (node, *ancestors(node))}))
    ordered = tuple(sorted(events, key=lambda e: (e.fact, e.event)))
    return Change(KIND, DocumentId(""), recorded, events=ordered, stale_nodes=stale)


def _facts_of(names: Collection[str], view: View) -> dict[FactId, SupportedFact]:
    """All facts of the relations of these names."""
    found: dict[FactId, SupportedFact] = {}
    entities = (info.id for info in view.entities()) if names else iter(())
    while together := list(itertools.islice(entities, _TOGETHER)):
        for name in sorted(names):
            found |= {s.fact.id: s for s in view.facts_about(together, relation=name)}
    return found


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
