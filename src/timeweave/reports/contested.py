"""Sentences on what sources take back or do not agree on."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterator, Mapping

from timeweave.records import EntityId, FactId, FactStatus, ReportSentence, ResolvedFact
from timeweave.reports.ranking import best_first
from timeweave.reports.wording import amount, listed, period_in_words, sentence

SECTION = "Disputed and restated"
_FAR = 8.0


def contested_sentences(
    facts: Mapping[FactId, ResolvedFact],
    worth: Mapping[FactId, float],
    name: Callable[[EntityId], str],
    measure: Callable[[ResolvedFact], str],
    most: int,
) -> Iterator[ReportSentence]:
    """One sentence for each restated figure and each dispute, the worthiest first; of one group only once."""
    told: set[FactId] = set()
    contested = [r for r in facts.values() if r.status in (FactStatus.RESTATED, FactStatus.DISPUTED)]
    nearest = {
        r.fact.id: worth[r.fact.id] - min((_apart(r, facts[b]) for b in r.by if b in facts), default=0.0)
        for r in contested
    }
    for resolved in best_first(contested, nearest):
        others = [facts[id_] for id_ in resolved.by if id_ in facts]
        group = sorted([resolved, *others], key=_first_told)
        if most == 0 or not others or told & {r.fact.id for r in group}:
            continue
        most -= 1
        told.update(r.fact.id for r in group)
        values = list(dict.fromkeys(_value(r, name) for r in group))
        about = f"{name(resolved.fact.subject)}, {measure(resolved)}"
        when = "" if resolved.fact.valid is None else f" for {period_in_words(resolved.fact.valid)}"
        if resolved.status is FactStatus.RESTATED:
            text = f"{about}{when}: first given as {values[0]}, later as {listed(values[1:])}"
        else:
            text = f"{about}{when}: sources differ, {listed(values)}"
        if len(values) > 1:
            yield ReportSentence(sentence(text), tuple(r.fact.id for r in group), SECTION)


def _first_told(resolved: ResolvedFact) -> tuple[dt.date, FactId]:
    return (min(s.observed for s in resolved.supports), resolved.fact.id)


def _apart(one: ResolvedFact, other: ResolvedFact) -> float:
    """How far two figures are apart, in powers of two: a restatement is near, a figure of something else far."""
    a, b = one.fact.quantity, other.fact.quantity
    if a is None or b is None:
        return 0.0
    if a.value * b.value <= 0:
        return _FAR
    return min(abs(math.log2(a.value / b.value)), _FAR)


def _value(resolved: ResolvedFact, name: Callable[[EntityId], str]) -> str:
    fact = resolved.fact
    if fact.quantity is not None:
        return amount(fact)
    return name(EntityId(fact.object)) if fact.object_is_entity else fact.object
