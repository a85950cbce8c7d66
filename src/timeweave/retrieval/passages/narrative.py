"""All visible statements against the whole question and its time: for entities on which there are no periodic reports.

A page or a story names its subject once and its dates here and there, so neither can filter. Who is meant shows in
which documents answer best as a whole; when, in the statements that speak of the time asked about, and in those beside
them. Of reports whose source the question names, those published at that time count as speaking of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timeweave.records import DocumentInfo
from timeweave.retrieval.base import Request
from timeweave.retrieval.kernels.fusion import weighted_sum
from timeweave.retrieval.passages.everywhere import EverywhereWeights, Scored, read_and_varied, score_everywhere
from timeweave.retrieval.passages.fused import PassageOptions, Ranking, lifted
from timeweave.retrieval.reading import Reading
from timeweave.temporal.interval import Interval

_BY_PAGE = EverywhereWeights(lead=0.2, number=0.2)
_BY_REPORT = EverywhereWeights()
_IN_TIME = 0.2  # for a statement of a report that was published, or speaks of a day, within the time asked about
_OF_A_DAY = 31  # days; a longer period dates what was reported, not the report


def rank_narrative(request: Request, options: PassageOptions, reading: Reading) -> tuple[Ranking, bool]:
    """Statements near the question, those of its time first, and whether there are any of its time."""
    scored, timed = score_narrative(request, options, reading)
    return read_and_varied(scored, request, _BY_PAGE.said, reading), timed


def score_narrative(request: Request, options: PassageOptions, reading: Reading) -> tuple[Scored, bool]:
    """Statements near the question, scored by its words, meaning and time, and whether there are any of its time."""
    weights, periods = options.weights, request.question.periods
    by_page = replace(_BY_PAGE, document=weights.story_document)
    scored = score_everywhere(request, options, reading, by_page, of_reports=_BY_REPORT)
    if scored.asks_reports:
        return _score_reports(scored, periods, reading)
    statements = reading.statements(scored.scores)
    valid = {k: 1.0 for k, s in statements.items() if s.valid and any(p.overlaps(s.valid) for p in periods)}
    marks = [(1.0, scored.scores), (weights.story_valid, valid)]
    return replace(scored, scores=lifted(weighted_sum(marks), weights.story_near)), bool(valid)


def _score_reports(scored: Scored, periods: Sequence[Interval], reading: Reading) -> tuple[Scored, bool]:
    """Where the question names whose reports it asks for: "as The Verge reported on October 6"."""
    statements = reading.statements(scored.scores)
    infos = reading.infos(k.ordinal for k in scored.scores)
    dated = {o for o, i in infos.items() if _published_in(i, periods)}
    timed = {
        k: 1.0
        for k, s in statements.items()
        if k.ordinal in dated or (s.valid and any(p.overlaps(s.valid) for p in periods))
    }
    return replace(scored, scores=weighted_sum([(1.0, scored.scores), (_IN_TIME, timed)])), bool(timed)


def _published_in(info: DocumentInfo, periods: Sequence[Interval]) -> bool:
    """Whether a document was published in one of ``periods`` that is short enough to date it."""
    day = info.published
    if day is None:
        return False
    short = [p for p in periods if p.days is not None and p.days <= _OF_A_DAY]
    return any(p.overlaps(Interval.day(day)) for p in short)
