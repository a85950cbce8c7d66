"""What is worked out from a table of figures: highest, n-th, change, trend, comparison, selection, count, yes or no."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.computed.figures import Figure, Table
from timeweave.answering.computed.phrasing import cell_label, listed, period_label, phrase
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import are_alike, comparable, currencies, difference, magnitude, same_unit
from timeweave.question.conditions import (
    Comparison,
    Condition,
    Place,
    Ranking,
)
from timeweave.question.kinds import Kind
from timeweave.records import Quantity

_A_MONTH = 31  # days


@dataclass(frozen=True, slots=True)
class Outcome:
    """The words of an answer, the figures that it states or rests on, and how they were worked out."""

    text: str
    figures: tuple[Figure, ...]
    calculation: str | None = None
    warnings: tuple[str, ...] = ()


Operator = Callable[[AnswerContext, Table], Outcome | None]


def extreme(sign: int) -> Operator:
    """The cell of the greatest (``sign`` 1) or least (-1) value, told by what tells the cells apart."""

    def pick(context: AnswerContext, table: Table) -> Outcome | None:
        ranked = _ranked(_comparable(table.values()), sign)
        if not ranked or (len(ranked) < 2 and _cells_asked(context) > 1):
            return None
        best = [f for f in ranked if magnitude(f.quantity) == magnitude(ranked[0].quantity)]
        text = listed([_winner(f, context, ranked) for f in best])
        return Outcome(text, tuple(ranked), _ranking(ranked, context, sign), _rough(ranked))

    return pick


def nth(context: AnswerContext, table: Table) -> Outcome | None:
    """The cell at a place of the ranking by value or by time, or all cells up to it."""
    place = context.question.place or Place(1, Ranking.HIGHEST)
    figures = _comparable(table.values())
    if place.ranking in (Ranking.HIGHEST, Ranking.LOWEST):
        sign = 1 if place.ranking is Ranking.HIGHEST else -1
        ranked = _ranked(figures, sign)
        calculation = _ranking(ranked, context, sign)
    else:
        ranked, calculation = _in_time(figures), None
        ranked = ranked if place.ranking is Ranking.FIRST else ranked[::-1]
    chosen = ranked[: place.number] if place.several else ranked[place.number - 1 : place.number]
    if not chosen:
        return None
    rest = [f for f in ranked if f not in chosen]
    return Outcome(listed([_winner(f, context, ranked) for f in chosen]), (*chosen, *rest), calculation, _rough(ranked))


def at_edge(place: int) -> Operator:
    """The value of each entity and measure at the first (0) or last (-1) of its periods."""

    def pick(context: AnswerContext, table: Table) -> Outcome | None:
        rows: dict[tuple[object, int], list[Figure]] = {}
        for (entity, _, number), figure in table.items():
            rows.setdefault((entity, number), []).append(figure)
        chosen = [_in_time(row)[place] for row in rows.values()]
        text = listed([phrase(f, context, with_period=True, with_name=len(rows) > 1) for f in chosen])
        return Outcome(text, tuple(chosen)) if chosen else None

    return pick


def change(context: AnswerContext, table: Table) -> Outcome | None:
    """The difference between the first and the last period of one measure of one entity, in the same unit."""
    figures = _in_time(_comparable(table.values()))
    if len(figures) < 2 or len({(f.entity, f.asked.text) for f in figures}) != 1:
        return None
    told = None if any(is_of_part(f) for f in figures) else _apart(figures[0], figures[-1])
    if told is None:
        return None
    amount, calculation = told
    first, last = figures[0], figures[-1]
    begun, ended = period_label(first.period, context), period_label(last.period, context)
    return Outcome(f"{amount}: from {first.text} in {begun} to {last.text} in {ended}", tuple(figures), calculation)


def trend(context: AnswerContext, table: Table) -> Outcome | None:
    """The course of one measure of one entity: every value, and whether it rose or fell from the first to the last."""
    figures = _in_time(_comparable(table.values()))
    if len(figures) < 2 or len({(f.entity, f.asked.text) for f in figures}) != 1:
        return None
    values = [magnitude(f.quantity) for f in figures]
    ups = sum(b > a for a, b in itertools.pairwise(values))
    downs = sum(b < a for a, b in itertools.pairwise(values))
    word = "rose" if values[-1] > values[0] else "fell" if values[-1] < values[0] else "stayed"
    course = f"{word} throughout" if not (ups and downs) and word != "stayed" else f"{word} overall"
    steps = listed([phrase(f, context, with_period=True) for f in figures])
    told = _apart(figures[0], figures[-1])
    return Outcome(f"{course[0].upper()}{course[1:]}: {steps}", tuple(figures), told[1] if told else None)


def comparison(context: AnswerContext, table: Table) -> Outcome | None:
    """How far two cells lie apart; more than two are ranked."""
    figures = _comparable(table.values())
    if len(figures) < 2:
        return None
    if len(figures) > 2:
        ranked = _ranked(figures, 1)
        parts = [f"{cell_label(f, context, ranked)} {f.text}" for f in ranked]
        return Outcome(listed(parts), tuple(ranked), _ranking(ranked, context, 1), _rough(ranked))
    if len({f.entity for f in figures}) == 1:
        return change(context, table)
    low, high = sorted(figures, key=lambda f: magnitude(f.quantity))
    told = _apart(low, high)
    if told is None:
        return None
    text = f"{told[0].lstrip('+')} more for {high.name}: {high.text} against {low.text} for {low.name}"
    return Outcome(text, (high, low), told[1])


def select(context: AnswerContext, table: Table) -> Outcome | None:
    """The cells that meet the question's condition."""
    met = meeting(context, table)
    if met is None:
        return None
    holding, figures, condition = met
    if not holding and len(figures) == 1:  # of one there is nothing to select
        return None
    text = listed([_winner(f, context, figures) for f in holding]) if holding else "None"
    rest = [f for f in figures if f not in holding]
    return Outcome(text, (*holding, *rest), ticked(figures, holding, condition, context))


