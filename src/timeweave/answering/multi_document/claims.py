"""Whether each report says what a question claims of it: in the words, figures and names of the claim, and not denied.

A claim put in quite other words is left open; what is denied, or said with the opposite word, is contrary.
"""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.multi_document.figures import figures_in
from timeweave.answering.multi_document.opposites import denied, evaluates, negates, opposed
from timeweave.answering.multi_document.reports import ReportMatch
from timeweave.answering.multi_document.term_weights import TermWeights
from timeweave.answering.multi_document.verdicts import Verdict, VerdictWeights, lines_of
from timeweave.lexicon.lazy import lazily
from timeweave.question.clauses import content_terms
from timeweave.question.reports import ReportedQuestion

_NAME = lazily(r"\b[A-Z][^\W_]*(?: [A-Z][^\W_]*)*")


def judge_claims(
    reported: ReportedQuestion, matches: Sequence[ReportMatch], term_weights: TermWeights
) -> Verdict | None:
    """Yes where every claim is borne out, no where one is contrary to its report, ``None`` otherwise."""
    contrary = [t for t in matches if t.share >= VerdictWeights.contrary and _is_contrary(t)]
    if contrary:
        return Verdict("No", lines_of(contrary), f"the evidence says the contrary of {contrary[0].clause.text!r}")
    sources = [source.text for t in matches for source in t.clause.sources]
    if reported.compares or any(not _is_borne_out(t, sources, term_weights) for t in matches):
        return None
    if sum(t.share for t in matches) / len(matches) < VerdictWeights.mean:
        return None
    return Verdict("Yes", lines_of(matches), "each claim is borne out by its own report")


def _is_borne_out(match: ReportMatch, sources: Sequence[str], term_weights: TermWeights) -> bool:
    assert match.line is not None
    claim, text = match.clause.text, match.line.text
    if match.share < VerdictWeights.claim or match.least < VerdictWeights.clause:
        return False
    held = content_terms(claim) & match.line.terms
    if negates(claim) != denied(text, held) or opposed(claim, text) or evaluates(claim) - evaluates(text):
        return False
    if _other_figures(claim, text):
        return False
    runs = _names(claim, sources)
    said = match.line.terms | match.line.title_terms
    if any(run and said.isdisjoint(run) for run in runs):
        return False
    what = match.clause.terms - frozenset().union(*runs)
    return term_weights.share(what, match.line) >= VerdictWeights.what if what else True


def _is_contrary(match: ReportMatch) -> bool:
    """Whether the line denies what the claim says or the claim what the line says, or their words or figures are
    opposed.
    """
    assert match.line is not None
    claim, text = match.clause.text, match.line.text
    if opposed(claim, text):
        return not negates(claim)
    held = content_terms(claim) & match.line.terms
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
