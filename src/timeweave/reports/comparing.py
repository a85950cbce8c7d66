"""What is different from the period before, worked out from facts when it is read.

It is no part of a report: else a report would be stale whenever the period before it changes.
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.evolution import resolve
from timeweave.evolution.relations import relations_of, same_seat
from timeweave.extraction.amounts.levels import LEVEL, is_same_level
from timeweave.records import EntityId, FactId, FactStatus, ReportSentence, ResolvedFact
from timeweave.reports.gathering import Hierarchy, stamped_facts
from timeweave.reports.measured import Measure, courses
from timeweave.reports.names import Names
from timeweave.reports.ranking import weigh
from timeweave.reports.wording import (
    amount,
    at_period,
    leads_to_object,
    measure_in_words,
    period_in_words,
    sentence,
    valued,
)
from timeweave.store.base import View
from timeweave.temporal.hierarchy import as_node
from timeweave.temporal.interval import Interval

_MOST_MEASURES = 12
_MOST_OFFICES = 6


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed from the time node ``previous``, each sentence with the facts of both periods."""

    previous: str
    sentences: tuple[ReportSentence, ...]


def compare(label: str, view: View, hierarchy: Hierarchy, names: Names) -> Comparison | None:
    """A visible node beside the last visible one of its level before it; ``None`` where it is the first.

    Measures of an entity that both tell just one value of, on one basis, those told of most entities first; then the
    levels that were set anew in the period, and the holders of offices that changed.
    """
    node = as_node(label)
    level = hierarchy.of_level(node.granularity)
    position = level.index(label)
    if position == 0:
        return None
    previous = level[position - 1]
    told = dict(_told_anew(node, hierarchy, view))
    sentences = [
        *_measures(previous, label, view, names),
        *_levels(told.pop(LEVEL, ()), node, names),
        *_offices(told, node, names),
    ]
    return Comparison(previous, tuple(sentences))


def _measures(previous: str, label: str, view: View, names: Names) -> Iterator[ReportSentence]:
    periods = [(period, stamped_facts(as_node(period), view)) for period in (previous, label)]
    facts = {r.fact.id: r for _, rows in periods for r in rows}
    worth = weigh(facts, ())
    about: dict[EntityId, list[ResolvedFact]] = defaultdict(list)
    for resolved in facts.values():
        about[resolved.fact.subject].append(resolved)
    found = courses(periods)

    def strength(measure: Measure) -> tuple[float, EntityId, str, str]:
        total = sum(worth[r.fact.id] for r in found[measure].values())
        return (-round(total, 6), measure.subject, measure.relation, str(measure.marks))

    exact = [m for m in sorted(found, key=strength) if not any(map(_is_rough, found[m].values()))]
    moved = [m for m in exact if _value(found[m][previous]) != _value(found[m][label])]
    said = (m for m in moved if all(map(names.is_said, found[m].values())))
    for measure in itertools.islice(said, _MOST_MEASURES):
        before, after = found[measure][previous], found[measure][label]
        name = names.entity(measure.subject, about[measure.subject][:8])
        what = measure_in_words(after.fact, names.measure(measure.relation, [before, after]))
        segment = dict(measure.marks).get("segment", "")
        aside = "" if segment in measure.relation else f" ({names.entity(EntityId(segment), [before, after])})"
        then = f"from {amount(before.fact)} {at_period(as_node(previous))}"
        text = f"{name}: {valued(what + aside, after.fact)}, {then}"
        yield ReportSentence(sentence(text), (after.fact.id, before.fact.id))


def _told_anew(node: Interval, hierarchy: Hierarchy, view: View) -> Iterator[tuple[str, Sequence[ResolvedFact]]]:
    """All facts of relations with one value at a time about those of whom the period tells one, by relation."""
    held: dict[str, set[EntityId]] = defaultdict(set)
    model = relations_of(view)
    for label in hierarchy.with_all_below(str(node)):
        for supported in view.facts_stamped(as_node(label)):
            if model.has_one(supported.fact.relation) and not leads_to_object(supported.fact.relation):
                held[same_seat(supported.fact.relation)[0]].add(supported.fact.subject)
    for relation in sorted(held):
        about = [f for name in same_seat(relation) for f in view.facts_about(sorted(held[relation]), relation=name)]
        yield relation, resolve((s for s in about if s.fact.subject in held[relation]), model)


