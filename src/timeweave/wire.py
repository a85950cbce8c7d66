"""The JSON forms of results, as users read them from the command line and over the network; fixed by contract."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from timeweave.knowledge_base import Stats, Timeline
from timeweave.records import Problem, RecordedChange, ResolvedFact, Usage
from timeweave.results import AddResult, Answer, Evidence, SearchResult


def search_to_json(result: SearchResult) -> dict[str, Any]:
    """The object of `search --json`; ``explanation`` only where one was asked for."""
    document: dict[str, Any] = {
        "question": result.question,
        "mode": result.mode,
        "as_of": _date(result.as_of),
        "scope": result.scope.to_json(),
        "entities": list(result.entities),
        "evidence": [_evidence(e) for e in result.evidence],
        "tokens": result.tokens,
        "elapsed_ms": round(result.elapsed_ms, 3),
        "warnings": list(result.warnings),
    }
    if result.explanation is not None:
        document["explanation"] = result.explanation
    return document


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """The object of `ask --json`: that of `search`, and the answer."""
    return {
        **search_to_json(answer.search),
        "warnings": [*answer.search.warnings, *(w for w in answer.warnings if w not in answer.search.warnings)],
        "answer": answer.answer,
        "refused": answer.refused,
        "method": answer.method,
        "values": [
            {
                "period": v.period,
                "entity": v.entity,
                "text": v.text,
                "value": v.value,
                "unit": v.unit,
                "citation": v.citation,
            }
            for v in answer.values
        ],
        "calculation": answer.calculation,
        "citations": [
            {"document_id": c.document_id, "chunk_id": c.chunk_id, "start": c.start, "end": c.end, "quote": c.quote}
            for c in answer.citations
        ],
        "disagreement": [resolved_fact_to_json(r) for r in answer.disagreement],
        "usage": usage_to_json(answer.usage),
    }


def timeline_to_json(timeline: Timeline) -> dict[str, Any]:
    """The object of `timeline --json`."""
    return {
        "entity": {"id": timeline.entity.id, "name": timeline.entity.name, "type": timeline.entity.type},
        "relation": timeline.relation,
        "as_of": _date(timeline.as_of),
        "facts": [{**resolved_fact_to_json(r), "object_name": timeline.object_name(r)} for r in timeline.facts],
    }


def resolved_fact_to_json(resolved: ResolvedFact) -> dict[str, Any]:
    """A fact with its standing and where it is stated."""
    fact, quantity = resolved.fact, resolved.fact.quantity
    return {
        "id": fact.id,
        "subject": fact.subject,
        "relation": fact.relation,
        "object": fact.object,
        "object_is_entity": fact.object_is_entity,
        "value": quantity.value if quantity else None,
        "unit": quantity.unit if quantity else None,
        "qualifiers": dict(fact.qualifiers),
        "text": fact.text,
        "valid": str(resolved.valid) if resolved.valid else None,
        "stated_valid": str(fact.valid) if fact.valid else None,
        "status": resolved.status.value,
        "by": list(resolved.by),
        "confidence": round(resolved.confidence, 4),
        "sources": [
            {
                "document_id": s.document_id,
                "chunk_id": s.chunk_id,
                "start": s.span.start,
                "end": s.span.end,
                "observed": _date(s.observed),
                "source": s.source,
            }
            for s in resolved.supports
        ],
    }


def change_to_json(change: RecordedChange) -> dict[str, Any]:
    """One line of the log."""
    return {
        "sequence": change.sequence,
        "kind": change.kind,
        "document_id": change.document_id,
        "recorded": change.recorded.isoformat(),
        "observed": _date(change.observed),
        "events": [
            {"event": e.event.value, "fact": e.fact, "text": e.text, "why": e.why, "by": list(e.by)}
            for e in change.events
        ],
        "stale_nodes": list(change.stale_nodes),
    }


def add_to_json(result: AddResult) -> dict[str, Any]:
    """The object of `add --json`."""
    return {
        "added": result.added,
        "unchanged": result.unchanged,
        "replaced": result.replaced,
        "failed": [{"source": f.source, "line": f.line, "error": f.error} for f in result.failed],
        "usage": usage_to_json(result.usage),
        "elapsed_ms": round(result.elapsed_ms, 1),
    }


def stats_to_json(stats: Stats) -> dict[str, Any]:
    """The object of `stats --json`."""
    return {
        **stats.counts,
        "time_range": [_date(day) for day in stats.time_range] if stats.time_range else None,
        "bytes": stats.bytes,
        "embedder": stats.embedder,
        "ledger": usage_to_json(stats.ledger),
    }


def check_to_json(problems: list[Problem]) -> dict[str, Any]:
    """The object of `check --json`."""
    found = [{"what": p.what, "where": p.where, "repairable": p.repairable} for p in problems]
    return {"ok": not problems, "problems": found}


def usage_to_json(usage: Mapping[str, Usage]) -> dict[str, Any]:
    """Stage → what it cost."""
    return {
        stage: {
            "calls": u.calls,
            "prompt_tokens": u.prompt_tokens,
            "completion_tokens": u.completion_tokens,
            "cache_hits": u.cache_hits,
            "seconds": round(u.seconds, 4),
        }
        for stage, u in sorted(usage.items())
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "document_id": evidence.document_id,
        "chunk_id": evidence.chunk_id,
        "start": evidence.start,
        "end": evidence.end,
        "text": evidence.text,
        "period": evidence.period,
        "observed": _date(evidence.observed),
        "score": evidence.score,
        "facts": list(evidence.facts),
    }


def _date(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None
