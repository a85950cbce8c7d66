"""What documents of a time were about, in a line: their titles, where these say it.

For a question that asks for an account of a period of posts or articles. Reports on periods are digested
(`answering.summaries`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from timeweave.answering.catalogue import CITED, dated_documents, day_of, names_of_most, opening, title_of
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.wording import on_one_line
from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS
from timeweave.records import DocumentInfo
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval

_NUMBERED = lazily(rf"\b(?:{any_of(MONTHS)}|[a-z]*\d[\w.]*)\b", re.IGNORECASE)
_RARE, _LEAST = 0.1, 2  # share of the titles that may have a word, and how many such words make a title tell something
_ALIKE = 0.5  # of the documents
_FEW = 2
_TOPIC = 2  # words of what an account is on, of more than which it is a question of its own
_ROOM = 58  # words of titles with their days
_CONFIDENCE = 0.6


def answer_gist(context: AnswerContext) -> Answer | None:
    """The gist of the documents of the time asked about; ``None`` where none of them is dated, or the question is on
    something that neither all of them nor the titles of some name.
    """
    topic = context.question.account_of
    if topic is None:
        return None
    known = dated_documents(context.view)
    found = [i for i in known if any(p.overlaps(Interval.day(i.observed)) for p in context.question.periods)]
    found = sorted(_about(topic, found, known, context), key=lambda i: (i.observed, i.id))
    return _by_titles(found, context) if found and _tell(found, known) else None


def _about(
    topic: frozenset[str], found: Sequence[DocumentInfo], known: Sequence[DocumentInfo], context: AnswerContext
) -> Sequence[DocumentInfo]:
    """Those of the documents found whose titles hold what the question is on, beside what all are about."""
    common = {term for name in names_of_most(context, len(known)) for term in index_terms(name)}
    shared = Counter(term for i in known for term in index_terms(f"{i.title} {i.id}"))
    left = {term for term in topic - common if shared[term] < _ALIKE * len(known)}
    if len(left) > _TOPIC:
        return ()
    return [i for i in found if left <= index_terms(i.title).keys()]


def _tell(found: Sequence[DocumentInfo], known: Sequence[DocumentInfo]) -> bool:
    """Whether most of the titles say what their documents are about: in words, not numbers, that few others have."""
    words = {i.ordinal: index_terms(_NUMBERED.sub(" ", i.title)).keys() for i in known}
    often = Counter(term for terms in words.values() for term in terms)
    few = max(_FEW, _RARE * len(known))
    telling = sum(sum(often[term] <= few for term in words[i.ordinal]) >= _LEAST for i in found)
    return telling > _ALIKE * len(found)


def _by_titles(found: Sequence[DocumentInfo], context: AnswerContext) -> Answer:
    rank = {line.info.id: line.rank for line in reversed(context.lines)}
    weighed = sorted(found, key=lambda i: (rank.get(i.id, len(rank)), -i.length))
    kept: list[DocumentInfo] = []
    for info in weighed:
        if kept and len(_titles((*kept, info), context).split()) > _ROOM:
            break
        kept.append(info)
    told = [i for i in found if i in kept]
    values = tuple(Value(str(i.observed), "", on_one_line(i.title), None, None) for i in told)
    citations = tuple(opening(i, context.view) for i in told[:CITED])
    return Answer(
        search=context.result,
        answer=_titles(told, context),
        refused=False,
        method="extractive",
        values=values,
        citations=citations,
        warnings=context.result.warnings,
        calculation=f"{len(found)} documents by the day of their publication",
        confidence=_CONFIDENCE,
    )


def _titles(infos: Sequence[DocumentInfo], context: AnswerContext) -> str:
    """Titles with their days, without the year where one is asked about."""
    years = {p.start.year for p in context.question.periods if p.start is not None}
    one = len(years) == 1 and all(i.observed.year in years for i in infos)
    ending = f" {min(years)}" if one else "\n"
    return "; ".join(f"{title_of(i)} ({day_of(i, context.view).removesuffix(ending)})" for i in infos)
