"""The answer to a name on a day: one line a story, newest first, each cited, what only comments last (NE-11).

It claims nothing of its own: each line is a sentence of an article, or the beginning of one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.refusal import refuse
from timeweave.answering.stories.grouping import Story, stories_of
from timeweave.language.terms import index_terms
from timeweave.question.telegraphic import is_telegraphic
from timeweave.records import Citation, Span
from timeweave.results import Answer
from timeweave.retrieval.news.asked import AskedNews, asked_news

_MOST = 10  # stories
_LONGEST = 45  # words of a line
_AROUND = 3  # days
_SCRAP = 5  # words, that a line must have


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """The digest of a query, how it was read, and the tuples (t, d) that it was made from, the best first."""

    answer: Answer
    asked: AskedNews
    tuples: tuple[Line, ...] = ()


def tell_news(context: AnswerContext) -> Told | None:
    """What happened with the entities of a query on its day; ``None`` where it is no such query."""
    result = context.result
    if result.mode != "news" or not is_telegraphic(context.question):
        return None
    latest = max((e.observed for e in result.evidence if e.observed is not None), default=dt.date.min)
    asked = asked_news(context.question, context.view, result.as_of or latest)
    if not asked.entities:
        return None
    names = " and ".join(e.name for e in asked.entities)
    meant = {e.id for e in asked.entities}
    called = tuple(e.name.casefold() for e in asked.entities)
    about = [n for n in context.lines if _tells(n) and (meant & {*n.statement.entities} or _calls(n, called))]
    if not about:
        return Told(refuse(context, (f"missing: no visible document tells of {names}",)), asked)
    named = frozenset(term for e in asked.entities for term in index_terms(e.name))
    near = [n for n in about if abs((n.info.observed - asked.day).days) <= _AROUND]
    stories = stories_of(near or about, context.view, context.relevance.index, named)[:_MOST]
    ordered = sorted(stories, key=lambda s: (s.is_commentary, -s.day.toordinal()))
    tuples = tuple((near or about)[:_MOST])
    return Told(_answer(context, asked, names, ordered, near=bool(near)), asked, tuples)


def _calls(line: Line, names: tuple[str, ...]) -> bool:
    return any(name in line.text.casefold() for name in names)


def _tells(line: Line) -> bool:
    return len(line.text.split()) >= _SCRAP and not line.text.rstrip().endswith("?")


def _answer(context: AnswerContext, asked: AskedNews, names: str, stories: Sequence[Story], *, near: bool) -> Answer:
    citations: list[Citation] = []
    lines = [_heading(asked, names, stories, near=near)]
    for number, story in enumerate(stories):
        if story.is_commentary and number and not stories[number - 1].is_commentary:
            lines.append("Commentary:")
        lines.append(_told(story, citations))
    return Answer(
        search=context.result,
        answer="\n".join(lines),
        refused=False,
        method="extractive",
        citations=tuple(citations),
        warnings=context.result.warnings,
    )


def _heading(asked: AskedNews, names: str, stories: Sequence[Story], *, near: bool) -> str:
    day = asked.day.isoformat()
    if not near:
        return f"Nothing of {names} around {day} was found; on other days:"
    on_it = any(s.first <= asked.day <= s.day for s in stories)
    return f"{names} on {day}:" if on_it else f"{names} around {day}:"


def _told(story: Story, citations: list[Citation]) -> str:
    """A line of the answer: the days of the story, its sentence with a citation, and how many others tell it."""
    line = story.line
    words = line.text.split()
    text, span = " ".join(words), None
    if len(words) > _LONGEST:
        end = _end_of(line.text, _LONGEST)
        text, span = " ".join(line.text[:end].split()) + " …", Span(0, end)
    citations.append(line.citation(span))
    days = (
        story.first.isoformat() if story.first == story.day else f"{story.first.isoformat()} to {story.day.isoformat()}"
    )
    others = len(story.articles) - 1
    also = f" (and {others} other{'s' if others > 1 else ''})" if others else ""
    return f"- {days}: {text} [{len(citations)}]{also}"


def _end_of(text: str, words: int) -> int:
    """Where the first so many words end."""
    position = 0
    for word in text.split()[:words]:
        position = text.index(word, position) + len(word)
    return position
