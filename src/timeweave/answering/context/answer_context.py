"""What every answerer reads: the question, the lines of the evidence, and how near they are to it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from timeweave.answering.context.reading import Line, evidence_lines
from timeweave.answering.context.weighing import Weighing
from timeweave.answering.context.withheld import without_orders
from timeweave.answering.relevance import Relevance
from timeweave.question import Question
from timeweave.question.kinds import Kind
from timeweave.question.measures import AskedMeasure
from timeweave.question.named_entity import NamedEntity, each_once
from timeweave.records import Citation, EntityId
from timeweave.results import Answer, SearchResult, Value
from timeweave.store.base import View
from timeweave.temporal.interval import Granularity, Interval, units_over

if TYPE_CHECKING:
    from timeweave.answering.extractive.narrative import Story

MAX_PERIODS = 60
FEW_DAYS = 31
_ABOUT = dt.timedelta(days=7)  # before and after the days asked for, in which news of them is written
_OF_TIMES = frozenset({Kind.CHANGE, Kind.TREND, Kind.EACH})
_OVER_CELLS = frozenset({Kind.HIGHEST, Kind.LOWEST, Kind.COUNT, Kind.TOTAL, Kind.AVERAGE})
WIDEST = 5  # times as long as a period may a time be that still speaks of it: a year of one of its quarters


@dataclass(frozen=True, eq=False)
class AnswerContext:
    """What an answer is made from: a question, the evidence found for it, and the view that it was found in.

    ``lines`` are the statements of the evidence, but for those that address a model, ``entities`` those that the
    question names, but for plain words that no line bears.
    """

    result: SearchResult
    question: Question
    kind: Kind
    measures: tuple[AskedMeasure, ...]
    entities: tuple[NamedEntity, ...]
    lines: tuple[Line, ...]
    view: View
    relevance: Relevance

    @cached_property
    def today(self) -> dt.date:
        """The day as of which it is asked."""
        return self.view.as_of or dt.datetime.now(dt.UTC).date()

    @cached_property
    def weighing(self) -> Weighing:
        """The lines weighed against the question."""
        return Weighing(self.question, self.lines, [e.score for e in self.result.evidence], self.relevance)

    @cached_property
    def story(self) -> Story:
        """The running text of the evidence, weighed once."""
        from timeweave.answering.extractive.narrative import Story  # which reads what is asked here

        return Story(self)

    @cached_property
    def has_reports(self) -> bool:
        """Whether the evidence is reports on periods of those whom the question names: tables of figures, not prose."""
        return bool(self.entities) and any(line.info.period is not None and line.info.entities for line in self.lines)

    def quoting(self, said: str, values: Iterable[Value], citations: Iterable[Citation]) -> Answer:
        """An answer in words of the evidence, which it cites."""
        return Answer(
            search=self.result,
            answer=said,
            refused=False,
            method="extractive",
            values=tuple(values),
            citations=tuple(citations),
            warnings=self.result.warnings,
        )

    def name_of(self, entity: EntityId) -> str:
        """What an entity is called."""
        info = self.view.entity(entity)
        return entity if info is None else info.name

    def concerns(self, line: Line) -> bool:
        """Whether a statement is about an entity of the question, if it names any, and of its time, if it has one."""
        return self.is_about(line) and self.is_timely(line)

    def is_about(self, line: Line) -> bool:
        """Whether a statement is about an entity of the question, if it names any."""
        entities = {e.id for e in self.entities}
        return not entities or bool(entities & {*line.statement.entities, *line.info.entities})

    def is_timely(self, line: Line) -> bool:
        """Whether a statement speaks of the time of the question, if it has one, or is news of it."""
        periods = self.question.periods
        return not periods or any(speaks_of(p, i) for i in periods for p in line.periods) or self._is_its_news(line)

    def _is_its_news(self, line: Line) -> bool:
        """Whether a statement stands in an article, which reports on no period, of about the few days asked for, or of
        any where the newest is meant.
        """
        info = line.info
        if info.period is not None or info.published is None:
            return False
        days = [(p.start, p.end) for p in self.question.periods if p.days is not None and p.days <= FEW_DAYS]
        return self.question.scope.newest or any(
            start is not None and end is not None and start - _ABOUT <= info.observed < end + _ABOUT
            for start, end in days
        )


def prepare(result: SearchResult, view: View, relevance: Relevance) -> AnswerContext:
    """The question of ``result`` with the lines of its evidence in ``view``, which it was found in."""
    question, kind = result.asked, result.asked.kind
    lines = without_orders(evidence_lines(result, view))
    entities = _without_plain_words(question, lines)
    return AnswerContext(result, question, kind, question.asked_measures(kind), entities, lines, view, relevance)


def asked_for(context: AnswerContext, question: Question) -> AnswerContext:
    """The same evidence for another question: one of the things that the whole asks for."""
    kind, entities = question.kind, _without_plain_words(question, context.lines)
    return AnswerContext(
        replace(context.result, reasoned=None), question, kind, question.asked_measures(kind), entities, context.lines,
        context.view, context.relevance,
    )  # fmt: skip


def _without_plain_words(question: Question, lines: Sequence[Line]) -> tuple[NamedEntity, ...]:
    """The entities of a question without those in small letters that no line bears, where it begins with a capital:
    "Which state" asks for no company named State.
    """
    if not question.begins_with_capital:
        return question.entities
    borne = frozenset(name for line in lines for name in (*line.statement.entities, *line.info.entities))
    return each_once(e for e in question.names.known if not e.surface.islower() or e.id in borne)


def speaks_of(time: Interval, period: Interval) -> bool:
    """Whether what is said of ``time`` says something of ``period``: they meet, and ``time`` is not much longer."""
    if not time.overlaps(period):
        return False
    return time.days is None or period.days is None or time.days <= WIDEST * period.days


def periods_asked(question: Question, known: Sequence[Interval]) -> list[Interval]:
    """The periods that a question asks about one by one, in order of time.

    Units inside an open or longer interval are those asked for ("each quarter"), else the whole where something is
    known of just that ("the first half"), else the finest of ``known``, the periods that something is known of; an
    open interval reaches as far as those.
    """
    found: list[Interval] = []
    for interval in question.periods:
        fiscal = question.scope_in_units.fiscal_periods(interval) or _fiscal_units(interval, question)
        found.extend(fiscal or _split(interval, question, [k for k in known if interval.overlaps(k)]))
    return sorted(set(found), key=lambda i: (str(i.start), str(i)))[:MAX_PERIODS]


def named_periods(question: Question) -> list[Interval]:
    """Those of the periods asked about that the question itself names or lists, whatever is known of them."""
    return [p for p in periods_asked(question, ()) if p.is_unit or question.scope_in_units.fiscal_periods(p) == [p]]


def _fiscal_units(interval: Interval, question: Question) -> list[Interval]:
    """The fiscal quarters or years of a stretch that is no one fiscal period."""
    fiscal, unit = question.scope_in_units.fiscal, question.scope_in_units.granularity
    if fiscal is None or unit not in (Granularity.QUARTER, Granularity.YEAR) or not interval.is_bounded:
        return []
    return fiscal.units(interval, unit)


def _split(interval: Interval, question: Question, known: Sequence[Interval]) -> list[Interval]:
    unit = question.scope_in_units.granularity
    if interval.is_unit and (unit is None or unit.rank >= interval.granularity.rank):
        return [interval]
    if unit is None and any(map(interval.is_same_time, known)):
        return [interval]
    if unit is None:
        unit = min((k.granularity for k in known if k.is_unit), key=lambda g: g.rank, default=None)
        if unit is None or unit is Granularity.DAY:
            return [interval]
    starts = [k.start for k in known if k.start is not None]
    ends = [k.end for k in known if k.end is not None]
    start = interval.start or min(starts, default=None)
    end = interval.end or max(ends, default=None)
    if start is None or end is None or start >= end:
        return [interval]
    return units_over(start, end, unit, MAX_PERIODS)


def asks_cells(context: AnswerContext) -> bool:
    """Whether values of several entities or periods are wanted, which no one sentence quoted can give."""
    several = len(context.entities) > 1 or context.kind is Kind.EACH
    return (
        several
        and context.kind in (Kind.VALUE, Kind.EACH)
        and bool(context.measures)
        and bool(context.question.periods)
    )


def asks_of_several_times(context: AnswerContext) -> bool:
    """Whether it is asked how something developed: of more than one time, or of both ends of a change."""
    question = context.question
    return context.kind in _OF_TIMES or len(question.periods) > 1 or question.expected.both_ends


def asks_to_work_out(context: AnswerContext) -> bool:
    """Whether cells are to be ranked, counted or summed, which no quotation does."""
    return context.kind in _OVER_CELLS and bool(context.entities) and bool(context.measures)
