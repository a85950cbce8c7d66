"""Answers to questions for a figure: the one told of what, whom and when is asked, or what follows from those told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.computed.candidates import figure_facts
from timeweave.answering.computed.compute import disagreement
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.news import is_news
from timeweave.answering.prose_figures.arithmetic import change, ratio, share, yes_no
from timeweave.answering.prose_figures.asked_days import as_on, figure_of, is_relative
from timeweave.answering.prose_figures.basis import on_basis
from timeweave.answering.prose_figures.deriving import against_plan, minus, rest, revised, shares_of_base
from timeweave.answering.prose_figures.fitting import all_rows, contexts, corrects, fitting, is_value_of
from timeweave.answering.prose_figures.levels import after_change, before_change
from timeweave.answering.prose_figures.over_time import extreme, mean, sum_over
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.taking_back import taken_back
from timeweave.answering.prose_figures.term_relations import dimension
from timeweave.answering.prose_figures.values import FigureAnswer, stated, value
from timeweave.answering.prose_figures.wholes import named_together, of_all_members, of_working_week
from timeweave.question.figures.phrases import asks_corrected, set_apart
from timeweave.question.figures.target import Form, TargetFigure, extreme_target
from timeweave.question.figures.words import names_measure
from timeweave.question.kinds import Kind
from timeweave.records import Citation, Fact
from timeweave.results import Answer, Value


def answer_from_prose(context: AnswerContext, target: TargetFigure) -> Answer | None:
    """The figure asked for, stated or worked out of stated ones; ``None`` where the documents do not determine it.

    "This year" without the day of asking (`as_of`) may be that of a document: such a question is read as on the day
    of each, and holds where all that answer agree.
    """
    told = _answer_on(context, target)
    if told is not None or context.view.as_of is not None or not is_relative(context):
        return told
    found: dict[str, Answer] = {}
    for day in sorted({line.info.observed for line in context.lines}, reverse=True)[:_MOST_DAYS]:
        then = as_on(context, day)
        meant = figure_of(then)
        answer = None if meant is None else _answer_on(then, meant)
        if answer is not None:
            found.setdefault(answer.answer, replace(answer, search=context.result))
    return next(iter(found.values())) if len(found) == 1 else None


_MOST_DAYS = 8


def _answer_on(context: AnswerContext, target: TargetFigure) -> Answer | None:
    rows = all_rows(context.lines)
    known = contexts(context.lines)
    told: FigureAnswer | None = None
    target, basis = set_apart(context.question, target)
    if basis is not None:
        lines = {id(line) for line in on_basis(context.lines, basis)}
        rows = [r for r in rows if id(r.line) in lines]
    if target.complement:
        told = rest(context, target, rows, known) or before_change(context, target, rows, known)
    elif target.form is Form.CHANGE:
        told = (
            against_plan(context, target, rows, known)
            or minus(context, target, rows, known)
            or change(context, target, rows, known)
        )
    elif target.form is Form.YES_NO:
        told = yes_no(context, target, rows, known)
    elif target.form is Form.RATIO:
        told = value(target, rows, known, by_rate=True) or ratio(target, rows, known)
    elif target.form is Form.SHARE:
        told = value(target, rows, known, by_rate=True) or share(context, target, rows, known)
    elif (shares := shares_of_base(target, rows, known)) is not None:
        told = next(iter(shares.values())) if len(shares) == 1 else None
        if told is None:
            return None
    else:
        told = (
            minus(context, target, rows, known)
            or revised(target, rows, known)
            or value(target, rows, known)
            or mean(target, rows, known)
            or sum_over(target, rows, known)
            or rest(context, target, rows, known)
            or (share(context, target, rows, known) if target.head and target.head <= dimension("%") else None)
            or named_together(context, target, rows, known)
            or of_all_members(target, rows, context.lines, known)
            or of_working_week(target, rows, context.lines, known)
        )
    if told is None and target.form in (Form.VALUE, Form.SHARE) and not target.complement:
        told = before_change(context, target, rows, known) or after_change(target, rows, known)
    if (
        told is None
        or taken_back(told.rows, context.lines)
        or (asks_corrected(context.question) and not any(corrects(r) for r in told.rows))
    ):
        return None
    return _answer(context, told)


def answer_extreme(context: AnswerContext) -> Answer | None:
    """When a figure that documents tell of several times was highest or lowest; ``None`` where nothing else is asked
    for, or they do not determine it.
    """
    target = extreme_target(context.question, context.entities)
    if target is None or not (target.head or target.terms):
        return None
    sign = 1 if context.question.extreme is Kind.HIGHEST else -1
    told = extreme(target, all_rows(context.lines), contexts(context.lines), context.lines, sign)
    return None if told is None or taken_back(told.rows, context.lines) else _answer(context, told)


def prose_may_answer(context: AnswerContext, target: TargetFigure) -> bool:
    """Whether a figure is meant: the question says so ("how many"), or some sentence gives one for what it names
    ("what was the enrolment"), where none does for others ("what was the version").
    """
    if target.certain:
        return True
    lengths = {"m", "km", "miles", "feet", "metres", "kilometres", "yards", "cm", "mm"}
    rows = all_rows(context.lines)
    if rows and names_measure(context.question.without_proper_names):
        return True
    if target.measures_length:
        return any(row.amount.unit in lengths for row in rows)
    if context.kind is Kind.LAST:  # "the latest version" is a name, not a number
        return False
    return bool(target.head) and any(
        is_value_of(f.row, target.head) for f in fitting(rows, target, contexts(context.lines))
    )


def _answer(context: AnswerContext, told: FigureAnswer) -> Answer:
    citations = tuple(dict.fromkeys(_citation(r) for r in told.rows))
    name = context.entities[0].surface if len(context.entities) == 1 else ""
    return Answer(
        search=context.result,
        answer=told.text,
        refused=False,
        method="extractive" if told.calculation is None and is_news(context) else "computed",
        values=tuple(_cell(r, name, citations) for r in told.rows),
        citations=citations,
        disagreement=disagreement(context, _facts(context, told.rows)),
        warnings=context.result.warnings,
        calculation=told.calculation or "; ".join(stated(r) for r in told.rows if r.worked_out) or None,
    )


def _cell(row: Row, name: str, citations: Sequence[Citation]) -> Value:
    amount = row.amount
    time = None if row.time is None else str(row.time)
    return Value(time, name, stated(row), amount.value, amount.unit or "count", citations.index(_citation(row)))


def _facts(context: AnswerContext, rows: Sequence[Row]) -> list[Fact]:
    """What extraction made of the amounts, where it made a fact."""
    values = {(r.amount.value, r.amount.unit or "count") for r in rows}
    return [
        known.fact
        for entity in context.entities
        for known in figure_facts(context, entity.id)
        if known.fact.quantity is not None and (known.fact.quantity.value, known.fact.quantity.unit) in values
    ]


def _citation(row: Row) -> Citation:
    return row.line.citation()
