"""Answers over series of publications: the day, the latest, the next, how many; worked out of all events known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import cite
from timeweave.answering.refusal import refuse
from timeweave.question.series import Ask
from timeweave.results import Answer, Value
from timeweave.retrieval.series import SeriesFound, find_series
from timeweave.retrieval.series_events import Event
from timeweave.temporal.interval import Interval

_BY_DAYS = frozenset({Ask.WHEN, Ask.SPAN, Ask.WHETHER})
_YEAR = 4  # digits
_DATED = 8  # events that are listed with their days; more are listed by name
_WORDS = 52  # words of a list that still leave the answer short


def answer_series(context: AnswerContext) -> Answer | None:
    """The answer to a question over a series, or its refusal where the series holds no such number."""
    found = find_series(context.question, context.view)
    if found is None:
        return None
    chosen, warnings = found.chosen, context.result.warnings
    if found.asked.ask in _BY_DAYS and any(e.day is None for e in chosen):
        named = " and ".join(e.name for e in chosen if e.day is None)
        return refuse(context, (f"missing: its release notes do not say when {named} came out",), method="computed")
    if found.asked.ask is Ask.WHETHER and not _is_certain(found, context.question.periods):
        return None
    if found.unknown:
        known = found.events[0].family if found.events else ""
        missing = f"missing: no visible document announces that {f'{known} {found.unknown}'.strip()!r} is out"
        if not chosen:
            return refuse(context, (missing,), method="computed")
        warnings = (*warnings, f"{missing}; what is next to it is told by the numbers alone")
    return Answer(
        search=context.result,
        answer=_in_words(found, context.question.periods),
        refused=False,
        method="computed",
        values=tuple(Value(str(e.day) if e.day else None, e.family or e.name, e.name, None, None) for e in chosen),
        citations=tuple(dict.fromkeys(cite(e.supports[0], context.view) for e in chosen)),
        warnings=warnings,
        calculation=f"{len(found.events)} events of publication" if found.asked.ask is Ask.COUNT else None,
        confidence=1.0,
    )


def _in_words(found: SeriesFound, periods: Sequence[Interval]) -> str:
    events, ask = found.chosen, found.asked.ask
    if ask is Ask.WHETHER:
        is_so = not periods or any(p.holds(e.day) for e in events for p in periods if e.day is not None)
        return f"{'Yes' if is_so else 'No'}: {_listed(events)}"
    if ask is Ask.WHEN:
        return "; ".join(f"{e.day} ({e.name})" for e in events)
    if ask is Ask.ORDER:
        return f"{_dated(events[0])}, before {_dated(events[1])}"
    if ask is Ask.SPAN:
        first, last = (e.day for e in events)
        return f"{_span(first, last)}: {_listed(events)}" if first and last else _listed(events)
    if ask is Ask.COUNT:
        return _counted(found)
    return _listed(events)


def _is_certain(found: SeriesFound, periods: Sequence[Interval]) -> bool:
    """Whether it is plain that something was out in a time, or was not: a month without its year may be of any."""
    has_year = any(len(w.text) == _YEAR and w.text.isdigit() for w in found.asked.words)
    return not periods or has_year or any(p.holds(e.day) for e in found.chosen if e.day for p in periods)


def _span(first: dt.date, last: dt.date) -> str:
    """The time between two days in words, in days and, where it is long, in years and months: "2 years 4 months"."""
    days = (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    parts = [_many(months // 12, "year"), _many(months % 12, "month")]
    told = " ".join(part for part in parts if not part.startswith("0 "))
    return f"{told} ({_many(days, 'day')})" if told else _many(days, "day")


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _counted(found: SeriesFound) -> str:
    events = found.chosen
    points = sum(e.number is not None and e.number.is_point for e in events)
    among = ""
    if points and not found.asked.points:
        among = f", among them {points} point release{'s' if points > 1 else ''}"
    return f"{len(events)}{among}: {_listed(events)}"


def _listed(events: Sequence[Event]) -> str:
    if len(events) <= _DATED:
        return "; ".join(map(_dated, events))
    names = _shortened(events)
    if len(" ".join(names).split()) > _WORDS:
        return f"{_dated(events[0])} to {_dated(events[-1])}"
    told = ", ".join(names)
    return f"{told} ({events[0].day} to {events[-1].day})" if events[0].day and events[-1].day else told


def _shortened(events: Sequence[Event]) -> list[str]:
    """Names in a row, those of one series by their numbers after the first."""
    names = [events[0].name]
    for event in events[1:]:
        one_series = event.number is not None and event.family == events[0].family
        names.append(event.number.text if one_series and event.number is not None else event.name)
    return names


def _dated(event: Event) -> str:
    return f"{event.name} ({event.day})" if event.day else event.name
