"""Answers to questions for a figure: the one told of what, whom and when is asked, or what follows from those told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.asked.asking import Asking
from timeweave.answering.computed.candidates import figure_facts
from timeweave.answering.computed.compute import disagreement
from timeweave.answering.quoted.news import is_news
from timeweave.answering.told.asked_days import as_on, is_relative
from timeweave.answering.told.basis import on_basis, set_apart
from timeweave.answering.told.deriving import against_plan, minus, rest, revised, shares_of_base
from timeweave.answering.told.fitting import all_rows, contexts, corrects, fitting, is_value_of
from timeweave.answering.told.kin import dimension, holds
from timeweave.answering.told.levels import after_change, before_change
from timeweave.answering.told.question_words import names_measure
from timeweave.answering.told.rows import Row
from timeweave.answering.told.values import Told, stated, value
from timeweave.answering.told.wanting import Form, WantedFigure, wanted_figure
from timeweave.answering.told.wholes import named_together, of_all_members, of_working_week
from timeweave.answering.told.working import change, ratio, share, yes_no
from timeweave.lexicon.families import matching
from timeweave.lexicon.telling import CORRECTED
from timeweave.question.kinds import Kind
from timeweave.records import Citation, Fact, Span
from timeweave.results import Answer, Value


def answer_told(asking: Asking, wanted: WantedFigure) -> Answer | None:
    """The figure asked for, stated or worked out of stated ones; ``None`` where the documents do not determine it.

    "This year" without the day of asking (`as_of`) may be that of a document: such a question is read as on the day
    of each, and holds where all that answer agree.
    """
    told = _answer_on(asking, wanted)
    if told is not None or asking.view.as_of is not None or not is_relative(asking):
        return told
    found: dict[str, Answer] = {}
    for day in sorted({line.info.observed for line in asking.lines}, reverse=True)[:_MOST_DAYS]:
        then = as_on(asking, day)
        meant = wanted_figure(then)
        answer = None if meant is None else _answer_on(then, meant)
        if answer is not None:
            found.setdefault(answer.answer, replace(answer, search=asking.result))
    return next(iter(found.values())) if len(found) == 1 else None


_MOST_DAYS = 8


def _answer_on(asking: Asking, wanted: WantedFigure) -> Answer | None:
    rows = all_rows(asking.lines)
    known = contexts(asking.lines)
    told: Told | None = None
    wanted, basis = set_apart(asking.result.question, wanted)
    if basis is not None:
        lines = {id(line) for line in on_basis(asking.lines, basis)}
        rows = [r for r in rows if id(r.line) in lines]
    if wanted.complement:
        told = rest(asking, wanted, rows, known) or before_change(asking, wanted, rows, known)
    elif wanted.form is Form.CHANGE:
        told = (
            against_plan(asking, wanted, rows, known)
            or minus(asking, wanted, rows, known)
            or change(asking, wanted, rows, known)
        )
    elif wanted.form is Form.YES_NO:
        told = yes_no(asking, wanted, rows, known)
    elif wanted.form is Form.RATIO:
        told = value(wanted, rows, known, by_rate=True) or ratio(wanted, rows, known)
    elif wanted.form is Form.SHARE:
        told = value(wanted, rows, known, by_rate=True) or share(asking, wanted, rows, known)
    elif (shares := shares_of_base(wanted, rows, known)) is not None:
        told = next(iter(shares.values())) if len(shares) == 1 else None
        if told is None:
            return None
    else:
        told = (
            minus(asking, wanted, rows, known)
            or revised(wanted, rows, known)
            or value(wanted, rows, known)
            or rest(asking, wanted, rows, known)
            or (share(asking, wanted, rows, known) if wanted.head and wanted.head <= dimension("%") else None)
            or named_together(asking, wanted, rows, known)
            or of_all_members(wanted, rows, asking.lines, known)
            or of_working_week(wanted, rows, asking.lines, known)
        )
    if told is None and wanted.form in (Form.VALUE, Form.SHARE) and not wanted.complement:
        told = before_change(asking, wanted, rows, known) or after_change(wanted, rows, known)
    if (
        told is None
        or _is_withdrawn(told, asking)
        or (_CORRECTED.search(asking.result.question) and not any(corrects(r) for r in told.rows))
    ):
        return None
    return _answer(asking, told)


def _is_withdrawn(told: Told, asking: Asking) -> bool:
    """Whether a later document takes a figure back, and no figure that it rests on is told there or later."""
    rows = told.rows
    return any(
        _TAKEN_BACK.search(line.text)
        and all(line.info.observed > r.line.info.observed for r in rows)
        and any(r.time is not None and any(t.overlaps(r.time) for t in line.times) for r in rows)
        and any(sum(holds(line.terms, t) for t in r.head | r.noun | r.names) > 1 for r in rows)
        for line in asking.lines
    )


_TAKEN_BACK = re.compile(
    r"\b(?:withdr[ae]w[ns]?|withdrawing|retract(?:s|ed|ing)?|took back|taken back|unreliable|invalid|disown(?:s|ed)?"
    r"|(?:is|was|are|were) (?:wrong|incorrect|void|false|mistaken))\b",
    re.IGNORECASE,
)
_CORRECTED = matching(CORRECTED)


def may_be_told(asking: Asking, wanted: WantedFigure) -> bool:
    """Whether a figure is meant: the question says so ("how many"), or some sentence gives one for what it names
    ("what was the enrolment"), where none does for others ("what was the version").
    """
    if wanted.certain:
        return True
    lengths = {"m", "km", "miles", "feet", "metres", "kilometres", "yards", "cm", "mm"}
    rows = all_rows(asking.lines)
    if rows and names_measure(asking.question.without_proper_names):
        return True
    if wanted.measures_length:
        return any(row.amount.unit in lengths for row in rows)
    if asking.kind is Kind.LAST:  # "the latest version" is a name, not a number
        return False
    return bool(wanted.head) and any(
        is_value_of(f.row, wanted.head) for f in fitting(rows, wanted, contexts(asking.lines))
    )


def _answer(asking: Asking, told: Told) -> Answer:
    citations = tuple(dict.fromkeys(_citation(r) for r in told.rows))
    name = asking.entities[0].surface if len(asking.entities) == 1 else ""
    return Answer(
        search=asking.result,
        answer=told.text,
        refused=False,
        method="extractive" if told.calculation is None and is_news(asking) else "computed",
        values=tuple(_cell(r, name, citations) for r in told.rows),
        citations=citations,
        disagreement=disagreement(asking, _facts(asking, told.rows)),
        warnings=asking.result.warnings,
        calculation=told.calculation,
    )


def _cell(row: Row, name: str, citations: Sequence[Citation]) -> Value:
    amount = row.amount
    time = None if row.time is None else str(row.time)
    return Value(time, name, stated(row), amount.value, amount.unit or "count", citations.index(_citation(row)))


def _facts(asking: Asking, rows: Sequence[Row]) -> list[Fact]:
    """What extraction made of the amounts, where it made a fact."""
    values = {(r.amount.value, r.amount.unit or "count") for r in rows}
    return [
        known.fact
        for entity in asking.entities
        for known in figure_facts(asking, entity.id)
        if known.fact.quantity is not None and (known.fact.quantity.value, known.fact.quantity.unit) in values
    ]


def _citation(row: Row) -> Citation:
    start = row.line.statement.span.start
    return row.line.citation(Span(start, row.line.statement.span.end))
