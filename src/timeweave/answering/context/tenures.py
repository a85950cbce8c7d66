"""Which tenures of a role a question means: those that began or ended in its time, that are over, or next to another's.

"Who was elected mayor in 2023" means who began then, "the former coach" who is no more, "who chaired it before Ann Lee"
whoever did last before she began.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from timeweave.extraction.relations.offices import HELD, is_office
from timeweave.language.names import canonical_key
from timeweave.question import Question
from timeweave.records import ResolvedFact
from timeweave.store.base import View
from timeweave.temporal.interval import Interval, add_months

_REACH = 60  # months after the last word of it for which an office is known to be held


def tenures_meant(
    question: Question, held: Sequence[ResolvedFact], holder: Callable[[ResolvedFact], str]
) -> list[ResolvedFact]:
    """Those of ``held`` that ``question`` may mean; no ``holder`` whom it names is, but as one of a choice."""
    periods, beside = question.periods, question.asks_before or question.asks_after
    chosen = "or" in question.words
    named = [r for r in held if not chosen and _is_named(holder(r), question, by_surname=beside)]
    others = [r for r in held if r not in named]
    if named and beside:
        first = min(start_of(r) for r in named)
        return _last_before(others, first) if question.asks_before else _first_after(others, first)
    if question.asks_who_ended:
        return [r for r in others if _is_told_to_end(r) and _is_in(_last_day(r), periods)]
    if question.asks_held_since:
        return [r for r in others if _last_day(r) is None]
    if periods and question.asks_who_began:
        return [r for r in others if r.valid is not None and _is_in(r.valid.start, periods)]
    return [r for r in others if _last_day(r) is not None] if question.asks_former else others


def _is_named(holder: str, question: Question, *, by_surname: bool) -> bool:
    key = canonical_key(holder)
    return bool(key) and (question.spells(key) or (by_surname and question.spells(key.split()[-1])))


def _last_before(others: Sequence[ResolvedFact], day: dt.date) -> list[ResolvedFact]:
    before = [r for r in others if (last := _last_day(r)) is not None and last <= day]
    edge = max((_last_day(r) or dt.date.min for r in before), default=None)
    return [r for r in before if _last_day(r) == edge]


def _first_after(others: Sequence[ResolvedFact], day: dt.date) -> list[ResolvedFact]:
    after = [r for r in others if start_of(r) > day]
    edge = min((start_of(r) for r in after), default=None)
    return [r for r in after if start_of(r) == edge]


def _is_in(day: dt.date | None, periods: Sequence[Interval]) -> bool:
    return not periods or (day is not None and any(p.overlaps(Interval.day(day)) for p in periods))


def start_of(resolved: ResolvedFact) -> dt.date:
    """The first day of a tenure, before all others where that is not known."""
    return resolved.valid.start if resolved.valid is not None and resolved.valid.start is not None else dt.date.min


def _is_told_to_end(resolved: ResolvedFact) -> bool:
    """Not only followed by another: who lost an election did not resign."""
    return resolved.fact.valid is not None and resolved.fact.valid.end is not None


def _last_day(resolved: ResolvedFact) -> dt.date | None:
    return None if resolved.valid is None else resolved.valid.last_day


def is_long_untold(resolved: ResolvedFact, period: Interval, view: View) -> bool:
    """Whether a period begins so long after the last word of an office whose end nobody tells that it is not known who
    held it then.
    """
    valid, fact = resolved.valid, resolved.fact
    is_held = fact.relation == HELD or is_office(fact.relation)
    if valid is None or valid.end is not None or period.start is None or not is_held:
        return False
    ends = {fact.subject, fact.object}
    about = (told for told in view.facts_about([fact.subject]) if {told.fact.subject, told.fact.object} == ends)
    last = max((support.observed for told in about for support in told.supports), default=period.start)
    return period.start > add_months(max(last, start_of(resolved)), _REACH)
