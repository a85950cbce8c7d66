"""Quotations with where they were said: the title of the document and when it was published.

"With this release we welcome Ann" or "it starts on Thursday" says little to one who does not see the page, and "I shall
be the first editor" nothing without its author.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Section, Versions
from timeweave.answering.extractive.sentences import in_words
from timeweave.answering.extractive.wording import on_one_line
from timeweave.lexicon.lazy import lazily
from timeweave.question.sources import authors_of
from timeweave.records import Citation, DocumentInfo
from timeweave.results import Answer
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import find_stretches

_ROOM = 60  # words of an answer with its sources, beyond which a title is left out, then the day
_TITLE = 16  # words, beyond which a title is a sentence of its own
_IN_FIRST_PERSON = lazily(r"\b(?:I|[Mm]y|[Mm]yself|[Mm]e)\b(?!\.)")


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


@dataclass(frozen=True, slots=True)
class _Source:
    """A dated document, or the version of release notes in it that is quoted."""

    id: str
    section: Section | None
    info: DocumentInfo = field(compare=False)
    is_spoken: bool = field(default=False, compare=False)

    @property
    def title(self) -> str:
        return on_one_line(self.info.title if self.section is None else self.section.title)

    def day(self, context: AnswerContext) -> str:
        if self.section is not None:
            return "" if self.section.day is None else in_words(Interval.day(self.section.day))
        precision = context.view.original(self.info.ordinal).date_precision
        return in_words(Interval.unit(self.info.observed, precision))


def _sources(answer: Answer, context: AnswerContext) -> list[_Source]:
    """The source of each citation; empty where one of them has no date of its own."""
    found = [_source(c, context) for c in answer.citations]
    dated = [s for s in found if s is not None and (s.section is not None or s.info.published is not None)]
    return dated if len(dated) == len(found) else []


def _source(citation: Citation, context: AnswerContext) -> _Source | None:
    lines = [line for line in context.lines if line.info.id == citation.document_id]
    holding = (x for x in lines if x.statement.span.start <= citation.start < x.statement.span.end)
    line = next(holding, None)
    if line is not None:
        return _Source(line.info.id, line.section, line.info, is_spoken=line.speaker is not None)
    info = lines[0].info if lines else None
    return None if info is None else _Source(info.id, Versions(context.view).above(info, citation.start), info)


def _with_one(lines: list[str], source: _Source, context: AnswerContext) -> str:
    words = _fitting(lines, [source], context)
    if not words:
        return "\n".join(lines)
    return f"{lines[0]} ({words[0]})" if len(lines) == 1 else "\n".join((f"{words[0]}:", *lines))


def _with_each(lines: list[str], sources: list[_Source], context: AnswerContext) -> str:
    words = _fitting(lines, sources, context)
    told = words or [""] * len(lines)
    return "\n".join(f"{line} ({words})" if words else line for line, words in zip(lines, told, strict=True))


def _names_day(title: str, source: _Source) -> bool:
    """Whether a title says the day of its document: "Minutes, 08 May 2024"."""
    day = Interval.day(source.info.observed) if source.section is None else None
    return day is not None and any(s.named == day for s in find_stretches(title))


def _fitting(lines: list[str], sources: list[_Source], context: AnswerContext) -> list[str]:
    """The sources in words with their titles, or by their days alone; empty where there is room for neither."""
    said = on_one_line(" ".join(lines))
    left = _ROOM - len(said.split())
    days = [source.day(context) for source in sources]
    if _IN_FIRST_PERSON.search(said):
        named = [() if source.is_spoken else authors_of(source.info) for source in sources]
        alone = (names[0] if len(names) == 1 and names[0] not in said else "" for names in named)
        days = [f"{name}, {day}" if name else day for name, day in zip(alone, days, strict=True)]
    titles = [source.title for source in sources]
    told = [
        ", ".join(filter(None, (title, "" if _names_day(title, source) else day)))
        if len(title.split()) <= _TITLE and title.casefold() not in said.casefold()
        else day
        for source, title, day in zip(sources, titles, days, strict=True)
    ]
    for words in (told, days):
        if sum(len(w.split()) for w in words) <= left:
            return [] if all(w in said for w in words) else words
    return []
