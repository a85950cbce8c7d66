"""Answers out of news: articles of a day that report on no period, each of which tells one thing in many sentences.

What is asked stands there in other words and without its date ("this week"), and an article holds many numbers and
names besides. So a sentence counts by the evidence that it stands in, by the words of the whole question, and by
whether it holds what could be an answer at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.asking import only_asks
from timeweave.answering.extractive.narrative import Story, answer_of, tells_the_story
from timeweave.answering.extractive.quotes import quotes_of
from timeweave.language.terms import index_terms
from timeweave.question.kinds import Kind
from timeweave.results import Answer


class NewsWeights:
    """``score`` times the score of a sentence's evidence over the best, ``words`` times the share of the question's
    words that it holds, ``asked`` for holding a number or a name such as is asked for.

    The best three must hold the share ``least`` of what is asked together. At most ``quotes`` passages are quoted, with
    ``room`` words together and ``longest`` in one.
    """

    score: float = 8.0
    words: float = 2.0
    asked: float = 1.0
    least: float = 0.3
    quotes: int = 3
    room: int = 55
    longest: int = 40


_SCRAP = 5  # words, that a passage must have: "CNN —" is none
_SAYS_MUCH = 4  # words asked for, from which on a state must stand in a sentence that holds its share of them
_BESIDE = 0.34  # of what the best sentence holds of them, below which it answers something else


def is_news(context: AnswerContext) -> bool:
    """Whether all evidence stands in documents of a day that report on no period."""
    return bool(context.lines) and all(
        line.info.period is None and line.info.published is not None for line in context.lines
    )


def is_for_news(story: Story) -> bool:
    """Whether news is to be quoted or nothing: not where a question is to be decided, or a page tells the story."""
    return is_news(story.context) and story.context.kind is not Kind.YES_NO and not tells_the_story(story)


def is_beside(state: Answer, story: Story) -> bool:
    """Whether a sentence of the news holds far more of what is asked than those that the facts of ``state`` stand in:
    they tell of the same entity what was not asked.
    """
    if len(story.asked_terms) < _SAYS_MUCH or not is_news(story.context) or tells_the_story(story):
        return False
    best = max(len(story.asked_terms & line.terms) for line in story.context.lines)
    held = max((len(story.asked_terms & index_terms(c.quote).keys()) for c in state.citations), default=0)
    return held < _BESIDE * best


def quote_news(story: Story) -> Answer | None:
    """The best passages of the news, or ``None`` where they hold too little of what is asked.

    Where now is meant, `Story.newest` leads, and only its own article goes on: others may differ.
    """
    reader = _Reader(story)
    ranked = sorted(_candidates(story), key=lambda line: (line is not story.newest, -reader.fit(line), *_place(line)))
    ranked = [line for line in ranked if line is ranked[0] or not _is_aside(line, ranked[0], story)]
    held = frozenset[str]().union(*(line.terms for line in ranked[: NewsWeights.quotes]))
    if not ranked or len(story.asked_terms & held) < NewsWeights.least * len(story.asked_terms):
        return None
    quotes = quotes_of(
        ranked,
        reader.worth,
        most=NewsWeights.quotes,
        room=NewsWeights.room,
        longest=NewsWeights.longest,
        least=lambda _: _SCRAP,
    )
    return answer_of(story, quotes) if quotes else None


class _Reader:
    """What the sentences and clauses of the news are worth for one question."""

    def __init__(self, story: Story) -> None:
        question = story.context.question
        self._terms = question.terms.keys()
        self._expected = question.expected
        self._scores = [e.score for e in story.context.result.evidence]
        self._best = max(self._scores, default=0.0)

    def fit(self, line: Line) -> float:
        """How well a sentence answers."""
        score = self._scores[line.rank] / self._best if self._best > 0 else 0.0
        share = len(self._terms & line.terms) / len(self._terms) if self._terms else 0.0
        return NewsWeights.score * score + NewsWeights.words * share + NewsWeights.asked * self._holds_asked(line.text)

    def worth(self, clause: str) -> float:
        """How well a clause answers, the shorter the better."""
        held = len(self._terms & index_terms(clause).keys())
        return 2 * NewsWeights.words * held / (1 + len(clause.split())) + self._holds_asked(clause)

    def _holds_asked(self, text: str) -> float:
        return self._expected.numbers(text) or self._expected.names(text)


def _candidates(story: Story) -> Iterable[Line]:
    """The lines of the time asked for, of articles that name something that the question names, if it names any."""
    context = story.context
    named = {e.id for e in context.entities}
    surfaces = [e.surface.casefold() for e in context.entities]
    about = {
        line.info.id
        for line in context.lines
        if not named or context.is_about(line) or any(s in line.text.casefold() for s in surfaces)
    }
    if story.newest is not None:
        about = {story.newest.info.id}
    timely = (line for line in context.lines if line.info.id in about and context.is_timely(line))
    return (line for line in timely if not only_asks(line, context))


def _is_aside(line: Line, first: Line, story: Story) -> bool:
    """Whether a line has nothing of what is asked where the first has something: it tells of something else."""
    return not story.asked_terms & line.terms and bool(story.asked_terms & first.terms)


def _place(line: Line) -> tuple[int, str, int]:
    return line.rank, line.info.id, line.statement.index
