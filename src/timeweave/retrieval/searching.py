"""A question in, evidence out: what the facade calls."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import replace
from typing import Any

from timeweave.embedding.base import Embedder
from timeweave.errors import UsageError
from timeweave.results import SearchResult
from timeweave.retrieval.base import IndexReader, Request
from timeweave.retrieval.dating import date_by_events
from timeweave.retrieval.fiscal import fiscal_calendar
from timeweave.retrieval.naming import IndexSense
from timeweave.retrieval.question import Question, read_question
from timeweave.retrieval.router import RetrievalOptions, choose
from timeweave.store.base import View
from timeweave.temporal.calendars import Calendar
from timeweave.temporal.fiscal_start import MONTHS
from timeweave.temporal.scope import query_scope

_DEFAULTS = RetrievalOptions()


def search(
    question: str,
    *,
    view: View,
    index: IndexReader,
    embedder: Embedder,
    now: dt.date,
    mode: str = "auto",
    budget: int = 2000,
    limit: int | None = None,
    explain: bool = False,
    options: RetrievalOptions = _DEFAULTS,
) -> SearchResult:
    """Find evidence for ``question`` among what ``view`` sees, at most ``budget`` tokens and ``limit`` spans.

    ``now`` is the day that "now" and "last quarter" are read against.

    Raises:
        UsageError: on a mode that does not exist, an empty question, or a budget or limit below 1.
    """
    started = time.perf_counter()
    retrieve = choose(mode, options)
    if not question.strip():
        raise UsageError(f"the question {question!r} is empty: ask something")
    if budget < 1 or (limit is not None and limit < 1):
        raise UsageError(f"budget {budget} and limit {limit} must be at least 1")
    scope = query_scope(question, now=now)
    vector = embedder.embed([question])[0]
    sense = IndexSense(view, index, embedder, vector)
    read = read_question(question, scope=scope, view=view, sense=sense)
    read, dated = date_by_events(_in_fiscal_calendar(read, view, now), view, index, sense)
    request = Request(
        question=read,
        vector=vector,
        view=view,
        index=index,
        embed=embedder.embed,
        budget=budget,
        limit=limit,
        explain=explain,
        now=now,
    )
    finding = retrieve(request)
    return SearchResult(
        question=question,
        mode=mode,
        as_of=view.as_of,
        scope=read.scope,
        entities=tuple(e.name for e in read.entities),
        evidence=finding.evidence,
        tokens=finding.tokens,
        elapsed_ms=(time.perf_counter() - started) * 1000.0,
        warnings=(*read.names.warnings, *dated, *finding.warnings),
        unknown=tuple(u.text for u in read.names.unknown),
        explanation={**describe(read), **finding.explanation} if explain else None,
    )


def _in_fiscal_calendar(read: Question, view: View, now: dt.date) -> Question:
    """A question that speaks of fiscal periods, with those of the entities that it names, where they are known."""
    if read.scope.calendar != Calendar.FISCAL:
        return read
    calendar = fiscal_calendar((e.id for e in read.entities), view)
    return read if calendar is None else replace(read, scope=query_scope(read.text, now, fiscal=calendar))


def describe(question: Question) -> dict[str, Any]:
    """How the question was read, as plain JSON values."""
    scope = question.scope
    return {
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
