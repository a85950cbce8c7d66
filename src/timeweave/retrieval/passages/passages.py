"""Statements by meaning and by words, inside the cells that a question names and, with what is left, outside them.

Each (cell, thing asked) pair is a group with its own ranking and an even share of the budget, so that none starves.
What is stated *of* the period comes first, then what a report on the period says. Where no cell is named, or nothing
lies in them, the ranking over all statements stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from timeweave.language.terms import index_terms
from timeweave.records import StatementKey
from timeweave.retrieval.base import Finding, Request
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.kernels.packing import share_evenly
from timeweave.retrieval.passages.cells import Cell, find_cells
from timeweave.retrieval.passages.everywhere import asks_of_now, rank_beside, rank_everywhere
from timeweave.retrieval.passages.fused import PassageOptions, Ranking, fuse, ordered
from timeweave.retrieval.passages.narrative import rank_narrative
from timeweave.retrieval.passages.published import published_first
from timeweave.retrieval.passages.several import each_asked, in_turn
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.series import find_series, supporting
from timeweave.temporal.scope import Scope

_READ_AHEAD = 30  # statements of each group that are read at once


@dataclass(frozen=True, slots=True, eq=False)
class SubQuery:
    """One thing asked for: its words, index terms and embedding."""

    text: str
    terms: tuple[str, ...]
    vector: np.ndarray


@dataclass(frozen=True, slots=True)
class Group:
    """The ranking of one thing asked for inside one cell."""

    cell: Cell
    query: SubQuery
    ranking: Ranking


def retrieve_passages(request: Request, options: PassageOptions, reading: Reading | None = None) -> Finding:
    """Evidence for the question by cells, falling back to all statements; ``reading`` is of the request's view."""
    if not options.use_time:
        request = without_time(request)
    reading = reading or Reading(request.view)
    cells = find_cells(request, reading) if options.use_cells else []
    queries = make_subqueries(request) if cells else []
    groups = [g for g in rank_cells(cells, queries, request, options, reading) if g.ranking]
    timed = bool(groups)
    if groups:
        everywhere = rank_beside(request, options, reading)
    elif request.question.periods and not asks_of_now(request):
        told = [rank_narrative(asked, options, reading) for asked in each_asked(request)]
        everywhere, timed = in_turn([ranking for ranking, _ in told], reading), any(of_time for _, of_time in told)
    else:
        everywhere = in_turn([rank_everywhere(asked, options, reading) for asked in each_asked(request)], reading)
    if not groups:
        everywhere = published_first(request, everywhere, options, reading)
    ranked = spread(groups, everywhere, reading, budget=request.budget, outside=options.weights.outside)
    ranked = announced_first(request, ranked)
    evidence, tokens = pack_statements(ranked, reading, budget=request.budget, limit=request.limit)
    warnings: tuple[str, ...] = ()
    if request.question.periods and not timed and not asks_of_now(request):
        periods = ", ".join(str(i) for i in request.question.scope.intervals)
        warnings = (f"nothing visible speaks of {periods}: evidence is not limited to that time",)
    return Finding(evidence, tokens, warnings, explain(groups) if request.explain else {})


def announced_first(request: Request, ranked: Ranking) -> Ranking:
    """What announces the events that a question over a series asks for, in order of time, before the rest."""
    found = find_series(request.question, request.view)
    if found is None:
        return ranked
    best = max((score for _, score in ranked), default=1.0)
    announced = dict.fromkeys((support.key for support in supporting(found)), best)
    return [*announced.items(), *((key, score) for key, score in ranked if key not in announced)]


def rank_cells(
    cells: Sequence[Cell], queries: Sequence[SubQuery], request: Request, options: PassageOptions, reading: Reading
) -> list[Group]:
    """A ranking for each thing asked for in each cell of an entity on which there are reports."""
    return [
        Group(cell, query, rank_in_cell(cell, query, request, options, reading))
        for cell in cells
        if cell.reported
        for query in queries
    ]


def without_time(request: Request) -> Request:
    """The request of a question whose time expressions are words like others."""
    question = request.question
    times = " ".join(e.text for e in question.scope.expressions)
    measures = tuple(f"{m} {times}".strip() for m in question.measures or (question.topic,))
    return replace(request, question=replace(question, scope=Scope(), measures=measures, apart=()))


def make_subqueries(request: Request) -> list[SubQuery]:
    """What the question asks for, one by one; the question itself where it asks for nothing that can be told apart."""
    question = request.question
    texts = list(question.measures) or [question.topic]
    vectors = request.embed(texts)
    return [SubQuery(t, tuple(index_terms(t)), vectors[i]) for i, t in enumerate(texts)]


def rank_in_cell(cell: Cell, query: SubQuery, request: Request, options: PassageOptions, reading: Reading) -> Ranking:
    """Statements of the cell, best first: those that speak of its period, and those of the reports on it."""
    weights, depth = options.weights, options.depth
    entity = cell.entity.id if cell.entity else None
    scope = [cell.period] if cell.period else []
    dense, lexical = request.searched(query.terms, depth, query.vector, scope=scope, entity=entity)
    valid = dict.fromkeys([*dense, *lexical], 1.0) if scope else {}
    report: dict[StatementKey, float] = {}
    if cell.reports is not None:
        near, worded = request.searched(query.terms, depth, query.vector, entity=entity, documents=cell.reports)
        dense, lexical = {**near, **dense}, {**worded, **lexical}
        report = {k: 1.0 for k in [*dense, *lexical] if cell.reports[k.ordinal]}
    scores = fuse(dense, lexical, weights, [(weights.valid, valid), (weights.report, report)])
    return ordered(scores, reading)


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
