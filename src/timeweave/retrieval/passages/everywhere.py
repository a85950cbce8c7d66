"""All visible statements against the whole question: what stands where no cell is named, or nothing lies in them.

A story says in one sentence what it is about and in the next what is asked for. So a statement counts with those
beside it; the beginning of a document, which says what it is about, documents that the question calls by name, and
what could be an answer at all count more; so does what a name in the best statements leads to; and of stories of
several days, where the question names none, the newer. Where a question speaks of several things or sources, no one of
them takes all the room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from timeweave.records import StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.kernels.coverage import spread_over_terms
from timeweave.retrieval.kernels.fusion import scaled_to_best, weighted_sum
from timeweave.retrieval.passages.bridges import bridges, marks
from timeweave.retrieval.passages.fused import PassageOptions, Ranking, fuse, ordered, standing
from timeweave.retrieval.passages.rereading import reread
from timeweave.retrieval.passages.statement_fit import StatementFit
from timeweave.retrieval.reading import Reading


@dataclass(frozen=True, slots=True)
class EverywhereWeights:
    """What counts how much; ``dense`` times a cosine.

    ``own`` times the BM25 of a statement, ``around`` times the BM25 of its words and those of its two neighbours
    together, each over the best; ``document`` times the standing of its document (none by default: an answer that lies
    in several documents needs room for all); ``called`` for a document whose title the question names, ``source`` for
    one whose source it names; ``recent`` times a share that halves with every ``half_life`` days before the newest
    document found, and ``later`` times one that halves with every two years, as far as answers to such questions change
    (r(q), TW-06), or, where the question says that it means now, ``now`` times one that halves with every four, unless
    the question names a source, whose reports may be of any day; ``lead`` times a share that falls from the first
    statement of a document on; ``number`` and ``name`` for holding what is asked for; ``led`` times how surely a name
    in one of the best statements leads to this one (`bridges`).

    Half of ``heard`` is taken away where a statement before it stands in the same source that the question names, then
    half of what is left of it, and so on.
    Talk is no news: of turns none counts more for standing at the beginning, nor for being newer unless the question
    says that it means now.
    ``said`` times what a statement's words lost of their BM25 because statements before it hold them is taken away.
    """

    dense: float = 1.5
    own: float = 0.6
    around: float = 0.4
    document: float = 0.0
    called: float = 0.3
    source: float = 0.6
    recent: float = 0.3
    half_life: float = 10.0
    later: float = 0.6
    now: float = 2.0
    lead: float = 0.3
    number: float = 0.25
    name: float = 0.15
    speaker: float = 0.13
    said: float = 0.6
    heard: float = 0.3
    led: float = 1.0


_WEIGHTS = EverywhereWeights()
_LEAD = 3.0  # statements after which the share of the beginning has halved
_LAST_YEAR, _LAST_MONTH = 366, 31  # days
_LATER, _NOW = 730.0, 1461.0  # days in which a share of the years has halved
_CHANGING = 0.3  # r(q) from which on answers count as changing in full
_LEADS = 3  # of the best statements, whose names are followed
_EVEN = 0.5  # share of every turn, where neither the beginning nor the newest tells more
_READ = 150  # statements that are read to see what they hold


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Scores, with the statements in the order of the rows of ``parts`` and what each term of the question adds to
    their BM25, over the best BM25. ``asks_reports`` says whether the question names the source of any of them; then
    none is read again.
    """

    scores: Mapping[StatementKey, float]
    rows: Mapping[StatementKey, int]
    parts: np.ndarray
    asks_reports: bool


def rank_everywhere(
    request: Request,
    options: PassageOptions,
    reading: Reading,
    weights: EverywhereWeights = _WEIGHTS,
    documents: np.ndarray | None = None,
) -> Ranking:
    """All visible statements against the whole question, best first, as far as meaning or words bring them up; those of
    ``documents`` (boolean by ordinal) alone, where given.
    """
    scored = score_everywhere(request, options, reading, weights, documents=documents)
    return read_and_varied(scored, request, weights.said, reading)


def read_and_varied(scored: Scored, request: Request, said: float, reading: Reading) -> Ranking:
    """Best first after the packaged reader has read the best again, where the words of the question that statements
    before it hold count less; each with its own score. What named sources reported is not read again: of the several
    things asked for one would be favoured.
    """
    ranking = ordered(scored.scores if scored.asks_reports else reread(scored.scores, request, reading), reading)
    parts = scored.parts[[scored.rows[key] for key, _ in ranking]]
    order, _ = spread_over_terms(np.array([score for _, score in ranking]), parts, said)
    return [(ranking[row][0], scored.scores[ranking[row][0]]) for row in order]


def score_everywhere(
    request: Request,
    options: PassageOptions,
    reading: Reading,
    weights: EverywhereWeights = _WEIGHTS,
    of_reports: EverywhereWeights | None = None,
    documents: np.ndarray | None = None,
) -> Scored:
    """All visible statements that meaning or words bring up, those beside them, and those that a name in the best of
    them leads to; by the weights ``of_reports``, if given, where the question names the source of some; of
    ``documents`` (boolean by ordinal) alone, where given.
    """
    depth = 2 * options.depth
    near, worded = request.searched(request.question.terms, depth, documents=documents)
    found = [*near, *worded]
    known = StatementFit(request, reading)
    cosines = _cosines(found, near, request, reading)
    scored = _score(cosines, {}, known, weights, of_reports)
    if documents is not None or not weights.led:
        return scored
    leads = dict(ordered(scored.scores, reading)[:_LEADS])
    across = bridges(list(leads), request, reading)
    if not across:
        return scored
    led = marks(across, scaled_to_best(leads))
    ends = {b.end: b.cosine for b in across}
    cosines = _cosines([*ends, *found], {**ends, **cosines}, request, reading)
    return _score(cosines, led, known, weights, of_reports)


