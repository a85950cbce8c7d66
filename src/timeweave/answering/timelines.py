"""The facts of an entity in order of time, of one relation or measure: matched as for an answer, so that both agree."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.context.matching import MatchWeights, fits
from timeweave.evolution import merge_tenures, resolve
from timeweave.language.names import canonical_key
from timeweave.question.measures import AskedMeasure, asked_measure
from timeweave.records import EntityId, Fact, ResolvedFact
from timeweave.store.base import View

_WEIGHTS = MatchWeights()
_CLOSE = 0.12  # below the best fit of all, what still counts as the measure asked for


def timeline_facts(entity: EntityId, relation: str | None, view: View) -> tuple[ResolvedFact, ...]:
    """What ``view`` knows with ``entity`` as its subject, with supersession and disagreement, in order of time.

    ``relation`` is a relation, or a measure as a question would name it: "adjusted gross margin" gives the gross
    margins on that basis, "revenue growth" the changes of revenue.
    """
    about = [f for f in view.facts_about([entity]) if f.fact.subject == entity]
    rows = merge_tenures(resolve(about))
    return tuple(rows if relation is None else _of_relation(rows, relation))


def _of_relation(rows: Sequence[ResolvedFact], relation: str) -> list[ResolvedFact]:
    wanted = canonical_key(relation)
    asked = asked_measure(relation, "")
    scores = {r.fact.id: fits(asked, r.fact, _WEIGHTS) for r in rows if r.fact.quantity is not None}
    least = max(_WEIGHTS.least_share, max(scores.values(), default=0.0) - _CLOSE)
    kept = [
        r
        for r in rows
        if scores.get(r.fact.id, 0.0) >= least
        or (_is_of(asked, r.fact) if r.fact.quantity is not None else wanted in canonical_key(r.fact.relation))
    ]
    return kept or [r for r in rows if wanted in canonical_key(r.fact.relation)]


def _is_of(asked: AskedMeasure, fact: Fact) -> bool:
    """Whether a fact bears the measure's own name, and is what the words about it demand: a basis, guidance, change."""
    qualifiers = dict(fact.qualifiers)
    return (
        fact.relation == asked.name.name
        and (not asked.name.basis or qualifiers.get("basis") == asked.name.basis)
        and (not asked.expected or qualifiers.get("modality") == "guidance")
        and (not asked.changed or qualifiers.get("kind") == "change")
    )
