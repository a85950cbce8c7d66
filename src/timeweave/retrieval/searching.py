"""A question in, evidence out: what the facade calls."""

from __future__ import annotations

import datetime as dt
import functools
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from timeweave.embedding.base import Embedder
from timeweave.embedding.reader import AnswerReader
from timeweave.errors import UsageError
from timeweave.language.readable import readable
from timeweave.lexicon.numbers import MONTHS
from timeweave.question import Question, read_question
from timeweave.question.dating import date_by_events
from timeweave.question.languages import language_warnings
from timeweave.question.named_entity import EntityLookup
from timeweave.results import SearchResult
from timeweave.retrieval.base import (
    ChunkSource,
    Decomposition,
    IndexReader,
    ReportReader,
    Request,
    Reranker,
    RouteSource,
)
from timeweave.retrieval.entity_lookup import IndexedEntities
from timeweave.retrieval.event_times import StoredTimes
from timeweave.retrieval.fiscal import fiscal_calendar
from timeweave.retrieval.news.asked import asks_relation
from timeweave.retrieval.router import AUTO, NEWS, REASON, RetrievalOptions, choose, own_budget, route
from timeweave.store.base import View
from timeweave.temporal.calendars import Calendar
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, query_scope

if TYPE_CHECKING:
    from timeweave.llm.client import ModelClient

