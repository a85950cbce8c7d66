"""Answers out of running text: the sentences that fit the time and the words of a question best, quoted briefly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import count_words
from timeweave.answering.extractive.newest import is_superseded, newest_answering
from timeweave.answering.extractive.pages import is_subject
from timeweave.answering.extractive.quotes import Quote, quotes_of
from timeweave.answering.extractive.sentence_fit import (
    Fitted,
    FitWeights,
    fit_lines,
    tells_of_another_quarter,
    time_fit,
)
from timeweave.answering.extractive.timeliness import is_of_time
from timeweave.answering.extractive.wording import quoted_in_context
from timeweave.language.terms import index_terms
from timeweave.records import Citation
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import find_stretches


class NarrativeWeights:
    """``least`` is the share of the question's words, without names and times, that a document's evidence must hold to
    answer at all; ``timely`` how well the best sentence must fit the time that the question has, if it has one.
    A line of that time is told before the best one if it fits as well but for ``near``.
    At most ``quotes`` passages are quoted, with ``words`` words together and ``longest`` in one where more follow.
    """

    least: float = 0.25
    timely: float = 2.5
    near: float = 1.0
    quotes: int = 3
    words: int = 55
    longest: int = 40


_SCRAP = 4  # words, that a clause must have to be quoted of a sentence with more


@dataclass(frozen=True, eq=False)
class Story:
    """The running text of the evidence for a question, weighed once for all that is to be known of it."""

    context: AnswerContext

    @cached_property
    def asked_terms(self) -> frozenset[str]:
        """The terms that are asked for, without names and times."""
        return self.context.question.topic_terms

    @cached_property
    def newest(self) -> Line | None:
        """Where now is meant: of the lines that answer best, the one of the newest document."""
        return newest_answering([one.line for one in self._by_fit], self.context, self.asked_terms)

    @cached_property
    def fitted(self) -> Sequence[Fitted]:
        """The lines that may answer, the best fitting first; before all `newest`, or what is told of the time."""
        first = self.newest or self._of_time
        return sorted(self._by_fit, key=lambda one: one.line is not first)

    @cached_property
    def _of_time(self) -> Line | None:
        """The first line that is of the time asked for, of its page and nearly as well fitting as the best."""
        periods = self.context.question.periods
        for one in self._by_fit if periods else ():
            best = self._by_fit[0]
            near = one.fit >= best.fit - NarrativeWeights.near and one.line.info.id == best.line.info.id
            if near and is_of_time(one, periods, self.asked_terms):
                return one.line
        return None

    @cached_property
    def _by_fit(self) -> Sequence[Fitted]:
        return fit_lines(
            _about(self.context, self.asked_terms, NarrativeWeights.least),
            self.context.result,
            periods=self.context.question.periods,
            asked_terms=self.asked_terms,
            asked=[e.id for e in self.context.entities],
        )


def narrate(story: Story) -> Answer | None:
    """The best passages of documents that report on no period, or ``None`` when none of them speaks of what is asked.

    A document that reports on a period is about that period as a whole, and is left to `extract`.
    """
    context, fitted = story.context, story.fitted
    if not fitted:
        return None
    if context.result.unknown and not context.entities and not is_subject(fitted[0].line.info, context):
        return None
    periods = () if story.newest is not None else context.question.periods
    if periods and not _is_timely(story, periods):
        return None
    quotes = _quotes(story)
    return answer_of(story, quotes) if quotes else None


def answer_of(story: Story, quotes: Sequence[Quote]) -> Answer:
    """The answer that quoted passages make, in their order."""
    context = story.context
    return context.quoting(
        quoted_in_context([(q.line, q.span) for q in quotes]),
        (_value(q) for q in quotes),
        (q.line.citation(q.span) for q in quotes),
    )


def is_untimely(story: Story) -> bool:
    """Whether the evidence is a page about what is asked, but tells nothing of the time asked for."""
    periods = story.context.question.periods
    return bool(periods) and story.newest is None and _is_page(story) and not _is_timely(story, periods)


def is_outdone(state: Answer, story: Story) -> bool:
    """Whether running text fits the time asked for better than the sentences that the facts of ``state`` stand in.

    Both are scored on the one scale. Facts stand where no time is asked for, or the newest is meant, unless a newer
    document says otherwise; where no sentence of the evidence states them; and outside of pages about what is asked.
    """
    question = story.context.question
    if is_superseded(state, story.newest, story.context):
        return True
    if not question.periods or question.scope.newest or not tells_the_story(story):
        return False
    cited = [f.fit for f in story.fitted for c in state.citations if _holds(f.line, c)]
    return bool(cited) and max(cited) < story.fitted[0].fit


def tells_the_story(story: Story) -> bool:
    """Whether the best fitting sentence stands on a page that has an entity of the question for its title, and a name
    or thing is asked for: its numbers are then no figures to calculate with.
    """
    context = story.context
    if story.context.question.asks_number or not story.fitted or story.fitted[0].line.info.entities:
        return False
    return is_subject(story.fitted[0].line.info, context)


def _about(context: AnswerContext, asked_terms: frozenset[str], least: float) -> list[Line]:
    """The lines of those documents that are about an entity of the question, as a page is about its title, or whose
    evidence names one and holds enough of the question's words.
    """
    of_document: defaultdict[str, list[Line]] = defaultdict(list)
    for line in context.lines:
        if line.info.period is None and not tells_of_another_quarter(line, context.question.periods):
            of_document[line.info.id].append(line)
    named = {e.id for e in context.entities}
    kept = set()
    for name, lines in of_document.items():
        names = not named or any(named.intersection(line.statement.entities) for line in lines)
        held = asked_terms & frozenset().union(*(line.terms for line in lines))
        if is_subject(lines[0].info, context) or (names and len(held) >= least * len(asked_terms)):
            kept.add(name)
    return [line for line in context.lines if line.info.id in kept]


def _is_page(story: Story) -> bool:
    """Whether the best fitting sentence stands on a page about what is asked, or in any document without a date, and
    a name or thing is asked for.
    """
    if tells_the_story(story):
        return True
    return bool(story.fitted) and not story.context.question.asks_number and story.fitted[0].line.info.published is None


def _is_timely(story: Story, periods: Sequence[Interval]) -> bool:
    """Whether the best lines tell of a period asked about; on a page about what is asked, of what it then was."""
    best = story.fitted[0]
    if _is_page(story):
        return is_of_time(best, periods, story.asked_terms)
    return best.timely >= NarrativeWeights.timely or any(
        t.is_bounded and t.contains(p) for t in best.line.times for p in periods
    )


def _quotes(story: Story) -> list[Quote]:
    """Of the best lines as much as there is room for, and no scrap of one ("In May 1942"); `Story.newest` alone: what
    is older may differ.
    """
    return quotes_of(
        [one.line for one in story.fitted],
        lambda clause: _worth(clause, story),
        most=NarrativeWeights.quotes if story.newest is None else 1,
        room=NarrativeWeights.words,
        longest=NarrativeWeights.longest,
        least=lambda line: min(_SCRAP, count_words(line.text)),
    )


def _worth(clause: str, story: Story) -> float:
    told = [time for s in find_stretches(clause) for time in s.times]
    held = len(story.asked_terms & index_terms(clause).keys())
    return time_fit(told, story.context.question.periods) + FitWeights.words * held / (1 + len(clause.split()))


def _holds(line: Line, citation: Citation) -> bool:
    span = line.statement.span
    return line.info.id == citation.document_id and span.start <= citation.start < span.end


def _value(quote: Quote) -> Value:
    told = next(iter(quote.line.times), None)
    return Value(None if told is None else str(told), "", quote.text, None, None)
