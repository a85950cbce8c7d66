"""Global retrieval of Temporal GraphRAG (section III-B.4, TG-15): best chunks and what T_q's nodes come to.

A tenth of the budget goes to the chunks of highest s(c), as Algorithm 1 scores them; the rest to the nodes of T_q.
Of that, half at most goes to their reports, cut to whole sentences. What the reports leave is filled with statements,
since a report tells what its period was about and the question asks for something in particular: those of each node
that are most relevant to the question, an even share a node, inside a node an even share for each entity and facet
that the question names, and those that the reports rest on. All of it together holds at most ``budget`` tokens.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from timeweave.language.terms import index_terms
from timeweave.question.facets import Facet, besides, without
from timeweave.records import Report, StatementKey
from timeweave.retrieval.base import Finding, Request
from timeweave.retrieval.evidence import pack_statements
from timeweave.retrieval.kernels.fusion import scaled_to_best
from timeweave.retrieval.kernels.packing import share_evenly
from timeweave.retrieval.passages.fused import PassageOptions, Ranking
from timeweave.retrieval.passages.passages import SubQuery, retrieve_passages
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.tgrag.asked_nodes import AskedNodes, asked_nodes, nodes_for, top_nodes
from timeweave.retrieval.tgrag.local import chunk_places, rank_statements
from timeweave.retrieval.tgrag.node_ranking import (
    Part,
    Survey,
    near_documents,
    question_parts,
    rank_part,
    reported_on_it,
    speaks_of_it,
    survey_node,
    tells,
)
from timeweave.retrieval.tgrag.options import GlobalOptions
from timeweave.retrieval.tgrag.report_share import cut_reports
from timeweave.retrieval.tgrag.tgrag_local import score_chunks
from timeweave.temporal.interval import Granularity, Interval


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A leaf of T_q with the ranking of each part of the question inside it; and, where none of them is of just this
    period, a few statements ``beside`` that are.
    """

    period: Interval
    parts: tuple[tuple[Part, Ranking], ...]
    beside: Sequence[tuple[StatementKey, float]] = ()

    def ordered(self) -> list[StatementKey]:
        """Its statements, the parts taking turns: each has its share in any beginning of the list."""
        rows = itertools.zip_longest(*([key for key, _ in ranking] for _, ranking in self.parts))
        keys = [key for row in rows for key in row if key is not None]
        return [*keys[:_FIRST], *(key for key, _ in self.beside), *keys[_FIRST:]]


_RULES = (speaks_of_it, reported_on_it)
_FIRST = 4  # statements of a node that come before those beside
_NO_TOPIC = frozenset(
    index_terms(
        "summarise summarize summary overview outline describe explain review discuss happened main key major "
        "important notable trends themes developments events highlights account digest year quarter month period "
        "give tell me"
    )
)
_CHUNK = 0.5  # score of the best chunk beside that of statements, which is about 1 for good ones
_BESIDE_READ = 20  # statements that are read to find those
_TOKENS = 12  # of a short statement: how many the budget could hold at most


