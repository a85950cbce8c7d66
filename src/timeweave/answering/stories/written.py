"""What happened with a name on a day in a model's words, from the top-k tuples (t, d), each sentence of them carried by
those that it cites (NE-11).
"""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.refusal import NO_EVIDENCE, refuse
from timeweave.answering.said import SaidAnswer
from timeweave.answering.stories.telling import Told
from timeweave.answering.written import PURPOSE
from timeweave.grounding import Ground
from timeweave.llm.client import ModelClient
from timeweave.prompts import load
from timeweave.prompts.rows import marked, row, unknown_marks
from timeweave.results import Answer
from timeweave.temporal.interval import Interval


def write_news(context: AnswerContext, told: Told, client: ModelClient) -> Answer:
    """A model's answer to a query that is reformulated with its date, or its refusal.

    Raises:
        ModelError: the model gave none that the tuples carry, could not be reached, or would exceed the budget.
    """
    shown = marked("E", told.tuples)
    rows = (row(mark, line.info.observed.isoformat(), line.text) for mark, line in shown.items())
    sections = {"query": told.asked.text, "tuples": "\n".join(rows)}
    filled = load("news").filled(sections)
    said = client.ask(filled, SaidAnswer, PURPOSE, check=lambda said: _problems(said, shown, told, context))
    if _is_refusal(said):
        return refuse(context, ("missing: the model finds no explicit evidence in what was found",), method="llm")
    cited = [shown[mark] for mark in dict.fromkeys(said.cites)]
    return Answer(
        search=context.result,
        answer=said.answer.strip(),
        refused=False,
        method="llm",
        citations=tuple(line.citation() for line in cited),
        warnings=context.result.warnings,
    )


def _is_refusal(said: SaidAnswer) -> bool:
    return said.refused or said.answer.casefold().startswith(NO_EVIDENCE.casefold())


def _problems(said: SaidAnswer, shown: dict[str, Line], told: Told, context: AnswerContext) -> Sequence[str]:
    if _is_refusal(said):
        return ()
    if not said.answer.strip() or not said.cites:
        return ("the answer is empty, or cites nothing: answer from tuples, or refuse",)
    if unknown := unknown_marks(said.cites, shown, "tuple"):
        return unknown
    cited = [shown[mark] for mark in said.cites]
    names = [
        info.name for line in cited for e in line.statement.entities if (info := context.view.entity(e)) is not None
    ]
    days = tuple(Interval.day(line.info.observed) for line in cited)
    times = (*days, Interval.day(told.asked.day), *(p for line in cited for p in line.periods))
    given = (told.asked.text, *names)
    return Ground(tuple(line.text for line in cited), given, tuple(dict.fromkeys(times))).problems(said.answer)
