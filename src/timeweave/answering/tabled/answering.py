"""Answers to questions for the cells of tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.answering.computed.phrasing import period_label
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import MOST_PER_SHARE, difference, same_unit
from timeweave.answering.refusal import refuse
from timeweave.answering.tabled.fitting import Fit, Fitting, best
from timeweave.answering.tabled.rows import answer_rows
from timeweave.answering.tabled.tables import Told, cite_row, is_order, tables_in_evidence
from timeweave.extraction.tables import Holds, TableCell
from timeweave.language.job_titles import is_job_title
from timeweave.lexicon.changes import CHANGES, FALLS, RISES
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import DEPENDENT
from timeweave.question.cell_words import terms_of
from timeweave.question.kinds import Kind
from timeweave.results import Answer, Value
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

_MARGIN = 0.25
_ENOUGH = 2.0  # of a score
_LEAST_ROW, _LEAST_COLUMN = 0.5, 0.3
_LONGEST_WORDS = 12
_OVER = frozenset({Kind.HIGHEST, Kind.LOWEST, Kind.NTH, Kind.WHO, Kind.VALUE, Kind.OPEN, Kind.WHERE, Kind.WHEN})
_IS_CHANGE = lazily(rf"\b{any_of(CHANGES, RISES, FALLS)}\b", re.IGNORECASE)
_CHANGES = frozenset({Kind.CHANGE, Kind.TREND, Kind.COMPARISON})
_OF_CELLS = frozenset(
    {
        Kind.VALUE,
        Kind.HIGHEST,
        Kind.LOWEST,
        Kind.WHO,
        Kind.WHEN,
        Kind.WHERE,
        Kind.OPEN,
        Kind.COUNT,
        Kind.LAST,
        Kind.TOTAL,
        Kind.CHANGE,
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class _Said:
    """The words of an answer, the cells that it rests on, and how it was worked out."""

    text: str
    fits: tuple[Fit, ...]
    calculation: str | None = None


def answer_cells(context: AnswerContext) -> Answer | None:
    """What `answer_tabled` gives where there are tables."""
    tables = list(tables_in_evidence(context))
    if not tables:  # none of what looks like their rows is any
        return None
    fitting = Fitting(context)
    if fitting.words.is_ranked and context.kind in _OVER:
        return _answer(context, _extreme(fitting, tables))
    if context.kind in _CHANGES and (said := _change(fitting, tables)):
        return _answer(context, said)
    if context.kind not in _OF_CELLS or fitting.words.is_ranked:
        return None
    found = _cell(fitting, tables, _one(fitting.periods))
    if found is None:
        return answer_rows(context, tables)
    if context.kind in _CHANGES and _ends(fitting) and not _tells_change(found.cell):  # what it was at one of them
        return None
    if not found.cell.text:
        return refuse(context, (f"missing: the table says nothing of {found.cell.label} {found.cell.heading}".strip(),))
    return _answer(context, _Said(found.cell.text, (found,)))


def _one(periods: Sequence[Interval]) -> Interval | None:
    return periods[0] if periods else None


def _cell(fitting: Fitting, tables: Sequence[Told], period: Interval | None) -> Fit | None:
    if len(fitting.periods) > 1 and period is fitting.periods[0]:
        return None
    fits = [f for told in tables for f in fitting.fits(told, period) if _is_meant(f, fitting)]
    if period is None:
        fits = _of_the_newest(fits)
    return best(fits, _MARGIN)


def _of_the_newest(fits: list[Fit]) -> list[Fit]:
    """Of cells of one row and column of headings those of the latest time, which is meant where none is asked for."""
    latest: dict[tuple[int, str, str, str], Interval] = {}
    for fit in fits:
        key, time = _series(fit), fit.cell.time
        if time is not None and (key not in latest or str(time.start) > str(latest[key].start)):
            latest[key] = time
    return [f for f in fits if f.cell.time is None or f.cell.time == latest.get(_series(f))]


def _series(fit: Fit) -> tuple[int, str, str, str]:
    return (id(fit.told.table), fit.cell.label, fit.cell.heading, fit.cell.measure)


def _is_meant(fit: Fit, fitting: Fitting) -> bool:
    """Whether the question names a cell: its row and its column, as far as these have words of their own."""
    cell, kind = fit.cell, fitting.context.kind
    if cell.is_total and not fitting.words.of_total:
        return False
    if fit.at_most < _ENOUGH or is_order(cell):
        return False
    wants_words = kind in (Kind.WHO, Kind.WHEN, Kind.WHERE)
    if kind is Kind.WHEN and cell.text and not _tells_time(cell):
        return False
    if cell.text and wants_words and (cell.number is not None or len(cell.text.split()) > _LONGEST_WORDS):
        return False
    if kind is Kind.WHO and fitting.context.question.roles and is_job_title(cell.text):
        return False  # who holds an office is no office
    if cell.text and cell.number is None and fitting.words.asks_how and not cell.text[:1].isdigit():
        return False
    if cell.label and fit.row < _LEAST_ROW and not _is_told_by_time(fit, fitting):
        return False
    if fit.column < _LEAST_COLUMN and not _is_alone(fit):
        return False
    if _is_of_other_kind(fit, fitting):
        return False
    return fit.score >= _ENOUGH and fit.named and (not fit.missing or _is_by_verb(fit, fitting))


def _is_of_other_kind(fit: Fit, fitting: Fitting) -> bool:
    """Whether a cell says back what is asked, is "Net" of nothing, or a sum where one per share is asked for."""
    cell = fit.cell
    if cell.label.casefold() in DEPENDENT and not cell.group:
        return True
    if cell.number is None:
        return bool(cell.text) and terms_of(cell.text) <= fitting.words.terms
    if cell.unit is None or not cell.unit.is_currency or "/" in cell.unit.name:
        return False
    return any(m.per_share for m in fitting.context.measures) and abs(cell.value or 0.0) >= MOST_PER_SHARE


def _tells_time(cell: TableCell) -> bool:
    return any(c.isdigit() for c in cell.text) or bool(find_expressions(cell.text))


def _is_told_by_time(fit: Fit, fitting: Fitting) -> bool:
    """Whether the one row of the time asked for is meant: "how deep was the earthquake of 29 October"."""
    cell, table = fit.cell, fit.told.table
    if all(c.holds is not Holds.TIMES for c in table.columns) or cell.time not in fitting.periods or fit.row:
        return False
    return len({c.row for c in table.cells if c.time == cell.time}) == 1


def _is_by_verb(fit: Fit, fitting: Fitting) -> bool:
    """Whether a row and a column are named in full, the column by the verb: "how many matches did they lose"."""
    full = fit.row == 1.0 and fit.column == 1.0 and fit.missing == 1
    return full and fitting.words.asks_how


def _is_alone(fit: Fit) -> bool:
    """Whether nothing but its time tells a column from the others."""
    cell, table = fit.cell, fit.told.table
    if table.columns[cell.column].holds is Holds.PERIOD:
        return sum(c.row == cell.row and c.time == cell.time for c in table.cells if c.number) <= 1
    return sum(c.row == cell.row for c in table.cells) == 1


def _change(fitting: Fitting, tables: Sequence[Told]) -> _Said | None:
    """The difference of two cells of one row and column, of one table or of one that is brought out again and again,
    between the first and the last time asked for.
    """
    times = _ends(fitting)
    if times is None:
        return None
    first = _cell_at(fitting, tables, times[0])
    last = _cell_at(fitting, tables, times[1])
    if first is None or last is None or _series(first)[1:] != _series(last)[1:]:
        return None
    if first.told.edition != last.told.edition:
        return None
    pair = [first.cell.quantity, last.cell.quantity]
    if pair[0] is None or pair[1] is None or (unit := same_unit([pair[0], pair[1]])) is None:
        return None
    amount, share = difference(pair[0], pair[1], unit)
    told = f"{amount} ({share})" if share else amount
    begun, ended = (period_label(t, fitting.context) for t in times)
    text = f"{told}: from {first.cell.text} in {begun} to {last.cell.text} in {ended}"
    return _Said(text, (first, last), f"{last.cell.text} − {first.cell.text} = {told}")


def _tells_change(cell: TableCell) -> bool:
    """Whether a cell is in a column of changes: "Change (%)"."""
    return _IS_CHANGE.search(f"{cell.label} {cell.heading} {cell.measure}") is not None


def _ends(fitting: Fitting) -> tuple[Interval, Interval] | None:
    """The first and the last time that a question names."""
    named = [e.interval for e in fitting.context.question.scope.expressions if e.interval is not None]
    times = sorted({t for t in named if t.start is not None}, key=lambda t: str(t.start))
    return (times[0], times[-1]) if len(times) > 1 else None


def _cell_at(fitting: Fitting, tables: Sequence[Told], time: Interval) -> Fit | None:
    return best([f for told in tables for f in fitting.fits(told, time) if _is_meant(f, fitting)], _MARGIN)


def _extreme(fitting: Fitting, tables: Sequence[Told]) -> _Said | None:
    """The row, or the time, whose figure is the greatest or least of a column, or of a row."""
    over_time = fitting.words.asks_time
    if not over_time and not fitting.words.asks_which:
        return None
    period = _one(fitting.periods)
    chosen: tuple[float, list[Fit]] | None = None
    for told in tables:
        fits = [f for f in fitting.fits(told, period) if f.cell.value is not None and not f.cell.is_total]
        for series in _over(fits, fitting, over_time=over_time):
            score = max(f.score for f in series)
            if len(series) > 1 and (chosen is None or score > chosen[0]):
                chosen = (score, series)
    if chosen is None:
        return None
    ranked = sorted(chosen[1], key=lambda f: (f.cell.value or 0.0) * (1 if fitting.words.is_least else -1))
    first = ranked[0]
    if ranked[1].cell.value == first.cell.value:
        return None
    name = _when(first, fitting) if over_time else first.cell.label
    order = f" {'<' if fitting.words.is_least else '>'} ".join(
        f"{f.cell.text} ({_when(f, fitting) if over_time else f.cell.label})" for f in ranked
    )
    return _Said(f"{name} ({first.cell.text})", tuple(ranked), order) if name else None


def _when(fit: Fit, fitting: Fitting) -> str:
    return period_label(fit.cell.time, fitting.context)


def _over(fits: Sequence[Fit], fitting: Fitting, *, over_time: bool) -> list[list[Fit]]:
    """The cells that are compared: of one measure at one time, or of one row's measure over time."""
    named = [f for f in fits if f.told.table.named]
    groups: dict[tuple[object, ...], list[Fit]] = {}
    for fit in fits if over_time else named:
        cell = fit.cell
        if over_time and cell.label and fit.row < 1.0:
            continue
        if not over_time and not terms_of(f"{fit.told.table.kind_of_rows} {cell.measure}") & fitting.words.terms:
            continue
        if not terms_of(f"{cell.measure} {cell.heading}") & fitting.words.terms:
            continue
        key = (cell.measure, cell.label) if over_time else (cell.measure, cell.column)
        groups.setdefault(key, []).append(fit)
    return [g for g in groups.values() if all(f.named and not f.missing for f in g)]


def _answer(context: AnswerContext, said: _Said | None) -> Answer | None:
    if said is None:
        return None
    citations = tuple(dict.fromkeys(cite_row(f.told, f.cell, context) for f in said.fits))
    return Answer(
        search=context.result,
        answer=said.text,
        refused=False,
        method="computed",
        values=tuple(
            Value(
                None if f.cell.time is None else str(f.cell.time),
                f.cell.label,
                f.cell.text,
                f.cell.value,
                None if f.cell.quantity is None else f.cell.quantity.unit,
                citations.index(cite_row(f.told, f.cell, context)),
            )
            for f in said.fits
        ),
        citations=citations,
        warnings=context.result.warnings,
        calculation=said.calculation,
    )