def _offices(told: Mapping[str, Sequence[ResolvedFact]], node: Interval, names: Names) -> Iterator[ReportSentence]:
    pairs = (pair for group in told.values() for pair in _successions(group, node) if all(map(names.is_said, pair)))
    for left, came in itertools.islice(pairs, _MOST_OFFICES):
        yield _succession(left, came, names)


def _levels(group: Sequence[ResolvedFact], node: Interval, names: Names) -> Iterator[ReportSentence]:
    """What each thing's level was at first, and what it was set to in turn; of most turns first."""
    of_thing: dict[EntityId, list[tuple[dt.date, ResolvedFact]]] = defaultdict(list)
    for resolved in group:
        day = None if resolved.fact.valid is None else resolved.fact.valid.start
        if day is not None and resolved.status is not FactStatus.DISPUTED:
            of_thing[resolved.fact.subject].append((day, resolved))
    moved: list[tuple[EntityId, ResolvedFact, Sequence[tuple[dt.date, ResolvedFact]]]] = []
    for thing, rows in of_thing.items():
        rows.sort(key=lambda row: row[0])
        pairs = itertools.pairwise(rows)
        turns = [(old, row) for (_, old), row in pairs if not is_same_level(old.fact.object, row[1].fact.object)]
        within = [(old, (day, new)) for old, (day, new) in turns if node.holds(day)]
        if within:
            moved.append((thing, within[0][0], [row for _, row in within]))
    for thing, first, steps in sorted(moved, key=lambda found: (-len(found[2]), found[0]))[:_MOST_MEASURES]:
        then = ", ".join(f"{row.fact.object} ({period_in_words(Interval.day(day))})" for day, row in steps)
        text = f"{names.entity(thing, [first])}: {first.fact.object}, then {then}"
        yield ReportSentence(sentence(text), (first.fact.id, *(row.fact.id for _, row in steps)))


def _successions(group: Sequence[ResolvedFact], node: Interval) -> Iterator[tuple[ResolvedFact, ResolvedFact]]:
    """Who left and who came, where that fell into the period; of one handover the fact told last of who left."""
    known: dict[FactId, ResolvedFact] = {r.fact.id: r for r in group}
    last: dict[tuple[EntityId, FactId], ResolvedFact] = {}
    for resolved in group:
        end = resolved.valid.end if resolved.valid is not None else None
        if resolved.status is FactStatus.CLOSED and end is not None and node.holds(end):
            for id_ in resolved.by:
                if id_ in known and known[id_].fact.object != resolved.fact.object:
                    last[resolved.fact.subject, id_] = resolved
    changed = [(left, known[id_]) for (_, id_), left in sorted(last.items())]
    pairs = {(left.fact.subject, left.fact.object, came.fact.object) for left, came in changed}
    for left, came in changed:  # there and back: two names of one person
        if (left.fact.subject, came.fact.object, left.fact.object) not in pairs:
            yield left, came


def _succession(left: ResolvedFact, came: ResolvedFact, names: Names) -> ReportSentence:
    who, office = names.entity(left.fact.subject, [left, came]), names.measure(left.fact.relation, [left, came])
    day = came.valid.start if came.valid is not None else None
    since = "" if day is None else f" from {period_in_words(Interval.day(day))} on"
    before, after = _holder(left, names), _holder(came, names)
    text = f"{who}: {after} is named as {office}{since}, after {before}"
    return ReportSentence(sentence(text), (came.fact.id, left.fact.id))


def _holder(resolved: ResolvedFact, names: Names) -> str:
    fact = resolved.fact
    return names.entity(EntityId(fact.object), [resolved]) if fact.object_is_entity else fact.object


def _is_rough(resolved: ResolvedFact) -> bool:
    """Whether a value is "over" or "about" what is written: against another it tells no change."""
    return "approx" in dict(resolved.fact.qualifiers)


def _value(resolved: ResolvedFact) -> float | None:
    return None if resolved.fact.quantity is None else resolved.fact.quantity.value
