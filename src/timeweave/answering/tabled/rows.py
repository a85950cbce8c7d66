"""Answers that are whole rows of a table: those of which a date falls in a time, how many there are, since when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from timeweave.answering.computed.phrasing import period_label
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.tabled.tables import Told, cite_row
from timeweave.extraction.tables import Holds, TableCell
from timeweave.question.cell_words import BEGINNING_TERMS, terms_of
from timeweave.question.kinds import Kind
from timeweave.results import Answer, Value
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

_PICKS = frozenset({Kind.WHO, Kind.VALUE, Kind.OPEN})
_COUNTS = frozenset({Kind.VALUE, Kind.COUNT})
_DATED = 0.8  # of the cells of a column that say anything, from which on it is one of dates
_MOST = 40  # rows that are told
_CITED = 12


class Column(NamedTuple):
    """The cells of one column."""

    told: Told
    number: int
    cells: Sequence[TableCell]


def answer_rows(context: AnswerContext, tables: Sequence[Told]) -> Answer | None:
    """The rows that a question asks for, where one table alone has them; ``None`` where none, or several, may."""
    words = context.question.cell_words
    if words.is_ranked or words.of_total:
        return None
    if context.kind in _COUNTS and words.asks_how:
        return _one(context, [_counted(context, told) for told in tables])
    if context.kind is Kind.WHEN:
        return _one(context, [_when(context, column) for told in tables for column in _columns(told)])
    if context.kind in _PICKS and words.asks_which and not words.asks_time and context.question.periods:
        return _one(context, [_dated(context, column) for told in tables for column in _columns(told)])
    return None


class _Rows(NamedTuple):
    text: str
    told: Told
    cells: Sequence[TableCell]


def _one(context: AnswerContext, found: Sequence[_Rows | None]) -> Answer | None:
    rows = [f for f in found if f is not None]
    return _answer(context, rows[0]) if len(rows) == 1 else None


def _columns(told: Told) -> Iterator[Column]:
    for number in sorted({cell.column for cell in told.table.cells}):
        yield Column(told, number, [cell for cell in told.table.cells if cell.column == number])


def _known(told: Told, column: Column | None = None) -> Set[str]:
    """The terms of what goes for a whole table, or for all of a column."""
    heading = "" if column is None else column.cells[0].heading
    return told.terms | terms_of(f"{told.table.kind_of_rows} {heading}")


def _counted(context: AnswerContext, told: Told) -> _Rows | None:
    """How many rows are of the time asked for, where what is counted is what the rows are, and no column counts it."""
    table, words = told.table, context.question.cell_words
    counted = {term for term in words.terms & _known(told) if term in words.nouns}
    measured = terms_of(" ".join(c.heading for c in table.columns if c.holds is Holds.FIGURES))
    if not counted or counted & measured or not words.nouns <= _known(told) or not words.names <= _known(told):
        return None
    if any(c.holds is Holds.PERIOD for c in table.columns):
        return None
    timed = any(c.holds is Holds.TIMES for c in table.columns)
    first = {cell.row: cell for cell in reversed(table.cells)}
    times = {row: cell.time if timed else _time(cell.label) for row, cell in first.items()}
    chosen = [cell for row, cell in sorted(first.items()) if _is_within(times[row], context.question.periods)]
    return _Rows(str(len(chosen)), told, chosen) if chosen else None


def _when(context: AnswerContext, column: Column) -> _Rows | None:
    """From when a column says whom the question names: the first time that it says so, where another stands before,
    and, where a state is asked for, the last.
    """
    told, words = column.told, context.question.cell_words
    if told.table.columns[column.number].holds is not Holds.WORDS:
        return None
    timed = sorted((c for c in column.cells if c.time and c.time.is_unit), key=lambda c: str(c.time))
    if len({c.time for c in timed}) < len(column.cells):
        return None
    heading = terms_of(column.cells[0].heading)
    said = [c for c in timed if (named := terms_of(c.text)) and named | heading <= words.terms]
    if not said or not words.nouns <= _known(told, column) | terms_of(said[0].text) | BEGINNING_TERMS:
        return None
    begins = bool(words.terms & BEGINNING_TERMS)
    if len({c.text for c in said}) > 1 or (begins and said[0] is timed[0]):
        return None
    told_of = [said[0]] if begins else [said[0], said[-1]]
    labels = dict.fromkeys(period_label(c.time, context) for c in told_of)
    return _Rows(" to ".join(labels), told, said if not begins else said[:1])


def _dated(context: AnswerContext, column: Column) -> _Rows | None:
    """Whose date, in the column that the question names, lies in the time asked for: "who joined in 2022"."""
    told, words = column.told, context.question.cell_words
    heading = terms_of(column.cells[0].heading)
    if not told.table.named or not heading or not heading <= words.terms:
        return None
    if not words.nouns <= _known(told, column) or not words.names <= _known(told, column):
        return None
    said = [cell for cell in column.cells if cell.text]
    dated = [(cell, time) for cell in said if (time := _date(cell)) is not None]
    if not dated or len(dated) < _DATED * len(said):
        return None
    chosen = [cell for cell, time in dated if _is_within(time, context.question.periods)][:_MOST]
    return _Rows("; ".join(f"{c.label} ({c.text})" for c in chosen), told, chosen) if chosen else None


def _date(cell: TableCell) -> Interval | None:
    return None if cell.number is not None else _time(cell.text)


def _time(text: str) -> Interval | None:
    """The time that is all that a text says."""
    if len(text) == len("1999") and text.isdigit():
        return Interval.year(int(text))
    whole = [e.interval for e in find_expressions(text) if e.end - e.start == len(text)]
    return whole[0] if whole else None


def _is_within(time: Interval | None, periods: Sequence[Interval]) -> bool:
    return not periods or (time is not None and any(p.contains(time) for p in periods))


def _answer(context: AnswerContext, rows: _Rows) -> Answer:
    citations = tuple(dict.fromkeys(cite_row(rows.told, cell, context) for cell in rows.cells[:_CITED]))
    return Answer(
        search=context.result,
        answer=rows.text,
        refused=False,
        method="computed",
        values=tuple(
            Value(None if c.time is None else str(c.time), c.label, c.text, c.value, None) for c in rows.cells
        ),
        citations=citations,
        warnings=context.result.warnings,
        calculation=f"{len(rows.cells)} rows" if context.question.cell_words.asks_how else None,
    )