def _score(
    cosines: Mapping[StatementKey, float],
    led: Mapping[StatementKey, float],
    known: StatementFit,
    weights: EverywhereWeights,
    of_reports: EverywhereWeights | None,
) -> Scored:
    request, reading, found = known.request, known.reading, cosines
    own, around, parts = known.by_words(list(found))
    infos = reading.infos(k.ordinal for k in found)
    by_source, by_title = known.called(infos)
    weights = of_reports if of_reports is not None and by_source else weights
    terms: list[tuple[float, Mapping[StatementKey, float]]] = [
        (weights.dense, cosines),
        (weights.own, own),
        (weights.around, around),
    ]
    if weights.document:
        standings = standing(weighted_sum(terms))
        terms.append((weights.document, {k: standings[k.ordinal] for k in found}))
    turns = dict.fromkeys(known.turns(list(found)), _EVEN)
    terms.append((weights.lead, {k: _LEAD / (_LEAD + k.index) for k in found} | turns))
    terms.append((weights.source, {k: 1.0 for k in found if k.ordinal in by_source}))
    terms.append((weights.called, {k: 1.0 for k in found if k.ordinal in by_title - by_source}))
    terms.append((weights.led, led))
    if not by_source and (not request.question.periods or asks_of_now(request)):
        even = {} if request.question.says_now or asks_of_now(request) else turns
        terms.append((weights.recent, recency(found, weights.half_life, reading) | even))
        worth, half_life = worth_of_later(request, weights)
        terms.append((worth, recency(found, half_life, reading) | even))
    scores = weighted_sum(terms)
    scores = weighted_sum([(1.0, scores), *_answering(ordered(scores, reading), known, weights)])
    sources = sorted({infos[o].source for o in by_source})
    heard = np.array([[weights.heard * (infos[k.ordinal].source == s) for s in sources] for k in found])
    told = np.hstack([parts, heard.reshape(len(found), len(sources)) / weights.said]) if sources else parts
    return Scored(scores, {k: row for row, k in enumerate(found)}, told, bool(by_source))


def rank_beside(request: Request, options: PassageOptions, reading: Reading) -> Ranking:
    """All visible statements against the whole question, by what the index alone tells: beside what lies in cells."""
    scores = fuse(*request.searched(request.question.terms, options.depth), options.weights, [])
    best = standing(scores)
    return ordered({k: s + options.weights.document * best[k.ordinal] for k, s in scores.items()}, reading)


def asks_of_now(request: Request) -> bool:
    """Whether a question asks for the newest, or for nothing but days of the last year up to the last month or later:
    "this week", "on Thursday", "this year".
    """
    question, now = request.question, request.now
    if question.scope.newest or now is None:
        return question.scope.newest
    bounds = [(p.start, p.end) for p in question.periods]
    return bool(bounds) and all(
        a is not None and b is not None and 0 <= (now - a).days <= _LAST_YEAR and (now - b).days < _LAST_MONTH
        for a, b in bounds
    )


def worth_of_later(request: Request, weights: EverywhereWeights = _WEIGHTS) -> tuple[float, float]:
    """What being of a later year counts, much where the question says that it means now, nothing where the answer does
    not change; and the days in which that halves.
    """
    if request.question.says_now:
        return weights.now, _NOW
    return weights.later * min(1.0, request.question.recency(request.now) / _CHANGING), _LATER


def recency(keys: Iterable[StatementKey], half_life: float, reading: Reading) -> dict[StatementKey, float]:
    """A share for each statement that halves with every ``half_life`` days between its document and the newest of
    them; 0 for documents without a date.
    """
    keys = list(keys)
    infos = reading.infos(k.ordinal for k in keys)
    days = {o: i.observed.toordinal() for o, i in infos.items() if i.published is not None}
    newest = max(days.values(), default=0)
    share = {o: 0.5 ** ((newest - day) / half_life) for o, day in days.items()}
    return {k: share.get(k.ordinal, 0.0) for k in keys}


def _cosines(
    keys: Iterable[StatementKey], known: Mapping[StatementKey, float], request: Request, reading: Reading
) -> dict[StatementKey, float]:
    """The statements with those right before and after them, in order of first sight, and the cosine of each;
    ``known`` of some.
    """
    near = {StatementKey(k.ordinal, k.index + step): None for k in keys for step in (0, -1, 1) if k.index + step >= 0}
    every = list(reading.statements(near))
    unknown = [key for key in every if key not in known]
    cosines = {**known, **dict(zip(unknown, request.index.cosines(request.vector, unknown).tolist(), strict=True))}
    return {key: cosines[key] for key in every}


def _answering(
    ranking: Ranking, known: StatementFit, weights: EverywhereWeights
) -> list[tuple[float, dict[StatementKey, float]]]:
    held = known.held([key for key, _ in ranking[:_READ]])
    return [
        (weights.number, {key: numbers for key, (numbers, _) in held.items()}),
        (weights.name, {key: names for key, (_, names) in held.items()}),
        (weights.speaker, known.said_by_named(list(held))),
    ]
