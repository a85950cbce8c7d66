"""How something developed, where a question asks for more than one time or for both ends of a change: what is told of
each, in order of time.

"How did the number of replies change from 2017 to 2020" is answered by the figure of each year that tells one, "how did
the governance evolve" by the sentence of each that is nearest to the question, "how did the oldest supported system
change" by two sentences of one thing, one of each time.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace

from timeweave.answering.context.answer_context import AnswerContext, asks_of_several_times
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import count_words
from timeweave.answering.extractive.sentences import clause_about, in_words, may_answer, worths
from timeweave.answering.extractive.wording import on_one_line
from timeweave.answering.proposals import Proposal
from timeweave.answering.prose_figures.asked_days import figure_of
from timeweave.answering.prose_figures.fitting import all_rows, is_of_unit
from timeweave.answering.prose_figures.likely import held
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.term_relations import dimension
from timeweave.answering.prose_figures.values import stated
from timeweave.extraction.amounts.standing import Standing
from timeweave.lexicon.lazy import lazily
from timeweave.records import Span
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Granularity, Interval

_ROOM = 58  # words of all together
_FEWEST = 2  # times
_MOST_FIGURES, _MOST_SENTENCES = 8, 4  # times
_NEARLY = 0.7  # of the nearness of the best, from which on another time's is told beside it
_PAIRED, _PAIRS = 24, 3  # sentences that are tried as ends, and pairs that are put forward
_ALIKE = 1.0  # what it is worth that two sentences have all their words in common
_FIT = 0.4  # what it is worth that an amount counts what is asked for, beside how near its line is
_YEAR, _MONTH = 366, 31  # days
_LEAST = 4  # words, below which a line tells too little
_NUMBER = lazily(r"\d")


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What a line tells of a time: ``text`` of it, with what it is worth."""

    line: Line
    span: Span
    time: Interval
    text: str
    worth: float
    row: Row | None = None


def propose_development(context: AnswerContext) -> Iterable[Proposal]:
    """The figures of several times, and the sentences, each in order of time."""
    if not asks_of_several_times(context):
        return
    figures = _figures(context)
    sentences = [t for t in _sentences(context) if not figures or _NUMBER.search(t.text)]
    measured = _of_each_time(figures, context, _MOST_FIGURES)
    told_of = {id(t.line): replace(t, text=on_one_line(t.line.text)) for t in reversed(measured)}
    for chosen in (
        measured,
        _within(reversed(told_of.values()), _MOST_FIGURES),
        _of_each_time(sentences, context, _MOST_SENTENCES),
    ):
        if len(chosen) >= _FEWEST:
            yield Proposal("development", _answer(chosen, context), _features(chosen, context))
    if context.question.expected.both_ends:
        for pair, alike in _pairs(sentences, context)[:_PAIRS]:
            yield Proposal("development", _answer(pair, context), _features(pair, context) | {"ends alike": alike})


def _pairs(told: Sequence[_Told], context: AnswerContext) -> Sequence[tuple[Sequence[_Told], float]]:
    """Two sentences each that tell of one thing at different times, with how alike they are; the best pair first."""
    periods = context.question.periods
    near = [replace(t, worth=t.worth - _years_from(t.time, periods)) for t in told]
    ranked = sorted(near, key=lambda t: (-t.worth, t.line.rank, t.line.statement.index))[:_PAIRED]
    asked = context.question.terms.keys()
    found = []
    for number, one in enumerate(ranked):
        for other in ranked[:number]:
            first, last = sorted((one, other), key=lambda t: t.time.first_day)
            fits = count_words(first.text) + count_words(last.text) <= _ROOM
            if fits and not first.time.overlaps(last.time):
                alike = _alike(first.line.terms - asked, last.line.terms - asked, context)
                found.append((one.worth + other.worth + _ALIKE * alike, (first, last), alike))
    found.sort(key=lambda f: (-f[0], f[1][0].line.rank, f[1][1].line.rank))
    return [(pair, alike) for _, pair, alike in found]


def _years_from(time: Interval, periods: Sequence[Interval]) -> float:
    """How many years a time lies from the nearest of ``periods``, 0 inside of one or where there is none."""
    first, last = time.first_day, time.end or dt.date.max
    gaps = [max((p.start or first) - last, first - (p.end or first), dt.timedelta(0)).days for p in periods]
    return min(gaps, default=0) / _YEAR


def _alike(some: Set[str], others: Set[str], context: AnswerContext) -> float:
    """The share by weight of the terms of two sentences that both have, from 0 to 1."""
    weights = context.relevance.idf(sorted(some | others))
    return sum(weights[t] for t in some & others) / max(sum(weights.values()), 1e-6)