def retrieve_global(request: Request, options: GlobalOptions, passages: PassageOptions | None = None) -> Finding:
    """Evidence for each node of T_q, with its report where ``request.reports`` gives one."""
    reading = Reading(request.view)
    query, nodes = read_abstract(request, reading)
    if not nodes.leaves:
        return retrieve_passages(request, passages or PassageOptions(), reading)
    surveys = [survey_node(leaf, query, request, reading) for leaf in nodes.leaves]
    facets = _facets(request, query, surveys, reading)
    query = _about(query, facets, request)
    parts = question_parts(besides(request.question.entities, (f.value for f in facets)), facets)
    room = request.budget
    best, spent = best_chunks(request, options, parts, reading, int(options.chunks * room))
    reports, told = read_reports(request, nodes, query, int(options.reports * room), reading)
    enough = max(options.beside, room // (_TOKENS * len(surveys) * max(1, len(parts))))
    ranked = [rank_node(survey, parts, query, request, options, reading, enough) for survey in surveys]
    said = cited_statements(reports, nodes, request, reading)
    left = room - told
    share = options.cited if set(query.terms) - _NO_TOPIC else options.cited_of_all
    order = interleave(ranked, said, share, left - spent, reading)
    evidence, tokens = pack_statements([*best, *order], reading, budget=left, limit=request.limit)
    warnings = _warnings(request, ranked)
    explanation = explain(nodes, ranked, facets, spent, told) if request.explain else {}
    named = tuple((f.field, f.value) for f in facets)
    return Finding(evidence, tokens, warnings, explanation, reports, nodes.labels, named)


def read_abstract(request: Request, reading: Reading) -> tuple[SubQuery, AskedNodes]:
    """What the question asks about, without its names and times, and when."""
    focus = " ".join(request.question.topic.replace("_", " ").split())
    query = SubQuery(focus, tuple(index_terms(focus)), request.embed([focus])[0]) if focus else None
    query = query or SubQuery(request.question.text, tuple(request.question.terms), request.vector)
    nodes = asked_nodes(request.question.scope, request.view)
    if nodes.leaves or request.question.scope.intervals:
        return query, nodes
    return query, top_nodes(_spoken_of(request, query, reading))


def best_chunks(
    request: Request, options: GlobalOptions, parts: Sequence[Part], reading: Reading, budget: int
) -> tuple[Ranking, int]:
    """Statements of the chunks of highest s(c), as far as ``budget`` tokens go, with a share of s(c) over the best, and
    their tokens; of what the question is about, where it names any.
    """
    scope = request.question.scope
    scores = score_chunks(request.vector, scope, reading=reading, index=request.index, options=options.local)
    chosen: Ranking = []
    spent = 0
    for key, score in rank_statements(scores, chunk_places(scores, reading), reading):
        held = reading.statements([key])[key]
        about = not parts or any(p.concerns(key, reading) for p in parts)
        if not about or not tells(reading.words(key.ordinal, held.span)):
            continue
        cost = reading.tokens(key)
        if spent + cost > budget:
            break
        chosen.append((key, score))
        spent += cost
    scaled = scaled_to_best(dict(chosen))
    return [(key, _CHUNK * score) for key, score in scaled.items()], spent


def read_reports(
    request: Request, nodes: AskedNodes, query: SubQuery, budget: int, reading: Reading
) -> tuple[tuple[Report, ...], int]:
    """The reports of T_q in order of time, cut to ``budget`` tokens together."""
    if request.reports is None:
        return (), 0
    held = request.reports(nodes.labels)
    every = [held[label] for label in nodes.labels if label in held]
    return cut_reports(every, query.terms, budget=budget, count=reading.count)


def rank_node(
    survey: Survey,
    parts: Sequence[Part],
    query: SubQuery,
    request: Request,
    options: GlobalOptions,
    reading: Reading,
    enough: int,
) -> Node:
    """The statements of one node, for each part of the question; where none of them speaks of just this period, or
    none stands in a report on it, a few on something else that do.
    """
    every = parts or (Part(""),)
    ranked = tuple((part, rank_part(part, survey, query, request, reading, enough=enough)) for part in every)
    keys = [key for _, ranking in ranked for key, _ in ranking]
    lacking = [rule for rule in _RULES if parts and not any(rule(key, survey.period, reading) for key in keys)]
    if not lacking:
        return Node(survey.period, ranked)
    others = rank_part(Part(""), survey, query, request, reading, enough=_BESIDE_READ)
    chosen = [(key, score) for key, score in others if all(rule(key, survey.period, reading) for rule in lacking)]
    return Node(survey.period, ranked, chosen[: options.beside])


def cited_statements(
    reports: Sequence[Report], nodes: AskedNodes, request: Request, reading: Reading
) -> list[StatementKey]:
    """A statement for each sentence of the reports: the first visible one that states the first of its facts; the
    reports take turns.
    """
    leaves = {str(n) for leaf in nodes.leaves for n in nodes_for(leaf)}
    own = [r for r in reports if r.node in leaves] or list(reports)
    facts = request.view.facts({f for r in own for s in r.sentences for f in s.facts[:1]})
    groups = [[facts[f].supports[0].key for s in r.sentences for f in s.facts[:1] if f in facts] for r in own]
    reading.statements(key for group in groups for key in group)
    return list(share_evenly(groups, reading.tokens))


def interleave(
    nodes: Sequence[Node], cited: Sequence[StatementKey], share: float, budget: int, reading: Reading
) -> Ranking:
    """The nodes taking turns by tokens; what reports rest on comes in when all but its ``share`` of the budget is
    spent, then the rest.
    """
    scores = {key: score for n in nodes for ranking in (*(r for _, r in n.parts), n.beside) for key, score in ranking}
    lists = [node.ordered() for node in nodes]
    reading.statements(key for keys in lists for key in keys[:60])
    every = list(share_evenly(lists, reading.tokens))
    room = (1.0 - share) * budget if cited else budget
    first = 0
    while first < len(every) and room > 0:
        room -= reading.tokens(every[first])
        first += 1
    order = [*every[:first], *cited, *every[first:]]
    return [(key, scores.get(key, 0.0)) for key in dict.fromkeys(order)]


def explain(
    nodes: AskedNodes, ranked: Sequence[Node], facets: Sequence[Facet], chunk_tokens: int, report_tokens: int
) -> dict[str, Any]:
    """T_q, the facets, what was found of each part in each node, and how the budget went, as plain JSON values."""
    return {
        "time_nodes": list(nodes.labels),
        "facets": [{"field": f.field, "value": f.value} for f in facets],
        "nodes": [
            {
                "period": str(node.period),
                "found": {part.label or "*": len(ranking) for part, ranking in node.parts},
                "beside": len(node.beside),
            }
            for node in ranked
        ],
        "tokens": {"chunks": chunk_tokens, "reports": report_tokens},
    }


def _facets(request: Request, query: SubQuery, surveys: Sequence[Survey], reading: Reading) -> tuple[Facet, ...]:
    """What the question names of the metadata of the documents near it, of its time and of any."""
    infos = dict(near_documents(query, [], request, reading))
    for survey in surveys:
        infos.update(survey.infos)
    return request.question.facets(infos.values())


def _about(query: SubQuery, facets: Sequence[Facet], request: Request) -> SubQuery:
    """What is asked about the facets, without their own words; they are heard of anyway."""
    text = without(query.text, (f.value for f in facets))
    if not facets or not index_terms(text):
        return query
    return SubQuery(text, tuple(index_terms(text)), request.embed([text])[0])


def _spoken_of(request: Request, query: SubQuery, reading: Reading) -> dict[Interval, float]:
    """How much of what comes near the question lies in each year: the cosines of its statements, of the entities that
    it names where there are any.
    """
    hits = [
        hit
        for entity in (*(e.id for e in request.question.entities),) or (None,)
        for hit in request.index.dense(query.vector, _NEAR, entity=entity)
    ]
    statements = reading.statements(hit.key for hit in hits)
    infos = reading.infos(hit.key.ordinal for hit in hits)
    spoken: dict[Interval, float] = {}
    for hit in hits:
        held = statements.get(hit.key)
        valid = (held.valid if held else None) or infos[hit.key.ordinal].period
        start = valid.start if valid else None
        if start is not None:
            year = Interval.unit(start, Granularity.YEAR)
            spoken[year] = spoken.get(year, 0.0) + max(0.0, hit.score)
    return spoken


_NEAR = 300  # statements that tell when a question without a time is about


def _warnings(request: Request, ranked: Sequence[Node]) -> tuple[str, ...]:
    label = request.question.scope.label
    empty = [label(n.period) for n in ranked if not n.beside and not any(ranking for _, ranking in n.parts)]
    other = [label(n.period) for n in ranked if n.beside and not any(ranking for _, ranking in n.parts)]
    named = ", ".join(dict.fromkeys(part.label for node in ranked for part, _ in node.parts if part.label))
    told = [f"nothing visible speaks of {', '.join(empty)}"] if empty else []
    told += [f"nothing visible speaks of {named} in {', '.join(other)}"] if other else []
    return tuple(told)
