"""The statements that serve as evidence, in order: those of the chunks that were kept, after those of the cells that a
question names.

Statements compete across chunks by their own words, meaning, names and time, as in ``auto``; what their chunk is worth
by S is added, and decides only among near equals, lest one long chunk take the room of several that answer. S knows no
cells: of a hundred reports in the same words it may keep those on other quarters. So where a question names cells that
are reported on, each has its share of the budget first, whatever was kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from timeweave.records import ChunkKey, StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.hybrid.options import StatementShares
from timeweave.retrieval.kernels.fusion import weighted_sum
from timeweave.retrieval.passages.cells import find_cells
from timeweave.retrieval.passages.everywhere import (
    EverywhereWeights,
    Scored,
    asks_of_now,
    read_and_varied,
    score_everywhere,
)
from timeweave.retrieval.passages.fused import PassageOptions, Ranking
from timeweave.retrieval.passages.narrative import score_narrative
from timeweave.retrieval.passages.passages import Group, make_subqueries, rank_cells, spread
from timeweave.retrieval.reading import Reading

_OPTIONS = PassageOptions()
_OF_CHUNKS = EverywhereWeights(recent=0.0, later=0.0, now=0.0)  # S has weighed how old each chunk is
_SAID = EverywhereWeights().said


def rank_statements(
    worth: Mapping[ChunkKey, float], request: Request, reading: Reading, shares: StatementShares
) -> Ranking:
    """Best first; ``worth`` is what each chunk that was kept adds to its statements."""
    if not worth:
        return []
    groups = _groups(request, reading)
    if not groups:
        return _of_kept(_scored(request, reading), worth, request, reading)
    others = _of_kept(_scored_beside(worth, request, reading, shares), worth, request, reading)
    return spread(groups, others, reading, budget=request.budget, outside=shares.outside)


def _groups(request: Request, reading: Reading) -> list[Group]:
    """The cells that the question names and reports speak of, with their own rankings."""
    cells = find_cells(request, reading)
    queries = make_subqueries(request) if cells else []
    return [g for g in rank_cells(cells, queries, request, _OPTIONS, reading) if g.ranking]


def _scored(request: Request, reading: Reading) -> Scored:
    """All statements near a question that names no cells."""
    if request.question.periods and not asks_of_now(request):
        return score_narrative(request, _OPTIONS, reading)[0]
    return score_everywhere(request, _OPTIONS, reading)


def _scored_beside(
    worth: Mapping[ChunkKey, float], request: Request, reading: Reading, shares: StatementShares
) -> Scored:
    """Those in the documents that chunks were kept of, where they speak of the time asked about before others."""
    documents = request.only(chunk.ordinal for chunk in worth)
    scored = score_everywhere(request, _OPTIONS, reading, _OF_CHUNKS, documents=documents)
    of_time = _of_the_time(scored.scores, request, reading)
    return replace(scored, scores=weighted_sum([(1.0, scored.scores), (shares.time, of_time)]))


def _of_kept(scored: Scored, worth: Mapping[ChunkKey, float], request: Request, reading: Reading) -> Ranking:
    statements = reading.statements(scored.scores)
    chunks = {key: ChunkKey(key.ordinal, s.chunk) for key, s in statements.items()}
    scores = {key: score + worth[chunks[key]] for key, score in scored.scores.items() if chunks[key] in worth}
    return read_and_varied(replace(scored, scores=scores), request, _SAID, reading)


def _of_the_time(keys: Mapping[StatementKey, float], request: Request, reading: Reading) -> dict[StatementKey, float]:
    """1 for each statement that speaks of the time that the question names, or stands in a report on it."""
    periods = request.question.periods
    if not periods:
        return {}
    infos = reading.infos(k.ordinal for k in keys)
    reports = {o for o, i in infos.items() if i.period is not None and any(p.overlaps(i.period) for p in periods)}
    spoken = {k for k, s in reading.statements(keys).items() if s.valid and any(p.overlaps(s.valid) for p in periods)}
    return {k: 1.0 for k in keys if k in spoken or k.ordinal in reports}
