"""Single sentences of the evidence, each put forward for itself, and the best together."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from timeweave.answering.context.answer_context import FEW_DAYS, AnswerContext, asks_cells, asks_to_work_out
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.asking import only_asks
from timeweave.answering.extractive.clauses import around_terms, count_words
from timeweave.answering.extractive.wording import on_one_line, quoted_in_context
from timeweave.answering.proposals import Proposal
from timeweave.extraction.times.headings import day_of
from timeweave.lexicon.lazy import lazily
from timeweave.records import Span
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Granularity, Interval

_PROPOSED = 6  # sentences, each by itself
_LONGEST = 55  # words of one
_ROOM = 58  # words of several together
_SEVERAL = (2, 3)
_NEARLY = 0.75  # of the nearness of the best, from which on a sentence is told beside it
_LEAST = 3  # words, below which a line is a heading or a scrap
_READ = 32  # lines that a reader looks at
READING = 0.2  # of nearness, what one unit that it says is worth
_ELSEWHERE = 0.2  # what it takes off that a line tells of none of the times asked for

_HEADER = lazily(r"[^\d|]*(?:\|[^\d|]*)+")  # the names of columns: "Year | Elmfield | Hart"


def propose_sentences(context: AnswerContext) -> Iterable[Proposal]:
    """The sentences that answer the question best by words, meaning and the packaged reader; two and three of them
    together.
    """
    if context.has_reports and (asks_to_work_out(context) or asks_cells(context)):
        return
    near = read_again(may_answer(context), context)
    ranked = (line for line in near if not line.text.rstrip().endswith(":"))
    quoted = [(line, span) for line in ranked if (span := clause_about(line, context)) is not None]
    for line, span in quoted[:_PROPOSED]:
        yield Proposal("sentence", quoted_answer(context, [(line, span)]))
    expected = context.question.expected
    if expected.number and not expected.both_ends and len(context.question.parts) == 1:
        return  # which of several figures side by side is meant, nothing says
    beside = [(line, span) for line, span in quoted if _goes_with(line, quoted[0][0], context)]
    for number in _SEVERAL:
        together = _fitting(beside, number)
        if len(together) == number:
            yield Proposal("sentences", quoted_answer(context, _whole_list(together, context) or together))


def _whole_list(together: Sequence[tuple[Line, Span]], context: AnswerContext) -> Sequence[tuple[Line, Span]]:
    """All items of the one list of which several are quoted, where there is room: half a list answers wrongly."""
    lists = {(line.info.id, line.lead) for line, _ in together if line.is_introduced}
    if len(lists) != 1 or not all(line.is_introduced for line, _ in together):
        return ()
    whole = [(line, Span(0, len(line.text))) for line in context.lines if (line.info.id, line.lead) in lists]
    return whole if sum(count_words(line.text) for line, _ in whole) <= _ROOM else ()


def _goes_with(line: Line, best: Line, context: AnswerContext) -> bool:
    """Whether a line is nearly as near as the best, of the time asked for if that is, and, where now is meant, of its
    document: others may be older.
    """
    near = context.weighing.nearness(line) >= _NEARLY * context.weighing.nearness(best)
    timely = is_of(line, context.question.periods) or not is_of(best, context.question.periods)
    return near and timely and (line.info.id == best.info.id or not context.question.asks_now)


def is_of(line: Line, periods: Sequence[Interval]) -> bool:
    """Whether a line tells of one of ``periods``, if there are any; what tells no time is of its own day."""
    times = line.times or (Interval.day(line.day),)
    return not periods or any(period.overlaps(time) for period in periods for time in times)


def ranked_lines(context: AnswerContext) -> list[Line]:
    """The lines of the evidence that are sentences, the nearest to the question first, none told twice."""
    field = context.weighing
    told = [
        line
        for line in context.lines
        if count_words(line.in_context) >= _LEAST and not _HEADER.fullmatch(line.text) and not only_asks(line, context)
    ]
    ordered = sorted(told, key=lambda line: (-field.nearness(line), line.rank, line.info.id, line.statement.index))
    first: dict[str, Line] = {}
    for line in ordered:
        first.setdefault(on_one_line(line.text).casefold(), line)
    return list(first.values())


def closest_lines(context: AnswerContext, number: int) -> Sequence[Line]:
    """Of the lines nearest to the question those that answer it best, by nearness and by the packaged reader."""
    return read_again(ranked_lines(context), context)[:number]


def read_again(ranked: Sequence[Line], context: AnswerContext) -> list[Line]:
    """The first of ``ranked``, ordered by nearness and by how well each answers the question to the packaged reader."""
    worth = worths(ranked, context)
    return sorted(worth, key=lambda line: -worth[line])


def worths(ranked: Sequence[Line], context: AnswerContext) -> dict[Line, float]:
    """What the first of ``ranked`` are worth as answers: by nearness, and to the packaged reader."""
    near = ranked[:_READ]
    scores = context.relevance.answer_scores([line.excerpt for line in near])
    question = context.question
    periods = () if question.asks_before or question.asks_after else question.periods  # next to it lies another time
    return {
        line: context.weighing.nearness(line) + READING * score - (0.0 if is_of(line, periods) else _ELSEWHERE)
        for line, score in zip(near, scores, strict=True)
    }


def may_answer(context: AnswerContext) -> list[Line]:
    """`ranked_lines` without those that tell expressly of another time than the one asked for."""
    return [line for line in ranked_lines(context) if not _is_of_another_time(line, context)]


def _is_of_another_time(line: Line, context: AnswerContext) -> bool:
    """Whether a line tells of nothing but stretches that lie elsewhere, stands in a report on another period, or, where
    a few days are asked for, was published in others.
    """
    periods = context.question.periods
    if not periods or any(p.overlaps(t) for p in periods for t in (*line.times, *line.periods)):
        return False
    if line.info.period is not None:
        return True
    few = all(p.days is not None and p.days <= FEW_DAYS for p in periods)
    if few and line.info.published is not None and not context.is_timely(line):
        return True
    return bool(line.times) and all(t.is_bounded and not t.is_unit for t in line.times)


def clause_about(line: Line, context: AnswerContext) -> Span | None:
    """The clauses of a line that are nearest to the question, short enough to be quoted; ``None`` where none are."""
    return around_terms(line.text, _LONGEST, context.question.terms.keys())


def _fitting(quoted: Iterable[tuple[Line, Span]], number: int) -> Sequence[tuple[Line, Span]]:
    """The first of them that there is room for together, with what introduces them."""
    taken: list[tuple[Line, Span]] = []
    for one in quoted:
        if len(taken) < number and count_words(quoted_in_context([*taken, one])) <= _ROOM:
            taken.append(one)
    return taken


def quoted_answer(
    context: AnswerContext, quoted: Sequence[tuple[Line, Span]], *, first: Interval | None = None
) -> Answer:
    """The answer that clauses of lines make in order of their time and place; a time given as ``first`` leads it."""
    ordered = sorted(quoted, key=lambda q: (q[0].info.observed, q[0].info.id, q[0].statement.index))
    said = quoted_in_context(ordered)
    if first is not None:
        lead, _, rest = said.partition(": ")
        said = f"{as_answer(first)}: {rest if rest and day_of(lead, first.start) == first.start else said}"
    return context.quoting(
        said,
        (
            *(() if first is None else (Value(str(first), "", as_answer(first), None, None, 0),)),
            *(_value(line, line.text[span.start : span.end]) for line, span in ordered),
        ),
        (line.citation(span) for line, span in ordered),
    )


def _value(line: Line, text: str) -> Value:
    told = next(iter(line.times), None)
    return Value(None if told is None else str(told), "", on_one_line(text), None, None)


def as_answer(time: Interval) -> str:
    """A time that is itself the answer: a day as "2021-03-14", as it is read everywhere, anything else in words."""
    return str(time) if time.is_unit and time.granularity is Granularity.DAY else in_words(time)


def in_words(time: Interval) -> str:
    """A day as "14 March 2021", a month as "March 2021", a week as "4–10 March 2021", anything else by its label."""
    if time.start is None or time.end is None or time.granularity not in (Granularity.DAY, Granularity.MONTH):
        return str(time)
    days = time.granularity is Granularity.DAY
    last = time.end - dt.timedelta(days=1)
    first, last_said = _said(time.start, days), _said(last, days)
    if time.is_unit:
        return first
    if days and (time.start.year, time.start.month) == (last.year, last.month):
        return f"{time.start.day}–{last_said}"
    if time.start.year == last.year:
        return f"{first.removesuffix(f' {last.year}')} – {last_said}"
    return f"{first} – {last_said}"


def _said(day: dt.date, is_day: bool) -> str:
    return f"{day.day} {day:%B %Y}" if is_day else f"{day:%B %Y}"