def _figures(context: AnswerContext) -> Sequence[_Told]:
    """The amounts that may be meant: of the dimension that the question names ("share"), or of the unit of what it
    counts.
    """
    target = figure_of(context)
    terms = context.question.terms.keys()
    every = [r for r in all_rows(context.lines) if r.standing is not Standing.DENIED]
    rows = [r for r in every if r.standing is not Standing.PLANNED]
    named: Sequence[Row] = [r for r in rows if terms & dimension(r.amount.unit)]
    if not named:
        named = [r for r in rows if is_of_unit(r, target)] if target is not None else _of_measure(every, terms)
    told = []
    for row in named:
        time = row.time if row.time is not None and _is_short(row.time) else _day_of(row.line)
        if time is not None:
            fit = 0.0 if target is None else held(row, target)
            worth = _FIT * fit + context.weighing.nearness(row.line)
            told.append(_Told(row.line, Span(0, len(row.line.text)), time, stated(row), worth, row))
    return told


def _of_measure(rows: Sequence[Row], terms: Set[str]) -> Sequence[Row]:
    """The amounts of a measure that the question names ("a budget of $3m"), all in the unit that most of them have."""
    meant = [r for r in rows if terms & (r.head | r.measure)]
    units = Counter(r.amount.unit for r in meant).most_common(1)
    return [r for r in meant if r.amount.unit == units[0][0]]


def _sentences(context: AnswerContext) -> Sequence[_Told]:
    told = []
    lines, nearness = may_answer(context), context.weighing.nearness
    read = worths(lines, context)
    unread = min((worth - nearness(line) for line, worth in read.items()), default=0.0)  # as what reads worst
    for line in lines:
        if line.text.rstrip().endswith(("?", ":")) or count_words(line.text) < _LEAST:
            continue
        time = next((t for t in line.times if _is_short(t)), None) or _day_of(line)
        span = clause_about(line, context)
        if time is not None and span is not None:
            text = on_one_line(line.text[span.start : span.end])
            worth = read[line] if line in read else nearness(line) + unread
            told.append(_Told(line, span, time, text, worth))
    return told


def _is_short(time: Interval) -> bool:
    return time.days is not None and time.days <= _YEAR


def _day_of(line: Line) -> Interval | None:
    return None if line.info.published is None else Interval.day(line.info.observed)


def _of_each_time(told: Sequence[_Told], context: AnswerContext, most: int) -> Sequence[_Told]:
    """The best of each time asked about, in order of time; none far from the best, and as many as there is room for."""
    periods = context.question.periods
    meant = [t for t in told if not periods or any(p.overlaps(t.time) for p in periods)]
    unit = _unit_of(meant, periods)
    best: dict[str, _Told] = {}
    for one in sorted(meant, key=lambda t: (-t.worth, t.line.rank, t.line.statement.index)):
        best.setdefault(unit(one.time), one)
    ranked = list(best.values())
    floor = _NEARLY * max((t.worth for t in ranked), default=0.0)
    return _within([t for t in ranked if t.worth >= floor], most)


def _within(ranked: Iterable[_Told], most: int) -> Sequence[_Told]:
    """The first of them that there is room for, in order of time."""
    chosen: list[_Told] = []
    left = _ROOM
    for one in ranked:
        words = count_words(one.text) + count_words(in_words(one.time))
        if len(chosen) < most and words <= left:
            chosen.append(one)
            left -= words
    return sorted(chosen, key=lambda t: (t.time.first_day, t.line.info.id, t.line.statement.index))


def _unit_of(told: Sequence[_Told], periods: Sequence[Interval]) -> Callable[[Interval], str]:
    """What counts as one time: each of several periods; else a year, a month or a day, by what is spanned."""
    if len(periods) >= _FEWEST and all(map(_is_short, periods)):
        return lambda time: next((str(p) for p in periods if p.overlaps(time)), "")
    days = sorted(t.time.first_day for t in told)
    spanned = (days[-1] - days[0]).days if days else 0
    if spanned > _YEAR:
        return lambda time: str(time.first_day.year)
    if spanned > _MONTH:
        return lambda time: f"{time.first_day:%Y-%m}"
    return lambda time: str(time.first_day)


def _answer(chosen: Sequence[_Told], context: AnswerContext) -> Answer:
    return context.quoting(
        "; ".join(f"{in_words(t.time)}: {t.text.rstrip('.;,')}" for t in chosen),
        (
            Value(
                str(t.time),
                "",
                t.text,
                None if t.row is None else t.row.amount.value,
                None if t.row is None else t.row.amount.unit or "count",
                number,
            )
            for number, t in enumerate(chosen)
        ),
        (t.line.citation(t.span) for t in chosen),
    )


def _features(chosen: Sequence[_Told], context: AnswerContext) -> dict[str, float]:
    worths = [t.worth for t in chosen]
    return {
        "development times": min(len(chosen), 8) / 8,
        "development figures": chosen[0].row is not None,
        "development least": min(worths),
        "development mean": sum(worths) / len(worths),
        "development exact": sum(t.time.granularity is not Granularity.DAY for t in chosen) / len(chosen),
        "development periods": min(len(context.question.periods), 4) / 4,
    }
