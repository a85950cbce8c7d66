"""Answers worked out from cited figures, with their table and their calculation; what has no figure is quoted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.computed.aggregates import AGGREGATES
from timeweave.answering.computed.candidates import figure_facts
from timeweave.answering.computed.figures import Cell, Figure, Table, fill_table
from timeweave.answering.computed.moments import first_met, moment_asked
from timeweave.answering.computed.operators import OPERATORS, Operator, is_of_part
from timeweave.answering.computed.phrasing import listed, period_label, phrase
from timeweave.answering.computed.quoting import Quote, quote_for
from timeweave.answering.context.answer_context import AnswerContext, named_periods
from timeweave.answering.context.matching import fits
from timeweave.evolution import resolve
from timeweave.question.kinds import Kind
from timeweave.records import Citation, Fact, FactStatus, ResolvedFact
from timeweave.results import Answer, Value

_STATED = frozenset({Kind.VALUE, Kind.EACH})
_OUTRIGHT = 0.9  # of a full match
_FEW = 3  # gaps that the answer itself names, each by itself; more stand in the warnings alone, together
_FALL_BACK = frozenset({Kind.CHANGE, Kind.TREND, Kind.COMPARISON, Kind.TOTAL, Kind.AVERAGE})  # to stating the values


@dataclass(frozen=True, slots=True)
class _Told:
    """The words of an answer, its table, and what is missing."""

    text: str
    rows: tuple[Figure | Quote, ...]
    calculation: str | None
    warnings: tuple[str, ...]


def compute(context: AnswerContext) -> Answer | None:
    """An answer from figures, or ``None`` when the question does not ask for figures or none fits."""
    moment = moment_asked(context)
    context = moment or context
    operator: Operator | None = OPERATORS.get(context.kind) or AGGREGATES.get(context.kind)
    if moment is not None and moment.kind is Kind.SELECT:
        operator = first_met
    if not context.measures or (operator is None and context.kind not in _STATED):
        return None
    table = fill_table(context)
    if not table:
        return None
    outcome = operator(context, table) if operator is not None else None
    if outcome is not None:
        warnings = (*outcome.warnings, *_partly(outcome.figures, context), *missing(context, table, {}))
        return _answer(context, _Told(outcome.text, outcome.figures, outcome.calculation, warnings))
    if operator is not None and context.kind not in _FALL_BACK:
        return None
    return _answer(context, _each(context, table))


def is_outright(context: AnswerContext) -> bool:
    """Whether extracted facts bear the names of all measures asked for, so that figures are certainly meant."""
    if not context.measures or not context.entities:
        return False
    known = [k.fact for e in context.entities for k in figure_facts(context, e.id)]
    return all(any(fits(asked, fact) >= _OUTRIGHT for fact in known) for asked in context.measures)


def _each(context: AnswerContext, table: Table) -> _Told:
    """Every cell's value in the order asked, with the words of the evidence where a cell has no figure.

    Values stand bare in the order of the question where none is missing, else each with what it is the value of.
    """
    quotes = _quotes(context, table)
    cells = [c for c in _cells(context, table) if c in table or c in quotes]
    gaps = missing(context, table, quotes)
    several = max(len({p for _, p, _ in cells}), len(named_periods(context.question))) > 1 or context.kind is Kind.EACH
    names = len(context.entities) + len(context.result.unknown) > 1
    measures = len(context.measures) > 1 and bool(gaps)
    parts = []
    for cell in cells:
        figure = table.get(cell)
        part = phrase(figure, context, with_period=several, with_name=names) if figure else quotes[cell].text
        if figure and not several and is_of_part(figure) and figure.spoken is not None and figure.spoken.is_unit:
            part += f" in {period_label(figure.spoken, context)}"
        parts.append(f"{context.measures[cell[2]].text}: {part}" if measures else part)
    rows = tuple(table[c] if c in table else quotes[c] for c in cells)
    figures = [r for r in rows if isinstance(r, Figure)]
    text = "; ".join(parts) if measures else listed(parts)
    if 0 < len(gaps) <= _FEW:
        text = "; ".join([text, *gaps])
    return _Told(text, rows, None, (*_partly(figures, context), *gaps))


def _cells(context: AnswerContext, table: Table) -> list[Cell]:
    periods = list(dict.fromkeys(period for _, period, _ in table))
    return [(e.id, p, n) for e in context.entities for p in periods for n in range(len(context.measures))]


def _quotes(context: AnswerContext, table: Table) -> dict[Cell, Quote]:
    """Words of the evidence for measures that no cell has a figure of, where others have one."""
    found: dict[Cell, Quote] = {}
    figured = {number for _, _, number in table}
    for cell in _cells(context, table):
        entity, period, number = cell
        if number in figured or len(context.measures) < 2:
            continue
        named = next(e for e in context.entities if e.id == entity)
        quote = quote_for(context, named, period, context.measures[number])
        if quote is not None:
            found[cell] = quote
    return found


def missing(context: AnswerContext, table: Table, quotes: Mapping[Cell, Quote]) -> tuple[str, ...]:
    """What the question asks about that has no value: measures, entities, periods that it names or others have."""
    warnings = []
    known = {period for _, period, _ in table}
    periods = sorted(known | set(named_periods(context.question)), key=str) if None not in known else [None]
    for number, asked in enumerate(context.measures):
        for entity in context.entities:
            whose = f"{asked.text} of {entity.surface}"
            held = [p for p in periods if (entity.id, p, number) in table or (entity.id, p, number) in quotes]
            if not held:
                warnings.append(f"no value found for {whose}")
            else:
                gaps = [p for p in periods if p not in held]
                if len(gaps) > _FEW:
                    warnings.append(f"no value found for {whose} in {listed([period_label(p, context) for p in gaps])}")
                else:
                    warnings += [f"no value found for {whose} in {period_label(p, context)}" for p in gaps]
    warnings += [f"no value found for {name!r}: nothing visible mentions it" for name in context.result.unknown]
    return tuple(warnings)


def _partly(figures: Sequence[Figure], context: AnswerContext) -> tuple[str, ...]:
    """Which figures speak of a part of the period that was asked about."""
    return tuple(
        f"the value for {period_label(f.period, context)} is that of {period_label(f.spoken, context)}: {f.text}"
        for f in figures
        if f.stands_for_part
        and f.period is not None
        and f.spoken is not None
        and f.spoken.granularity.rank < f.period.granularity.rank
        and f.spoken.days is not None
        and f.spoken.days > 31
    )


def _answer(context: AnswerContext, told: _Told) -> Answer:
    citations = tuple(dict.fromkeys(row.citation for row in told.rows))
    figures = [row for row in told.rows if isinstance(row, Figure)]
    return Answer(
        search=context.result,
        answer=told.text,
        refused=False,
        method="computed",
        values=tuple(_value(row, citations) for row in told.rows),
        citations=citations,
        disagreement=disagreement(context, [f.fact.fact for f in figures if f.fact is not None]),
        warnings=tuple(dict.fromkeys((*context.result.warnings, *told.warnings))),
        calculation=told.calculation,
    )


def _value(row: Figure | Quote, citations: Sequence[Citation]) -> Value:
    """A line of the answer's table."""
    where = citations.index(row.citation)
    if isinstance(row, Quote):
        return Value(None if row.period is None else str(row.period), row.name, row.text, None, None, where)
    time = row.spoken if row.stands_for_part else row.period
    period = None if time is None else str(time)
    return Value(period, row.name, row.text, row.quantity.value, row.quantity.unit, where)


def disagreement(context: AnswerContext, facts: Sequence[Fact]) -> tuple[ResolvedFact, ...]:
    """The standing of the ``facts`` behind an answer's figures where sources give other values for the same time."""
    told: dict[str, ResolvedFact] = {}
    for fact in facts:
        group = context.view.facts_about([fact.subject], relation=fact.relation, within=fact.valid)
        same = [g for g in group if g.fact.valid == fact.valid and g.fact.qualifiers == fact.qualifiers]
        standing = {r.fact.id: r for r in resolve(same)}
        for resolved in standing.values():
            if resolved.status in (FactStatus.DISPUTED, FactStatus.RESTATED):
                told[resolved.fact.id] = resolved
        if fact.id in standing and standing[fact.id].status is FactStatus.RESTATED:  # the answer is the older word
            told |= {later: standing[later] for later in standing[fact.id].by}
    return tuple(told.values())
