"""What an explanation shows of a decision: every proposal with its probability, and which of them is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from timeweave.results import Answer

if TYPE_CHECKING:
    from timeweave.answering.arbiter.deciding import Judged


def with_proposals(answer: Answer, found: Sequence[Judged], given: Judged | None, min_confidence: float) -> Answer:
    """``answer`` with what was proposed under "proposals", where an explanation was asked for."""
    explanation = answer.search.explanation
    if explanation is None:
        return answer
    ordered = sorted(found, key=lambda j: -j.confidence)
    told: dict[str, Any] = {
        "min_confidence": min_confidence,
        "judged": [_entry(judged, is_given=judged is given) for judged in ordered],
    }
    return replace(answer, search=replace(answer.search, explanation={**explanation, "proposals": told}))


def _entry(judged: Judged, *, is_given: bool) -> dict[str, Any]:
    answer = judged.proposal.answer
    return {
        "answerer": judged.proposal.answerer,
        "probability": round(judged.confidence, 4),
        "given": is_given,
        "answer": answer.answer,
        "citations": [{"document_id": c.document_id, "start": c.start, "end": c.end} for c in answer.citations],
    }
