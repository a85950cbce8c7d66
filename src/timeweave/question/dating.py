"""A question that dates itself by an event or a tenure, with the scope that the store gives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from timeweave.question.event_phrases import Event, EventRelation, Tenure
from timeweave.question.question import Question
from timeweave.records import Span
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, TimeRelation, dated_by

_RELATIONS = {
    EventRelation.BEFORE: TimeRelation.BEFORE,
    EventRelation.UNTIL: TimeRelation.BEFORE,
    EventRelation.SINCE: TimeRelation.AFTER,
    EventRelation.AFTER: TimeRelation.AFTER,
    EventRelation.DURING: TimeRelation.AT,
}


@dataclass(frozen=True, slots=True)
class EventTime:
    """A time with the words that tell it: ``quote`` stands in the document ``document_id``."""

    interval: Interval
    document_id: str
    quote: str


class EventTimes(Protocol):
    """When what a question dates itself by was, as far as a store tells."""

    def when(self, found: Event | Tenure, question: Question) -> EventTime | None:
        """The days of an event, or of a tenure or its beginning or end; ``None`` where nothing tells them."""


def date_by_events(
    question: Question, times: EventTimes, read: Callable[[Scope], Question]
) -> tuple[Question, tuple[str, ...]]:
    """``question``, ``read`` anew with the time of the event or tenure that it names, and how that was read.

    Periods that it names count more: then nothing is looked up. Where nothing visible tells the time, the scope stays
    as it is and a warning says so.
    """
    found = None if question.scope.intervals and not question.scope.newest else question.event
    if found is None:
        return question, ()
    text = question.said(found.span)
    told = times.when(found, question)
    interval = None if told is None else bound(told.interval, found.relation)
    if told is None or interval is None:
        return question, (f"{text!r} is not read as a time: no visible document tells when that was",)
    span = _words(found, question)
    words = TimeExpression(span.start, span.end, question.said(span), TimexType.DATE, str(interval), interval)
    scope = dated_by(question.scope, interval, _RELATIONS[found.relation], words)
    return read(scope), (_reading(text, told, found.relation),)


def within(question: Question, span: Span, interval: Interval) -> Question:
    """``question`` with the words of ``span`` read as the time ``interval``: "during the Harbour War"."""
    words = TimeExpression(span.start, span.end, question.said(span), TimexType.DATE, str(interval), interval)
    return replace(question, scope=dated_by(question.scope, interval, TimeRelation.AT, words))


def bound(told: Interval, relation: EventRelation) -> Interval | None:
    """What lies before, after or in the days of ``told``; ``None`` where that side of it is open."""
    if relation is EventRelation.DURING:
        return told
    edge = told.end if relation in (EventRelation.AFTER, EventRelation.UNTIL) else told.start
    if edge is None:
        return None
    forward = relation in (EventRelation.AFTER, EventRelation.SINCE)
    return Interval(edge if forward else None, None if forward else edge, told.granularity)


def _reading(text: str, told: EventTime, relation: EventRelation) -> str:
    when = str(told.interval) if relation is EventRelation.DURING else f"{relation} {told.interval}"
    return f"{text!r} is read as {when} (document {told.document_id}: {told.quote!r})"


def _words(found: Event | Tenure, question: Question) -> Span:
    """The words that only tell the time: where the question names nothing else, those before what is named in them."""
    inside = [e.span for e in question.entities if found.span.start <= e.span.start < found.span.end]
    held = [s for s in inside if not isinstance(found, Tenure) or found.holder not in question.said(s)]
    if len(inside) < len(question.entities) or not held:
        return found.span
    return Span(found.span.start, found.span.start + len(question.text[found.span.start : held[0].start].rstrip()))
