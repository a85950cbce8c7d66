"""Answers about the documents themselves: how many were published or held in a time, the first, the last, all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.sentences import in_words
from timeweave.answering.extractive.wording import on_one_line
from timeweave.extraction.relations.attendance import is_attendance
from timeweave.extraction.times.meeting_day import day_of_meeting
from timeweave.language.terms import index_terms
from timeweave.lexicon.documents import GATHERED
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import PARTS
from timeweave.question.documents import DocumentsQuestion, Wanted
from timeweave.question.sources import authors_of
from timeweave.records import Citation, DocumentInfo, Statement, SupportedFact
from timeweave.results import Answer, Value
from timeweave.store.base import View
from timeweave.temporal.interval import Granularity, Interval

_GATHERED = lazily(rf"\b{any_of(GATHERED, ['minutes', 'transcript', 'agenda'])}s?\b", re.IGNORECASE)
_MOST = 5_000  # documents that are looked through
_MOST_HELD = 500  # minutes that are read for the day of the meeting
_MOST_FACTS = 50_000  # of a relation that are looked at
_SHARE = 0.5  # of all documents, from which on what they have in common tells none apart
_WORDS = 50  # of titles that are told
SURE = 0.9
"""Confidence in what follows from the documents' own fields and words."""
_DAYS = {True: "the day of their meeting, or of publication where they tell none", False: "the day of publication"}
_FEW = 3  # documents whose authors are told
CITED = 12
"""Documents that an answer over many cites."""
_TITLE = 16  # words


def answer_catalogued(context: AnswerContext) -> Answer | None:
    """The documents that a question is about, counted or listed; ``None`` where it asks about something else, or a word
    of it is explained neither by what all documents share nor by titles.
    """
    asked = context.question.documents
    if asked is None:
        return None
    dated = dated_documents(context.view)
    known = _of_meetings(dated, context.view) if asked.gathered else dated
    if not 0 < len(known) <= _MOST or len(known) < _SHARE * len(dated):
        return None
    chosen = _fitting(asked, known, context)
    if not chosen:
        return None
    if asked.gathered and any(e.type == "PERSON" for e in context.entities):
        return None  # who met whom is told by no title
    if asked.held and len(chosen) <= _MOST_HELD:
        chosen = [_as_held(info, context.view) for info in chosen]
    ordered = sorted((info for info in chosen if is_within(info, context)), key=lambda i: (i.observed, i.id))
    if asked.wanted is Wanted.AUTHOR and not ordered:  # its title may name a time of which it was not
        years = {str(p.start.year) for p in context.question.periods if p.start is not None}
        named = (i for i in chosen if years and all(year in i.title for year in years))
        ordered = sorted(named, key=lambda i: (i.observed, i.id))
    if not ordered or (asked.wanted is Wanted.ALL and not context.question.periods and len(ordered) == len(known)):
        return None
    if asked.wanted is Wanted.AUTHOR:
        return _written_by(at_end(asked.end, ordered), asked, context)
    if asked.wanted is Wanted.MOST_FREQUENT_AUTHOR:
        return _most_frequent_author(ordered, context)
    return _answer(context, asked, ordered)


def _of_meetings(dated: Sequence[DocumentInfo], view: View) -> Sequence[DocumentInfo]:
    """The documents that their titles or ids call minutes of a meeting, else those that list who was at one."""
    called = [info for info in dated if _GATHERED.search(f"{info.title} {info.id}")]
    if called:
        return called
    listing = {support.key.ordinal for part in told_parts(view) for support in part.supports}
    return [info for info in dated if info.ordinal in listing]


def _as_held(info: DocumentInfo, view: View) -> DocumentInfo:
    """A document as of the day of the meeting whose minutes it is, which may have been published later."""
    day = day_of_meeting(view.original(info.ordinal))
    return info if day is None else replace(info, observed=day)


def told_parts(view: View) -> Sequence[SupportedFact]:
    """The facts of who had which part in a meeting."""
    sampled = view.sampled(sorted(PARTS), _MOST_FACTS)
    told = view.facts([fact.id for facts in sampled.values() for fact in facts])
    return [fact for fact in told.values() if is_attendance(fact.fact)]


def at_end(end: Wanted | None, ordered: Sequence[DocumentInfo]) -> Sequence[DocumentInfo]:
    """The first or the last of documents in order of time, or all."""
    return {Wanted.FIRST: ordered[:1], Wanted.LAST: ordered[-1:]}.get(end or Wanted.ALL, ordered)


def _written_by(found: Sequence[DocumentInfo], asked: DocumentsQuestion, context: AnswerContext) -> Answer | None:
    """Who wrote documents of which the question names a topic, where each tells it; ``None`` for more than a few."""
    if not (asked.terms or asked.end) or len(found) > _FEW or not all(map(authors_of, found)):
        return None
    told = [f"{', '.join(authors_of(i))} ({title_of(i)}, {day_of(i, context.view)})" for i in found]
    return Answer(
        search=context.result,
        answer="; ".join(told),
        refused=False,
        method="computed",
        values=tuple(Value(str(i.observed), title_of(i), ", ".join(authors_of(i)), None, None) for i in found),
        citations=tuple(opening(i, context.view) for i in found),
        warnings=context.result.warnings,
        confidence=SURE,
    )


