"""What somebody says of relations, kept in the store: how many values each has at a time, and what follows (EK-05)."""

from __future__ import annotations

import datetime as dt
import difflib
import itertools
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from timeweave.errors import NotFoundError, UsageError
from timeweave.evolution.deciding import standing_events
from timeweave.evolution.inferring import evidence_in, sample
from timeweave.evolution.relations import (
    FILE,
    SETTING,
    RelationModel,
    as_setting,
    evidence_of,
    relations_of,
    stated_in,
)
from timeweave.evolution.reliability import SETTING as SOURCES
from timeweave.evolution.reliability import Reliability, publisher, said_in
from timeweave.evolution.resolution import resolve
from timeweave.evolution.shifting import shifted, told_of_turn
from timeweave.evolution.synonyms.linking import Synonym
from timeweave.lexicon.relations import Values, relations
from timeweave.overviews import RelationInfo, SourceInfo, SynonymInfo
from timeweave.records import Change, DocumentId, FactId, SupportedFact
from timeweave.store.base import Transaction, View
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import ancestors

KIND = "relations"
"""The kind of a change by which relations are taken otherwise."""
OF_SOURCES = "sources"
"""The kind of a change by which sources are trusted otherwise."""

_TOGETHER = 500  # entities whose facts are read at a time
_SHOWN = 60  # characters of what was given, in a message


def listed(view: View, synonyms: Mapping[str, Synonym]) -> list[RelationInfo]:
    """Every relation of the visible facts, by name; with the ``synonyms`` among them."""
    model = relations_of(view)
    return [_info(name, facts, model, synonyms.get(name)) for name, facts in view.relations().items()]


def relation_info(name: str, view: View, synonyms: Mapping[str, Synonym]) -> RelationInfo:
    """A relation as it is known; it may have no visible fact."""
    return _info(name, view.relations().get(name, 0), relations_of(view), synonyms.get(name))


def _info(name: str, facts: int, model: RelationModel, link: Synonym | None) -> RelationInfo:
    said, row = model.said(name), relations().rows.get(name)
    together = tuple(other for other in relations().same_seat(name) if other != name)
    inverse, symmetric = ("", False) if row is None else (row.inverse, row.symmetric)
    synonym = None if link is None else SynonymInfo(link.head, link.turned, link.score, link.by, link.why)
    return RelationInfo(name, facts, said.values, said.by, said.why, inverse, symmetric, together, synonym)


def wanted(relation: str, values: str | None, view: View) -> tuple[str, Values | None]:
    """The relation and the number of values that somebody means.

    Raises:
        NotFoundError: no visible fact has the relation; the message names similar ones.
        UsageError: there is no such number of values.
    """
    name = named(relation, view)
    try:
        return name, None if values is None else Values(values.strip().casefold())
    except ValueError:
        numbers = ", ".join(f"{number.value!r}" for number in Values)
        raise UsageError(f"a relation cannot have {_quoted(values or '')} values: say one of {numbers}") from None


def named(relation: str, view: View) -> str:
    """The relation that somebody means: one of the visible facts, of the table, or one that something was said of.

    Raises:
        NotFoundError: there is none; the message names similar ones.
    """
    name = " ".join(relation.casefold().split())
    known = {told.casefold(): told for told in view.relations()}
    if name in known or name in stated_in(view) or name in relations().rows:
        return known.get(name, name)
    near = difflib.get_close_matches(name, known, 3)
    hint = f"; near it are {', '.join(map(repr, near))}" if near else ": `timeweave relations` lists all"
    raise NotFoundError(f"no fact has the relation {_quoted(relation)}{hint}")


def correct(said: Mapping[str, Values | None], by: str, current: Transaction, recorded: dt.datetime) -> None:
    """Keep what is ``said`` of relations, ``None`` taking back what was, and put what follows into the log."""
    before = stated_in(current)
    after = {name: one for name, one in before.items() if name not in said}
    after |= {name: (values, by) for name, values in said.items() if values is not None}
    if after == before:
        return
    later = RelationModel(after, lambda relation: evidence_of(relation, current))
    change = _change(later, said, current, recorded)
    current.set_setting(SETTING, as_setting(after))
    current.apply(change)


def correct_source(source: str, reliability: float | None, current: Transaction, recorded: dt.datetime) -> None:
    """Keep how reliable a source is said to be, ``None`` taking back what was, and put what follows into the log.

    Raises:
        NotFoundError: no visible document names such a source, nor was anything said of it.
        UsageError: the number does not lie between 0 and 1.
    """
    name, before = publisher(source.strip()), said_in(current)
    known = {publisher(info.source) for info in current.documents()} - {""}
    if name not in known and name not in before:
        near = difflib.get_close_matches(name, known, 3)
        hint = f"; near it are {', '.join(map(repr, near))}" if near else ": `timeweave sources` lists all"
        raise NotFoundError(f"no document has the source {_quoted(source)}{hint}")
    if reliability is not None and not (isinstance(reliability, int | float) and 0.0 <= reliability <= 1.0):
        raise UsageError(f"a source cannot have the reliability {reliability!r}: give a number from 0 to 1")
    after = {other: value for other, value in before.items() if other != name}
    after |= {} if reliability is None else {name: reliability}
    if after == before:
        return

    later = RelationModel(stated_in(current), lambda relation: evidence_in(sample(relation, current), after))
    change = _change(later, current.relations(), current, recorded, OF_SOURCES)
    current.set_setting(SOURCES, json.dumps(after, sort_keys=True))
    current.apply(change)


def sources_listed(view: View) -> list[SourceInfo]:
    """Every source of the visible documents, by name: how reliable it is over all relations that have one value."""
    model, said = relations_of(view), said_in(view)
    documents = Counter(publisher(info.source) for info in view.documents())
    found: dict[str, Reliability] = {name: Reliability(said=said.get(name)) for name in sorted(documents) if name}
    doubted: dict[str, list[str]] = {}
    for relation in filter(model.is_exclusive, view.relations()):
        for name, reliability in evidence_of(relation, view).sources.items():
            found[name] = found.get(name, Reliability()) + reliability
            if reliability.is_doubted:
                doubted.setdefault(name, []).append(relation)
    return [
        SourceInfo(name, documents[name], r.borne_out, r.contradicted, r.value, r.said, tuple(doubted.get(name, ())))
        for name, r in sorted(found.items())
    ]


def source_info(name: str, view: View) -> SourceInfo:
    """A source as it is known; it may have no visible document."""
    found = next((one for one in sources_listed(view) if one.name == name), None)
    if found is not None:
        return found
    plain = Reliability(said=said_in(view).get(name))
    return SourceInfo(name, 0, plain.borne_out, plain.contradicted, plain.value, plain.said, ())


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


def _change(
    later: RelationModel, said: Iterable[str], current: Transaction, recorded: dt.datetime, kind: str = KIND
) -> Change:
    model = relations_of(current)
    turned = shifted(model, later, frozenset(said))
    facts = _facts_of(turned, current)
    events = [
        told_of_turn(event, facts[event.fact].fact.relation, model, later)
        for event in standing_events(resolve(facts.values(), model), resolve(facts.values(), later))
    ]
    stamped = {node for event in events for node in stamps(facts[event.fact].fact.valid)}
    stale = tuple(sorted({str(n) for node in stamped for n in (node, *ancestors(node))}))
    ordered = tuple(sorted(events, key=lambda e: (e.fact, e.event)))
    return Change(kind, DocumentId(""), recorded, events=ordered, stale_nodes=stale)


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
