"""Answers of which documents mention something: the first and the last that do, all, and how many."""

from __future__ import annotations

from collections.abc import Mapping, Set

from timeweave.answering.catalogue import CITED, SURE, at_end, cited, is_within, listed_titles, title_of
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.language.terms import index_terms
from timeweave.question.documents import Wanted
from timeweave.records import Statement, StatementKey
from timeweave.results import Answer, Value
from timeweave.retrieval.reading import Reading

_MENTIONED = index_terms("mention").keys()
_DEPTH = 5_000  # statements that hold one of the words, of which those with all are looked for


def answer_mentioning(context: AnswerContext) -> Answer | None:
    """The documents, by the day of their publication, of which one statement holds all words of what is asked about;
    ``None`` where that is not asked, or no dated document does.
    """
    asked = context.question.mentioning
    if asked is None:
        return None
    places = _places(asked.terms, context)
    known = [info for info in context.view.info(places).values() if is_within(info, context)]
    found = sorted((i for i in known if i.published is not None), key=lambda info: (info.observed, info.id))
    undated = len(known) - len(found)
    if undated and (asked.wanted is Wanted.COUNT or context.question.periods):
        return None
    if not found:
        return None
    told = at_end(asked.wanted, found)
    edge = asked.wanted in (Wanted.FIRST, Wanted.LAST)
    words = f"{told[0].observed} ({title_of(told[0])})" if edge else listed_titles(told, context.view)
    return Answer(
        search=context.result,
        answer=f"{len(found)}: {words}" if asked.wanted is Wanted.COUNT else words,
        refused=False,
        method="computed",
        values=tuple(Value(str(i.observed), "", title_of(i), None, None) for i in told),
        citations=tuple(cited(i, places[i.ordinal], context.view) for i in told[:CITED]),
        warnings=(*context.result.warnings, *([f"{undated} that mention it have no date"] if undated else [])),
        calculation=f"{len(found)} documents that mention it, by the day of their publication",
        confidence=SURE,
    )


def _places(terms: frozenset[str], context: AnswerContext) -> Mapping[int, Statement]:
    """The first statement of each document (by ordinal) that holds all ``terms``; none where too many hold them."""
    reading = Reading(context.view)
    hits = context.relevance.index.lexical(terms, _DEPTH)
    statements = reading.statements(hit.key for hit in hits)
    told = {key: _terms(reading, key, statements[key]) for key in sorted(statements)}
    held = [key for key, said in told.items() if terms <= said]
    if any(told[key] & _MENTIONED for key in held):  # a text tells of mentions itself
        return {}
    if len(hits) == _DEPTH and hits[-1].key in held:
        return {}
    places: dict[int, Statement] = {}
    for key in held:
        places.setdefault(key.ordinal, statements[key])
    return places


def _terms(reading: Reading, key: StatementKey, statement: Statement) -> Set[str]:
    return index_terms(reading.words(key.ordinal, statement.span)).keys()
