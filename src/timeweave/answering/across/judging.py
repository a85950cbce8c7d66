"""Yes, no, or a source, from what several reports say: only what their words, days and figures decide is decided."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.across.bearing import Bearing
from timeweave.answering.across.claims import judge_claims
from timeweave.answering.across.comparing import compare_reports
from timeweave.answering.across.figures import figures_in
from timeweave.answering.across.reports import Told
from timeweave.answering.across.verdicts import Verdict, VerdictWeights, lines_of
from timeweave.question.reports import Relation, ReportedQuestion
from timeweave.records import DateSource


def judge(
    reported: ReportedQuestion, told: Sequence[Told], bearing: Bearing, weights: VerdictWeights
) -> Verdict | None:
    """The verdict on ``told``, or ``None`` where what the reports say does not decide it."""
    if any(t.line is None for t in told):
        return None
    relation = reported.relation
    if relation is Relation.CLAIMS:
        return judge_claims(reported, told, bearing, weights)
    if len(told) < 2:
        return None
    if relation is Relation.ORDER:
        return _order(reported, told, weights)
    if relation is Relation.SOURCE:
        return _source(reported, told, bearing, weights)
    if relation is Relation.FIGURES:
        return _figures(reported, told, weights)
    return compare_reports(reported, told, bearing, weights)


def _order(reported: ReportedQuestion, told: Sequence[Told], weights: VerdictWeights) -> Verdict | None:
    first, second = told[0], told[1]
    asks_before = reported.asks_before(first.clause, second.clause)
    if len(told) != 2 or asks_before is None or any(t.share < weights.order for t in told):
        return None
    assert first.line is not None
    assert second.line is not None
    one, other = first.line.info, second.line.info
    if one.observed == other.observed or DateSource.ADDED in (one.date_source, other.date_source):
        return None
    was_before = one.observed < other.observed
    text = "Yes" if was_before == asks_before else "No"
    return Verdict(text, lines_of(told), f"{one.source} on {one.observed}, {other.source} on {other.observed}")


def _figures(reported: ReportedQuestion, told: Sequence[Told], weights: VerdictWeights) -> Verdict | None:
    """Whether the figure of the first report is above or below that of the second, where each gives one of its unit."""
    lines = lines_of(told)
    if len(told) != 2 or len(lines) != 2 or any(t.share < weights.contrary for t in told):
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


def _source(
    reported: ReportedQuestion, told: Sequence[Told], bearing: Bearing, weights: VerdictWeights
) -> Verdict | None:
    """The source whose report alone says what is asked."""
    shares = sorted(((bearing.share(reported.terms, t.line), i) for i, t in enumerate(told) if t.line), reverse=True)
    if len({t.line.info.source for t in told if t.line}) < len(told):
        return None
    (best, index), (second, _) = shares[0], shares[1]
    line = told[index].line
    if line is None or best < weights.surely or second > weights.clearly * best:
        return None
    return Verdict(line.info.source, (line,), f"it says {best:.0%} of what is asked, the next {second:.0%}")
