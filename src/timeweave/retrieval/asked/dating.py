"""A question that dates itself by an event or a tenure, with the scope that the store gives it."""

from __future__ import annotations

from timeweave.records import Span
from timeweave.retrieval.asked.entities import NameSense
from timeweave.retrieval.asked.event_phrases import Bearing, Event, Tenure, find_event_time
from timeweave.retrieval.asked.event_times import Told, bound, event_time, tenure_time
from timeweave.retrieval.asked.question import Question, read_question
from timeweave.retrieval.base import IndexReader
from timeweave.store.base import View
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.scope import TimeRelation, dated_by

_RELATIONS = {
    Bearing.BEFORE: TimeRelation.BEFORE,
    Bearing.UNTIL: TimeRelation.BEFORE,
    Bearing.SINCE: TimeRelation.AFTER,
    Bearing.AFTER: TimeRelation.AFTER,
    Bearing.DURING: TimeRelation.AT,
}


def date_by_events(
    question: Question, view: View, index: IndexReader, sense: NameSense
) -> tuple[Question, tuple[str, ...]]:
    """``question`` with the time of the event or tenure that it names, and how that was read.

    Periods that it names count more: then nothing is looked up. Where nothing visible tells the time, the scope stays
    as it is and a warning says so.
    """
    found = None if question.scope.intervals and not question.scope.newest else find_event_time(question.text)
    if found is None:
        return question, ()
    text = question.text[found.span.start : found.span.end]
    if isinstance(found, Event):
        told = event_time(found, question, view, index)
    else:
        told = tenure_time(found, question, view, sense)
    interval = None if told is None else bound(told.interval, found.bearing)
    if told is None or interval is None:
        return question, (f"{text!r} is not read as a time: no visible document tells when that was",)
    span = _words(found, question)
    written = question.text[span.start : span.end]
    words = TimeExpression(span.start, span.end, written, TimexType.DATE, str(interval), interval)
    scope = dated_by(question.scope, interval, _RELATIONS[found.bearing], words)
    dated = read_question(question.text, scope=scope, view=view, sense=sense)
    return dated, (_reading(text, told, found.bearing),)


def _reading(text: str, told: Told, bearing: Bearing) -> str:
    when = str(told.interval) if bearing is Bearing.DURING else f"{bearing} {told.interval}"
    return f"{text!r} is read as {when} (document {told.document_id}: {told.quote!r})"


def _words(found: Event | Tenure, question: Question) -> Span:
    """The words that only tell the time: where the question names nothing else, those before what is named in them."""
    inside = [e.span for e in question.entities if found.span.start <= e.span.start < found.span.end]
    held = [s for s in inside if not isinstance(found, Tenure) or found.holder not in question.text[s.start : s.end]]
    if len(inside) < len(question.entities) or not held:
        return found.span
    return Span(found.span.start, found.span.start + len(question.text[found.span.start : held[0].start].rstrip()))
