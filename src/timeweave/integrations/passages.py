"""What a search found, in the form that every framework has for it: a text, data about it, a score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from timeweave.results import SearchResult
from timeweave.wire import date_to_json


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of evidence, or of a search over whole periods the report of one.

    ``id`` is the same for the same span of the same text, ``metadata`` of values that JSON has; ``score`` is ``None``
    for a report, which nothing ranks.
    """

    id: str
    text: str
    metadata: dict[str, Any]
    score: float | None


def passages(found: SearchResult, limit: int | None = None) -> list[Passage]:
    """Evidence, best first, then reports in order of time; at most ``limit`` of both."""
    return list(islice(_passages(found), limit))


def _passages(found: SearchResult) -> Iterator[Passage]:
    for evidence in found.evidence:
        metadata = {
            "kind": "evidence",
            "document_id": evidence.document_id,
            "chunk_id": evidence.chunk_id,
            "start": evidence.start,
            "end": evidence.end,
            "observed": date_to_json(evidence.observed),
            "period": evidence.period,
            "score": evidence.score,
        }
        yield Passage(
            f"{evidence.document_id}:{evidence.start}-{evidence.end}", evidence.text, metadata, evidence.score
        )
    for report in found.reports:
        metadata = {
            "kind": "report",
            "document_id": None,
            "documents": [document.id for document in report.documents],
            "period": report.node,
            "score": None,
        }
        yield Passage(f"report:{report.node}:{report.digest[:16]}", report.text, metadata, None)
