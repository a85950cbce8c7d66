"""The values that a subject has of a relation, side by side, each with its confidence and contexts (EK-04, EK-08)."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.evolution.confidence import FADING, LASTING, CandidateWeights, candidate_confidence
from timeweave.evolution.reliability import Reliability, publisher
from timeweave.lexicon.relations import Values
from timeweave.records import FactId, PlacedSupport, ResolvedFact
from timeweave.temporal.interval import Interval

_UNTOLD = 0.25  # what speaks for a value that nobody told: one source alone is not sure
_ANYBODY = Reliability()


@dataclass(frozen=True, slots=True)
class Context:
    """Where a value was told: the document, its source, the day it could be read, and the time it was told of."""

    document: str
    source: str
    observed: dt.date
    window: Interval | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value with C(o): ``frequency`` is f(o), its share of what independent sources tell, each weighed by how
    reliable it is; ``held`` are the times for which it holds, none where it is disputed or restated throughout.
    """

    object: str
    confidence: float
    frequency: float
    last_observed: dt.date
    held: tuple[Interval, ...]
    facts: tuple[FactId, ...]
    contexts: tuple[Context, ...]


def candidates(
    resolved: Sequence[ResolvedFact],
    values: Values,
    sources: Mapping[str, Reliability],
    day: dt.date,
    weights: CandidateWeights | None = None,
) -> list[Candidate]:
    """The values that facts of one subject and relation give, by confidence as of ``day``, ties by object."""
    chosen = weights or (LASTING if values is Values.EVER else FADING)
    told: dict[str, list[ResolvedFact]] = defaultdict(list)
    for found in resolved:
        told[found.fact.object].append(found)
    weighed = {object_: _weight((s for r in facts for s in r.supports), sources) for object_, facts in told.items()}
    total = sum(weighed[object_] for object_ in sorted(weighed)) + _UNTOLD
    made = [_candidate(object_, told[object_], weighed[object_] / total, day, chosen) for object_ in sorted(told)]
    return sorted(made, key=lambda c: (-c.confidence, c.object))


def _candidate(
    object_: str, facts: Sequence[ResolvedFact], frequency: float, day: dt.date, weights: CandidateWeights
) -> Candidate:
    last = max(s.observed for r in facts for s in r.supports)
    held = {str(r.valid): r.valid for r in facts if r.valid is not None and r.status in ("holds", "closed")}
    contexts = {Context(s.document_id, s.source, s.observed, r.fact.valid) for r in facts for s in r.supports}
    return Candidate(
        object_,
        candidate_confidence(frequency, day - last, weights),
        frequency,
        last,
        tuple(held[text] for text in sorted(held)),
        tuple(sorted(r.fact.id for r in facts)),
        tuple(sorted(contexts, key=lambda c: (c.observed, c.document, str(c.window)))),
    )


def _weight(supports: Iterable[PlacedSupport], sources: Mapping[str, Reliability]) -> float:
    """What speaks for a value: each independent source once, by its best support and its reliability."""
    best: dict[str, float] = {}
    for support in supports:
        own = sources.get(publisher(support.source), _ANYBODY).value * support.confidence
        key = support.source or support.document_id
        best[key] = max(best.get(key, 0.0), own)
    return sum(best[key] for key in sorted(best))
