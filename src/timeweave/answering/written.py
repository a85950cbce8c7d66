"""Local answers in a model's words, each checked against the lines that it cites (TG-14).

The paper's local query prompt asks a model to answer from chunks and to refuse without clear evidence. Here the model
is given statements, one line each, and what it says counts only where `grounding` finds it said in lines that it cites,
of the entities and the time of the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.options import AnswerOptions
from timeweave.answering.refusal import NO_EVIDENCE, refuse
from timeweave.answering.said import SaidAnswer
from timeweave.answering.summaries.pieces import source_of
from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.grounding import Ground
from timeweave.language.names import canonical_key
from timeweave.llm.base import Purpose
from timeweave.llm.client import ModelClient
from timeweave.prompts import load
from timeweave.prompts.rows import marked, row, unknown_marks, within
from timeweave.results import Answer, Value
from timeweave.temporal.expressions import find_expressions

PURPOSE = Purpose("answer", "question")
_OTHER_LINES = (
    "the lines cited speak of other times, or of others, than the question does: cite those that answer it, or refuse"
)


def write(context: AnswerContext, client: ModelClient, options: AnswerOptions) -> Answer | None:
    """A model's answer or refusal; ``None``, without a call, where no line could carry an answer.

    Raises:
        ModelError: the model gave none that its evidence carries, could not be reached, or would exceed the budget.
    """
    if not any(_may_carry(context, line, has_amount=False) for line in context.lines):
        return None
    rows = within((_row(mark, line) for mark, line in marked("E", context.lines).items()), options.evidence)
    shown = marked("E", context.lines[: len(rows)])
    sections = {
        "question": context.question.text,
        "times": ", ".join(str(period) for period in context.question.periods),
        "evidence": "\n".join(rows),
    }
    said = client.ask(
        load("answer").filled(sections), SaidAnswer, PURPOSE, check=lambda said: _problems(said, shown, context)
    )
    if is_refusal(said):
        return refuse(context, ("missing: the model finds no explicit evidence in what was found",), method="llm")
    carrying = _carrying(said, shown, context)
    citations = tuple(line.citation() for line in carrying)
    return Answer(
        search=context.result,
        answer=said.answer.strip(),
        refused=False,
        method="llm",
        values=tuple(_values(said.answer, carrying)),
        citations=citations,
        warnings=context.result.warnings,
    )


def _row(mark: str, line: Line) -> str:
    period = next(iter(line.periods), None)
    published = "" if line.info.published is None else line.info.observed.isoformat()
    return row(mark, source_of(line), published, str(period or ""), line.text)


def is_refusal(said: SaidAnswer) -> bool:
    """Whether a model says that nothing answers it."""
    return said.refused or said.answer.casefold().startswith(NO_EVIDENCE.casefold())


def _problems(said: SaidAnswer, shown: dict[str, Line], context: AnswerContext) -> Sequence[str]:
    if is_refusal(said):
        return ()
    if not said.answer.strip():
        return ("the answer is empty: answer, or refuse",)
    if unknown := unknown_marks(said.cites, shown, "line"):
        return unknown
    carrying = _carrying(said, shown, context)
    if not carrying:
        return (_OTHER_LINES,)
    return _ground(carrying, context).problems(said.answer)


def _carrying(said: SaidAnswer, shown: dict[str, Line], context: AnswerContext) -> list[Line]:
    """The lines cited that may carry the answer, each once, in the order of their citation."""
    has_amount = bool(find_amounts(said.answer, find_expressions(said.answer)))
    cited = [shown[mark] for mark in dict.fromkeys(said.cites) if mark in shown]
    return [line for line in cited if _may_carry(context, line, has_amount=has_amount)]


def _may_carry(context: AnswerContext, line: Line, *, has_amount: bool) -> bool:
    if not (context.is_about(line) or _is_entitled(context, line)):
        return False
    return context.is_timely(line) or (not has_amount and _began_before(context, line))


def _is_entitled(context: AnswerContext, line: Line) -> bool:
    """Whether the document bears the name of an entity of the question: such a page speaks of it by pronouns."""
    title = f" {canonical_key(line.info.title)} "
    return any(f" {canonical_key(entity.name)} " in title for entity in context.entities)


def _began_before(context: AnswerContext, line: Line) -> bool:
    """Whether a line of running text tells of what began before the end of the time asked about, and may go on.

    A value holds for its own period; who leads, or where someone lives, holds until something else is told.
    """
    told = line.statement.valid
    if told is None or told.start is None or line.info.period is not None:
        return False
    open_ended = told.is_unit or told.end is None
    start = told.start
    return open_ended and any(period.end is None or start < period.end for period in context.question.periods)


def _ground(lines: Sequence[Line], context: AnswerContext) -> Ground:
    return Ground(
        lines=tuple(line.text for line in lines),
        given=(context.question.text, *dict.fromkeys(source_of(line) for line in lines), *_names(lines, context)),
        times=tuple(dict.fromkeys((*(p for line in lines for p in line.periods), *context.question.periods))),
    )


def _names(lines: Sequence[Line], context: AnswerContext) -> Iterator[str]:
    """What the entities of the lines are called, which a line may refer to by a pronoun."""
    for entity in dict.fromkeys(e for line in lines for e in (*line.statement.entities, *line.info.entities)):
        if (info := context.view.entity(entity)) is not None:
            yield info.name


def _values(answer: str, lines: Sequence[Line]) -> Iterator[Value]:
    """The amounts of an answer with the line that states each."""
    for amount in find_amounts(answer, find_expressions(answer)):
        for number, line in enumerate(lines):
            stated = next(
                (a for a in find_amounts(line.text) if (a.value, a.unit) == (amount.value, amount.unit)), None
            )
            if stated is not None:
                period = next(iter(line.periods), None)
                when = None if period is None else str(period)
                yield Value(when, "", stated.text, stated.value, stated.unit or None, number)
                break
