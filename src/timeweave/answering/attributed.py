"""Quotations with where they were said: the title of the document and when it was published.

"With this release we welcome Ann" or "it starts on Thursday" says little to one who does not see the page, and "I shall
be the first editor" nothing without its author.
"""

from __future__ import annotations

import re
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.sentences import in_words
from timeweave.answering.extractive.wording import on_one_line
from timeweave.question.sources import authors_of
from timeweave.records import DocumentInfo
from timeweave.results import Answer
from timeweave.temporal.interval import Interval

_ROOM = 60  # words of an answer with its sources, beyond which a title is left out, then the day
_TITLE = 16  # words, beyond which a title is a sentence of its own
_IN_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]y|[Mm]yself|[Mm]e)\b(?!\.)")


def attributed(answer: Answer, context: AnswerContext) -> Answer:
    """``answer`` with the dated documents that it quotes behind what it quotes of each: "(title, 7 May 2024)".

    One source of several lines stands above them. What is worked out, or of documents without a date, stays as it is.
    """
    sources = _sources(answer, context)
    if answer.refused or answer.method != "extractive" or answer.calculation is not None or not sources:
        return answer
    lines = answer.answer.split("\n")
    if len(set(sources)) == 1:
        text = _with_one(lines, sources[0], context)
    elif len(lines) == len(sources):
        text = _with_each(lines, sources, context)
    else:
        return answer
    return replace(answer, answer=text)


def _sources(answer: Answer, context: AnswerContext) -> list[str]:
    """The id of the document of each citation; empty where one of them has no date of its own."""
    infos = _infos(context)
    dated = [
        c.document_id
        for c in answer.citations
        if (info := infos.get(c.document_id)) is not None and info.published is not None
    ]
    return dated if len(dated) == len(answer.citations) else []


def _infos(context: AnswerContext) -> dict[str, DocumentInfo]:
    return {line.info.id: line.info for line in context.lines}


def _with_one(lines: list[str], source: str, context: AnswerContext) -> str:
    words = _fitting(lines, [source], context)
    if not words:
        return "\n".join(lines)
    return f"{lines[0]} ({words[0]})" if len(lines) == 1 else "\n".join((f"{words[0]}:", *lines))


def _with_each(lines: list[str], sources: list[str], context: AnswerContext) -> str:
    words = _fitting(lines, sources, context)
    return "\n".join(f"{line} ({told})" for line, told in zip(lines, words, strict=True)) if words else "\n".join(lines)


def _fitting(lines: list[str], sources: list[str], context: AnswerContext) -> list[str]:
    """The sources in words with their titles, or by their days alone; empty where there is room for neither."""
    said = on_one_line(" ".join(lines))
    left = _ROOM - len(said.split())
    infos = _infos(context)
    days = [_day(infos[source], context) for source in sources]
    if _IN_FIRST_PERSON.search(said):
        named = [authors_of(infos[source]) for source in sources]
        alone = (names[0] if len(names) == 1 and names[0] not in said else "" for names in named)
        days = [f"{name}, {day}" if name else day for name, day in zip(alone, days, strict=True)]
    titles = [on_one_line(infos[source].title) for source in sources]
    told = [
        f"{title}, {day}" if title and len(title.split()) <= _TITLE and title.casefold() not in said.casefold() else day
        for title, day in zip(titles, days, strict=True)
    ]
    for words in (told, days):
        if sum(len(w.split()) for w in words) <= left:
            return [] if all(w in said for w in words) else words
    return []


def _day(info: DocumentInfo, context: AnswerContext) -> str:
    precision = context.view.original(info.ordinal).date_precision
    return in_words(Interval.unit(info.observed, precision))
