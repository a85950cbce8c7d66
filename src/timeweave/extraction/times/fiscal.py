"""A document's fiscal calendar: what it says of it, and what its fiscal expressions are then (TK-04)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.errors import TemporalError
from timeweave.extraction.facts import make_fact
from timeweave.extraction.statements import Draft, FoundFact
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS
from timeweave.records import Document, EntityId, Span
from timeweave.temporal.calendars import FiscalCalendar, FiscalPeriod, read_fiscal
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.fiscal_start import FISCAL_YEAR_START, metadata_calendar, stated_starts
from timeweave.temporal.interval import Granularity, Interval

if TYPE_CHECKING:
    from timeweave.language.mentions import Names

_FISCAL = lazily(r"\bfiscal\b|\bfinancial\s+year|\bFY\s?['’]?\d\d", re.IGNORECASE)
_PART = lazily(
    r"(?:the |its |our |their )?(?:first|second|third|fourth|1st|2nd|3rd|4th)[- ](?:quarter|half)", re.IGNORECASE
)
_OWN_QUARTER = lazily(r"(?:the |this |our |its )?quarter", re.IGNORECASE)
_THE_YEAR = lazily(r"(?:the |our |its )?(?:fiscal|financial) year", re.IGNORECASE)
_WHOLE = lazily(r"\b(?:full|entire|whole|calendar)\s+", re.IGNORECASE)
_SAME_QUARTER = lazily(r"\b(?:same|comparable|corresponding) quarter (?:of|in) (?:the )?$", re.IGNORECASE)
_SAME = lazily(r"(?:the )?(?:same|comparable|corresponding) quarter", re.IGNORECASE)
_ITS_END = lazily(
    r"\s*,?\s*(?:(?:which|that) )?(?:the )?(?:\(?(?:three|six|twelve|13|26|52|53) (?:months|weeks) )?"
    r"(?:ended|ending|to)(?: on)?\s*",
    re.IGNORECASE,
)
_NEAR_END = 10  # days by which a year of 52 or 53 weeks may miss the end of the month
_WHOSE = 3  # characters between a name and "fiscal year": "'s "


@dataclass(frozen=True, slots=True)
class FiscalYears:
    """``calendar`` is the one in which a document speaks, where it is known; ``starts`` are whose years it says start
    when, and where it says so (``None``: in its metadata).
    """

    calendar: FiscalCalendar | None
    starts: tuple[tuple[EntityId, FiscalCalendar, Span | None], ...]


def fiscal_years(document: Document, names: Names) -> FiscalYears:
    """What ``document`` says of fiscal years, in its metadata or else in its text.

    A report on a period that is named by its label ("2024-Q1") speaks in labels throughout: its text sets no calendar.
    Nor does a text that contradicts itself.
    """
    subject = names.subject if document.entities else None
    given = metadata_calendar(document.metadata)
    if given is not None:
        return FiscalYears(given, () if subject is None else ((subject, given, None),))
    period = document.period
    if period is not None and period.is_unit and period.granularity in (Granularity.QUARTER, Granularity.YEAR):
        return FiscalYears(None, ())
    found = []
    for stated in stated_starts(document.text):
        place = Span(stated.start, stated.end)
        before = names.within(Span(max(0, stated.start - 80), stated.start))
        inside = names.within(Span(*stated.named)) if stated.named else ()
        whose = inside[-1].entity if inside else subject
        if not stated.named and before and stated.start - before[-1].span.end <= _WHOSE:
            whose = before[-1].entity
        if whose is not None:
            found.append((whose, stated.calendar, place))
    told = {entity: {c for e, c, _ in found if e == entity} for entity, _, _ in found}
    starts = tuple(f for f in found if len(told[f[0]]) == 1)
    return FiscalYears(next((c for e, c, _ in starts if e == subject), None), starts)


def add_fiscal_facts(years: FiscalYears, drafts: Sequence[Draft]) -> None:
    """Add to ``drafts`` the fact of each start; one that only the metadata states goes with the first statement."""
    for entity, calendar, place in years.starts:
        draft = next((d for d in drafts if place is None or d.span.start <= place.start < d.span.end), None)
        if draft is None:
            continue
        month = MONTHS[calendar.start_month - 1]
        fact = make_fact(entity, FISCAL_YEAR_START, month, object_is_entity=False, valid=None)
        span = draft.span if place is None else Span(place.start, min(place.end, draft.span.end))
        draft.facts.append(FoundFact(fact, span))
        if entity not in draft.entities:
            draft.entities = (*draft.entities, entity)


def in_fiscal_years(
    sentence: str,
    expressions: Sequence[TimeExpression],
    calendar: FiscalCalendar,
    *,
    period: Interval | None,
    anchor: dt.date | None,
) -> list[TimeExpression]:
    """``expressions`` with the fiscal ones as their days in ``calendar``.

    A quarter or half that names no year is the latest by ``anchor``, and "the quarter" is ``period`` where that is
    one. The day on which such a period is said to have ended stands for the period and is not a time of its own.
    """
    read: list[TimeExpression] = []
    spoken: TimeExpression | None = None
    for expression in expressions:
        if spoken is not None and _ends(spoken, sentence, expression):
            read.append(replace(expression, interval=spoken.interval, value=spoken.value))
            continue
        interval = _fiscal_interval(sentence, expression, calendar, period, anchor)
        if interval is not None:
            expression = spoken = replace(expression, interval=interval, value=str(interval))
            if read and _SAME_QUARTER.search(sentence[: expression.start]) and _SAME.fullmatch(read[-1].text):
                read[-1] = replace(read[-1], interval=interval, value=str(interval))
        read.append(expression)
    return read


def _fiscal_interval(
    sentence: str, expression: TimeExpression, calendar: FiscalCalendar, period: Interval | None, anchor: dt.date | None
) -> Interval | None:
    """The days of a fiscal expression; ``None`` where it is none."""
    text = expression.text
    if expression.interval is None:
        return None
    own = calendar.period_of(period) if period is not None else None
    if _OWN_QUARTER.fullmatch(text) and own is not None and own.quarters == 1:
        return period
    if not (_FISCAL.search(text) or (anchor is not None and _PART.fullmatch(text))):
        return None
    try:
        named = _named(_WHOLE.sub("", text), anchor, calendar)
    except TemporalError:
        return calendar.namesake(expression.interval)
    if own is not None and own.quarters == 1 and _SAME_QUARTER.search(sentence[: expression.start]):
        named = replace(named, start_quarter=own.start_quarter, quarters=1)
    return calendar.interval(named)


def _named(text: str, anchor: dt.date | None, calendar: FiscalCalendar) -> FiscalPeriod:
    """The period that ``text`` names; "the fiscal year" alone is the one that holds ``anchor``."""
    if anchor is not None and _THE_YEAR.fullmatch(text):
        return calendar.year_of(anchor)
    return read_fiscal(text, anchor, calendar)


def _ends(spoken: TimeExpression, sentence: str, expression: TimeExpression) -> bool:
    """Whether an expression after a fiscal period says no more than when it ended."""
    if expression.interval is None or expression.interval.granularity is not Granularity.DAY:
        return False
    assert spoken.interval is not None
    if spoken.interval.end is None or expression.interval.start is None:
        return False
    apart = abs((spoken.interval.end - dt.timedelta(days=1) - expression.interval.start).days)
    return apart <= _NEAR_END and _ITS_END.fullmatch(sentence, spoken.end, expression.start) is not None
