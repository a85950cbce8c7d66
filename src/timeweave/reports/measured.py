"""Facts about one measure brought together: its value with its change, and its values from period to period."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.records import EntityId, Fact, FactId, FactStatus, ResolvedFact
from timeweave.reports.ranking import best_first
from timeweave.temporal.interval import Interval

_ASIDE = frozenset({"approx", "bound", "kind", "change"})


@dataclass(frozen=True, slots=True)
class Measure:
    """What values can be compared by: of whom, of what, on which basis, in which unit."""

    subject: EntityId
    relation: str
    marks: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, fact: Fact) -> Measure:
        """The measure that a fact gives a value or a change of."""
        return cls(fact.subject, fact.relation, tuple(q for q in fact.qualifiers if q[0] not in _ASIDE))


@dataclass(frozen=True, slots=True)
class Told:
    """What a period is told of a measure: the likeliest value and the likeliest change, one of them at least."""

    measure: Measure
    valid: Interval | None
    value: ResolvedFact | None
    change: ResolvedFact | None

    @property
    def facts(self) -> tuple[ResolvedFact, ...]:
        """The one or two facts."""
        return tuple(r for r in (self.value, self.change) if r is not None)


def told_of(facts: Iterable[ResolvedFact], worth: Mapping[FactId, float]) -> list[Told]:
    """The measured facts among ``facts``, one entry per measure and time, the worthiest first; restated ones last."""
    groups: dict[tuple[Measure, Interval | None], dict[str, ResolvedFact]] = {}
    ordered = best_first((r for r in facts if is_told(r)), worth)
    for resolved in sorted(ordered, key=lambda r: r.status is FactStatus.RESTATED):
        fact = resolved.fact
        kind = dict(fact.qualifiers).get("kind", "value")
        groups.setdefault((Measure.of(fact), fact.valid), {}).setdefault(kind, resolved)
    found = [Told(m, valid, kinds.get("value"), kinds.get("change")) for (m, valid), kinds in groups.items()]
    return [told for told in found if told.facts]


def courses(periods: Sequence[tuple[str, Sequence[ResolvedFact]]]) -> dict[Measure, dict[str, ResolvedFact]]:
    """Each measure with its value in each of ``periods`` that tells just one: a value of the whole period.

    Measures of which two periods at least tell a value in one unit; a period with several different values is left out.
    """
    found: dict[Measure, dict[str, list[ResolvedFact]]] = defaultdict(lambda: defaultdict(list))
    for label, facts in periods:
        for resolved in facts:
            stands = resolved.status is not FactStatus.RESTATED
            if stands and _is_value(resolved.fact) and str(resolved.fact.valid) == label:
                found[Measure.of(resolved.fact)][label].append(resolved)
    kept = {}
    for measure in sorted(found, key=lambda m: (m.subject, m.relation, m.marks)):
        exact = {label: _exact(rows) for label, rows in found[measure].items()}
        settled = {label: rows[0] for label, rows in exact.items() if len(_values(rows)) == 1}
        if len(settled) > 1 and len({_unit(r) for r in settled.values()}) == 1:
            kept[measure] = {label: settled[label] for label, _ in periods if label in settled}
    return kept


def is_told(resolved: ResolvedFact) -> bool:
    """Whether a fact gives a value or a change of a measure."""
    fact = resolved.fact
    return fact.quantity is not None and dict(fact.qualifiers).get("kind", "value") in ("value", "change")


def _is_value(fact: Fact) -> bool:
    qualifiers = dict(fact.qualifiers)
    return (
        fact.quantity is not None
        and qualifiers.get("kind", "value") == "value"
        and qualifiers.get("modality", "actual") == "actual"
        and "bound" not in qualifiers
    )


def _exact(rows: list[ResolvedFact]) -> list[ResolvedFact]:
    """Those that are no mere estimates, where there are any."""
    return [r for r in rows if "approx" not in dict(r.fact.qualifiers)] or rows


def _values(rows: Iterable[ResolvedFact]) -> set[float]:
    return {r.fact.quantity.value for r in rows if r.fact.quantity is not None}


def _unit(resolved: ResolvedFact) -> str:
    return resolved.fact.quantity.unit if resolved.fact.quantity is not None else ""