def count(context: AnswerContext, table: Table) -> Outcome | None:
    """How many cells meet the question's condition, or how many of them in a row."""
    met = meeting(context, table)
    if met is None:
        return None
    holding, figures, condition = met
    checked = ticked(figures, holding, condition, context)
    if context.question.asks_in_a_row:
        run = best = 0
        for figure in _in_time(figures):
            run = run + 1 if figure in holding else 0
            best = max(best, run)
        return Outcome(str(best), tuple(figures), checked)
    labels = listed([cell_label(f, context, figures) for f in holding])
    text = f"{len(holding)}: {labels}" if labels else str(len(holding))
    return Outcome(text, (*holding, *(f for f in figures if f not in holding)), checked)


def yes_no(context: AnswerContext, table: Table) -> Outcome | None:
    """Whether figures meet the condition that the question asserts: a bound, a rise or fall, more than another's."""
    figures = _comparable(table.values())
    condition = context.question.condition
    asserted = condition.comparison if condition is not None else context.question.asserted
    if asserted is None or not figures or len({f.asked.text for f in figures}) > 1:
        return None
    if condition is not None and condition.value is not None:
        if not all(_fits_bound(condition, f) for f in figures):
            return None
        holds = all(_holds(condition, f) for f in figures)
        said = listed([phrase(f, context, with_period=True, with_name=len(context.entities) > 1) for f in figures])
        return Outcome(f"{'Yes' if holds else 'No'}: {said}", tuple(figures), None)
    pair = _in_time(figures) if len({f.entity for f in figures}) == 1 else figures
    if len(pair) < 2 or (len({f.entity for f in pair}) > 1 and len(pair) != 2):
        return None
    first, last = pair[0], pair[-1]
    upward = asserted in (Comparison.ROSE, Comparison.ABOVE)
    if first.entity != last.entity:
        first, last = last, first
    holds = (magnitude(last.quantity) - magnitude(first.quantity)) * (1 if upward else -1) > 0
    said = f"{_named(last, context, pair)} against {_named(first, context, pair)}"
    told = _apart(first, last)
    return Outcome(f"{'Yes' if holds else 'No'}: {said}", tuple(pair), told[1] if told else None, _rough(pair))


OPERATORS: Mapping[Kind, Operator] = {
    Kind.HIGHEST: extreme(1),
    Kind.LOWEST: extreme(-1),
    Kind.NTH: nth,
    Kind.FIRST: at_edge(0),
    Kind.LAST: at_edge(-1),
    Kind.CHANGE: change,
    Kind.TREND: trend,
    Kind.COMPARISON: comparison,
    Kind.SELECT: select,
    Kind.COUNT: count,
    Kind.YES_NO: yes_no,
}
"""Which operator works out which kind of answer; the others state every value."""


def _comparable(figures: Iterable[Figure]) -> list[Figure]:
    """Those that can be set side by side: in the kind of unit that most have, and of whole periods where any is."""
    known = list(figures)
    alike = [f for f, kept in zip(known, comparable([f.quantity for f in known]), strict=True) if kept]
    return [f for f in alike if not is_of_part(f)] or alike


def is_of_part(figure: Figure) -> bool:
    """Whether a figure covers less than its cell's period; what is true on a day at its end does not."""
    return figure.stands_for_part and figure.spoken is not None and (figure.spoken.days or 0) > _A_MONTH