_DEFAULTS = RetrievalOptions()
_MOST_PARTS = 4  # of a question, that are read apart
_LOOKED_AT = 1000  # documents, the newest, of which one has to have a date


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it is put.

    ``now`` is the day that "now" and "last quarter" are read against (without one the view's, else today),
    ``budget`` the most tokens of evidence (without one the mode's own, `own_budget`), ``limit`` the most spans.
    """

    question: str
    now: dt.date | None = None
    mode: str = AUTO
    budget: int | None = None
    limit: int | None = None
    explain: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """What a question is answered from: what ``view`` sees.

    ``reports`` gives the reports of time nodes as of the view's day; without it global retrieval finds statements.
    ``chunks`` gives the chunks of the view, which mode ``hybrid`` ranks; ``reranker`` is a cross-encoder, ``reader``
    the packaged one.
    ``client`` is a model that may be asked for the time of a question where rules find none (TG-08), and for routes to
    its answer (ER-01).
    """

    view: View
    index: IndexReader
    embedder: Embedder
    reports: ReportReader | None = None
    chunks: ChunkSource | None = None
    reranker: Reranker | None = None
    reader: AnswerReader | None = None
    client: ModelClient | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A query read against a view: what its retriever gets, the mode that answers it and the options of that, what to
    know of times that were looked up for it, and when it came (`time.perf_counter`).
    """

    query: Query
    request: Request
    mode: str
    options: RetrievalOptions
    warnings: tuple[str, ...]
    started: float


def pose(query: Query, sources: Sources, options: RetrievalOptions = _DEFAULTS) -> Posed:
    """Read a question, and look for no evidence yet.

    Raises:
        UsageError: on a mode that does not exist, a question that is empty or longer than is read, or a budget or limit
            below 1.
    """
    started = time.perf_counter()
    choose(query.mode, options)
    view, index = sources.view, sources.index
    now = query.now or view.as_of or dt.datetime.now(dt.UTC).date()
    text = readable(query.question, "question")
    if (query.budget is not None and query.budget < 1) or (query.limit is not None and query.limit < 1):
        raise UsageError(f"budget {query.budget} and limit {query.limit} must be at least 1")
    vector = sources.embedder.embed([text])[0]
    lookup = IndexedEntities(view, index, sources.embedder, vector)
    reading = functools.partial(read_question, text, lookup=lookup)
    is_told = functools.partial(_is_told, view)
    scope = query_scope(text, now=now, is_told=is_told)
    read = _in_fiscal_calendar(reading(scope), view, now)
    read, told = date_by_events(read, StoredTimes(view, index, lookup), reading)
    if sources.client is not None:
        read, said = _timed_by_model(read, sources.client, now, reading, always=options.times_by_model)
        told = (*told, *said)
    read = replace(read, apart=_read_apart(read, lookup, now, is_told))
    foreign = language_warnings(read)
    told = (*told, *foreign)
    mode = route(query.mode, read)
    if query.mode == AUTO and mode == NEWS and asks_relation(read, view):
        mode = AUTO
    request = Request(
        question=read,
        vector=vector,
        view=view,
        index=index,
        embed=sources.embedder.embed,
        budget=own_budget(mode) if query.budget is None else query.budget,
        limit=query.limit,
        explain=query.explain,
        now=now,
        reports=sources.reports,
        chunks=sources.chunks,
        reranker=sources.reranker,
        reader=sources.reader if options.use_reader and not foreign else None,
        routes=_routes_by_model(read, sources.client, now) if mode == REASON else None,
    )
    return Posed(query, request, mode, options, told, started)


def _read_apart(
    read: Question, lookup: EntityLookup, now: dt.date, is_told: Callable[[Interval], bool]
) -> tuple[Question, ...]:
    """The things that a question asks for, each read as a question of its own, of its own time; of that of the whole
    where it tells none and goes on from another part, or all are of one time. None where it asks for one, for more
    than a few, for something that says nothing by itself ("how and why"), or in fiscal periods.
    """
    parts = read.parts
    if not 1 < len(parts) <= _MOST_PARTS or read.scope.calendar != "calendar" or not all(p.terms for p in parts):
        return ()
    whole, found = replace(read.scope, expressions=()), list[Question]()
    for part in parts:
        own = query_scope(part.text, now=now, is_told=is_told)
        shared = whole if part.leans or part.of_one_time else own
        found.append(read_question(part.text, own if own.intervals else shared, lookup))
    return tuple(found)


def _is_told(view: View, period: Interval) -> bool:
    """Whether a document was published in a period; one without a date tells nothing of the day it was added on."""
    ordinals = np.flatnonzero(view.observed_within(period))[-_LOOKED_AT:]
    return any(info.published is not None for info in view.info(ordinals.tolist()).values())


def retrieve(posed: Posed) -> SearchResult:
    """Find evidence for a question that was read by `pose`."""
    query, read = posed.query, posed.request.question
    finding = choose(posed.mode, posed.options)(posed.request)
    return SearchResult(
        asked=read,
        mode=posed.mode,
        as_of=posed.request.view.as_of,
        evidence=finding.evidence,
        tokens=finding.tokens,
        elapsed_ms=(time.perf_counter() - posed.started) * 1000.0,
        warnings=(*read.names.warnings, *posed.warnings, *finding.warnings),
        explanation={**describe(read, query.mode), **finding.explanation} if query.explain else None,
        reports=finding.reports,
        nodes=finding.nodes,
        facets=finding.facets,
        reasoned=finding.reasoned,
    )


def _in_fiscal_calendar(read: Question, view: View, now: dt.date) -> Question:
    """A question that speaks of fiscal periods, with those of the entities that it names, where they are known."""
    if read.scope.calendar != Calendar.FISCAL:
        return read
    calendar = fiscal_calendar((e.id for e in read.entities), view)
    return read if calendar is None else read.in_fiscal_calendar(calendar, now)


def _timed_by_model(
    read: Question, client: ModelClient, now: dt.date, reading: Callable[[Scope], Question], *, always: bool
) -> tuple[Question, tuple[str, ...]]:
    """A question with the times that a model finds in it besides those of the rules, and what to know of them."""
    # what speaks with models is loaded when there is one
    from timeweave.question.times_by_model import identify_times

    scope, warnings = identify_times(read, client, now, always=always)
    return (read if scope == read.scope else reading(scope)), warnings


def _routes_by_model(read: Question, client: ModelClient | None, now: dt.date) -> RouteSource | None:
    """Where the routes of a question are to be had, where there is a model to ask for them."""
    if client is None:
        return None

    def routes() -> Decomposition:
        from timeweave.question.routes_by_model import decompose

        return decompose(read, client, now)

    return routes


def describe(question: Question, mode: str) -> dict[str, Any]:
    """How the question was read, and, where the mode was left open, what it was chosen by, as plain JSON values."""
    scope = question.scope
    marks = question.abstractness
    chosen = {"mode": route(mode, question), "asks": marks.asks, "abstract": [*marks.words], "wide": [*marks.wide]}
    return {
        **({"route": chosen} if mode == AUTO else {}),
        "scope": {
            "relation": str(scope.relation),
            "calendar": scope.calendar,
            "time_nodes": [str(i) for i in scope.intervals],
            **({} if scope.fiscal is None else {"fiscal_year_start": MONTHS[scope.fiscal.start_month - 1]}),
        },
        "named": [{"entity": e.id, "name": e.name, "text": e.surface} for e in question.entities],
        "unknown": [u.text for u in question.names.unknown],
        "asked": list(question.measures),
    }
