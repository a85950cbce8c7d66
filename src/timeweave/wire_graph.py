"""JSON forms of what the graph knows of entities, relations and facts, and why: what commands print with `--json`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from timeweave import wire
from timeweave.records import ResolvedFact

if TYPE_CHECKING:
    from timeweave.evolution.candidates import Candidate
    from timeweave.evolution.explaining import Explanation
    from timeweave.evolution.identity.decisions import Decision
    from timeweave.identifying import EntityList, KnownEntity, PropertyMap
    from timeweave.overviews import Called, RelationInfo


def explanation_to_json(explanation: Explanation) -> dict[str, Any]:
    """The object of `changes --explain FACT --json`; ``words``, ``name`` and ``reason`` are for people."""
    return {
        "fact": _explained(explanation.fact, explanation.called),
        "values": explanation.said.values.value,
        "why": explanation.said.why,
        "candidates": [{**_candidate(c), "name": explanation.value(c)} for c in explanation.candidates],
        "by": [_explained(r, explanation.called) for r in explanation.by],
        "sources": {
            name: {
                "borne_out": r.borne_out,
                "contradicted": r.contradicted,
                "reliability": round(r.value, 4),
                "doubted": name in explanation.doubted,
            }
            for name, r in sorted(explanation.sources.items())
        },
        "decisions": [
            {
                "change": d.sequence,
                "recorded": d.recorded.isoformat(),
                "document": d.document,
                "event": d.event.event.value,
                "why": d.event.why,
                "reason": d.reason or d.event.why,
            }
            for d in explanation.decisions
        ],
    }


def _explained(resolved: ResolvedFact, called: Called) -> dict[str, Any]:
    """A fact with what its ends and the whole of it are called."""
    return {**wire.fact_to_json(resolved, called), "words": called.fact(resolved)}


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "object": candidate.object,
        "confidence": round(candidate.confidence, 4),
        "frequency": round(candidate.frequency, 4),
        "last_observed": wire.date_to_json(candidate.last_observed),
        "held": [str(valid) for valid in candidate.held],
        "facts": list(candidate.facts),
        "contexts": [
            {
                "document": context.document,
                "source": context.source,
                "observed": wire.date_to_json(context.observed),
                "window": None if context.window is None else str(context.window),
            }
            for context in candidate.contexts
        ],
    }


def property_maps_to_json(found: Iterable[PropertyMap]) -> list[dict[str, Any]]:
    """The list of `entities NAME --properties --json`: the property map of each that bears the name."""
    return [
        {
            **wire.entity_to_json(one.entity),
            "properties": {
                told.relation: {
                    "values": told.values.value,
                    "candidates": [_candidate(c) for c in told.candidates],
                    "groups": {name: [_candidate(c) for c in group] for name, group in told.groups.items()},
                }
                for told in one.properties
            },
        }
        for one in found
    ]


def relation_to_json(relation: RelationInfo) -> dict[str, Any]:
    """A line of `relations --json`."""
    return asdict(relation)


def entity_list_to_json(found: EntityList) -> dict[str, Any]:
    """The object of `entities --json`."""
    return {"total": found.total, "entities": [wire.entity_to_json(info) for info in found.entities]}


def known_entities_to_json(name: str, found: Iterable[KnownEntity]) -> dict[str, Any]:
    """The object of `entities NAME --json`: all that bear the name."""
    return {"name": name, "entities": [_known_entity(known) for known in found]}


def decisions_to_json(made: Iterable[tuple[Decision, bool]]) -> list[dict[str, Any]]:
    """The list of `entities --decisions --json`, and of what was decided now."""
    return [
        {
            "number": d.number,
            "deed": d.deed.value,
            "from": d.day.isoformat(),
            "recorded": d.recorded.isoformat(),
            "entity": d.entity or None,
            "other": d.other or None,
            "documents": list(d.documents),
            "name": d.name or None,
            "undoes": d.undoes or None,
            "in_force": in_force,
        }
        for d, in_force in made
    ]


def _known_entity(known: KnownEntity) -> dict[str, Any]:
    return {
        **wire.entity_to_json(known.entity),
        "facts": known.facts,
        "names": [
            {
                "key": part.key,
                "documents": None if part.documents is None else sorted(part.documents),
                "without": sorted(part.without),
            }
            for part in known.parts
        ],
        "links": [
            {
                "names": [link.a, link.b],
                "same": link.is_same,
                "score": round(link.s, 4),
                "why": list(link.why),
                "documents": list(link.documents),
                "decision": link.by or None,
            }
            for link in known.links
        ],
        "candidates": [
            {"id": c.entity.id, "name": c.entity.name, "score": round(c.s, 4), "why": list(c.why)}
            for c in known.candidates
        ],
    }
