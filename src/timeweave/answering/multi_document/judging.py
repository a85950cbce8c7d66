"""Yes, no, or a source, from what several reports say: only what their words, days and figures decide is decided."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.multi_document.claims import judge_claims
from timeweave.answering.multi_document.comparing import compare_reports
from timeweave.answering.multi_document.figures import figures_in
from timeweave.answering.multi_document.reports import ReportMatch
from timeweave.answering.multi_document.term_weights import TermWeights
from timeweave.answering.multi_document.verdicts import Verdict, VerdictWeights, lines_of
from timeweave.question.reports import Relation, ReportedQuestion
from timeweave.records import DateSource


def judge(reported: ReportedQuestion, matches: Sequence[ReportMatch], term_weights: TermWeights) -> Verdict | None:
    """The verdict on ``matches``, or ``None`` where what the reports say does not decide it."""
    if any(t.line is None for t in matches):
        return None
    relation = reported.relation
    if relation is Relation.CLAIMS:
        return judge_claims(reported, matches, term_weights)
    if len(matches) < 2:
        return None
    if relation is Relation.ORDER:
        return _order(reported, matches)
    if relation is Relation.SOURCE:
        return _source(reported, matches, term_weights)
    if relation is Relation.FIGURES:
        return _figures(reported, matches)
    return compare_reports(reported, matches, term_weights)


def _order(reported: ReportedQuestion, matches: Sequence[ReportMatch]) -> Verdict | None:
    first, second = matches[0], matches[1]
    asks_before = reported.asks_before(first.clause, second.clause)
    if len(matches) != 2 or asks_before is None or any(t.share < VerdictWeights.order for t in matches):
        return None
    assert first.line is not None
    assert second.line is not None
    one, other = first.line.info, second.line.info
    if one.observed == other.observed or DateSource.ADDED in (one.date_source, other.date_source):
        return None
    was_before = one.observed < other.observed
    text = "Yes" if was_before == asks_before else "No"
    return Verdict(text, lines_of(matches), f"{one.source} on {one.observed}, {other.source} on {other.observed}")


def _figures(reported: ReportedQuestion, matches: Sequence[ReportMatch]) -> Verdict | None:
    """Whether the figure of the first report is above or below that of the second, where each gives one of its unit."""
    lines = lines_of(matches)
    if len(matches) != 2 or len(lines) != 2 or any(t.share < VerdictWeights.contrary for t in matches):
        return None
    sides = [figures_in(line.text) for line in lines]
    units = {u for u, _ in sides[0]} & {u for u, _ in sides[1]}
    pairs = [tuple(sorted(v for u, v in side if u == unit) for side in sides) for unit in sorted(units)]
    sure = [(a[0], b[0]) for a, b in pairs if len(a) == len(b) == 1]
    if len(sure) != 1 or len(pairs) != 1:
        return None
    first, second = sure[0]
    holds = first > second if reported.asks_above else first < second
    return Verdict("Yes" if holds else "No", lines, f"{first:g} against {second:g}")


def _source(reported: ReportedQuestion, matches: Sequence[ReportMatch], term_weights: TermWeights) -> Verdict | None:
    """The source whose report alone says what is asked."""
    shares = sorted(
        ((term_weights.share(reported.terms, t.line), i) for i, t in enumerate(matches) if t.line), reverse=True
    )
    if len({t.line.info.source for t in matches if t.line}) < len(matches):
        return None
    (best, index), (second, _) = shares[0], shares[1]
    line = matches[index].line
    if line is None or best < VerdictWeights.surely or second > VerdictWeights.clearly * best:
        return None
    return Verdict(line.info.source, (line,), f"it says {best:.0%} of what is asked, the next {second:.0%}")
