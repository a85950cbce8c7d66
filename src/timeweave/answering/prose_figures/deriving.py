"""What follows from a figure and what its sentence tells beside it: the level before a change, what is left of a
whole, a difference that a question spells out.

Each holds only where the text determines it: exact figures of one time, in one unit, with one reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import convertible
from timeweave.answering.prose_figures.fitting import fitting, said_of_base
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of, one_of, standing
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.answering.prose_figures.values import FigureAnswer, Known, in_full, quantity_of, stated, value
from timeweave.extraction.amounts.standing import Standing
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.phrases import against_plan_terms, asks_goal_difference, parts_meant, taken_from
from timeweave.question.figures.target import Form, TargetFigure

_OF_WHOLE = lazily(r"\b(?:part|out) of (?:a |the )?(?:total|whole)?(?: of)?\s*$", re.IGNORECASE)


def rest(context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """What is left of a whole without the part that is told of it."""
    for part_terms, left in parts_meant(context.question, target):
        whole = value(left, [r for r in rows if not r.is_part], known)
        if whole is None or len(whole.rows) != 1:
            continue
        parts = [r for r in rows if _is_part_of(r, whole.rows[0], part_terms)]
        if len({r.amount.value for r in parts}) == 1:
            return _less(whole.rows[0], parts[:1])
    return _the_rest(target, rows, known)


def _is_part_of(row: Row, whole: Row, terms: frozenset[str]) -> bool:
    if row is whole or row.line is not whole.line or row.standing is not Standing.STATED or row.time != whole.time:
        return False
    before = whole.line.text[max(0, whole.amount.start - 30) : whole.amount.start]
    belongs = row.is_part or (whole.is_base and not row.is_base) or _OF_WHOLE.search(before) is not None
    if not belongs or row.amount.unit not in ("", whole.amount.unit):
        return False
    narrower = {t for t in row.head | row.noun if not holds(terms | whole.said, t)}  # "145 of them soloists from there"
    return not narrower and all(holds(row.own | row.noun | row.head, t) for t in terms)


_REST = lazily(r"\bthe (?:rest|remainder|remaining|others?)\b([^.;]*)", re.IGNORECASE)


def _the_rest(target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """What "the rest went to smaller groups" leaves of a whole whose other parts the sentence lists."""
    for line in dict.fromkeys(r.line for r in rows):
        match = _REST.search(line.text)
        if match is None or target.complement:
            continue
        terms = frozenset(t for t in target.terms if holds(index_terms(match[1]), t))
        parts = [r for r in rows if r.line is line and r.amount.end <= match.start()]
        if not terms or any(r.amount.start > match.start() for r in rows if r.line is line):
            continue
        whole = value(
            replace(target, terms=target.terms - terms, verbs=target.verbs - terms, names=target.names - terms),
            [r for r in rows if r not in parts or r.is_base], known,
        )  # fmt: skip
        if whole is None or len(whole.rows) != 1 or whole.rows[0].line.info is not line.info:
            continue
        parts = [r for r in parts if r is not whole.rows[0]]
        heads = frozenset[str]().union(*(r.head for r in parts)) - whole.rows[0].head
        if parts and not heads and all(r.standing is Standing.STATED for r in parts):
            return _less(whole.rows[0], parts)
    return None


def _less(whole: Row, parts: Sequence[Row]) -> FigureAnswer | None:
    """A whole without its parts; ``None`` where one of the figures is not exact or they exceed it."""
    every = [whole, *parts]
    if any(r.amount.approx or r.amount.high is not None for r in every):
        return None
    values = convertible([quantity_of(replace(r.amount, unit=r.amount.unit or whole.amount.unit)) for r in every[::-1]])
    if values is None or whole.amount.unit in ("pp", "points", "bp"):
        return None
    total = round(values[0][-1] - sum(values[0][:-1]), 9)
    if total < 0:
        return None
    shown = " − ".join(r.amount.text if r is not whole else stated(r) for r in every)
    result = in_full(total, whole.amount.unit or "count")
    return FigureAnswer(f"{result}: {shown}", tuple(every), f"{shown} = {result}")


def shares_of_base(target: TargetFigure, rows: Sequence[Row], known: Known) -> dict[float, FigureAnswer | None] | None:
    """How many a share is that is asked for, where its sentence says of how many it is: "of the 1,400 asked, 35 %
    agreed"; none where the question is for no such share, and no words for it where a rough share leaves it open.
    """
    if not target.counted:
        return None
    found: dict[float, FigureAnswer | None] = {}
    plain = replace(target, counted=False)
    for part in rows:
        bases = [r for r in rows if r.line is part.line and r.is_base and not r.amount.unit]
        if part.amount.unit != "%" or len(bases) != 1 or part.standing is not Standing.STATED:
            continue
        base = bases[0]
        if all(holds(said_of_base(base), t) for t in target.terms):
            continue  # of all of them
        own = part.own | base.own | base.noun
        meant = replace(part, head=base.head, noun=part.noun | base.head, own=own, is_part=False)
        number = round(base.amount.value * part.amount.value / 100, 6)
        rough = base.amount.approx or part.amount.approx or base.amount.high or part.amount.high
        timely = not target.periods or any(is_of(meant, p) for p in target.periods)
        if timely and fitting([meant], plain, known):
            result = in_full(number, "count")
            shown = f"{part.amount.text} of {stated(base)}"
            exact = FigureAnswer(f"{result}: {shown}", (part, base), f"{shown} = {result}")
            found[number] = exact if number == round(number) and not rough else None
    return found or None


def minus(context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """One figure less another, where the question names both: births minus deaths, goals scored and conceded."""
    taken = taken_from(context.question)
    if taken is not None:
        one, other = (frozenset(index_terms(word)) for word in taken[:2])
        sides = [(one, frozenset[str]()), (other, frozenset[str]())]
    elif asks_goal_difference(context.question):
        one, other = frozenset(index_terms("goals")), frozenset[str]()
        sides = [(one, frozenset(index_terms(word))) for word in ("scored", "conceded")]
        target = replace(target, asked=target.asked | frozenset(index_terms("scored conceded")))
    else:
        return None
    left = target.terms - one - other
    if taken is not None:  # "natural change (births minus deaths)" is what that is called
        left -= taken[2]
    found = []
    for head, deed in sides:
        if not head:
            return None
        plain = replace(
            target, form=Form.VALUE, head=head, terms=left, counted=True, planned=False, any_head=False,
            statistic=frozenset(),
        )  # fmt: skip
        told = value(plain, [r for r in rows if all(holds(r.own, d) for d in deed)], known)
        if told is None or len(told.rows) != 1:
            return None
        found.append(told.rows[0])
    return _apart_signed(found[0], found[1])


def _apart_signed(first: Row, second: Row) -> FigureAnswer | None:
    a, b = first.amount, second.amount
    alike = convertible([quantity_of(a), quantity_of(b)])
    if first is second or alike is None or a.approx or b.approx or a.high is not None or b.high is not None:
        return None
    result = in_full(round(alike[0][0] - alike[0][1], 9), alike[1])
    shown = f"{stated(first)} − {stated(second)}"
    return FigureAnswer(f"{result}: {shown}", (first, second), f"{shown} = {result}")


def against_plan(
    context: AnswerContext, target: TargetFigure, rows: Sequence[Row], known: Known
) -> FigureAnswer | None:
    """How far what came about lies from what was planned."""
    drop = against_plan_terms(context.question)
    if not drop:
        return None
    plain = replace(
        target, form=Form.VALUE, terms=target.terms - drop, verbs=target.verbs - drop, planned=False,
        statistic=frozenset(), counted=target.counted,
    )  # fmt: skip
    fits = fitting(rows, plain, known)
    if plain.periods:
        fits = [f for f in fits if any(is_of(f.row, p) for p in plain.periods)]
    meant = one_of([f for f in fits if f.row.standing is Standing.PLANNED])
    came = one_of([f for f in standing(fits, plain) if f.row.standing is Standing.STATED], rows)
    if meant is None or came is None or meant.row.amount.unit != came.row.amount.unit:
        return None
    first, second = sorted((meant.row, came.row), key=lambda r: -r.amount.value)
    return _apart_signed(first, second)


_REVISED_BY = lazily(
    r"\b(?:revised|corrected|adjusted|restated|amended)\s+(up|down)(?:wards?)?\s+by\s+$", re.IGNORECASE
)


def revised(target: TargetFigure, rows: Sequence[Row], known: Known) -> FigureAnswer | None:
    """A figure that a later sentence says was "revised down by two"."""
    steps = [
        (r, match[1].lower()) for r in rows
        if (match := _REVISED_BY.search(r.line.text[max(0, r.amount.start - 32) : r.amount.start]))
    ]  # fmt: skip
    if len(steps) != 1 or steps[0][0].amount.unit == "%":
        return None
    step, way = steps[0]
    if not fitting([replace(step, standing=Standing.STATED)], target, known):
        return None
    base = value(target, [r for r in rows if r.line is not step.line], known)
    if base is None or len(base.rows) != 1:
        return None
    was = base.rows[0]
    if was.line.info.observed >= step.line.info.observed or was.time != step.time:
        return None
    a, b = was.amount, step.amount
    if a.approx or b.approx or a.high is not None or b.high is not None or b.unit not in ("", a.unit):
        return None
    number = round(a.value + (b.value if way == "up" else -b.value), 9)
    result, sign = in_full(number, a.unit or "count"), "+" if way == "up" else "−"
    shown = f"{stated(was)} {sign} {b.text}"
    return FigureAnswer(f"{result}: {shown}", (was, step), f"{shown} = {result}")
