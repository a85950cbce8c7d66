"""What happened with a name on a day in a model's words, from the top-k tuples (t, d), each sentence of them carried by
those that it cites (NE-11).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.refusal import refuse
from timeweave.answering.said import SaidAnswer
from timeweave.answering.stories.telling import Told
from timeweave.answering.written import PURPOSE, is_refusal
from timeweave.grounding import Ground
from timeweave.llm.client import ModelClient
from timeweave.prompts import load
from timeweave.prompts.rows import marked, row, unknown_marks
from timeweave.results import Answer
from timeweave.retrieval.news.datastore import Passage
from timeweave.temporal.interval import Interval

T = TypeVar("T")


def write_news(context: AnswerContext, told: Told, client: ModelClient) -> Answer:
    """A model's answer to a query that is reformulated with its date, or its refusal.

    Raises:
        ModelError: the model gave none that the tuples carry, could not be reached, or would exceed the budget.
    """
    shown = marked("E", told.tuples)
    rows = (row(mark, line.info.observed.isoformat(), line.text) for mark, line in shown.items())
    said = _said(told.asked.text, rows, shown, client, lambda cited: _ground(cited, told, context))
    if said is None:
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


def write_passages(
    query: str, day: dt.date, passages: Sequence[Passage], client: ModelClient
) -> tuple[str, tuple[Passage, ...]] | None:
    """A model's answer from passages, however they were found, with those that it cites; ``None`` where it refuses.

    Raises:
        ModelError: as `write_news`.
    """
    shown = marked("E", passages)
    rows = (row(mark, "undated" if p.day is None else p.day.isoformat(), p.text) for mark, p in shown.items())

    def ground(cited: Sequence[Passage]) -> Ground:
        days = (day, *(p.day for p in cited if p.day is not None))
        return Ground(tuple(p.text for p in cited), (query,), tuple(dict.fromkeys(map(Interval.day, days))))

    said = _said(query, rows, shown, client, ground)
    return None if said is None else (said.answer.strip(), tuple(shown[m] for m in dict.fromkeys(said.cites)))


def _said(
    query: str, rows: Iterable[str], shown: dict[str, T], client: ModelClient, ground: Callable[[list[T]], Ground]
) -> SaidAnswer | None:
    """What a model says from tuples, carried by the ``ground`` of those that it cites; ``None`` where it refuses."""

    def problems(said: SaidAnswer) -> Sequence[str]:
        if is_refusal(said):
            return ()
        if not said.answer.strip() or not said.cites:
            return ("the answer is empty, or cites nothing: answer from tuples, or refuse",)
        unknown = unknown_marks(said.cites, shown, "tuple")
        return unknown or ground([shown[mark] for mark in said.cites]).problems(said.answer)

    filled = load("news").filled({"query": query, "tuples": "\n".join(rows)})
    said = client.ask(filled, SaidAnswer, PURPOSE, check=problems)
    return None if is_refusal(said) else said


def _ground(cited: Sequence[Line], told: Told, context: AnswerContext) -> Ground:
    names = [
        info.name for line in cited for e in line.statement.entities if (info := context.view.entity(e)) is not None
    ]
    days = tuple(Interval.day(line.info.observed) for line in cited)
    times = (*days, Interval.day(told.asked.day), *(p for line in cited for p in line.periods))
    given = (told.asked.text, *names)
    return Ground(tuple(line.text for line in cited), given, tuple(dict.fromkeys(times)))
