"""Mode ``hybrid``: time-weighted retrieval of chunks that others bear out (TWE-RAG).

Every visible chunk is scored (`hybrid.scores`) and ranked (`hybrid.ranking`), the first 30, 60 or 100 are kept
(`halting`), and their best statements are packed as evidence, beside those of the cells that the question names
(`hybrid.statements`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from timeweave.errors import UsageError
from timeweave.retrieval.base import ChunkReader, Finding, Request
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.hybrid.ranking import RankedChunks, rank_chunks
from timeweave.retrieval.hybrid.scores import ChunkScores, QuestionTime, question_time, score_chunks
from timeweave.retrieval.hybrid.statements import rank_statements
from timeweave.retrieval.reading import Reading

_SURELY_NOW = 0.5  # r(q) from which a question is one about now


def retrieve_hybrid(request: Request, options: HybridOptions) -> Finding:
    """Evidence from the chunks of highest S.

    Raises:
        UsageError: when the request gives no chunks to read.
    """
    if request.chunks is None:
        raise UsageError("mode 'hybrid' ranks chunks: give the search their reader ('chunks')")
    reader = request.chunks()
    time = question_time(request, options)
    scores = score_chunks(request, reader, time, options)
    reading = Reading(request.view)
    ranked = rank_chunks(scores, reader, request, options, reading)
    rows = ranked.order[: ranked.kept.k].tolist()
    worth = {reader.keys[row]: float(ranked.worth[row]) for row in rows}
    ranking = rank_statements(worth, request, reading, options.shares)
    evidence, tokens = pack_statements(ranking, reading, budget=request.budget, limit=request.limit)
    warnings = _warnings(reader, scores, time)
    if not request.explain:
        return Finding(evidence, tokens, warnings)
    told = {
        **_explained(time, scores, ranked, options),
        "chunks": _explained_chunks(rows, scores, ranked, reader, reading),
    }
    return Finding(evidence, tokens, warnings, {"hybrid": told})


def _warnings(reader: ChunkReader, scores: ChunkScores, time: QuestionTime) -> tuple[str, ...]:
    warnings = []
    if len(reader.keys) and not scores.bm25.any():
        warnings.append("no visible text holds a word of the question: it is ranked without words")
    if len(reader.keys) and time.recency >= _SURELY_NOW and not scores.boost.any():
        warnings.append("no visible document bears a date: none counts as newer")
    return tuple(warnings)


def _explained(time: QuestionTime, scores: ChunkScores, ranked: RankedChunks, options: HybridOptions) -> dict[str, Any]:
    """How the question was timed and how many chunks were kept, as plain JSON values."""
    kept = ranked.kept
    return {
        "recency": time.recency,
        "delta": time.delta,
        "tau": time.tau,
        "reference": scores.reference.isoformat(),
        "dense": options.dense,
        "centrality": options.centrality,
        "stages": [{"k": s.k, "margin": s.margin, "agreement": s.agreement, "halted": s.halted} for s in kept.stages],
        "kept": kept.k,
        "saved": kept.saved,
        "reached": ranked.reached,
        "reread": ranked.reread,
    }


def _explained_chunks(
    rows: Sequence[int], scores: ChunkScores, ranked: RankedChunks, reader: ChunkReader, reading: Reading
) -> list[dict[str, Any]]:
    """Each kept chunk, best first, with the parts of S and what was added to it, as plain JSON values."""
    return [
        {
            "chunk_id": reading.chunk_id(*reader.keys[row]),
            "bm25": float(scores.bm25[row]),
            "dense": float(scores.dense[row]),
            "centrality": float(scores.centrality[row]),
            "boost": float(scores.boost[row]),
            "score": float(scores.score[row]),
            "read": float(ranked.read[row]),
            "handed": float(ranked.handed[row]),
        }
        for row in rows
    ]