def _most_frequent_author(found: Sequence[DocumentInfo], context: AnswerContext) -> Answer | None:
    """Who wrote most of some documents, with how many; ``None`` where most of them tell no author."""
    written = [info for info in found if authors_of(info)]
    if len(written) < _SHARE * len(found):
        return None
    often = Counter(author for info in written for author in authors_of(info))
    most = max(often.values())
    first = [author for author, number in often.items() if number == most]
    theirs = [info for info in written if set(first) & set(authors_of(info))]
    return Answer(
        search=context.result,
        answer=f"{', '.join(first)} ({most} of {len(written)})",
        refused=False,
        method="computed",
        values=tuple(Value(None, "", author, None, None) for author in first),
        citations=tuple(opening(info, context.view) for info in theirs[:CITED]),
        warnings=context.result.warnings,
        calculation=f"{len(written)} documents by their authors",
        confidence=SURE,
    )


def dated_documents(view: View) -> Sequence[DocumentInfo]:
    """The visible documents of which is known when they appeared, and that report on no period."""
    return [i for i in view.documents() if i.published is not None and i.period is None]


def _fitting(asked: DocumentsQuestion, known: Sequence[DocumentInfo], context: AnswerContext) -> Sequence[DocumentInfo]:
    """The documents whose titles, with their authors, hold every word of the question that not most documents share."""
    titled = {info.ordinal: index_terms(f"{info.title} {info.id}").keys() for info in known}
    written = {info.ordinal: index_terms(" ".join(authors_of(info))).keys() for info in known}
    shared = Counter(term for terms in titled.values() for term in terms)
    common = {term for term, number in shared.items() if number >= _SHARE * len(known) and not asked.end}
    common |= {term for name in names_of_most(context, len(known)) for term in index_terms(name)}
    common -= frozenset[str]().union(*written.values())
    left = asked.terms - common
    if asked.by_author:
        return [info for info in known if any(asked.terms <= index_terms(name).keys() for name in authors_of(info))]
    return [info for info in known if left <= titled[info.ordinal] | written[info.ordinal]]


def names_of_most(context: AnswerContext, number: int) -> Sequence[str]:
    """The names in the question that most documents bear: that of the blog, of the body that meets."""
    found = []
    for entity in context.question.entities:
        info = context.view.entity(entity.id)
        if info is not None and info.documents >= _SHARE * number:
            found += [entity.surface, info.name]
    return found


def is_within(info: DocumentInfo, context: AnswerContext) -> bool:
    """Whether a document is of the time that the question names, if any."""
    periods = context.question.periods
    return not periods or any(p.overlaps(Interval.day(info.observed)) for p in periods)


def _answer(context: AnswerContext, asked: DocumentsQuestion, found: Sequence[DocumentInfo]) -> Answer:
    told = at_end(asked.wanted, found)
    words = listed_titles(told, context.view)
    return Answer(
        search=context.result,
        answer=f"{len(found)}: {words}" if asked.wanted is Wanted.COUNT else words,
        refused=False,
        method="computed",
        values=tuple(Value(str(i.observed), "", title_of(i), None, None) for i in told),
        citations=tuple(opening(i, context.view) for i in told[:CITED]),
        warnings=context.result.warnings,
        calculation=f"{len(found)} documents by {_DAYS[asked.held]}" if len(told) > 1 else None,
        confidence=SURE,
    )


def listed_titles(infos: Sequence[DocumentInfo], view: View) -> str:
    """Titles with their days in a row; where there is no room for all the days, or for the titles, as many as fit."""
    told = [f"{title_of(i)} ({day_of(i, view)})" for i in infos]
    kept: list[str] = []
    for one in told:
        if kept and len(" ".join((*kept, one)).split()) > _WORDS:
            break
        kept.append(one)
    more = len(told) - len(kept)
    return "; ".join(kept) + (f"; and {more} more, until {day_of(infos[-1], view)}" if more else "")


def title_of(info: DocumentInfo) -> str:
    """What a document is called: its title, cut where it is long, else its id."""
    words = on_one_line(info.title).split()
    return " ".join(words[:_TITLE]) + ("…" if len(words) > _TITLE else "") if words else info.id


def day_of(info: DocumentInfo, view: View) -> str:
    """When a document was published, as precisely as that is known, or when the meeting was held that it is of."""
    document = view.original(info.ordinal)
    precision = document.date_precision if info.observed == document.date else Granularity.DAY
    return in_words(Interval.unit(info.observed, precision))


def opening(info: DocumentInfo, view: View) -> Citation:
    """The place where a document begins."""
    return cited(info, view.statements_of(info.ordinal)[0], view)


def cited(info: DocumentInfo, statement: Statement, view: View) -> Citation:
    """The place of a statement of a document."""
    span = statement.span
    chunk = view.chunks(info.ordinal)[statement.chunk]
    return Citation(info.id, chunk.id, span.start, span.end, view.text(info.ordinal, span))
