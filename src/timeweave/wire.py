"""The JSON forms of results, as users read them from the command line and over the network; fixed by contract."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timeweave.records import Citation, EntityInfo, Problem, RecordedChange, Report, ReportSentence, ResolvedFact, Usage
from timeweave.results import Answer, Evidence, SearchResult

if TYPE_CHECKING:
    from timeweave.answering.stories.spikes import Spikes
    from timeweave.drawing.statistics import GraphStatistics
    from timeweave.interactions import InteractionsResult
    from timeweave.outcomes import AddEstimate, AddResult, Failure, FollowResult
    from timeweave.overviews import Called, Stats, Timeline
    from timeweave.reports import PeriodReport, ReportsResult
    from timeweave.reports.telling import Wording
    from timeweave.tuning import Quality, Tuned


def search_to_json(result: SearchResult) -> dict[str, Any]:
    """The object of `search --json`; ``explanation`` only where one was asked for."""
    document: dict[str, Any] = {
        "question": result.question,
        "mode": result.mode,
        "as_of": date_to_json(result.as_of),
        "scope": result.scope.to_json(),
        "entities": list(result.entities),
        "evidence": [_evidence(e) for e in result.evidence],
        "reports": [report_to_json(r) for r in result.reports],
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
        "confidence": answer.confidence,
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
        "citations": [_citation(c) for c in answer.citations],
        "closest": [_citation(c) for c in answer.closest],
        "disagreement": [fact_to_json(r, answer.called) for r in answer.disagreement],
        "usage": usage_to_json(answer.usage),
    }


def timeline_to_json(timeline: Timeline) -> dict[str, Any]:
    """The object of `timeline --json`."""
    from timeweave.overviews import Called  # loaded with what it is told of

    called = Called(timeline.names)
    return {
        "entity": {"id": timeline.entity.id, "name": timeline.entity.name, "type": timeline.entity.type},
        "relation": timeline.relation,
        "as_of": date_to_json(timeline.as_of),
        "facts": [fact_to_json(r, called) for r in timeline.facts],
        "others": [entity_to_json(other) for other in timeline.others],
    }


def entity_to_json(info: EntityInfo) -> dict[str, Any]:
    """An entity in a list; `id:` and its ``id`` stand in the place of a name where it alone is meant."""
    return asdict(info)


def spikes_to_json(found: Spikes) -> dict[str, Any]:
    """The object of `timeline --spikes --json`; ``counts`` of the days that have any."""
    return {
        "entity": {"id": found.entity.id, "name": found.entity.name, "type": found.entity.type},
        "counts": {day.isoformat(): count for day, count in sorted(found.counts.items()) if count},
        "threshold": found.threshold,
        "spikes": [
            {
                "first": s.first.isoformat(),
                "last": s.last.isoformat(),
                "peak": s.peak.isoformat(),
                "count": s.count,
                "story": s.story,
                "citation": None if s.citation is None else asdict(s.citation),
            }
            for s in found.spikes
        ],
    }


def fact_to_json(resolved: ResolvedFact, called: Called) -> dict[str, Any]:
    """A fact with its standing, what its ends are called, and where it is stated."""
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
                "observed": date_to_json(s.observed),
                "source": s.source,
            }
            for s in resolved.supports
        ],
        "subject_name": called.subject(resolved),
        "object_name": called.object(resolved),
    }


def change_to_json(change: RecordedChange, wording: Wording) -> dict[str, Any]:
    """One line of the log; ``words`` and ``reason`` are what ``text`` and ``why`` say, as people write it."""
    return {
        "sequence": change.sequence,
        "kind": change.kind,
        "document_id": change.document_id,
        "recorded": change.recorded.isoformat(),
        "observed": date_to_json(change.observed),
        "events": [
            {
                "event": e.event.value,
                "fact": e.fact,
                "text": e.text,
                "why": e.why,
                "by": list(e.by),
                "words": wording.fact(e),
                "reason": wording.why(e),
            }
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
        "reread": result.reread,
        "failed": [failure_to_json(f) for f in result.failed],
        "fallbacks": result.fallbacks,
        "by_rules": result.by_rules,
        "other_relations": result.other_relations,
        "stopped": result.stopped,
        "usage": usage_to_json(result.usage),
        "elapsed_ms": round(result.elapsed_ms, 1),
    }


def follow_to_json(result: FollowResult) -> dict[str, Any]:
    """One line of `watch --json`."""
    visits = {"visited": result.visited, "quiet": result.unchanged, "waiting": result.waiting}
    return {**visits, **add_to_json(result.added)}


def interactions_to_json(result: InteractionsResult) -> dict[str, Any]:
    """The object of `interactions --json`."""
    rows = [
        {
            "day": one.day.isoformat(),
            "known": one.known.isoformat(),
            "subject": one.subject,
            "object": one.object,
            "text": one.text,
            "document_id": one.place.info.id,
            "start": one.span.start,
            "end": one.span.end,
        }
        for one in result.interactions
    ]
    return {"interactions": rows, "kept": result.kept}


def estimate_to_json(estimate: AddEstimate) -> dict[str, Any]:
    """The object of `add --dry-run --json`; ``usd`` is null where no price is known."""
    total = sum(estimate.usage.values(), start=Usage())
    return {
        "documents": estimate.documents,
        "unchanged": estimate.unchanged,
        "reread": estimate.reread,
        "failed": [failure_to_json(f) for f in estimate.failed],
        "chunks": estimate.chunks,
        "stale_reports": len(estimate.stale_nodes),
        "calls": total.calls,
        "prompt_tokens": total.prompt_tokens,
        "completion_tokens": total.completion_tokens,
        "cached": total.cache_hits,
        "usd": None if estimate.unpriced else round(total.usd, 6),
        "usage": usage_to_json(estimate.usage),
        "elapsed_ms": round(estimate.elapsed_ms, 1),
    }


def stats_to_json(stats: Stats) -> dict[str, Any]:
    """The object of `stats --json`."""
    return {
        **stats.counts,
        "time_range": [date_to_json(day) for day in stats.time_range] if stats.time_range else None,
        "bytes": stats.bytes,
        "embedder": stats.embedder,
        "ledger": usage_to_json(stats.ledger),
    }


def graph_to_json(graph: GraphStatistics) -> dict[str, Any]:
    """The `graph` of `stats --graph --json`."""
    return {**asdict(graph), "time_nodes": {level.value: count for level, count in graph.time_nodes}}


def check_to_json(problems: list[Problem]) -> dict[str, Any]:
    """The object of `check --json`."""
    found = [{"what": p.what, "where": p.where, "repairable": p.repairable} for p in problems]
    return {"ok": not problems, "problems": found}


def tuned_to_json(tuned: Tuned, written: Path | None) -> dict[str, Any]:
    """The object of `tune --json`."""
    learned = tuned.learned
    folds = [
        {
            "questions": fold.questions,
            "defaults": _quality(fold.defaults),
            "held_out": _quality(fold.tuned),
            "weights": asdict(fold.weights),
        }
        for fold in learned.folds
    ]
    return {
        "questions": tuned.questions,
        "trials": tuned.trials,
        "failed": [failure_to_json(f) for f in tuned.failed],
        "defaults": _quality(learned.defaults),
        "held_out": {**_quality(learned.held_out), "spread": learned.spread, "error": learned.error},
        "tuned": _quality(learned.tuned),
        "folds": folds,
        "weights": asdict(learned.weights),
        "better": learned.is_better,
        "written": None if written is None else str(written),
    }


def _quality(quality: Quality) -> dict[str, float]:
    return {"mrr": quality.mrr, "recall_at_5": quality.recall, "mean": quality.mean}


def usage_to_json(usage: Mapping[str, Usage]) -> dict[str, Any]:
    """Stage → what it cost."""
    return {
        stage: {
            "calls": u.calls,
            "prompt_tokens": u.prompt_tokens,
            "completion_tokens": u.completion_tokens,
            "cache_hits": u.cache_hits,
            "seconds": round(u.seconds, 4),
            "usd": round(u.usd, 6),
            "retries": u.retries,
            "fallbacks": u.fallbacks,
        }
        for stage, u in sorted(usage.items())
    }


def report_to_json(report: Report) -> dict[str, Any]:
    """The report of a time node: each sentence with the facts that carry it."""
    return {
        "period": report.node,
        "made_by": report.made_by,
        "prompt": report.prompt,
        "text": report.text,
        "sentences": _sentences(report.sentences),
        "counts": dict(report.counts),
        "prominent": [{"entity": name, "facts": facts} for name, facts in report.prominent],
        "documents": [d.id for d in report.documents],
        "children": [c.node for c in report.children],
        "digest": report.digest,
    }


def reports_to_json(done: ReportsResult) -> dict[str, Any]:
    """The object of `report --all --json`."""
    return {
        "made": done.made,
        "found": done.found,
        "fresh": done.fresh,
        "fallbacks": done.fallbacks,
        "usage": usage_to_json(done.usage),
    }


def period_to_json(found: PeriodReport) -> dict[str, Any]:
    """The object of `report PERIOD --json`; sentences lead over facts to the places that state them."""
    return {
        "period": found.period,
        "as_of": date_to_json(found.as_of),
        "reports": [
            {
                **report_to_json(node.report),
                "children": [
                    {"period": c.node, "facts": c.facts, "sentences": _sentences(c.sentences)} for c in node.children
                ],
                "changes": None
                if node.comparison is None
                else {"since": node.comparison.previous, "sentences": _sentences(node.comparison.sentences)},
                "superseded": [version.node for version in node.superseded],
            }
            for node in found.nodes
        ],
        "missing": list(found.missing),
        "citations": {fact: [_citation(c) for c in cited] for fact, cited in sorted(found.citations.items())},
    }


def _sentences(sentences: Iterable[ReportSentence]) -> list[dict[str, Any]]:
    return [{"text": s.text, "section": s.section, "facts": list(s.facts)} for s in sentences]


def _citation(c: Citation) -> dict[str, Any]:
    return {"document_id": c.document_id, "chunk_id": c.chunk_id, "start": c.start, "end": c.end, "quote": c.quote}


def failure_to_json(failure: Failure) -> dict[str, Any]:
    """An input that could not be read: where it stands, and why."""
    return {"source": failure.source, "line": failure.line, "error": failure.error}


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "document_id": evidence.document_id,
        "chunk_id": evidence.chunk_id,
        "start": evidence.start,
        "end": evidence.end,
        "text": evidence.text,
        "period": evidence.period,
        "observed": date_to_json(evidence.observed),
        "score": evidence.score,
        "facts": list(evidence.facts),
    }


def date_to_json(day: dt.date | None) -> str | None:
    """A day in ISO 8601; ``None`` stays so."""
    return day.isoformat() if day else None
