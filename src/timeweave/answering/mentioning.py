"""Answers of which documents mention something: the first and the last that do, all, and how many."""

from __future__ import annotations

from timeweave.answering.catalogue import CITED, SURE, at_end, dated_documents, day_of, listed_titles, title_of
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.language.terms import index_terms
from timeweave.question.documents import Wanted
from timeweave.records import Citation, DocumentInfo, Statement
from timeweave.results import Answer, Value
from timeweave.retrieval.reading import Reading
from timeweave.temporal.interval import Interval

_DEPTH = 5_000  # statements that hold one of the words, of which those with all are looked for


def answer_mentioning(context: AnswerContext) -> Answer | None:
    """The documents, by the day of their publication, of which one statement holds all words of what is asked about;
    ``None`` where that is not asked, or no dated document does.
    """
    asked = context.question.mentioning
    if asked is None:
        return None
    reading = Reading(context.view)
    hits = context.relevance.index.lexical(asked.terms, _DEPTH)
    places: dict[int, Statement] = {}
    for key, statement in sorted(reading.statements(hit.key for hit in hits).items()):
        if key.ordinal not in places and asked.terms <= index_terms(reading.words(key.ordinal, statement.span)).keys():
            places[key.ordinal] = statement
    periods = context.question.periods
    found = sorted(
        (
            info
            for info in dated_documents(context.view)
            if info.ordinal in places and (not periods or any(p.overlaps(Interval.day(info.observed)) for p in periods))
        ),
        key=lambda info: (info.observed, info.id),
    )
    if not found:
        return None
    told = at_end(asked.wanted, found)
    edge = asked.wanted in (Wanted.FIRST, Wanted.LAST)
    words = f"{day_of(told[0], context.view)} ({title_of(told[0])})" if edge else listed_titles(told, context.view)
    return Answer(
        search=context.result,
        answer=f"{len(found)}: {words}" if asked.wanted is Wanted.COUNT else words,
        refused=False,
        method="computed",
        values=tuple(Value(str(i.observed), "", title_of(i), None, None) for i in told),
        citations=tuple(_citation(i, places[i.ordinal], context) for i in told[:CITED]),
        warnings=context.result.warnings,
        calculation=f"{len(found)} documents that mention it, by the day of their publication",
        confidence=SURE,
    )


def _citation(info: DocumentInfo, statement: Statement, context: AnswerContext) -> Citation:
    chunk = context.view.chunks(info.ordinal)[statement.chunk]
    span = statement.span
    return Citation(info.id, chunk.id, span.start, span.end, context.view.text(info.ordinal, span))
