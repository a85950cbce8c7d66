"""Whether two reports agree, or tell of a change: by opposite words and other figures of one subject.

Reports of one subject agree where nothing in one is contrary to the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.context.reading import Line
from timeweave.answering.multi_document.figures import figures_in
from timeweave.answering.multi_document.opposites import opposed
from timeweave.answering.multi_document.reports import ReportMatch
from timeweave.answering.multi_document.term_weights import TermWeights
from timeweave.answering.multi_document.verdicts import Verdict, VerdictWeights, lines_of
from timeweave.question.reports import Relation, ReportedQuestion


def compare_reports(
    reported: ReportedQuestion, matches: Sequence[ReportMatch], term_weights: TermWeights
) -> Verdict | None:
    """Whether two reports agree, or tell of a change; ``None`` where their words leave it open."""
    if any(t.share < VerdictWeights.report and not any(d.published for d in t.clause.days) for t in matches):
        return None
    if len({t.line.info.id for t in matches if t.line}) < len(matches):
        return None
    first, second = (t.line for t in (matches[0], matches[-1]))
    assert first is not None
    assert second is not None
    alike = _overlap(first, second, reported, term_weights)
    contrast = _contrast(first.text, second.text)
    if contrast and alike <= VerdictWeights.alike:
        return None  # opposite words, or other figures, of other things
    if reported.relation is Relation.CHANGE:
        apart = reported.asks_of_focus and alike <= VerdictWeights.alike
        if not contrast and not apart:
            return None
        why = contrast or "the reports speak of different things"
        return Verdict("No" if reported.asks_no_change else "Yes", lines_of(matches), why)
    if not _of_one_subject(reported, first, second, term_weights):
        return None
    why = contrast or "the reports speak of one subject, and nothing in one is contrary to the other"
    return Verdict(_agreement(reported, agree=not contrast), lines_of(matches), why)


def _of_one_subject(reported: ReportedQuestion, one: Line, other: Line, term_weights: TermWeights) -> bool:
    """Whether both lines speak of what is compared: they hold enough of its words."""
    return all(term_weights.share(reported.compared_terms, line) >= VerdictWeights.subject for line in (one, other))


def _agreement(reported: ReportedQuestion, *, agree: bool) -> str:
    if reported.leaves_open_which:
        return "Consistent" if agree else "Inconsistent"
    return "Yes" if agree == (not reported.asks_disagreement) else "No"


def _contrast(one: str, other: str) -> str:
    """In what two texts are contrary: words that are opposites, or figures of one kind that differ."""
    if words := opposed(one, other):
        return f"one says {', '.join(sorted(words))!r}, the other the opposite"
    figures = [{(unit, value) for unit, value in figures_in(t) if unit} for t in (one, other)]
    units = {u for u, _ in figures[0]} & {u for u, _ in figures[1]}
    for unit in sorted(units):
        a, b = ({v for u, v in side if u == unit} for side in figures)
        if not a & b:
            return f"one says {sorted(a)[0]:g} {unit}, the other {sorted(b)[0]:g}"
    return ""


def _overlap(one: Line, other: Line, reported: ReportedQuestion, term_weights: TermWeights) -> float:
    """The share of the words of the line with fewer that the other has too, without those of what is asked."""
    a, b = one.terms - reported.terms, other.terms - reported.terms
    least = min(term_weights.weight(a), term_weights.weight(b))
    return term_weights.weight(a & b) / least if least else 1.0
