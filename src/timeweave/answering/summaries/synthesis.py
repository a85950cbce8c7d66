"""Global answers by a model: points out of each piece of evidence, the surest kept, joined to one account (TG-15).

Each piece is judged by itself, so that pieces may be judged at once and one that goes wrong costs no other. Points rest
on sentences that were shown, sentences of the account on points; `grounding` holds both to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from timeweave.answering.computed.phrasing import listed, period_label
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.options import AnswerOptions
from timeweave.answering.refusal import refuse
from timeweave.answering.said import SaidPoints, SaidSection, SaidSynthesis
from timeweave.answering.summaries.pieces import CitableSentence, Piece, pieces
from timeweave.answering.summaries.points import Point, by_score, distinct, found_by_words, trimmed
from timeweave.answering.summaries.sections import Section, Sentence, in_order_of_time, untold, written_out
from timeweave.errors import BudgetError, ModelError, ModelOutputError
from timeweave.grounding import Ground
from timeweave.language.tokens import count_tokens
from timeweave.llm.base import Purpose
from timeweave.llm.client import Ask, ModelClient
from timeweave.prompts import load
from timeweave.prompts.rows import marked, row, unknown_marks
from timeweave.question import Question
from timeweave.question.kinds import Kind
from timeweave.results import Answer
from timeweave.temporal.interval import Interval

T = TypeVar("T")

PURPOSE = Purpose("answer", "question")
_COURSES = frozenset({Kind.CHANGE, Kind.TREND, Kind.COMPARISON, Kind.EACH})


def synthesise(context: AnswerContext, client: ModelClient, options: AnswerOptions) -> Answer:
    """One structured, cited answer out of all pieces; a refusal where no piece has a point.

    Raises:
        ModelError: no piece could be judged, or what was made of the points could not be used.
    """
    judged = pieces(context)
    points, warnings = _points(judged, context, client)
    kept = by_score(trimmed(distinct(points), options.points, _size))
    if not kept:
        return refuse(context, ("missing: no piece of the evidence has a point on the question",), method="llm")
    account = _account(kept, context, client)
    if compares_times(context):
        account = in_order_of_time(account)
    text, citations = written_out(account)
    silent = [period_label(node, context) for node in untold(account, map(Interval.parse, context.result.nodes))]
    if silent:
        warnings = (*warnings, f"the answer says nothing of {listed(silent)}")
    return Answer(
        search=context.result,
        answer=text,
        refused=False,
        method="llm",
        citations=citations,
        warnings=(*context.result.warnings, *warnings),
    )


def compares_times(context: AnswerContext) -> bool:
    """Whether a question sets times against each other or asks for a course, so that the answer goes in their order."""
    several = len(context.question.periods) > 1 or any(not p.is_unit for p in context.question.periods)
    return context.kind in _COURSES or (several and context.question.speaks_of_course)


def _points(
    judged: Sequence[Piece], context: AnswerContext, client: ModelClient
) -> tuple[list[Point], tuple[str, ...]]:
    """The points of all pieces; of one that the model fails at, the sentences nearest to the question."""
    question = context.question
    found: list[Point] = []
    failed: list[ModelError] = []
    for piece, said in zip(judged, client.ask_all(_ask(piece, question) for piece in judged), strict=True):
        if isinstance(said, ModelError):
            failed.append(said)
            client.fell_back(PURPOSE)
            found += found_by_words(piece, question)
        else:
            lines = marked("E", piece.told)
            found += [Point(p.description.strip(), p.score, p.confidence, _of(p.cites, lines)) for p in said.points]
    hopeless = [error for error in failed if not isinstance(error, ModelOutputError)]
    if hopeless and (len(failed) == len(judged) or any(isinstance(error, BudgetError) for error in hopeless)):
        raise hopeless[-1]
    if not failed:
        return found, ()
    return found, (f"{len(failed)} of {len(judged)} pieces of evidence were read without a language model",)


def _ask(piece: Piece, question: Question) -> Ask[SaidPoints]:
    lines = marked("E", piece.told)
    rows = (row(mark, str(told.period or ""), told.text) for mark, told in lines.items())
    sources = piece.sources(list(lines))
    filled = load("points").filled({"question": question.text, "source": sources, "evidence": "\n".join(rows)})

    def check(said: SaidPoints) -> Sequence[str]:
        return [
            f"points[{number}] {point.description!r}: {problem}"
            for number, point in enumerate(said.points)
            for problem in unknown_marks(point.cites, lines, "line")
            or _empty(point.description)
            or _ground(_of(point.cites, lines), question).problems(point.description)
        ]

    return Ask(filled, SaidPoints, PURPOSE, check)


def _account(points: Sequence[Point], context: AnswerContext, client: ModelClient) -> tuple[Section, ...]:
    given = marked("P", points)
    question = context.question
    sections = {"question": question.text, "points": "\n".join(_row(mark, point) for mark, point in given.items())}

    def check(said: SaidSynthesis) -> Sequence[str]:
        if not any(section.sentences for section in said.sections):
            return ["there is no sentence: say what the points come to"]
        return list(_unfounded(said, given, question))

    said = client.ask(load("synthesis").filled(sections), SaidSynthesis, PURPOSE, check=check)
    return tuple(_section(section, given, context) for section in said.sections if section.sentences)


def _section(said: SaidSection, given: Mapping[str, Point], context: AnswerContext) -> Section:
    """A section as it was written; one whose heading says more than its points is headed by their time."""
    sentences = tuple(Sentence(s.text, _of(s.cites, given)) for s in said.sentences)
    section = Section(said.heading, sentences)
    points = tuple(point for sentence in sentences for point in sentence.points)
    if said.heading.strip() and _on_points(points, context.question).may_head(said.heading):
        return section
    return replace(section, heading=period_label(section.period, context) or "Overview")


def _unfounded(said: SaidSynthesis, given: Mapping[str, Point], question: Question) -> Iterator[str]:
    """What of an account its points do not say."""
    for number, section in enumerate(said.sections):
        for sentence in section.sentences:
            problems = (
                unknown_marks(sentence.cites, given, "point")
                or _empty(sentence.text)
                or _on_points(_of(sentence.cites, given), question).problems(sentence.text)
            )
            yield from (f"sections[{number}] {sentence.text!r}: {problem}" for problem in problems)


def _ground(told: Sequence[CitableSentence], question: Question) -> Ground:
    given = (question.text, *dict.fromkeys(t.source for t in told))
    return Ground(tuple(t.text for t in told), given, tuple(t.period for t in told if t.period is not None))


def _on_points(points: Sequence[Point], question: Question) -> Ground:
    """What points say counts as said, for it was held against their sentences; so do these."""
    told = tuple(dict.fromkeys(t for point in points for t in point.told))
    texts = (*(point.description for point in points), *(t.text for t in told))
    return Ground(texts, (question.text,), tuple(t.period for t in told if t.period is not None))


def _of(cites: Sequence[str], given: Mapping[str, T]) -> tuple[T, ...]:
    """What marks stand for, each once."""
    return tuple(given[mark] for mark in dict.fromkeys(cites) if mark in given)


def _empty(text: str) -> list[str]:
    return [] if text.strip() else ["it says nothing"]


def _row(mark: str, point: Point) -> str:
    return row(mark, str(point.period or ""), point.description)


def _size(point: Point) -> int:
    return count_tokens(_row("P100", point))
