"""A question that asks for several things at once: for each the line that answers it best, told together, or the
passage that answers all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timeweave.answering.context.answer_context import AnswerContext, asks_cells, asks_to_work_out
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import around_terms, count_words
from timeweave.answering.extractive.sentences import as_answer, is_of, may_answer
from timeweave.answering.extractive.told_times import is_of_its_day, told_times
from timeweave.answering.extractive.wording import listed_quotes, on_one_line
from timeweave.answering.proposals import Proposal
from timeweave.answering.relevance import probability
from timeweave.question.parts import Part
from timeweave.records import Span
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval

_ROOM = 54  # words of all together, beside the days that lead them
_PASSAGES = 2
_LONGER = 0.02  # what a passage has to be worth more by for each line
_READ = 20  # lines that a reader looks at for each part
_SAME_DOCUMENT = 0.3  # what it is worth that a part is answered where the first is


@dataclass(frozen=True, slots=True, eq=False)
class _Answered:
    """A part with the line that answers it, how probably by the reader, and what share it holds of the part's words."""

    part: Part
    line: Line
    probability: float
    share: float

    @property
    def worth(self) -> float:
        return self.probability + self.share


def propose_parts(context: AnswerContext) -> Iterable[Proposal]:
    """The best line for each part, those of one document before others, and the short passages that answer all parts
    best; a part that asks when is answered by the day of its line, where that tells no time.
    """
    parts = context.question.parts
    if len(parts) < 2 or (context.has_reports and (asks_to_work_out(context) or asks_cells(context))):
        return
    lines = [line for line in may_answer(context) if not line.text.rstrip().endswith(("?", ":"))]
    if not lines:
        return
    together = [_ranked(part, lines, context) for part in parts]
    first = together[0][0]
    if is_of(first.line, context.question.periods):  # what answers beside it is of the time asked for, too
        timely = ([a for a in ranked if is_of(a.line, context.question.periods)] for ranked in together)
        together = [some or ranked for some, ranked in zip(timely, together, strict=True)]
    apart = [ranked[0] for ranked in together]
    near = [first, *(_nearest(ranked, first.line) for ranked in together[1:])]
    seen: set[frozenset[Line]] = set()
    for chosen in (near, apart):
        cited = frozenset(a.line for a in chosen)
        if cited not in seen:
            seen.add(cited)
            yield Proposal("parts", _answer(list(cited), chosen, context), _features(chosen))
    for run, told in _passages(together, context)[:_PASSAGES]:
        if frozenset(run) not in seen:
            yield Proposal("passage", _answer(run, told, context), _features(told))


def _passages(
    together: Sequence[Sequence[_Answered]], context: AnswerContext
) -> Sequence[tuple[Sequence[Line], Sequence[_Answered]]]:
    """Neighbouring lines that there is room for, with what in them answers each part best; the best first."""
    places = {(line.info.id, line.statement.index): line for line in context.lines}
    worths = [{a.line: a for a in ranked} for ranked in together]
    found: dict[frozenset[Line], tuple[float, Sequence[Line], Sequence[_Answered]]] = {}
    for start in dict.fromkeys(a.line for ranked in together for a in ranked):
        run: list[Line] = []
        left = _ROOM
        line: Line | None = start
        while line is not None and (words := count_words(line.text)) <= left:
            run.append(line)
            left -= words
            line = places.get((line.info.id, line.statement.index + 1))
            answered = [[w[x] for x in run if x in w] for w in worths]
            if len(run) > 1 and all(answered):
                told = [max(some, key=lambda a: a.worth) for some in answered]
                found[frozenset(run)] = (sum(a.worth for a in told) - _LONGER * len(run), list(run), told)
    return [(run, told) for _, run, told in sorted(found.values(), key=lambda f: -f[0])]


def _ranked(part: Part, lines: Sequence[Line], context: AnswerContext) -> Sequence[_Answered]:
    """The lines that may answer a part, the best first."""
    field = context.weighing
    shares = {line: field.share(line.terms | line.title_terms, part.terms) for line in lines}
    near = sorted(lines, key=lambda line: -(shares[line] + field.cosine(line)))[:_READ]
    scores = context.relevance.answer_scores([line.excerpt for line in near], part.text)
    found = [_Answered(part, line, probability(s), shares[line]) for line, s in zip(near, scores, strict=True)]
    return sorted(found, key=lambda a: -a.worth)


def _nearest(ranked: Sequence[_Answered], first: Line) -> _Answered:
    """The best of those that may answer, where what stands in the document of the ``first`` line counts for more."""
    return max(ranked, key=lambda a: a.worth + _SAME_DOCUMENT * (a.line.info.id == first.info.id))


def _answer(lines: Sequence[Line], chosen: Sequence[_Answered], context: AnswerContext) -> Answer:
    terms = {line: frozenset[str]().union(*(a.part.terms for a in chosen if a.line is line)) for line in lines}
    timed = {a.line for a in chosen if a.part.asks_time and not a.line.told_times}
    whole_words = sum(count_words(line.text) for line in lines)
    room = _ROOM if whole_words <= _ROOM else _ROOM // len(lines)
    quoted = []
    for line in sorted(lines, key=lambda line: (line.info.observed, line.info.id, line.statement.index)):
        span = around_terms(line.text, room, terms[line]) or Span(0, len(line.text))
        whole = span == Span(0, len(line.text)) and count_words(line.in_context) <= room
        text = on_one_line(line.in_context if whole else line.text[span.start : span.end])
        day = _time_of(line) if line in timed else None
        quoted.append((line, span, text if day is None else f"{as_answer(day)}: {text}", day))
    return context.quoting(
        listed_quotes([text for _, _, text, _ in quoted]),
        (
            Value(str(day) if day is not None else next(map(str, line.times), None), "", text, None, None)
            for line, _, text, day in quoted
        ),
        (line.citation(span) for line, span, _, _ in quoted),
    )


def _time_of(line: Line) -> Interval | None:
    """The one time that a line tells in words that count from its day, else that day."""
    told = told_times(line)
    if len(told) == 1:
        return told[0][0]
    return Interval.day(line.day) if not told and is_of_its_day(line) else None


def _features(chosen: Sequence[_Answered]) -> dict[str, float]:
    return {
        "parts least read": min(a.probability for a in chosen),
        "parts mean read": sum(a.probability for a in chosen) / len(chosen),
        "parts least share": min(a.share for a in chosen),
        "parts in one line": len({a.line for a in chosen}) == 1,
        "parts in one document": len({a.line.info.id for a in chosen}) == 1,
    }
