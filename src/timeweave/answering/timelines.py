"""The facts of an entity in order of time, of one relation or measure: matched as for an answer, so that both agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from timeweave.answering.context.matching import MatchWeights, fits
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.evolution.relations import same_seat
from timeweave.evolution.synonyms.linking import Synonym
from timeweave.language.names import canonical_key
from timeweave.language.numbering import read_number
from timeweave.overviews import Timeline
from timeweave.question.measures import AskedMeasure, asked_measure
from timeweave.records import EntityId, EntityInfo, Fact, ResolvedFact, SupportedFact
from timeweave.store.base import View

_CLOSE = 0.12  # below the best fit of all, what still counts as the measure asked for


def timeline(
    entity: EntityInfo, relation: str | None, view: View, synonyms: Mapping[str, Synonym] | None = None
) -> Timeline:
    """What ``view`` knows of ``entity``, and what the other ends of its facts are called; a ``relation`` that is asked
    for by one of its ``synonyms`` is meant too.
    """
    wanted = canonical_key(relation or "")
    links = (synonyms or {}).values() if wanted else ()
    meant = frozenset(link.head for link in links if wanted in canonical_key(link.relation))
    facts = _facts(entity.id, relation, view, meant)
    concerned = {r.fact.subject for r in facts} | {EntityId(r.fact.object) for r in facts if r.fact.object_is_entity}
    names = {key: info.name for key in sorted(concerned) if (info := view.entity(key)) is not None}
    return Timeline(entity, relation, view.as_of, facts, names)


def _facts(entity: EntityId, relation: str | None, view: View, meant: Set[str]) -> tuple[ResolvedFact, ...]:
    """The facts about ``entity``, with supersession and disagreement, in order of time.

    It is the subject, or the object: who was appointed, what came out in a series. ``relation`` is a relation, or a
    measure as a question would name it: "adjusted gross margin" gives the gross margins on that basis, "revenue
    growth" the changes of revenue.
    """
    about = view.facts_about([entity])
    own = {
        f.fact.id for f in about if f.fact.subject == entity or (f.fact.object_is_entity and f.fact.object == entity)
    }
    known = {f.fact.id: f for f in [*about, *_of_the_same_seats(about, entity, view)]}
    model = relations_of(view)
    rows = merge_tenures((r for r in resolve(known.values(), model) if r.fact.id in own), model)
    told = rows if relation is None else _of_relation(rows, relation, meant)
    return tuple(sorted(told, key=_undated))


def _undated(fact: ResolvedFact) -> tuple[bool, tuple[int, ...]]:
    """What puts facts without a time last, what is numbered in a series by its number, and leaves others in order."""
    number = read_number(dict(fact.fact.qualifiers).get("number", "")) if fact.valid is None else None
    return fact.valid is None, number.key if number is not None else ()


def _of_the_same_seats(about: Sequence[SupportedFact], entity: EntityId, view: View) -> Iterator[SupportedFact]:
    """Who else held the offices that ``entity`` holds, which says when it ceased to."""
    held = {(f.fact.subject, f.fact.relation) for f in about if f.fact.subject != entity}
    model = relations_of(view)
    for subject, relation in sorted(pair for pair in held if model.is_exclusive(pair[1])):
        for name in same_seat(relation):
            yield from (f for f in view.facts_about([subject], relation=name) if f.fact.subject == subject)


def _of_relation(rows: Sequence[ResolvedFact], relation: str, meant: Set[str]) -> list[ResolvedFact]:
    wanted = canonical_key(relation)

    def is_called(fact: Fact) -> bool:
        return wanted in canonical_key(fact.relation) or fact.relation in meant

    asked = asked_measure(relation, "")
    scores = {r.fact.id: fits(asked, r.fact) for r in rows if r.fact.quantity is not None}
    least = max(MatchWeights.least_share, max(scores.values(), default=0.0) - _CLOSE)
    kept = [
        r
        for r in rows
        if scores.get(r.fact.id, 0.0) >= least
        or (_is_of(asked, r.fact) if r.fact.quantity is not None else is_called(r.fact))
    ]
    return kept or [r for r in rows if is_called(r.fact)]


def _is_of(asked: AskedMeasure, fact: Fact) -> bool:
    """Whether a fact bears the measure's own name, and is what the words about it demand: a basis, guidance, change."""
    qualifiers = dict(fact.qualifiers)
    return (
        fact.relation == asked.name.name
        and (not asked.name.basis or qualifiers.get("basis") == asked.name.basis)
        and (not asked.expected or qualifiers.get("modality") == "guidance")
        and (not asked.changed or qualifiers.get("kind") == "change")
    )
