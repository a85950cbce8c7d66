"""What an explanation shows of an answer over several documents: clauses, the evidence of each, votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from timeweave.answering.context.reading import Line
from timeweave.answering.multi_document.reports import ReportMatch
from timeweave.answering.multi_document.shared import Standing
from timeweave.answering.multi_document.verdicts import Verdict
from timeweave.question.clauses import Clause
from timeweave.question.reports import Relation

_SHOWN = 5  # entities


def explain_shared(clauses: Sequence[Clause], ranked: Sequence[Standing]) -> dict[str, Any]:
    """The clauses, and of the best entities the line that votes for each in each clause."""
    return {
        "relation": "entity in common",
        "clauses": [_clause(clause) for clause in clauses],
        "votes": [
            {
                "entity": standing.candidate.name,
                "called": list(standing.candidate.forms),
                "total": round(standing.total, 3),
                "documents": standing.independent,
                "clauses": [
                    {"clause": clauses.index(v.clause), "share": round(v.worth, 3), "line": _line(v.line)}
                    for v in standing.votes
                ],
            }
            for standing in ranked[:_SHOWN]
        ],
    }


def explain_verdict(relation: Relation, matches: Sequence[ReportMatch], verdict: Verdict | None) -> dict[str, Any]:
    """The reports with the line that tells each, and the verdict with its reason."""
    return {
        "relation": str(relation),
        "clauses": [
            {
                **_clause(t.clause),
                "share": round(t.share, 3),
                "line": None if t.line is None else _line(t.line),
            }
            for t in matches
        ],
        "verdict": None if verdict is None else {"answer": verdict.text, "why": verdict.why},
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "text": clause.text,
        "sources": [named.text for named in clause.sources],
        "days": [day.value for day in clause.days],
    }


def _line(line: Line) -> dict[str, Any]:
    span = line.statement.span
    return {
        "document_id": line.info.id,
        "source": line.info.source,
        "observed": line.info.observed.isoformat(),
        "start": span.start,
        "end": span.end,
        "text": line.text,
    }
