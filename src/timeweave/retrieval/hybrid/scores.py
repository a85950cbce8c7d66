"""S of every visible chunk (TW-08), with the parts that it is made of."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from timeweave.question import Question
from timeweave.records.sparse import SparseRows
from timeweave.retrieval.base import ChunkReader, Request
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.kernels.corroboration import corroboration
from timeweave.retrieval.twe import (
    boost,
    cosine_normalised,
    degree_centrality,
    hybrid_score,
    max_normalised,
    pagerank_centrality,
    recency_amplitude,
    time_constant,
    unified_score,
)

_centralities: WeakKeyDictionary[ChunkReader, dict[tuple[str, bool, float], np.ndarray]] = WeakKeyDictionary()


_NEWER = 30
"""One in so many of the chunks that may be returned may be newer than t_ref: one that is newer than all that answers,
and only names the matter, should not settle from when ages count."""


@dataclass(frozen=True, slots=True)
class QuestionTime:
    """r(q) with what follows from it, and the latest day that ages may be counted from."""

    recency: float
    delta: float
    tau: float
    reference: dt.date


@dataclass(frozen=True, slots=True, eq=False)
class ChunkScores:
    """One value per row of the reader: the parts, each as it enters the sum but for its weight, and ``score``, S; and
    the day t_ref that ages were counted from.
    """

    bm25: np.ndarray
    dense: np.ndarray
    centrality: np.ndarray
    boost: np.ndarray
    score: np.ndarray
    reference: dt.date


def score_chunks(request: Request, reader: ChunkReader, time: QuestionTime, options: HybridOptions) -> ChunkScores:
    """S(q, d) = α · BM25 + β · Dense + γ · centrality + δ(q) · decay of every row."""
    terms = request.question.terms
    bm25 = max_normalised(reader.lexical(terms))
    cosines = reader.semantic(terms) if options.dense == "svd" else reader.dense(request.vector)
    dense = cosine_normalised(cosines)
    central = centrality(reader, options)
    hybrid = hybrid_score(bm25, dense, options.twe)
    reference = time.reference
    if options.ages_from == "newest":
        reference = newest_day(hybrid, reader.days, reference, options.twe.stages[-1])
    boosts = boost(reader.days, reference.toordinal(), time.recency, options.twe)
    return ChunkScores(bm25, dense, central, boosts, unified_score(hybrid, central, boosts, options.twe), reference)


def newest_day(hybrid: np.ndarray, days: np.ndarray, latest: dt.date, depth: int) -> dt.date:
    """The day on which the newest of the first ``depth`` rows by words and meaning appeared, or ``latest`` where that
    is earlier; in fact the day that one in thirty of them is newer than.

    Long after all that is known appeared, exp(-age/τ) is near 0 for old and new alike; counted from that day it tells
    them apart as well as it did then.
    """
    first = days[np.argsort(-hybrid, kind="stable")[:depth]]
    known = np.sort(np.minimum(first[first > 0], latest.toordinal()))
    return dt.date.fromordinal(int(known[-max(1, len(known) // _NEWER)])) if len(known) else latest


def question_time(request: Request, options: HybridOptions) -> QuestionTime:
    """How much the question wants the newest, and newest as of which day."""
    now, question = today(request), request.question
    recency = question.recency_by_pattern if options.recency == "pattern" else question.recency(now)
    reference = asked_day(question, now) if options.asked_time else now
    return QuestionTime(
        recency, recency_amplitude(recency, options.twe), time_constant(recency, options.twe), reference
    )


def today(request: Request) -> dt.date:
    """t_now: the day that the view is bound to, else the day on which the question is asked.

    Raises:
        ValueError: when the request has neither.
    """
    now = request.view.as_of or request.now
    if now is None:
        raise ValueError("the request has no day: give it 'now'")
    return now


def asked_day(question: Question, now: dt.date) -> dt.date:
    """The last day of the time that a question names, as far as it is over by ``now``; else ``now``."""
    ends = [i.end for i in question.scope.intervals]
    known = [end for end in ends if end is not None]
    if question.scope.newest or not known or len(known) < len(ends):
        return now
    return min(now, max(known) - dt.timedelta(days=1))


def centrality(reader: ChunkReader, options: HybridOptions) -> np.ndarray:
    """How far each row is borne out by others, in [0, 1]; worked out once for each reader."""
    if options.centrality == "none" or options.twe.gamma == 0.0:
        return np.zeros(len(reader.keys))
    made = _centralities.setdefault(reader, {})
    wanted = (options.centrality, options.fold_copies, options.twe.theta_edge)
    if wanted not in made:
        made[wanted] = _make_centrality(reader, options)
    return made[wanted]


def edges_above(weights: SparseRows, theta: float) -> SparseRows:
    """The edges J > θ_edge of a graph that may hold lighter ones."""
    return weights.where(weights.data > theta)


def _make_centrality(reader: ChunkReader, options: HybridOptions) -> np.ndarray:
    graph = reader.evidence()
    if options.fold_copies and options.centrality != "pagerank":
        # what rows of one text are borne out by is the same, and of n copies of a text there are n² / 2 edges
        between = edges_above(graph.between, options.twe.theta_edge)
        return max_normalised(corroboration(between, graph.source_groups_of_texts)[graph.texts])
    weights = edges_above(graph.weights, options.twe.theta_edge)
    if options.centrality == "pagerank":
        return pagerank_centrality(_between_groups(weights, graph.source_groups) if options.fold_copies else weights)
    return degree_centrality(weights)


def _between_groups(weights: SparseRows, source_groups: np.ndarray) -> SparseRows:
    """Without the edges within a group: a walker does not go round among copies of one text."""
    return weights.where(source_groups[weights.rows] != source_groups[weights.indices])
