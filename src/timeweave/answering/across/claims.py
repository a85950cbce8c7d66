"""Whether each report says what a question claims of it: in the words, figures and names of the claim, and not denied.

A claim put in quite other words is left open; what is denied, or said with the opposite word, is contrary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.answering.across.bearing import Bearing, title_terms
from timeweave.answering.across.figures import figures_in
from timeweave.answering.across.opposites import denied, evaluates, negates, opposed
from timeweave.answering.across.reports import Told
from timeweave.answering.across.verdicts import Verdict, VerdictWeights, lines_of
from timeweave.question.clauses import content_terms
from timeweave.question.reports import ReportedQuestion

_NAME = re.compile(r"\b[A-Z][^\W_]*(?: [A-Z][^\W_]*)*")


def judge_claims(
    reported: ReportedQuestion, told: Sequence[Told], bearing: Bearing, weights: VerdictWeights
) -> Verdict | None:
    """Yes where every claim is borne out, no where one is contrary to its report, ``None`` otherwise."""
    contrary = [t for t in told if t.share >= weights.contrary and _is_contrary(t)]
    if contrary:
        return Verdict("No", lines_of(contrary), f"the evidence says the contrary of {contrary[0].clause.text!r}")
    sources = [source.text for t in told for source in t.clause.sources]
    if reported.compares or any(not _is_borne_out(t, sources, bearing, weights) for t in told):
        return None
    if sum(t.share for t in told) / len(told) < weights.mean:
        return None
    return Verdict("Yes", lines_of(told), "each claim is borne out by its own report")


def _is_borne_out(told: Told, sources: Sequence[str], bearing: Bearing, weights: VerdictWeights) -> bool:
    assert told.line is not None
    claim, text = told.clause.text, told.line.text
    if told.share < weights.claim or told.least < weights.clause:
        return False
    held = content_terms(claim) & told.line.terms
    if negates(claim) != denied(text, held) or opposed(claim, text) or evaluates(claim) - evaluates(text):
        return False
    if _other_figures(claim, text):
        return False
    runs = _names(claim, sources)
    said = told.line.terms | title_terms(told.line)
    if any(run and said.isdisjoint(run) for run in runs):
        return False
    what = told.clause.terms - frozenset().union(*runs)
    return bearing.share(what, told.line) >= weights.what if what else True


def _is_contrary(told: Told) -> bool:
    """Whether the line denies what the claim says or the claim what the line says, or their words or figures are
    opposed.
    """
    assert told.line is not None
    claim, text = told.clause.text, told.line.text
    if opposed(claim, text):
        return not negates(claim)
    held = content_terms(claim) & told.line.terms
    if negates(claim) and not negates(text):
        return denied(claim, held)
    return False


def _names(claim: str, sources: Sequence[str]) -> list[frozenset[str]]:
    """The terms of each name in a claim, but for those of the ``sources`` that a question names."""
    for source in sources:
        claim = claim.replace(source, " ")
    return [content_terms(m[0]) for m in _NAME.finditer(claim) if m.start() > 0]


def _other_figures(claim: str, text: str) -> bool:
    """Whether a figure of ``claim`` is not among those of ``text``."""
    return not figures_in(claim) <= figures_in(text)