def _ranked(figures: Sequence[Figure], sign: int) -> list[Figure]:
    return sorted(figures, key=lambda f: -sign * magnitude(f.quantity))


def _in_time(figures: Sequence[Figure]) -> list[Figure]:
    def start(figure: Figure) -> str:
        time = figure.period if figure.period is not None and figure.period.start is not None else figure.spoken
        return str(time.start) if time is not None and time.start is not None else ""

    return sorted(figures, key=start)


def _cells_asked(context: AnswerContext) -> int:
    """At least how many cells the question compares; two, where it asks for the best of unnamed periods."""
    named = len(context.entities) + len(context.result.unknown)
    return named if named > 1 else 2 if context.question.scope_in_units.granularity is not None else 1


def _winner(figure: Figure, context: AnswerContext, among: Sequence[Figure]) -> str:
    where = cell_label(figure, context, among)
    if not where:
        return figure.text
    return f"{figure.text} ({where})" if context.question.asks_amount else f"{where} ({figure.text})"


def _named(figure: Figure, context: AnswerContext, among: Sequence[Figure]) -> str:
    return f"{figure.text} ({cell_label(figure, context, among)})"


def _ranking(ranked: Sequence[Figure], context: AnswerContext, sign: int) -> str | None:
    if len(ranked) < 2:
        return None
    parts = [f"{ranked[0].text} ({cell_label(ranked[0], context, ranked)})"]
    for before, figure in itertools.pairwise(ranked):
        equal = magnitude(before.quantity) == magnitude(figure.quantity)
        relation = "=" if equal else ">" if sign > 0 else "<"
        parts.append(f"{relation} {figure.text} ({cell_label(figure, context, ranked)})")
    return " ".join(parts)


def _rough(figures: Sequence[Figure]) -> tuple[str, ...]:
    used = sorted(currencies([f.quantity for f in figures]))
    if len(used) < 2:
        return ()
    return (f"amounts in {listed(used)} are compared at rough, fixed rates of exchange",)


def _apart(first: Figure, last: Figure) -> tuple[str, str] | None:
    """The difference in words and as a calculation; ``None`` where the units do not allow one, or a figure of a year
    stands beside one of a quarter.
    """
    unit = same_unit([first.quantity, last.quantity])
    lengths = [f.spoken.days for f in (first, last) if f.spoken is not None and f.spoken.days is not None]
    uneven = len(lengths) == 2 and min(lengths) > _A_MONTH and max(lengths) > 2 * min(lengths)
    if unit is None or uneven:
        return None
    amount, share = difference(first.quantity, last.quantity, unit)
    words = f"{amount} ({share})" if share else amount
    return words, f"{last.text} − {first.text} = {words}"


def meeting(context: AnswerContext, table: Table) -> tuple[list[Figure], list[Figure], Condition] | None:
    """The figures that meet the question's condition, all of them in order of time, and the condition."""
    condition = context.question.condition
    figures = _in_time(_comparable(table.values()))
    if condition is None or not figures or len({f.asked.text for f in figures}) > 1:
        return None
    if condition.value is not None:
        figures = [f for f in figures if _fits_bound(condition, f)]
        return ([f for f in figures if _holds(condition, f)], figures, condition) if figures else None
    holding = []
    for entity in dict.fromkeys(f.entity for f in figures):
        row = [f for f in figures if f.entity == entity]
        holding += [
            f
            for before, f in itertools.pairwise(row)
            if condition.holds(magnitude(f.quantity), magnitude(before.quantity))
        ]
    return holding, figures, condition


def _fits_bound(condition: Condition, figure: Figure) -> bool:
    bound = Quantity(condition.value or 0.0, condition.unit, "")
    return not condition.unit or are_alike(bound, figure.quantity)


def _holds(condition: Condition, figure: Figure) -> bool:
    """Whether a figure meets a bound, both made comparable: 150 basis points are 1.5 percentage points."""
    assert condition.value is not None
    unit = condition.unit or figure.quantity.unit
    bound = Quantity(condition.value, unit, "")
    high = condition.high if condition.high is None else magnitude(Quantity(condition.high, unit, ""))
    made = Condition(condition.comparison, condition.span, magnitude(bound), unit, high)
    return made.holds(magnitude(figure.quantity))


def ticked(figures: Sequence[Figure], holding: Sequence[Figure], condition: Condition, context: AnswerContext) -> str:
    """Each figure with whether it is among those that meet the condition."""
    wording = context.question.said(condition.span)
    marks = [f"{f.text} ({cell_label(f, context, figures)}) {'✓' if f in holding else '✗'}" for f in figures]
    return f"{wording}: {', '.join(marks)}"
