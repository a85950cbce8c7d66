"""The reports that a question sets side by side, each with the line that bears out what the question says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.answering.context.reading import Line
from timeweave.answering.multi_document.term_weights import TermWeights
from timeweave.question.clauses import Clause
from timeweave.question.reports import ReportedQuestion


@dataclass(frozen=True, slots=True, eq=False)
class ReportMatch:
    """What a question says of a report, with the line that bears it out best and the share of its words that this says;
    ``least`` is the smallest share of its clauses.
    """

    clause: Clause
    line: Line | None
    share: float
    least: float


def match_reports(
    reported: ReportedQuestion, clauses: Sequence[Clause], lines: Sequence[Line], term_weights: TermWeights
) -> list[ReportMatch]:
    """For each report the line that bears it out best, of a document that may be meant."""
    matches = []
    for clause in clauses:
        terms = clause.terms or clauses[0].terms  # "more than the Courier" does
        able = [line for line in lines if clause.is_of(line.info)]
        of_day = [line for line in able if any(d.is_of(line.info) for d in clause.days)]
        able = of_day or able
        best = max(able, key=lambda line: term_weights.share(terms, line), default=None)
        if best is None:
            matches.append(ReportMatch(clause, None, 0.0, 0.0))
            continue
        document = [line for line in able if line.info.id == best.info.id]
        shares = [max(term_weights.share(p.terms, line) for line in document) for p in reported.parts_of(clause)]
        matches.append(ReportMatch(clause, best, term_weights.share(terms, best), min(shares, default=0.0)))
    return matches
