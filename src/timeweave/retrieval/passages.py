"""Statements by meaning and by words, inside the cells that a question names and, with what is left, outside them.

Each (cell, thing asked) pair is a group with its own ranking and an even share of the budget, so that none starves.
What is stated *of* the period comes first, then what a report on the period says. Where no cell is named, or nothing
lies in them, the ranking over all statements stands alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from timeweave.indexes.terms import index_terms
from timeweave.records import StatementKey
from timeweave.retrieval.base import Finding, IndexReader, Request
from timeweave.retrieval.cells import Cell, find_cells
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.kernels.fusion import scaled_to_best, weighted_sum
from timeweave.retrieval.kernels.packing import share_evenly
from timeweave.retrieval.reading import Reading

Ranking = list[tuple[StatementKey, float]]
_READ_AHEAD = 30  # statements of each group that are read at once


@dataclass(frozen=True, slots=True)
class PassageWeights:
    """What counts how much; ``dense`` times a cosine, ``lexical`` times BM25 over the best BM25 of the group.

    ``valid`` is added for a statement that speaks of the cell's period, ``report`` for one that stands in a report on
    it, ``document`` times the standing of its document among those found. ``outside`` is the share of the budget
    kept for what lies outside the cells.
    """

    dense: float = 1.0
    lexical: float = 0.6
    valid: float = 0.2
    report: float = 0.2
    document: float = 0.3
    outside: float = 0.15


@dataclass(frozen=True, slots=True)
class PassageOptions:
    """``depth`` is how many statements each single ranking contributes."""

    weights: PassageWeights = PassageWeights()
    depth: int = 100


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """One thing asked for: its words, index terms and embedding."""

    text: str
    terms: tuple[str, ...]
    vector: np.ndarray


@dataclass(frozen=True, slots=True)
class Group:
    """The ranking of one thing asked for inside one cell."""

    cell: Cell
    query: Query
    ranking: Ranking


def retrieve_passages(request: Request, options: PassageOptions) -> Finding:
    """Evidence for the question by cells, falling back to all statements."""
    reading = Reading(request.view)
    groups = [g for g in rank_cells(request, options, reading) if g.ranking]
    everywhere = rank_everywhere(request, options, reading)
    ranked = spread(groups, everywhere, reading, budget=request.budget, outside=options.weights.outside)
    evidence, tokens = pack_statements(ranked, reading, budget=request.budget, limit=request.limit)
    warnings: tuple[str, ...] = ()
    if request.question.scope.intervals and not groups:
        periods = ", ".join(str(i) for i in request.question.scope.intervals)
        warnings = (f"nothing visible speaks of {periods}: evidence is not limited to that time",)
    return Finding(evidence, tokens, warnings, explain(groups) if request.explain else {})


def rank_cells(request: Request, options: PassageOptions, reading: Reading) -> list[Group]:
    """A ranking for each thing asked for in each cell."""
    cells = find_cells(request, reading)
    queries = make_queries(request) if cells else []
    return [Group(c, q, rank_in_cell(c, q, request.index, options, reading)) for c in cells for q in queries]


def make_queries(request: Request) -> list[Query]:
    """What the question asks for, one by one; the question itself where it asks for nothing that can be told apart."""
    question = request.question
    texts = list(question.measures) or [question.focus.replace("|", " ")]
    vectors = request.embed(texts)
    return [Query(t, tuple(index_terms(t)), vectors[i]) for i, t in enumerate(texts)]


def rank_in_cell(cell: Cell, query: Query, index: IndexReader, options: PassageOptions, reading: Reading) -> Ranking:
    """Statements of the cell, best first: those that speak of its period, and those of the reports on it."""
    weights, depth = options.weights, options.depth
    entity = cell.entity.id if cell.entity else None
    scope = [cell.period] if cell.period else []
    dense = {h.key: h.score for h in index.dense(query.vector, depth, scope=scope, entity=entity)}
    lexical = {h.key: h.score for h in index.lexical(query.terms, depth, scope=scope, entity=entity)}
    valid = dict.fromkeys([*dense, *lexical], 1.0) if scope else {}
    report: dict[StatementKey, float] = {}
    if cell.reports is not None:
        near = {h.key: h.score for h in index.dense(query.vector, depth, entity=entity, documents=cell.reports)}
        worded = {h.key: h.score for h in index.lexical(query.terms, depth, entity=entity, documents=cell.reports)}
        dense, lexical = {**near, **dense}, {**worded, **lexical}
        report = {k: 1.0 for k in [*dense, *lexical] if cell.reports[k.ordinal]}
    scores = _fuse(dense, lexical, weights, [(weights.valid, valid), (weights.report, report)])
    return _ordered(scores, reading)


def rank_everywhere(request: Request, options: PassageOptions, reading: Reading) -> Ranking:
    """All visible statements against the whole question, with the standing of their documents added."""
    weights = options.weights
    depth = 2 * options.depth
    dense = {h.key: h.score for h in request.index.dense(request.vector, depth)}
    terms = tuple(index_terms(request.question.text))
    lexical = {h.key: h.score for h in request.index.lexical(terms, depth)}
    scores = _fuse(dense, lexical, weights, [])
    standing: dict[int, list[float]] = {}
    for key, score in scores.items():
        standing.setdefault(key.ordinal, []).append(score)
    best = scaled_to_best({o: sum(sorted(found, reverse=True)[:3]) for o, found in standing.items()})
    return _ordered({k: s + weights.document * best[k.ordinal] for k, s in scores.items()}, reading)


def spread(groups: Sequence[Group], everywhere: Ranking, reading: Reading, *, budget: int, outside: float) -> Ranking:
    """One order in which the groups take turns by tokens up to ``1 - outside`` of the budget; then what lies outside
    them; then what they have left.
    """
    best: dict[StatementKey, float] = {}
    for group in groups:
        for key, score in group.ranking:
            best[key] = max(score, best.get(key, score))
    inside: Ranking = []
    room = (1.0 - outside) * budget
    reading.statements(key for g in groups for key, _ in g.ranking[:_READ_AHEAD])
    for key in share_evenly([[key for key, _ in g.ranking] for g in groups], reading.tokens):
        inside.append((key, best[key]))
        room -= reading.tokens(key)
        if room <= 0:
            break
    taken = {key for key, _ in inside}
    others = [(key, score) for key, score in everywhere if key not in taken]
    return inside + others + [(key, score) for g in groups for key, score in g.ranking if key not in taken]


def explain(groups: Sequence[Group]) -> dict[str, Any]:
    """The cells with what was asked of each and how much was found, as plain JSON values."""
    return {
        "cells": [
            {
                "entity": g.cell.entity.id if g.cell.entity else None,
                "period": str(g.cell.period) if g.cell.period else None,
                "asked": g.query.text,
                "terms": list(g.query.terms),
                "found": len(g.ranking),
                "best": g.ranking[0][1],
            }
            for g in groups
        ]
    }


def _fuse(
    dense: Mapping[StatementKey, float],
    lexical: Mapping[StatementKey, float],
    weights: PassageWeights,
    marks: Sequence[tuple[float, Mapping[StatementKey, float]]],
) -> dict[StatementKey, float]:
    """A statement that only words found counts as being as far away as the last that meaning found."""
    floor = min(dense.values(), default=0.0)
    cosines = {**dict.fromkeys(lexical, floor), **dense}
    return weighted_sum([(weights.dense, cosines), (weights.lexical, scaled_to_best(lexical)), *marks])


def _ordered(scores: Mapping[StatementKey, float], reading: Reading) -> Ranking:
    reading.infos(k.ordinal for k in scores)
    return sorted(scores.items(), key=lambda item: (-item[1], reading.place(item[0])))
