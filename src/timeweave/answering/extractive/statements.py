"""Answers in the words of the evidence: the statements that hold most of what the question asks, quoted."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.context.answer_context import AnswerContext, asks_to_work_out
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.asking import only_asks
from timeweave.answering.extractive.newest import newest_answering
from timeweave.answering.extractive.wording import quoted_in_context
from timeweave.language.terms import index_terms
from timeweave.question.kinds import Kind
from timeweave.records import Span
from timeweave.results import Answer, Value


class ExtractiveWeights:
    """``words`` times the share of the question's words that a statement holds, ``rank`` over its place in the
    evidence.

    A statement must hold the share ``least`` of what is asked for to be an answer at all. ``most`` statements are
    quoted for an open question, one otherwise.
    """

    words: float = 1.0
    rank: float = 0.4
    least: float = 0.34
    most: int = 3


def extract(context: AnswerContext) -> Answer | None:
    """The best statements, quoted, or ``None`` when none holds enough of what is asked for, or the question wants
    the figures of entities compared.
    """
    if asks_to_work_out(context):
        return None
    asked_terms = frozenset(index_terms(" ".join(context.question.measures) or context.question.topic))
    scored = sorted(
        (
            (_score(line, asked_terms), line)
            for line in context.lines
            if _holds(line, asked_terms)
            and context.concerns(line)
            and line.text.strip()
            and not only_asks(line, context)
        ),
        key=lambda item: (-item[0], item[1].rank, item[1].info.id, item[1].statement.index),
    )
    if not scored:
        return None
    newest = newest_answering([line for _, line in scored], context, asked_terms)
    most = ExtractiveWeights.most if context.kind is Kind.OPEN else 1
    lines = [newest] if newest is not None else [line for _, line in scored[:most]]
    lines = _in_time(lines)
    return context.quoting(
        quoted_in_context([(line, Span(0, len(line.text))) for line in lines]),
        (_value(line) for line in lines),
        (line.citation() for line in lines),
    )


def _holds(line: Line, asked_terms: frozenset[str]) -> bool:
    return not asked_terms or len(asked_terms & line.terms) / len(asked_terms) >= ExtractiveWeights.least


def _score(line: Line, asked_terms: frozenset[str]) -> float:
    share = len(asked_terms & line.terms) / len(asked_terms) if asked_terms else 0.0
    return ExtractiveWeights.words * share + ExtractiveWeights.rank / (1 + line.rank)


def _in_time(lines: Sequence[Line]) -> list[Line]:
    """In order of the time they speak of, undated ones last."""

    def start(line: Line) -> str:
        period = next(iter(line.periods), None)
        return str(period.start) if period is not None and period.start is not None else "~"

    return sorted(lines, key=lambda line: (start(line), line.rank, line.info.id, line.statement.index))


def _value(line: Line) -> Value:
    period = next(iter(line.periods), None)
    return Value(None if period is None else str(period), "", line.text.strip(), None, None)
