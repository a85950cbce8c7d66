"""Mode ``reason``: a question over the graph, with the statements that its paths rest on as evidence (ER-07)."""

from __future__ import annotations

from timeweave.records import StatementKey
from timeweave.records.reasoning import Reasoned
from timeweave.retrieval.base import Finding, Request
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.reason.options import ReasonOptions

_MOST = 60  # facts whose statements are given as evidence; an answer may rest on more, and says how many


def retrieve_reason(request: Request, options: ReasonOptions) -> Finding:
    """The statements that the likeliest paths rest on; none where the graph has no path."""
    from timeweave.retrieval.reason.reasoning import reason  # loaded for whoever asks for this mode

    found = reason(request, options)
    if found is None or not (found.answers or found.missing):
        missing = "missing: the graph knows none of the names of the question, or no fact that it asks for"
        return Finding(warnings=(missing, *(() if found is None else found.warnings)))
    return finding_of(found, request)


def finding_of(found: Reasoned, request: Request) -> Finding:
    """The statements of what was found, within the budget."""
    keys: dict[StatementKey, float] = {}
    for supported in found.facts[:_MOST]:
        keys.setdefault(supported.supports[0].key, found.confidence)
    reading = Reading(request.view)
    evidence, tokens = pack_statements(keys.items(), reading, budget=request.budget, limit=request.limit)
    told = {"reasoning": dict(found.explanation)} if request.explain else {}
    return Finding(evidence, tokens, found.warnings, told, reasoned=found)
